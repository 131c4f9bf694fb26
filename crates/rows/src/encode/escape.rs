//! How texts are written in each format: what is quoted and what is escaped.

use super::face::Inside;

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
    /// Texts in apostrophes, which are doubled inside (ISO 9075-2, character string literals).
    Sql,
    /// Between quotes that the layout has, around numbers too.
    Face(Inside),
}

impl Style {
    /// What stands before and after a text that is not escaped as a whole.
    pub fn quotes(&self) -> &'static str {
        match self {
            Style::Plain | Style::Csv { .. } | Style::Face(_) => "",
            Style::Json => "\"",
            Style::Sql => "'",
        }
    }

    /// How null is written.
    pub fn null(&self) -> &'static str {
        match self {
            Style::Plain | Style::Csv { .. } | Style::Face(_) => "",
            Style::Json => "null",
            Style::Sql => "NULL",
        }
    }

    /// How false and true are written.
    pub fn bools(&self) -> [&'static str; 2] {
        match self {
            Style::Sql => ["FALSE", "TRUE"],
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
            Style::Csv { .. } => double(text, b'"', out),
            Style::Sql => double(text, b'\'', out),
            Style::Json => escape_json(text, out),
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
            Style::Csv { .. } | Style::Sql => 2,
            Style::Json | Style::Face(_) => 6,
        }
    }

    /// What stands between the day and the hour of a time, and what stands behind its seconds for UTC.
    pub fn date_time(&self) -> (u8, &'static str) {
        (b'T', "Z")
    }

    /// A whole text: quoted where the style or the text asks for it.
    pub fn text(&self, text: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 2);
        self.push_text(text, &mut out);
        out
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

fn double(text: &str, quote: u8, out: &mut Vec<u8>) {
    if !text.as_bytes().contains(&quote) {
        return out.extend_from_slice(text.as_bytes());
    }
    for byte in text.bytes() {
        if byte == quote {
            out.push(quote);
        }
        out.push(byte);
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

/// Words that at least one widespread database does not take as a name without quotes.
const RESERVED: &str = include_str!("../../words/sql-reserved.txt");

/// An SQL identifier, in double quotes where it needs them: not all lower case, or reserved.
pub(super) fn identifier(name: &str) -> String {
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        && name.starts_with(|c: char| !c.is_ascii_digit())
        && !RESERVED.split_ascii_whitespace().any(|word| word == name);
    if plain { name.into() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::{Style, identifier};

    #[test]
    fn identifiers_are_quoted_where_needed() {
        for (name, written) in [
            ("id", "id"),
            ("name.first", "\"name.first\""),
            ("Table", "\"Table\""),
            ("table", "\"table\""),
            ("1st", "\"1st\""),
            ("a\"b", "\"a\"\"b\""),
            ("", "\"\""),
        ] {
            assert_eq!(identifier(name), written);
        }
    }

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
