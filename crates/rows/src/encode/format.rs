//! The registry of formats, and what can be chosen about each.

use super::dialect::Dialect;
use super::raw;
use crate::batch::Shape;

/// A format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Values joined by a separator, never quoted.
    Column,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// Tab-separated values, quoted like CSV.
    Tsv,
    /// One JSON object a line (RFC 8259).
    Ndjson,
    /// One JSON array of objects (RFC 8259).
    Json,
    /// SQL INSERT statements.
    Sql,
    /// The text format of PostgreSQL's COPY.
    Copy,
    /// A Markdown table.
    Markdown,
    /// An HTML table.
    Html,
    /// Records of fixed-width binary values.
    Raw,
    /// The fakedata face's INSERT statements.
    FaceSql,
    /// The fakedata face's JSON objects.
    FaceNdjson,
}

/// One format and what it can do.
#[derive(Debug)]
pub struct FormatEntry {
    /// The format.
    pub format: Format,
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What stands between fields by default, where one can choose.
    pub separator: Option<&'static str>,
    /// Whether there can be a header row.
    pub header: bool,
    /// Whether column names must differ.
    pub distinct_names: bool,
    /// Whether rows are batched into statements.
    pub batched: bool,
    /// Whether it comes in the dialects of SQL.
    pub dialects: bool,
    /// Whether it can begin with the statement that makes the table.
    pub create_table: bool,
    /// Whether its statements stand in a transaction.
    pub transactions: bool,
}

/// Which rows stand in one transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    /// All of them: the first shard begins it and the last one commits it.
    Whole,
    /// Those of each shard.
    Shard,
    /// None: each statement is one by itself.
    Never,
}

/// A format about which nothing can be chosen.
const PLAIN: FormatEntry = FormatEntry {
    format: Format::Ndjson,
    name: "",
    about: "",
    separator: None,
    header: false,
    distinct_names: false,
    batched: false,
    dialects: false,
    create_table: false,
    transactions: false,
};

/// All formats.
pub static FORMATS: &[FormatEntry] = &[
    FormatEntry {
        format: Format::Column,
        name: "column",
        about: "values joined by a separator, one space by default, never quoted",
        separator: Some(" "),
        header: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Csv,
        name: "csv",
        about: "comma-separated values, quoted where needed (RFC 4180, lines end in LF); null is empty, an empty text is \"\"; with --dialect mysql what LOAD DATA reads",
        separator: Some(","),
        header: true,
        dialects: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Tsv,
        name: "tsv",
        about: "tab-separated values, quoted like csv",
        header: true,
        dialects: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Ndjson,
        name: "ndjson",
        about: "one JSON object a line; numbers are numbers",
        distinct_names: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Json,
        name: "json",
        about: "one JSON array, with one object a line",
        distinct_names: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Sql,
        name: "sql",
        about: "INSERT statements of many rows in one transaction, in a --dialect; --create-table makes the table first",
        distinct_names: true,
        batched: true,
        dialects: true,
        create_table: true,
        transactions: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Copy,
        name: "copy",
        about: "what PostgreSQL's COPY reads; null is \\N; with --create-table a whole script for psql",
        header: true,
        distinct_names: true,
        create_table: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Markdown,
        name: "markdown",
        about: "a table in Markdown, always with a header; null is empty",
        header: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Html,
        name: "html",
        about: "a table in HTML, always with a header; null is empty",
        header: true,
        ..PLAIN
    },
    FormatEntry {
        format: Format::Raw,
        name: "raw",
        about: "binary records of fixed width, little-endian, of all that is no text",
        ..PLAIN
    },
];

/// A format with everything that was chosen about it.
#[derive(Debug, Clone)]
pub struct FormatOptions {
    pub(super) format: Format,
    pub(super) separator: String,
    pub(super) header: bool,
    pub(super) batch: u64,
    pub(super) dialect: Dialect,
    pub(super) create_table: bool,
    pub(super) transaction: Transaction,
}

/// A choice that does not go with the format. Displays what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A separator for a format that has none to choose.
    #[error("{name} has no separator to choose; {others}", name = .0, others = having(|entry| entry.separator.is_some()))]
    NoSeparator(&'static str),
    /// A CSV separator that could be part of a value.
    #[error("csv needs one of these as its separator: , ; | : ! # % & * / ~ ^ a space or a tab")]
    CsvSeparator,
    /// A header for a format that has none.
    #[error("{name} has no header row; {others}", name = .0, others = having(|entry| entry.header))]
    NoHeader(&'static str),
    /// A statement size for a format without statements.
    #[error("{name} has no statements to batch; {others}", name = .0, others = having(|entry| entry.batched))]
    NoBatch(&'static str),
    /// Statements without rows.
    #[error("a statement has at least one row")]
    EmptyBatch,
    /// A dialect for a format that is not SQL.
    #[error("{name} has no dialects; {others}", name = .0, others = having(|entry| entry.dialects))]
    NoDialect(&'static str),
    /// Values for SQLite's import, which cannot be told what is null.
    #[error("SQLite's .import makes an empty text of a null; sql keeps nulls and types")]
    NoImport,
    /// Transactions for a format without statements.
    #[error("{name} has no transactions; {others}", name = .0, others = having(|entry| entry.transactions))]
    NoTransaction(&'static str),
    /// A table to make for a format that makes none.
    #[error("{name} makes no table; {others} one to make", name = .0, others = having(|entry| entry.create_table))]
    NoTable(&'static str),
}

/// The formats that can do something, and "has" or "have".
fn having(can: impl Fn(&FormatEntry) -> bool) -> String {
    let names: Vec<&str> = FORMATS.iter().filter(|entry| can(entry)).map(|entry| entry.name).collect();
    match &names[..] {
        [] => "no format has".into(),
        [only] => format!("{only} has"),
        [others @ .., last] => format!("{} and {last} have", others.join(", ")),
    }
}

/// Rows in one INSERT by default.
const ROWS_A_STATEMENT: u64 = 1000;
/// What no number, date or id has in it.
const CSV_SEPARATORS: [&str; 14] = [",", ";", "|", ":", "!", "#", "%", "&", "*", "/", "~", "^", " ", "\t"];

impl FormatOptions {
    /// The format as it comes.
    pub fn new(entry: &FormatEntry) -> FormatOptions {
        let separator = entry.separator.unwrap_or("\t").to_owned();
        FormatOptions {
            format: entry.format,
            separator,
            header: false,
            batch: ROWS_A_STATEMENT,
            dialect: Dialect::Ansi,
            create_table: false,
            transaction: if entry.transactions { Transaction::Whole } else { Transaction::Never },
        }
    }

    /// Chooses what stands between fields.
    ///
    /// # Errors
    /// If the format has no separator, or cannot have this one.
    pub fn separator(&mut self, separator: &str) -> Result<(), FormatError> {
        match self.format {
            Format::Column => {}
            Format::Csv if CSV_SEPARATORS.contains(&separator) => {}
            Format::Csv => return Err(FormatError::CsvSeparator),
            _ => return Err(FormatError::NoSeparator(self.entry().name)),
        }
        self.separator = separator.into();
        Ok(())
    }

    /// Asks for a first row of column names.
    ///
    /// # Errors
    /// If the format has none.
    pub fn header(&mut self) -> Result<(), FormatError> {
        if !self.entry().header {
            return Err(FormatError::NoHeader(self.entry().name));
        }
        self.header = true;
        Ok(())
    }

    /// Chooses how many rows a statement has.
    ///
    /// # Errors
    /// If the format has no statements, or for 0 rows.
    pub fn batch(&mut self, rows: u64) -> Result<(), FormatError> {
        if !self.entry().batched {
            return Err(FormatError::NoBatch(self.entry().name));
        }
        if rows == 0 {
            return Err(FormatError::EmptyBatch);
        }
        self.batch = rows;
        Ok(())
    }

    /// Chooses the dialect of SQL, or the database that is to read the values.
    ///
    /// # Errors
    /// If the format is the same for all of them, or none for this one.
    pub fn dialect(&mut self, dialect: Dialect) -> Result<(), FormatError> {
        if !self.entry().dialects {
            return Err(FormatError::NoDialect(self.entry().name));
        }
        if self.format != Format::Sql && dialect == Dialect::Sqlite {
            return Err(FormatError::NoImport);
        }
        self.dialect = dialect;
        Ok(())
    }

    /// Asks for the statement that makes the table.
    ///
    /// # Errors
    /// If the format has none.
    pub fn create_table(&mut self) -> Result<(), FormatError> {
        if !self.entry().create_table {
            return Err(FormatError::NoTable(self.entry().name));
        }
        self.create_table = true;
        Ok(())
    }

    /// Chooses which rows stand in one transaction.
    ///
    /// # Errors
    /// If the format has no transactions.
    pub fn transaction(&mut self, transaction: Transaction) -> Result<(), FormatError> {
        if !self.entry().transactions {
            return Err(FormatError::NoTransaction(self.entry().name));
        }
        self.transaction = transaction;
        Ok(())
    }

    /// Whether values are written for MySQL's LOAD DATA.
    pub(super) fn is_load_data(&self) -> bool {
        matches!(self.format, Format::Csv | Format::Tsv) && self.dialect == Dialect::MySql
    }

    /// Why a column cannot be written in this format, if it cannot.
    pub fn refusal(&self, shape: &Shape, nullable: bool) -> Option<&'static str> {
        match self.format {
            Format::Raw => raw::refusal(shape, nullable),
            _ if self.is_load_data() && matches!(shape, Shape::Bytes { binary: true, .. }) => {
                Some("LOAD DATA reads no binary values; sql writes them, and hex their digits as a text")
            }
            _ => None,
        }
    }

    /// The registry's entry of the format.
    ///
    /// # Panics
    /// Never: the registry has every format, which a test holds it to.
    pub fn entry(&self) -> &'static FormatEntry {
        let entry = FORMATS.iter().chain(super::FACE_FORMATS).find(|entry| entry.format == self.format);
        entry.expect("every format is registered")
    }
}
