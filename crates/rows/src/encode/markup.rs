//! Tables for looking at: Markdown and HTML.

use super::escape::{Style, rewrite};
use super::layout::Layout;
use crate::batch::Shape;
use crate::plan::PlannedColumn;

/// Appends `text` as a cell of a Markdown table shows it (GitHub Flavored Markdown, sections 4.10 and 2.4): no sign
/// in it means anything, and a line end stays within the cell.
pub(super) fn escape_markdown(text: &str, out: &mut Vec<u8>) {
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

/// Appends `text` as HTML shows it, inside an element or an attribute. A carriage return by itself would be read as
/// a line feed.
pub(super) fn escape_html(text: &str, out: &mut Vec<u8>) {
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

/// `| 7 | foo |`, below a row of names and one that aligns numbers to the right.
pub(super) fn markdown(columns: &[PlannedColumn]) -> Layout {
    let mut header = Vec::new();
    for column in columns {
        header.extend_from_slice(b"| ");
        header.extend(Style::Markdown.text(&column.name));
        header.push(b' ');
    }
    header.extend_from_slice(b"|\n");
    for column in columns {
        header.extend_from_slice(if is_number(&column.shape()) { b"| ---: " } else { b"| --- " });
    }
    header.extend_from_slice(b"|\n");
    let before = (0..columns.len()).map(|i| if i == 0 { "| " } else { " | " }.into());
    Layout { header, ..Layout::rows(Style::Markdown, before.collect(), " |\n") }
}

/// `<tr><td>7</td><td>foo</td></tr>`, in the body of a table with a head.
pub(super) fn html(columns: &[PlannedColumn]) -> Layout {
    let mut header = b"<table>\n<thead>\n<tr>".to_vec();
    for column in columns {
        header.extend_from_slice(b"<th>");
        header.extend(Style::Html.text(&column.name));
        header.extend_from_slice(b"</th>");
    }
    header.extend_from_slice(b"</tr>\n</thead>\n<tbody>\n");
    let before = (0..columns.len()).map(|i| if i == 0 { "<tr><td>" } else { "</td><td>" }.into());
    Layout {
        header,
        footer: b"</tbody>\n</table>\n".into(),
        ..Layout::rows(Style::Html, before.collect(), "</td></tr>\n")
    }
}

fn is_number(shape: &Shape) -> bool {
    match shape {
        Shape::Int { .. } | Shape::Decimal { .. } => true,
        Shape::Words(_)
        | Shape::Text { .. }
        | Shape::Joined(_)
        | Shape::Affixed { .. }
        | Shape::Date { .. }
        | Shape::DateTime { .. }
        | Shape::DateTimeMillis { .. }
        | Shape::Time { .. }
        | Shape::Duration { .. }
        | Shape::Calendar { .. }
        | Shape::Bool
        | Shape::Uuid { .. }
        | Shape::Ipv4
        | Shape::Ipv6
        | Shape::Bytes { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{escape_html, escape_markdown};

    fn escaped(escape: fn(&str, &mut Vec<u8>), text: &str) -> String {
        let mut out = Vec::new();
        escape(text, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_in_a_cell_of_markdown_means_anything() {
        assert_eq!(escaped(escape_markdown, "a|b\\c\nd"), "a\\|b\\\\c<br>d");
        assert_eq!(escaped(escape_markdown, "<b>*x*_y_`z`"), "&lt;b&gt;\\*x\\*\\_y\\_\\`z\\`");
        assert_eq!(
            escaped(escape_markdown, "[l](u) ~s~ $m$ &amp;\r"),
            "\\[l\\](u) \\~s\\~ \\$m\\$ &amp;amp;&#13;"
        );
    }

    #[test]
    fn nothing_in_a_cell_of_html_is_a_tag() {
        assert_eq!(
            escaped(escape_html, "<a href=\"x\">&'\r\n"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&#13;\n"
        );
    }
}
