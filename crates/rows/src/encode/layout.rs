//! The text of a format that is the same for each row: what stands before, between and after the values.

use super::ddl::create_table;
use super::dialect::Dialect;
use super::escape::Style;
use super::format::{Format, FormatOptions, Transaction};
use super::{face, markup};
use crate::plan::PlannedColumn;

/// The unchanging text of a format for given columns.
#[derive(Debug)]
pub(super) struct Layout {
    pub style: Style,
    /// What stands before the first row: names, the statement that makes the table, what opens a list.
    pub header: Vec<u8>,
    /// What stands before each column's value.
    pub before: Vec<Vec<u8>>,
    /// What stands after the last value of a row.
    pub after: Vec<u8>,
    /// What stands behind the last row.
    pub footer: Vec<u8>,
    /// What stands before the first row and behind the last one of a shard, where another one is its neighbour.
    pub between: [Vec<u8>; 2],
    /// How rows are grouped into statements or lists.
    pub group: Option<Group>,
}

/// Rows that stand in one statement or list: those whose numbers lie between two multiples of `rows`.
#[derive(Debug)]
pub(super) struct Group {
    pub rows: u64,
    pub open: Vec<u8>,
    /// What takes the place of the last row's `after`.
    pub close: Vec<u8>,
    /// Whether shards may be cut inside.
    pub is_cut: bool,
}

impl Layout {
    /// The layout of a format of text. `is_empty` says that there will be no row at all.
    ///
    /// # Panics
    /// For `raw`, which is none.
    pub fn new(options: &FormatOptions, table: &str, columns: &[PlannedColumn], is_empty: bool) -> Layout {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let separator = options.separator.as_str();
        match options.format {
            Format::Column => Layout::separated(Style::Plain, separator, options.header, &names),
            Format::Csv | Format::Tsv => {
                let style = match options.is_load_data() {
                    true => Style::LoadData,
                    false => Style::Csv { separator: separator.into() },
                };
                Layout::separated(style, separator, options.header, &names)
            }
            Format::Ndjson => Layout::objects(&names),
            Format::Json => Layout::array(&names, is_empty),
            Format::Sql => Layout::sql(options, table, columns, is_empty),
            Format::Copy => Layout::copy(options, table, columns),
            Format::Markdown => markup::markdown(columns),
            Format::Html => markup::html(columns),
            Format::FaceSql => face::sql(table, &names),
            Format::FaceNdjson => face::ndjson(&names),
            Format::Raw => unreachable!("raw is not text"),
        }
    }

    /// Values as they are, between any texts.
    pub fn around(before: Vec<Vec<u8>>, after: Vec<u8>) -> Layout {
        Layout { after, ..Layout::rows(Style::Plain, before, "") }
    }

    /// Rows without anything around them.
    pub fn rows(style: Style, before: Vec<Vec<u8>>, after: &str) -> Layout {
        Layout {
            style,
            header: Vec::new(),
            before,
            after: after.into(),
            footer: Vec::new(),
            between: [Vec::new(), Vec::new()],
            group: None,
        }
    }

    fn separated(style: Style, separator: &str, header: bool, names: &[&str]) -> Layout {
        let mut first_row = Vec::new();
        if header {
            let names: Vec<Vec<u8>> = names.iter().map(|name| style.text(name)).collect();
            first_row = names.join(separator.as_bytes());
            first_row.push(b'\n');
        }
        let before = (0..names.len()).map(|i| if i == 0 { Vec::new() } else { separator.into() });
        Layout { header: first_row, ..Layout::rows(style, before.collect(), "\n") }
    }

    fn objects(names: &[&str]) -> Layout {
        let before = names.iter().enumerate().map(|(i, name)| {
            let open: &[u8] = if i == 0 { b"{" } else { b"," };
            [open, &Style::Json.text(name), b":"].concat()
        });
        Layout::rows(Style::Json, before.collect(), "}\n")
    }

    /// One list of all rows, which only the last of all does not end with a comma.
    fn array(names: &[&str], is_empty: bool) -> Layout {
        let close = b"}\n".into();
        Layout {
            header: if is_empty { "[".into() } else { "[\n".into() },
            after: b"},\n".into(),
            footer: b"]\n".into(),
            group: Some(Group { rows: u64::MAX, open: Vec::new(), close, is_cut: true }),
            ..Layout::objects(names)
        }
    }

    fn sql(options: &FormatOptions, table: &str, columns: &[PlannedColumn], is_empty: bool) -> Layout {
        let dialect = options.dialect;
        let (begin, commit) = match options.transaction {
            Transaction::Whole | Transaction::Shard if !is_empty => (dialect.begin(), "COMMIT;\n"),
            Transaction::Whole | Transaction::Shard | Transaction::Never => ("", ""),
        };
        let between = match options.transaction {
            Transaction::Shard => [begin, commit].map(Vec::from),
            Transaction::Whole | Transaction::Never => [Vec::new(), Vec::new()],
        };
        let table_made = match options.create_table {
            true => create_table(dialect, table, columns),
            false => String::new(),
        };
        let header = match dialect.makes_tables_in_transactions() {
            true => [begin, &table_made].concat(),
            false => [&table_made, begin].concat(),
        };
        let open = format!("INSERT INTO {} VALUES\n", target(dialect, table, columns));
        let before = (0..columns.len()).map(|i| if i == 0 { "(" } else { ", " }.into());
        let group = Group { rows: options.batch, open: open.into(), close: b");\n".into(), is_cut: false };
        Layout {
            header: header.into(),
            footer: commit.into(),
            between,
            group: Some(group),
            ..Layout::rows(Style::Sql(dialect), before.collect(), "),\n")
        }
    }

    fn copy(options: &FormatOptions, table: &str, columns: &[PlannedColumn]) -> Layout {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let mut layout = Layout::separated(Style::Copy, "\t", options.header, &names);
        if options.create_table {
            let with = if options.header { " WITH (HEADER)" } else { "" };
            let target = target(Dialect::Postgres, table, columns);
            let mut script = create_table(Dialect::Postgres, table, columns);
            script.push_str(&format!("COPY {target} FROM stdin{with};\n"));
            layout.header.splice(0..0, script.into_bytes());
            layout.footer = b"\\.\n".into();
        }
        layout
    }
}

/// A table and its columns, as INSERT and COPY name them.
fn target(dialect: Dialect, table: &str, columns: &[PlannedColumn]) -> String {
    let names: Vec<String> = columns.iter().map(|column| dialect.identifier(&column.name)).collect();
    format!("{} ({})", dialect.table(table), names.join(", "))
}
