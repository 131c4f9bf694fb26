//! The registry of formats, and what can be chosen about each.

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
    /// SQL INSERT statements.
    Sql,
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
}

/// All formats.
pub static FORMATS: &[FormatEntry] = &[
    FormatEntry {
        format: Format::Column,
        name: "column",
        about: "values joined by a separator, one space by default, never quoted",
        separator: Some(" "),
        header: true,
        distinct_names: false,
        batched: false,
    },
    FormatEntry {
        format: Format::Csv,
        name: "csv",
        about: "comma-separated values, quoted where needed (RFC 4180, lines end in LF); null is empty, an empty text is \"\"",
        separator: Some(","),
        header: true,
        distinct_names: false,
        batched: false,
    },
    FormatEntry {
        format: Format::Tsv,
        name: "tsv",
        about: "tab-separated values, quoted like csv",
        separator: None,
        header: true,
        distinct_names: false,
        batched: false,
    },
    FormatEntry {
        format: Format::Ndjson,
        name: "ndjson",
        about: "one JSON object a line; numbers are numbers",
        separator: None,
        header: false,
        distinct_names: true,
        batched: false,
    },
    FormatEntry {
        format: Format::Sql,
        name: "sql",
        about: "INSERT statements of many rows",
        separator: None,
        header: false,
        distinct_names: true,
        batched: true,
    },
];

/// A format with everything that was chosen about it.
#[derive(Debug, Clone)]
pub struct FormatOptions {
    pub(super) format: Format,
    pub(super) separator: String,
    pub(super) header: bool,
    pub(super) batch: u64,
}

/// A choice that does not go with the format. Displays what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A separator for a format that has none to choose.
    #[error("{0} has no separator to choose; column and csv have")]
    NoSeparator(&'static str),
    /// A CSV separator that could be part of a value.
    #[error("csv needs one of these as its separator: , ; | : ! # % & * / ~ ^ a space or a tab")]
    CsvSeparator,
    /// A header for a format that has none.
    #[error("{0} has no header row; column, csv and tsv have")]
    NoHeader(&'static str),
    /// A statement size for a format without statements.
    #[error("{0} has no statements to batch; sql has")]
    NoBatch(&'static str),
    /// Statements without rows.
    #[error("a statement has at least one row")]
    EmptyBatch,
}

/// Rows in one INSERT by default.
const ROWS_A_STATEMENT: u64 = 1000;
/// What no number, date or id has in it.
const CSV_SEPARATORS: [&str; 14] = [",", ";", "|", ":", "!", "#", "%", "&", "*", "/", "~", "^", " ", "\t"];

impl FormatOptions {
    /// The format as it comes.
    pub fn new(entry: &FormatEntry) -> FormatOptions {
        let separator = entry.separator.unwrap_or("\t").to_owned();
        FormatOptions { format: entry.format, separator, header: false, batch: ROWS_A_STATEMENT }
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

    /// The registry's entry of the format.
    ///
    /// # Panics
    /// Never: the registry has every format, which a test holds it to.
    pub fn entry(&self) -> &'static FormatEntry {
        let entry = FORMATS.iter().chain(super::FACE_FORMATS).find(|entry| entry.format == self.format);
        entry.expect("every format is registered")
    }
}
