//! The formats of the fakedata face, to the byte: every value is a text, numbers too, in a shape that scripts know.

use super::dialect::Dialect;
use super::escape::Style;
use super::format::{Format, FormatEntry};
use super::layout::Layout;

const COLUMN: FormatEntry = FormatEntry {
    format: Format::Column,
    name: "column",
    about: "values joined by a separator, one space by default, never quoted",
    separator: Some(" "),
    header: true,
    distinct_names: false,
    batched: false,
    dialects: false,
    create_table: false,
};

/// The formats that `fakedata` has; `gush rows` has its own of the same names.
pub static FACE_FORMATS: &[FormatEntry] = &[
    COLUMN,
    FormatEntry {
        format: Format::FaceNdjson,
        name: "ndjson",
        about: "one JSON object a line, every value a string, keys sorted",
        separator: None,
        header: false,
        distinct_names: true,
        ..COLUMN
    },
    FormatEntry {
        format: Format::FaceSql,
        name: "sql",
        about: "one INSERT a row, every value quoted",
        separator: None,
        header: false,
        distinct_names: true,
        ..COLUMN
    },
];

/// How a value is escaped between quotes that the layout has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// Apostrophes are doubled.
    Sql,
    /// As JSON's writer in Go does it: also what HTML or JavaScript could take for its own is written by its number.
    Json,
}

impl Inside {
    /// Appends `text` as it stands between the quotes.
    pub fn escape(self, text: &str, out: &mut Vec<u8>) {
        // The first byte of the two separators begins other signs too, which come to no harm below.
        let special = |byte: u8| (byte == b'<') | (byte == b'>') | (byte == b'&') | (byte == 0xE2);
        // Without a branch, so that it looks at many bytes at once; most texts have nothing of it.
        match self {
            Inside::Sql => return Dialect::Ansi.escape(text, out),
            Inside::Json if !text.bytes().fold(false, |found, byte| found | special(byte)) => {
                return Style::Json.escape(text, out);
            }
            Inside::Json => {}
        }
        for c in text.chars() {
            match c {
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                    out.extend_from_slice(format!("\\u{:04x}", u32::from(c)).as_bytes());
                }
                _ => Style::Json.escape(c.encode_utf8(&mut [0; 4]), out),
            }
        }
    }
}

impl Inside {
    /// The same for bytes that are not UTF-8: JSON has an escape for each, as Go writes it; SQL has them as they are.
    pub fn escape_bytes(self, bytes: &[u8], out: &mut Vec<u8>) {
        for chunk in bytes.utf8_chunks() {
            self.escape(chunk.valid(), out);
            match self {
                Inside::Sql => out.extend_from_slice(chunk.invalid()),
                Inside::Json => out.extend(chunk.invalid().iter().flat_map(|_| *b"\\ufffd")),
            }
        }
    }
}

/// `INSERT INTO TABLE (age,name) VALUES ('42','foo');`, with the names as they were typed.
pub(super) fn sql(table: &str, names: &[&str]) -> Layout {
    let first = format!("INSERT INTO {table} ({}) VALUES ('", names.join(","));
    let before = (0..names.len()).map(|i| if i == 0 { first.clone() } else { "','".into() }.into_bytes());
    layout(Inside::Sql, before.collect(), "');\n")
}

/// `{"age":"42","name":"foo"}`, in the order of the columns.
pub(super) fn ndjson(names: &[&str]) -> Layout {
    let before = names.iter().enumerate().map(|(i, name)| {
        let mut text = if i == 0 { b"{\"".to_vec() } else { b"\",\"".to_vec() };
        Inside::Json.escape(name, &mut text);
        text.extend_from_slice(b"\":\"");
        text
    });
    layout(Inside::Json, before.collect(), "\"}\n")
}

fn layout(inside: Inside, before: Vec<Vec<u8>>, after: &str) -> Layout {
    Layout::rows(Style::Face(inside), before, after)
}
