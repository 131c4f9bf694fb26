//! How texts are written in each format: what is quoted and what is escaped.

use super::dialect::{Dialect, escape_copy};
use super::face::Inside;
use super::markup::{escape_html, escape_markdown};

/// How values are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Style {
    /// As they are.
    Plain,
    /// Quoted where a value has a quote, a line end or the separator (RFC 4180, section 2).
    Csv {
        /// What stands between fields.
        separator: String,
    },
    /// Texts in quotes with escapes (RFC 8259, section 7).
    Json,
    /// Texts in apostrophes.
    Sql(Dialect),
    /// Escaped with backslashes, never quoted (PostgreSQL's COPY).
    Copy,
    /// A cell of a Markdown table.
    Markdown,
    /// A cell of an HTML table.
    Html,
    /// Between quotes that the layout has, around numbers too.
    Face(Inside),
}

impl Style {
    /// What stands before and after a text that is not escaped as a whole.
    pub fn quotes(&self) -> &'static str {
        match self {
            Style::Plain
            | Style::Csv { .. }
            | Style::Copy
            | Style::Markdown
            | Style::Html
            | Style::Face(_) => "",
            Style::Json => "\"",
            Style::Sql(_) => "'",
        }
    }

    /// How null is written.
    pub fn null(&self) -> &'static str {
        match self {
            Style::Plain | Style::Csv { .. } | Style::Markdown | Style::Html | Style::Face(_) => "",
            Style::Json => "null",
            Style::Sql(_) => "NULL",
            Style::Copy => "\\N",
        }
    }

    /// How false and true are written.
    pub fn bools(&self) -> [&'static str; 2] {
        match self {
            Style::Sql(dialect) => dialect.bools(),
            // As the database itself writes them.
            Style::Copy => ["f", "t"],
            _ => ["false", "true"],
        }
    }

    /// Whether a text, or a text with this part, has to be quoted although the style does not quote all texts.
    pub fn needs_quotes(&self, text: &str) -> bool {
        match self {
            Style::Csv { separator } => text.contains(['"', '\r', '\n']) || text.contains(separator.as_str()),
            _ => false,
        }
    }

    /// Appends `text` as it stands between the quotes.
    pub fn escape(&self, text: &str, out: &mut Vec<u8>) {
        match self {
            Style::Plain => out.extend_from_slice(text.as_bytes()),
            Style::Csv { .. } => rewrite(text, out, |byte| if byte == b'"' { "\"\"" } else { "" }),
            Style::Json => escape_json(text, out),
            Style::Sql(dialect) => dialect.escape(text, out),
            Style::Copy => escape_copy(text, out),
            Style::Markdown => escape_markdown(text, out),
            Style::Html => escape_html(text, out),
            Style::Face(inside) => inside.escape(text, out),
        }
    }

    /// Whether there are texts that are quoted in this style and others that are not.
    pub fn quotes_some(&self) -> bool {
        matches!(self, Style::Csv { .. })
    }

    /// The most bytes that one byte is escaped to.
    pub fn growth(&self) -> usize {
        match self {
            Style::Plain => 1,
            Style::Csv { .. } | Style::Sql(_) | Style::Copy => 2,
            Style::Json | Style::Markdown | Style::Html | Style::Face(_) => 6,
        }
    }

    /// What stands before and after the hexadecimal digits of bytes, where the format knows bytes.
    pub fn bytes(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Style::Sql(dialect) => Some(dialect.bytes()),
            Style::Copy => Some(("\\\\x", "")),
            _ => None,
        }
    }

    /// What stands between the day and the hour of a time, and what stands behind its seconds for UTC.
    pub fn date_time(&self) -> (u8, &'static str) {
        match self {
            Style::Sql(dialect) => dialect.date_time(),
            Style::Copy => (b' ', "+00"),
            _ => (b'T', "Z"),
        }
    }

    /// A whole text: quoted where the style or the text asks for it.
    pub fn text(&self, text: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 2);
        self.push_text(text, &mut out);
        out
    }

    /// Appends a text that is not UTF-8, which only `fakedata` makes: as it is, or, where a format must be UTF-8, with a
    /// replacement character for each wrong byte.
    pub fn push_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        match self {
            Style::Plain => out.extend_from_slice(bytes),
            Style::Face(inside) => inside.escape_bytes(bytes, out),
            _ => self.push_text(&String::from_utf8_lossy(bytes), out),
        }
    }

    /// Appends a whole text.
    pub fn push_text(&self, text: &str, out: &mut Vec<u8>) {
        // An empty text is quoted in CSV, so that it is not taken for null.
        let bare_empty = text.is_empty() && matches!(self, Style::Csv { .. });
        let quotes = if self.needs_quotes(text) || bare_empty { "\"" } else { self.quotes() };
        out.extend_from_slice(quotes.as_bytes());
        self.escape(text, out);
        out.extend_from_slice(quotes.as_bytes());
    }
}

/// Appends `text` with each byte for which there is an `escape` written as that; all of these must be ASCII.
#[inline(always)]
pub(super) fn rewrite(text: &str, out: &mut Vec<u8>, escape: impl Fn(u8) -> &'static str) {
    // Without a branch, so that it looks at many bytes at once; most texts have nothing to escape.
    if !text.bytes().fold(false, |found, byte| found | !escape(byte).is_empty()) {
        return out.extend_from_slice(text.as_bytes());
    }
    for byte in text.bytes() {
        match escape(byte) {
            "" => out.push(byte),
            escaped => out.extend_from_slice(escaped.as_bytes()),
        }
    }
}

fn escape_json(text: &str, out: &mut Vec<u8>) {
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

#[cfg(test)]
mod tests {
    use super::Style;

    #[test]
    fn csv_quotes_what_needs_it() {
        let csv = Style::Csv { separator: ",".into() };
        for (text, written) in
            [("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("", "\"\"")]
        {
            assert_eq!(csv.text(text), written.as_bytes());
        }
    }

    #[test]
    fn json_agrees_with_serde() {
        let all: String = (0..300).filter_map(char::from_u32).collect();
        for text in ["", "a\"b\\c", "\u{1F600}", all.as_str()] {
            let parsed: String = serde_json::from_slice(&Style::Json.text(text)).unwrap();
            assert_eq!(parsed, text);
        }
    }
}
