//! JSON (RFC 8259): how values, lists and objects are written. Formats that have no lists and structs of their own write
//! them as a text in it.

use super::floats::FloatTexts;
use super::layout::{Layout, Nesting};
use super::style::Style;

/// Lists as arrays, maps and structs as objects.
#[derive(Debug)]
pub(in crate::text) struct JsonNesting;

impl Nesting for JsonNesting {
    fn list(&self) -> [&'static str; 2] {
        ["[", "]"]
    }

    fn items(&self) -> Layout {
        Layout { nesting: Some(&JsonNesting), ..Layout::rows(JsonText, [""], ",") }
    }

    fn map(&self) -> [&'static str; 2] {
        ["{", "}"]
    }

    fn entries(&self) -> Layout {
        Layout { nesting: Some(&JsonNesting), ..Layout::rows(JsonText, ["", ":"], ",") }
    }

    fn structure(&self, names: &[&str]) -> Layout {
        object(names.iter().copied(), "}")
    }
}

/// An object with a member of each name, and at its end `after`.
pub(in crate::text) fn object<'n>(names: impl Iterator<Item = &'n str>, after: &str) -> Layout {
    let before = names.enumerate().map(|(column, name)| {
        let open: &[u8] = if column == 0 { b"{" } else { b"," };
        let style: &dyn Style = &JsonText;
        [open, &style.text(name), b":"].concat()
    });
    Layout { nesting: Some(&JsonNesting), ..Layout::rows(JsonText, before, after) }
}

/// Texts in quotes with escapes (RFC 8259, section 7).
#[derive(Debug)]
pub(in crate::text) struct JsonText;

impl Style for JsonText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        let special = |byte: u8| (byte < 0x20) | (byte == b'"') | (byte == b'\\');
        // Without a branch, so that it looks at many bytes at once; most texts have nothing to escape.
        if !text.bytes().fold(false, |found, byte| found | special(byte)) {
            return out.extend_from_slice(text.as_bytes());
        }
        for byte in text.bytes() {
            match byte {
                b'"' => out.extend_from_slice(b"\\\""),
                b'\\' => out.extend_from_slice(b"\\\\"),
                b'\n' => out.extend_from_slice(b"\\n"),
                b'\r' => out.extend_from_slice(b"\\r"),
                b'\t' => out.extend_from_slice(b"\\t"),
                0..0x20 => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
                _ => out.push(byte),
            }
        }
    }

    fn growth(&self) -> usize {
        6
    }

    fn quotes(&self) -> &'static str {
        "\""
    }

    fn null(&self) -> &'static str {
        "null"
    }

    fn takes_json(&self) -> bool {
        true
    }

    fn floats(&self) -> FloatTexts {
        // JSON has none of them as numbers; PostgreSQL's to_json makes these texts. Of `-0` some readers make an integer.
        FloatTexts {
            nan: "\"NaN\"",
            infinite: ["\"Infinity\"", "\"-Infinity\""],
            negative_zero: "-0.0",
            ..FloatTexts::USUAL
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonText, Style};

    #[test]
    fn json_agrees_with_serde() {
        let all: String = (0..300).filter_map(char::from_u32).collect();
        let style: &dyn Style = &JsonText;
        for text in ["", "a\"b\\c", "\u{1F600}", all.as_str()] {
            let parsed: String = serde_json::from_slice(&style.text(text)).unwrap();
            assert_eq!(parsed, text);
        }
    }
}
