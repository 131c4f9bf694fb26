//! `html`: an HTML table with a head and a body.

use crate::text::engine::layout::Layout;
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, FormatEntry, FormatSpec, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Html,
    spec: FormatSpec {
        name: "html",
        about: "a table in HTML, always with a header; null is empty",
        extensions: &["html", "htm"],
        header: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Html;

impl RowFormat for Html {
    fn takes_nul(&self) -> bool {
        false
    }

    /// `<tr><td>7</td><td>foo</td></tr>`.
    fn body(&self, head: &TableHead<'_>) -> Body {
        let before = (0..head.columns.len()).map(|column| if column == 0 { "<tr><td>" } else { "</td><td>" });
        let mut layout = Layout::rows(HtmlText, before, "</td></tr>\n");
        let mut header = b"<table>\n<thead>\n<tr>".to_vec();
        for name in head.names() {
            header.extend_from_slice(b"<th>");
            header.extend(layout.style.text(name));
            header.extend_from_slice(b"</th>");
        }
        header.extend_from_slice(b"</tr>\n</thead>\n<tbody>\n");
        layout.header = header;
        layout.footer = b"</tbody>\n</table>\n".into();
        Body::text(layout)
    }
}

/// A text inside an element or an attribute. A carriage return by itself would be read as a line feed.
#[derive(Debug)]
struct HtmlText;

impl Style for HtmlText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            b'\r' => "&#13;",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        6
    }
}

#[cfg(test)]
mod tests {
    use super::{HtmlText, Style};

    #[test]
    fn nothing_in_a_cell_is_a_tag() {
        let mut out = Vec::new();
        HtmlText.escape("<a href=\"x\">&'\r\n", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&#13;\n");
    }
}
