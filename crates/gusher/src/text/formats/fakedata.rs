//! The formats of the `fakedata` command, to the byte: every value is a text, numbers too, in a form that scripts know.

use super::column;
use crate::text::dialect::Dialect;
use crate::text::engine::json::JsonText;
use crate::text::engine::layout::Layout;
use crate::text::engine::style::Style;
use crate::text::format::{Body, Format, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

/// The formats that `fakedata` has; `gush rows` has its own of the same names.
pub static FAKEDATA_FORMATS: &[Format] = &[Format(&column::SPEC), Format(&NDJSON), Format(&SQL)];

static NDJSON: FormatEntry = FormatEntry {
    rows: &Ndjson,
    spec: FormatSpec {
        name: "ndjson",
        about: "one JSON object a line, every value a string, keys sorted",
        names: Names::Distinct,
        ..FormatSpec::NONE
    },
};

static SQL: FormatEntry = FormatEntry {
    rows: &Sql,
    spec: FormatSpec {
        name: "sql",
        about: "one INSERT a row, every value quoted",
        names: Names::Distinct,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Sql;

impl RowFormat for Sql {
    /// `INSERT INTO TABLE (age,name) VALUES ('42','foo');`, with the names as they were typed.
    fn body(&self, head: &TableHead<'_>) -> Body {
        let names: Vec<&str> = head.names().collect();
        let first = format!("INSERT INTO {} ({}) VALUES ('", head.table, names.join(","));
        let before = (0..names.len()).map(|column| if column == 0 { first.clone() } else { "','".into() });
        Body::text(Layout::rows(InApostrophes, before, "');\n"))
    }
}

#[derive(Debug)]
struct Ndjson;

impl RowFormat for Ndjson {
    /// `{"age":"42","name":"foo"}`, in the order of the columns.
    fn body(&self, head: &TableHead<'_>) -> Body {
        let before = head.names().enumerate().map(|(column, name)| {
            let mut text = if column == 0 { b"{\"".to_vec() } else { b"\",\"".to_vec() };
            InQuotes.escape(name, &mut text);
            text.extend_from_slice(b"\":\"");
            text
        });
        Body::text(Layout::rows(InQuotes, before, "\"}\n"))
    }
}

/// Between apostrophes that the layout has: they are doubled.
#[derive(Debug)]
struct InApostrophes;

impl Style for InApostrophes {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        Dialect::Ansi.escape(text, out);
    }

    /// Wrong bytes are as they are.
    fn escape_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        for chunk in bytes.utf8_chunks() {
            self.escape(chunk.valid(), out);
            out.extend_from_slice(chunk.invalid());
        }
    }

    fn growth(&self) -> usize {
        2
    }
}

/// Between quotes that the layout has, as JSON's writer in Go does it: what HTML or JavaScript could take for its own is
/// also written by its number.
#[derive(Debug)]
struct InQuotes;

impl Style for InQuotes {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        // The first byte of the two separators begins other characters too, which come to no harm below.
        let special = |byte: u8| (byte == b'<') | (byte == b'>') | (byte == b'&') | (byte == 0xE2);
        // Without a branch, so that it looks at many bytes at once; most texts have nothing of it.
        if !text.bytes().fold(false, |found, byte| found | special(byte)) {
            return JsonText.escape(text, out);
        }
        for c in text.chars() {
            match c {
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                    out.extend_from_slice(format!("\\u{:04x}", u32::from(c)).as_bytes());
                }
                _ => JsonText.escape(c.encode_utf8(&mut [0; 4]), out),
            }
        }
    }

    /// JSON has an escape for each wrong byte, as Go writes it.
    fn escape_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        for chunk in bytes.utf8_chunks() {
            self.escape(chunk.valid(), out);
            out.extend(chunk.invalid().iter().flat_map(|_| *b"\\ufffd"));
        }
    }

    fn growth(&self) -> usize {
        6
    }
}
