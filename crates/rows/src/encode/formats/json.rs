//! `json`: one JSON array with an object a line, and how JSON writes values (RFC 8259).

use crate::encode::engine::layout::{Group, Layout};
use crate::encode::engine::style::Style;
use crate::encode::format::{Body, Format, FormatSpec, Names, TableHead};

pub(super) static SPEC: FormatSpec = FormatSpec {
    name: "json",
    about: "one JSON array, with one object a line",
    extensions: &["json"],
    names: Names::Distinct,
    ..FormatSpec::of(&Json)
};

#[derive(Debug)]
struct Json;

impl Format for Json {
    /// One list of all rows: each row but the last one of all ends with a comma.
    fn body(&self, head: &TableHead<'_>) -> Body {
        Body::text(Layout {
            header: if head.is_empty { "[".into() } else { "[\n".into() },
            after: b"},\n".into(),
            footer: b"]\n".into(),
            group: Some(Group { rows: u64::MAX, open: Vec::new(), close: b"}\n".into(), is_cut: true }),
            ..objects(head)
        })
    }
}

/// One object a line.
pub(super) fn objects(head: &TableHead<'_>) -> Layout {
    let style: &dyn Style = &JsonText;
    let tag = head
        .choices
        .tag
        .as_ref()
        .map(|key| [&style.text(key), &b":"[..], &style.text(head.table), b","].concat());
    let before = head.names().enumerate().map(|(column, name)| {
        let open: &[u8] = if column == 0 { b"{" } else { b"," };
        let tag = tag.as_deref().filter(|_| column == 0).unwrap_or_default();
        [open, tag, &style.text(name), b":"].concat()
    });
    Layout::rows(JsonText, before, "}\n")
}

/// Texts in quotes with escapes (RFC 8259, section 7).
#[derive(Debug)]
pub(super) struct JsonText;

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
