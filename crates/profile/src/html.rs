//! A profile as a self-contained HTML page.

use std::fmt::Write;

use crate::bars::Bin;
use crate::view::{ColumnView, RangeView, SpreadView, TableView};

/// The page of some tables. `note` says how the rows were made, such as with which seed.
pub fn page(tables: &[TableView], note: &str) -> String {
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let title = format!("Profile of {}", names.join(", "));
    let mut body = format!("<header>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n", escaped(&title), escaped(note));
    if tables.len() > 1 {
        body += "<nav aria-label=\"Tables\"><ul>";
        for (place, table) in tables.iter().enumerate() {
            let _ = write!(body, "<li><a href=\"#t{place}\">{}</a></li>", escaped(&table.name));
        }
        body += "</ul></nav>\n";
    }
    body += "<main>\n";
    for (place, table) in tables.iter().enumerate() {
        push_table(&mut body, table, place);
    }
    body += "</main>\n<footer>All rows were counted. More than 2,048 different values are estimated to about 2 %; then \
             quantiles and histograms are those of a sample of up to 4,096 rows (≈).</footer>";
    let parts = [("title", &*escaped(&title)), ("style", include_str!("page.css")), ("body", &body)];
    filled(include_str!("page.html"), &parts)
}

/// The template with its markers filled, each once, so that nothing in a value is taken for a marker.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
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

fn push_table(body: &mut String, table: &TableView, place: usize) {
    let _ = write!(
        body,
        "<section aria-labelledby=\"t{place}\">\n<h2 id=\"t{place}\">{}: {}</h2>\n",
        escaped(&table.name),
        table.rows
    );
    *body += "<div class=\"scroll\"><table><thead><tr><th>Column</th><th>Type</th><th class=\"n\">Null</th>\
              <th class=\"n\">Different</th><th>From</th><th>To</th></tr></thead><tbody>\n";
    for (column, at) in table.columns.iter().zip(0..) {
        let null = column.nulls.as_ref().map_or_else(|| "–".into(), |(_, share)| percent(*share));
        let (min, max) = match &column.range {
            Some(range) if range.what == "range" => (escaped(&range.min), escaped(&range.max)),
            _ => ("–".into(), "–".into()),
        };
        let _ = writeln!(
            body,
            "<tr><th><a href=\"#t{place}c{at}\">{}</a></th><td>{}</td><td class=\"n\">{null}</td><td class=\"n\">{}</td>\
             <td>{min}</td><td>{max}</td></tr>",
            escaped(&column.name),
            escaped(&column.data_type),
            column.distinct
        );
    }
    *body += "</tbody></table></div>\n<div class=\"cards\">\n";
    for (column, at) in table.columns.iter().zip(0..) {
        push_column(body, column, &format!("t{place}c{at}"));
    }
    *body += "</div>\n</section>\n";
}

/// All that is known of a column.
fn push_column(body: &mut String, column: &ColumnView, id: &str) {
    let (name, data_type) = (escaped(&column.name), escaped(&column.data_type));
    let _ =
        write!(body, "<article id=\"{id}\"><h3>{name} <span class=\"muted\">{data_type}</span></h3>\n<dl>");
    let mut fact = |name: &str, value: &str| {
        let _ = write!(body, "<dt>{name}</dt><dd>{value}</dd>");
    };
    if let Some((count, share)) = &column.nulls {
        fact("null", &format!("{count} ({})", percent(*share)));
    }
    fact("different", &column.distinct);
    if let Some(range) = &column.range {
        fact(range.what, &span(range));
        if let Some(mean) = &range.mean {
            fact("mean", &escaped(mean));
        }
    }
    if let Some(length) = &column.length {
        let mean = length.mean.as_ref().filter(|_| length.min != length.max);
        let mean = mean.map(|mean| format!(", mean {}", escaped(mean))).unwrap_or_default();
        fact("length", &(span(length) + &mean));
    }
    if !column.examples.is_empty() {
        let examples: Vec<String> = column.examples.iter().map(|value| escaped(value)).collect();
        fact("examples", &examples.join("<br>"));
    }
    *body += "</dl>\n";
    if let Some((range, spread)) =
        column.range.as_ref().and_then(|range| Some((range, range.spread.as_ref()?)))
    {
        push_histogram(body, spread, [&range.min, &range.max], &format!("Histogram of {name}"));
        push_quantiles(body, spread);
    }
    if let Some((length, spread)) =
        column.length.as_ref().and_then(|length| Some((length, length.of_lengths()?)))
    {
        let ends = [&length.min, &length.max].map(|end| format!("length {end}"));
        push_histogram(body, spread, ends.each_ref(), &format!("Lengths of {name}"));
    }
    if !column.common.is_empty() {
        *body += "<table class=\"common\"><caption>Most common values</caption><tbody>";
        for (value, share) in &column.common {
            let _ = write!(
                body,
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"bar\"><div style=\"width:{:.2}%\"></div></td></tr>",
                escaped(value),
                percent(*share),
                100.0 * share
            );
        }
        *body += "</tbody></table>\n";
    }
    *body += "</article>\n";
}

/// From where to where values go.
fn span(range: &RangeView) -> String {
    let (min, max) = (escaped(&range.min), escaped(&range.max));
    if min == max { min } else { format!("{min} to {max}") }
}

/// The histogram, and its ends below it.
fn push_histogram(body: &mut String, spread: &SpreadView, [min, max]: [&String; 2], label: &str) {
    let most = spread.bins.iter().map(|bin| bin.height).fold(f64::MIN_POSITIVE, f64::max);
    let all = spread.bins.iter().map(|bin| bin.count).sum::<u64>().max(1) as f64;
    let last = spread.bins.len().saturating_sub(1);
    let width = 400.0 / (last as f64 + spread.last_width);
    let _ = write!(
        body,
        "<figure><svg viewBox=\"0 0 400 80\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{label}\">"
    );
    for (place, &Bin { count, height }) in spread.bins.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
        // What is there is seen.
        let height = (80.0 * height / most).max(1.0);
        let _ = write!(
            body,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{height:.2}\"><title>{}</title></rect>",
            place as f64 * width,
            80.0 - height,
            // A gap between the bars.
            0.86 * if place == last { spread.last_width * width } else { width },
            percent(count as f64 / all)
        );
    }
    let (min, max) = (escaped(min), escaped(max));
    let about = if spread.is_estimated { "<span>≈</span>" } else { "" };
    let _ =
        writeln!(body, "</svg><figcaption><span>{min}</span>{about}<span>{max}</span></figcaption></figure>");
}

/// The quantiles: side by side, or one below the other where they are long.
fn push_quantiles(body: &mut String, spread: &SpreadView) {
    let about = if spread.is_estimated { "≈" } else { "" };
    let width = |value: &String| about.chars().count() + value.chars().count();
    let is_long = spread.quantiles.iter().any(|(_, value)| width(value) > 11);
    let _ = write!(body, "<table class=\"quantiles{}\"><tbody>", if is_long { " long" } else { "" });
    let mut cells = |cells: &mut dyn Iterator<Item = String>| {
        let _ = write!(body, "<tr>{}</tr>", cells.collect::<String>());
    };
    let head = |(share, _): &(usize, String)| format!("<th>{share} %</th>");
    let value = |(_, value): &(usize, String)| format!("<td>{about}{}</td>", escaped(value));
    if is_long {
        for quantile in &spread.quantiles {
            cells(&mut [head(quantile), value(quantile)].into_iter());
        }
    } else {
        cells(&mut spread.quantiles.iter().map(head));
        cells(&mut spread.quantiles.iter().map(value));
    }
    *body += "</tbody></table>\n";
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// The text, escaped for HTML; characters that a page cannot hold become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{escaped, page};
    use crate::view::{ColumnView, TableView};

    #[test]
    fn nothing_is_taken_for_markup() {
        let evil = "</style><script>alert(1)</script>{{body}}{{style}}\u{0}\"'";
        assert!(!escaped(evil).contains(['<', '>', '"', '\'', '\u{0}']));
        let column = ColumnView {
            name: evil.into(),
            data_type: "text".into(),
            nulls: None,
            distinct: "1".into(),
            range: None,
            length: None,
            examples: vec![evil.into()],
            common: vec![(evil.into(), 1.0)],
        };
        let table = TableView { name: evil.into(), rows: "1".into(), columns: vec![column] };
        let page = page(&[table], evil);
        assert!(!page.contains("<script") && page.matches("</style>").count() == 1);
        assert!(page.ends_with("</html>\n") && page.matches("<main>").count() == 1);
    }
}
