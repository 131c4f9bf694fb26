//! JSON as it is written here: texts, bytes, floating-point numbers, and the objects of a manifest.

use std::fmt::Write as _;

/// A text with its quotes.
pub(crate) fn text(value: &str) -> String {
    let mut out = String::from("\"");
    for letter in value.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1F}' => {
                let _ = write!(out, "\\u{:04x}", letter as u32);
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// A floating-point number; what JSON has no number for is a text.
pub(super) fn float_text(value: f64) -> String {
    if value.is_nan() {
        "\"NaN\"".into()
    } else if value.is_infinite() {
        if value > 0.0 { "\"Infinity\"".into() } else { "\"-Infinity\"".into() }
    } else {
        format!("{value:?}")
    }
}

/// An object in the making, on one line.
#[derive(Debug, Default)]
pub(super) struct Object(String);

impl Object {
    /// Adds an entry whose value is JSON already.
    pub fn put(mut self, key: &str, json: impl AsRef<str>) -> Object {
        let comma = if self.0.is_empty() { "" } else { ", " };
        let _ = write!(self.0, "{comma}{}: {}", text(key), json.as_ref());
        self
    }

    /// Adds a text.
    pub fn text(self, key: &str, value: &str) -> Object {
        self.put(key, text(value))
    }

    pub fn end(self) -> String {
        format!("{{{}}}", self.0)
    }
}
