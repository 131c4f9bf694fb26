//! The text of a format that is the same for each row: what stands before, between and after the values.

use super::escape::{Style, identifier};
use super::format::{Format, FormatOptions};

/// The unchanging text of a format for given columns.
#[derive(Debug)]
pub(super) struct Layout {
    pub style: Style,
    /// The first row, of column names; empty where none is wanted.
    pub header: Vec<u8>,
    /// What stands before each column's value.
    pub before: Vec<Vec<u8>>,
    /// What stands after the last value of a row.
    pub after: Vec<u8>,
    /// How rows are grouped into statements.
    pub group: Option<Group>,
}

/// Rows that stand in one statement: those whose numbers lie between two multiples of `rows`.
#[derive(Debug)]
pub(super) struct Group {
    pub rows: u64,
    pub open: Vec<u8>,
    /// What takes the place of the last row's `after`.
    pub close: Vec<u8>,
}

impl Layout {
    pub fn new(options: &FormatOptions, table: &str, names: &[&str]) -> Layout {
        let separator = options.separator.as_str();
        match options.format {
            Format::Column => Layout::separated(Style::Plain, separator, options.header, names),
            Format::Csv | Format::Tsv => Layout::separated(
                Style::Csv { separator: separator.into() },
                separator,
                options.header,
                names,
            ),
            Format::Ndjson => Layout::json(names),
            Format::Sql => Layout::sql(table, names, options.batch),
        }
    }

    /// Values as they are, between any texts.
    pub fn around(before: Vec<Vec<u8>>, after: Vec<u8>) -> Layout {
        Layout { style: Style::Plain, header: Vec::new(), before, after, group: None }
    }

    fn separated(style: Style, separator: &str, header: bool, names: &[&str]) -> Layout {
        let mut first_row = Vec::new();
        if header {
            let names: Vec<Vec<u8>> = names.iter().map(|name| style.text(name)).collect();
            first_row = names.join(separator.as_bytes());
            first_row.push(b'\n');
        }
        let before = (0..names.len()).map(|i| if i == 0 { Vec::new() } else { separator.into() }).collect();
        Layout { style, header: first_row, before, after: b"\n".into(), group: None }
    }

    fn json(names: &[&str]) -> Layout {
        let before = names.iter().enumerate().map(|(i, name)| {
            let open: &[u8] = if i == 0 { b"{" } else { b"," };
            [open, &Style::Json.text(name), b":"].concat()
        });
        Layout {
            style: Style::Json,
            header: Vec::new(),
            before: before.collect(),
            after: b"}\n".into(),
            group: None,
        }
    }

    fn sql(table: &str, names: &[&str], rows: u64) -> Layout {
        let columns: Vec<String> = names.iter().map(|name| identifier(name)).collect();
        let open = format!("INSERT INTO {} ({}) VALUES\n", identifier(table), columns.join(", "));
        let before = (0..names.len()).map(|i| if i == 0 { "(" } else { ", " }.into()).collect();
        let group = Group { rows, open: open.into(), close: b");\n".into() };
        Layout { style: Style::Sql, header: Vec::new(), before, after: b"),\n".into(), group: Some(group) }
    }
}
