//! The page around its body, and the escaping of texts in HTML.

use crate::report::chart::paint;
use crate::report::chart::svg::push_escaped;

/// The complete page around a body.
pub(super) fn page(title: &str, body: &str) -> String {
    let version = text(env!("CARGO_PKG_VERSION"));
    let body = format!(
        "{body}<footer>Drawn by gush {version}. This page needs nothing from elsewhere.</footer>\n\
         <div id=\"tip\" role=\"status\" hidden></div>"
    );
    fill(
        include_str!("page.html"),
        &[
            ("title", &text(title)),
            ("style", &style()),
            ("theme", include_str!("theme.js")),
            ("body", &body),
            ("script", include_str!("page.js")),
        ],
    )
}

/// The header of a page.
pub(super) fn header(title: &str, facts: &[String]) -> String {
    format!(
        "<header>\n<h1>{}</h1>\n<button id=\"theme\" type=\"button\" hidden>Dark theme</button>\n\
         <p>{}</p>\n</header>\n",
        text(title),
        text(&facts.join(" · "))
    )
}

/// A list of notes; empty where there are none.
pub(super) fn notes(label: &str, notes: &[String]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let items: String = notes.iter().map(|note| format!("<li>{}</li>", text(note))).collect();
    format!("<ul class=\"notes\" aria-label=\"{label}\">{items}</ul>\n")
}

/// Fills the placeholders of a template in one pass, so that nothing within a value is taken for a placeholder.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        out += before;
        out += values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        rest = after;
    }
    out + rest
}

fn style() -> String {
    let (light, dark) = (paint::variables(false), paint::variables(true));
    format!(
        ":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}:root[data-theme=light]{{{light}}}\
         :root[data-theme=dark]{{{dark}}}@media print{{:root,:root[data-theme]{{{light}}}}}{}{}{}",
        include_str!("../chart/chart.css"),
        paint::themed(),
        include_str!("page.css")
    )
}

/// The text, escaped for HTML.
pub(super) fn text(text: &str) -> String {
    let mut out = String::new();
    push_escaped(&mut out, text);
    out
}
