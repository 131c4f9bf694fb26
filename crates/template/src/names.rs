//! Messages about unknown names, which suggest the nearest one, or what another language has.

use crate::ast::{Expr, ExprKind};
use crate::error::Fault;
use crate::{catalog, draw, utf8};
use gush_diagnostics::{Message, Topic, edit_distance, nearest};

/// The message about an unknown function.
pub(crate) fn unknown_function(name: &str, compared: usize) -> Message {
    let near = if compared > 0 { nearest_function(name, &[]) } else { None };
    let message = Message::from("no function has this name").suggest(near).see(Topic::Functions);
    message.otherwise("generators are functions too: `name.first` is `NameFirst`")
}

/// The error of calling a generator by its own name, as in `name.first`, and not by its function's.
pub(crate) fn dotted(expr: &Expr) -> Option<Fault> {
    let ExprKind::Fields(base, fields) = &expr.kind else { return None };
    let ExprKind::Function(name) = &base.kind else { return None };
    let parts = std::iter::once(name).chain(fields.iter().map(|(name, _)| name));
    let generator = parts.map(|part| part.to_lowercase()).collect::<Vec<_>>().join(".");
    let function = draw::function_name(&generator);
    draw::find(&function)?;
    let message = Message::from("a function's name has no dots").suggest(Some(function));
    Some(Fault::new(expr.at.clone(), message))
}

/// The nearest of all functions and of these.
fn nearest_function(name: &str, more: &[&str]) -> Option<String> {
    if matches!(name.to_lowercase().as_str(), "uuid" | "guid") {
        return Some("Uuidv4".into());
    }
    let generators: Vec<String> = draw::function_names().collect();
    let own = catalog::functions().map(|function| function.name);
    let all = own.chain(generators.iter().map(String::as_str)).chain(more.iter().copied());
    nearest(name, all).map(str::to_owned)
}

/// Keywords of other template languages, and ours for them.
const FOREIGN: [(&str, &str); 10] = [
    ("for", "range"),
    ("foreach", "range"),
    ("elif", "else if"),
    ("elseif", "else if"),
    ("elsif", "else if"),
    ("endif", "end"),
    ("endfor", "end"),
    ("endforeach", "end"),
    ("endrange", "end"),
    ("endwith", "end"),
];

/// The keyword that an unknown function name was certainly meant to be.
pub(crate) fn keyword_meant<const N: usize>(name: &str, keywords: [&'static str; N]) -> Option<&'static str> {
    let is_known = matches!(name, "true" | "false" | "nil" | "call")
        || catalog::functions().any(|function| function.name == name)
        || draw::find(name).is_some();
    if is_known {
        return None;
    }
    if let Some((_, meant)) = FOREIGN.into_iter().find(|(foreign, _)| *foreign == name) {
        return Some(meant);
    }
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    if let Some(meant) = keywords.into_iter().find(|keyword| letters(keyword) == letters(name)) {
        return Some(meant);
    }
    // `undefined` is not a misspelling of `define`.
    let few = (name.len() / 4).max(1);
    let is_slip = |keyword: &&str| edit_distance(&name.to_lowercase(), keyword) <= few;
    // Everything is near to a name of two letters, and nothing to a long one.
    if !(3..=16).contains(&name.len()) || !keywords.iter().any(is_slip) {
        return None;
    }
    let near = nearest_function(name, &keywords)?;
    keywords.into_iter().find(|keyword| **keyword == near && is_slip(keyword))
}

/// The message about an unknown template.
pub(crate) fn unknown_template<'a>(name: &[u8], known: impl Iterator<Item = &'a [u8]>) -> Message {
    let known: Vec<String> = known.map(utf8::text).collect();
    let name = utf8::text(name);
    let near = nearest(&name, known.iter().map(String::as_str)).map(|near| format!("\"{near}\""));
    let message = Message::from("no template has this name").suggest(near);
    message.otherwise(format_args!("{{{{ define \"{name}\" }}}} makes one"))
}
