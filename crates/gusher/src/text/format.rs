//! What a format is: one trait, which each file of `formats/` implements, and what can be chosen about a format.

use std::fmt;

use super::dialect::Dialect;
use super::engine::buffer::Buffer;
use super::engine::layout::Layout;
use crate::types::{Batch, ColumnHead, Field};

/// What a format is called and what can be chosen about it.
#[derive(Debug, Clone, Copy)]
pub struct FormatSpec {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The file extensions that mean it.
    pub extensions: &'static [&'static str],
    /// The separator between fields by default, where one can be chosen.
    pub separator: Option<&'static str>,
    /// Whether there can be a header row.
    pub header: bool,
    /// Which column names may be used together.
    pub names: Names,
    /// Whether rows are batched into statements.
    pub batched: bool,
    /// Whether it has dialects of SQL.
    pub dialects: bool,
    /// Whether it can begin with the statement that creates the table.
    pub create_table: bool,
    /// Whether its statements stand in a transaction.
    pub transactions: bool,
    /// Whether structs are kept as such, so that names with dots can be made into them.
    pub structs: bool,
    /// Whether each row can say its table's name.
    pub tags: bool,
    /// Which columnar format it is, where it is not written row by row: the crate `gush-columnar` writes it then, and no
    /// [`Encoder`](super::Encoder).
    pub columnar: Option<Columnar>,
    /// What writes it.
    pub(super) format: &'static dyn Format,
}

/// A format that keeps columns apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Columnar {
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow's IPC file.
    ArrowFile,
    /// Apache Arrow's IPC stream.
    ArrowStream,
    /// Apache Avro's object container file: rows in blocks, typed as columns are.
    Avro,
}

/// Which column names a format can have together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// Any.
    Any,
    /// No name twice in the header row; any where there is none.
    DistinctInHeader,
    /// No name twice.
    Distinct,
    /// No name twice, and no two that differ only in case.
    DistinctIgnoringCase,
}

impl FormatSpec {
    /// A format that offers no choices and has no name yet.
    pub(super) const fn of(format: &'static dyn Format) -> FormatSpec {
        FormatSpec {
            name: "",
            about: "",
            extensions: &[],
            separator: None,
            header: false,
            names: Names::Any,
            batched: false,
            dialects: false,
            create_table: false,
            transactions: false,
            structs: false,
            tags: false,
            columnar: None,
            format,
        }
    }
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

/// What was chosen about a format.
#[derive(Debug, Clone)]
pub(super) struct Choices {
    /// The bytes between fields.
    pub separator: Vec<u8>,
    /// Whether there is a header row.
    pub header: bool,
    /// The rows in one statement.
    pub batch: u64,
    /// The dialect of SQL.
    pub dialect: Dialect,
    /// Whether the statement that creates the table comes first.
    pub create_table: bool,
    /// Which rows stand in one transaction.
    pub transaction: Transaction,
    /// The key of the table's name, where each row says it.
    pub tag: Option<String>,
    /// Whether names with dots are made into structs.
    pub nest: bool,
    /// Whether each page has its checksum.
    pub checksums: bool,
    /// The rows in one group, where that was chosen.
    pub row_group: Option<u64>,
}

/// The table that is written: what a format must know before the first row.
pub(super) struct TableHead<'a> {
    /// The table's name.
    pub table: &'a str,
    /// Its columns.
    pub columns: &'a [ColumnHead],
    /// What was chosen about the format.
    pub choices: &'a Choices,
    /// Whether there will be no rows at all.
    pub is_empty: bool,
}

impl TableHead<'_> {
    /// The names of the columns.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.columns.iter().map(|column| column.field.name.as_str())
    }
}

/// A format of rows. All that is special about one is in its own file in `formats/`.
pub(super) trait Format: fmt::Debug + Sync {
    /// What rows of this table are made of.
    fn body(&self, head: &TableHead<'_>) -> Body;

    /// Why this separator cannot be chosen, if it cannot. Asked only of formats that have one.
    fn separator_refusal(&self, _separator: &[u8]) -> Option<&'static str> {
        None
    }

    /// Why the format cannot be written in this dialect, if it cannot. Asked only of formats that have dialects.
    fn dialect_refusal(&self, _dialect: Dialect) -> Option<&'static str> {
        None
    }

    /// Whether a text may have a NUL character.
    fn takes_nul(&self) -> bool {
        true
    }

    /// Why a column cannot be written in this format, if it cannot.
    fn refusal(&self, _choices: &Choices, _field: &Field) -> Option<&'static str> {
        None
    }
}

/// What rows are made of.
#[derive(Debug)]
pub(super) enum Body {
    /// Text: values between what the layout has.
    Text(Box<Layout>),
    /// Binary records, each of the same length, filled column by column.
    Records(Box<dyn Records>),
}

impl Body {
    /// Rows of text.
    pub fn text(layout: Layout) -> Body {
        Body::Text(Box::new(layout))
    }
}

/// A writer of records of one length.
pub(super) trait Records: fmt::Debug + Send + Sync {
    /// The bytes of each record.
    fn width(&self) -> usize;

    /// Appends the rows of `batch`.
    fn write(&self, batch: &Batch, out: &mut Buffer);
}
