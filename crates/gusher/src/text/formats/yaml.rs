//! `yaml`: a sequence of mappings (YAML 1.2), one for each row.

use crate::text::engine::floats::FloatTexts;
use crate::text::engine::layout::{Layout, Nesting};
use crate::text::engine::style::Style;
use crate::text::format::{Body, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Yaml,
    spec: FormatSpec {
        name: "yaml",
        about: "a YAML sequence of mappings; texts are in double quotes, numbers are numbers",
        extensions: &["yaml", "yml"],
        names: Names::Distinct,
        structs: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Yaml;

impl RowFormat for Yaml {
    /// `- id: 7`, and below it `  name: "foo"`.
    fn body(&self, head: &TableHead<'_>) -> Body {
        let before = head.names().enumerate().map(|(column, name)| {
            let indent = if column == 0 { "- " } else { "\n  " };
            [indent.as_bytes(), &key(name), b": "].concat()
        });
        let mut layout = Layout { nesting: Some(&Flow), ..Layout::rows(YamlText, before, "\n") };
        if head.is_empty {
            layout.header = b"[]\n".into();
        }
        Body::text(layout)
    }
}

/// Lists, maps and structs in the flow style, on one line (YAML 1.2, section 7.4).
#[derive(Debug)]
struct Flow;

impl Nesting for Flow {
    fn list(&self) -> [&'static str; 2] {
        ["[", "]"]
    }

    fn items(&self) -> Layout {
        Layout { nesting: Some(&Flow), ..Layout::rows(YamlText, [""], ", ") }
    }

    fn map(&self) -> [&'static str; 2] {
        ["{", "}"]
    }

    fn entries(&self) -> Layout {
        Layout { nesting: Some(&Flow), ..Layout::rows(YamlText, ["", ": "], ", ") }
    }

    fn structure(&self, names: &[&str]) -> Layout {
        let before = names.iter().enumerate().map(|(field, name)| {
            let open: &[u8] = if field == 0 { b"{" } else { b", " };
            [open, &key(name), b": "].concat()
        });
        Layout { nesting: Some(&Flow), ..Layout::rows(YamlText, before, "}") }
    }
}

/// Names that some version of YAML takes for something other than a text.
const RESERVED: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"];

/// A name as a key: without quotes where it can be nothing but a text.
fn key(name: &str) -> Vec<u8> {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
        && !RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved));
    let style: &dyn Style = &YamlText;
    if plain { name.into() } else { style.text(name) }
}

/// Texts in double quotes (YAML 1.2, section 7.3.1): what JSON escapes, and what YAML does not print or takes for a line end.
#[derive(Debug)]
struct YamlText;

impl Style for YamlText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        let special =
            |byte: u8| (byte < 0x20) | (byte == b'"') | (byte == b'\\') | (byte == 0x7f) | (byte >= 0x80);
        // Without a branch, so that it looks at many bytes at once; most texts have nothing to escape.
        if !text.bytes().fold(false, |found, byte| found | special(byte)) {
            return out.extend_from_slice(text.as_bytes());
        }
        let mut escaped = String::new();
        for c in text.chars() {
            match c {
                '"' => escaped.push_str("\\\""),
                '\\' => escaped.push_str("\\\\"),
                '\n' => escaped.push_str("\\n"),
                '\r' => escaped.push_str("\\r"),
                '\t' => escaped.push_str("\\t"),
                '\0'..' ' | '\u{7f}'..'\u{a0}' => escaped.push_str(&format!("\\x{:02x}", u32::from(c))),
                '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                    escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
                }
                c => escaped.push(c),
            }
        }
        out.extend_from_slice(escaped.as_bytes());
    }

    fn growth(&self) -> usize {
        4
    }

    fn quotes(&self) -> &'static str {
        "\""
    }

    fn null(&self) -> &'static str {
        "null"
    }

    // What is JSON is YAML 1.2.
    fn takes_json(&self) -> bool {
        true
    }

    fn floats(&self) -> FloatTexts {
        FloatTexts {
            nan: ".nan",
            infinite: [".inf", "-.inf"],
            negative_zero: "-0.0",
            // Without a point YAML 1.1 takes it for a text.
            points_exponents: true,
            ..FloatTexts::USUAL
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, YamlText, key};

    #[test]
    fn texts_have_nothing_that_ends_them() {
        let mut out = Vec::new();
        YamlText.escape("a\"b\\\n\u{1}\u{85}\u{2028}\u{feff}é😀", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "a\\\"b\\\\\\n\\x01\\x85\\u2028\\ufeffé😀");
    }

    #[test]
    fn keys_are_quoted_where_they_could_be_something_else() {
        for (name, written) in [
            ("id", "id"),
            ("name.first", "name.first"),
            ("No", "\"No\""),
            ("1", "\"1\""),
            ("a b", "\"a b\""),
            ("", "\"\""),
        ] {
            assert_eq!(key(name), written.as_bytes(), "{name}");
        }
    }
}
