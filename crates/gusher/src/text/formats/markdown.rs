//! `markdown`: a table in GitHub Flavored Markdown.

use crate::text::engine::layout::Layout;
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, FormatEntry, FormatSpec, RowFormat, TableHead};
use crate::types::{DataType, Field};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Markdown,
    spec: FormatSpec {
        name: "markdown",
        about: "a table in Markdown, always with a header; null is empty",
        extensions: &["markdown", "md"],
        header: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Markdown;

impl RowFormat for Markdown {
    /// `| 7 | foo |`, below a row of names and one that aligns numbers to the right.
    fn body(&self, head: &TableHead<'_>) -> Body {
        let before = (0..head.columns.len()).map(|column| if column == 0 { "| " } else { " | " });
        let mut layout = Layout::rows(MarkdownText, before, " |\n");
        let mut header = Vec::new();
        for name in head.names() {
            header.extend_from_slice(b"| ");
            header.extend(layout.style.text(name));
            header.push(b' ');
        }
        header.extend_from_slice(b"|\n");
        for column in head.columns {
            header.extend_from_slice(if is_number(&column.field) { b"| ---: " } else { b"| --- " });
        }
        header.extend_from_slice(b"|\n");
        layout.header = header;
        Body::text(layout)
    }
}

/// A cell of a Markdown table (GitHub Flavored Markdown, sections 4.10 and 2.4): no character in it has a meaning, and a
/// line end stays within the cell.
#[derive(Debug)]
struct MarkdownText;

impl Style for MarkdownText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| match byte {
            b'|' => "\\|",
            b'\\' => "\\\\",
            b'`' => "\\`",
            b'*' => "\\*",
            b'_' => "\\_",
            b'~' => "\\~",
            b'[' => "\\[",
            b']' => "\\]",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'&' => "&amp;",
            b'$' => "\\$",
            b'\n' => "<br>",
            b'\r' => "&#13;",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        6
    }
}

/// Whether the values read as numbers.
fn is_number(field: &Field) -> bool {
    match field.data_type {
        DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. } => !field.is_text(),
        DataType::Utf8(_)
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{MarkdownText, Style};

    fn escaped(text: &str) -> String {
        let mut out = Vec::new();
        MarkdownText.escape(text, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_in_a_cell_has_a_meaning() {
        assert_eq!(escaped("a|b\\c\nd"), "a\\|b\\\\c<br>d");
        assert_eq!(escaped("<b>*x*_y_`z`"), "&lt;b&gt;\\*x\\*\\_y\\_\\`z\\`");
        assert_eq!(escaped("[l](u) ~s~ $m$ &amp;\r"), "\\[l\\](u) \\~s\\~ \\$m\\$ &amp;amp;&#13;");
    }
}
