//! The trait of a format, which each file of `formats/` implements, and the options of formats.

use std::fmt;
use std::ops::Deref;

use super::dialect::Dialect;
use super::engine::buffer::Buffer;
use super::engine::layout::Layout;
use crate::types::{Batch, ColumnHead, Field};

/// The name and the options of a format. Those of gusher are in a [`Format`]; formats that other crates
/// write describe themselves by it too.
#[derive(Debug, Clone, Copy)]
pub struct FormatSpec {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description of one line.
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
    /// Whether its statements are in a transaction.
    pub transactions: bool,
    /// Whether structs are kept as such, so that names with dots can become structs.
    pub structs: bool,
    /// Whether each row can say its table's name.
    pub tags: bool,
}

/// A format that gusher writes, row by row: `Format::CSV`, or by its name.
///
/// ```
/// use gusher::Format;
///
/// let format: Format = "ndjson".parse()?;
/// assert_eq!((format, format.extensions[0]), (Format::NDJSON, "ndjson"));
/// let error = "cvs".parse::<Format>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no format `cvs`; did you mean `csv`?");
/// # Ok::<(), gusher::UnknownFormat>(())
/// ```
#[derive(Clone, Copy)]
pub struct Format(pub(super) &'static FormatEntry);

/// A format and what writes it.
#[derive(Debug)]
pub(super) struct FormatEntry {
    pub spec: FormatSpec,
    pub rows: &'static dyn RowFormat,
}

impl Format {
    /// The name and the options of the format.
    pub fn spec(self) -> &'static FormatSpec {
        &self.0.spec
    }

    /// Its writer.
    pub(super) fn rows(self) -> &'static dyn RowFormat {
        self.0.rows
    }
}

impl Deref for Format {
    type Target = FormatSpec;

    fn deref(&self) -> &FormatSpec {
        &self.0.spec
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
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
    pub const NONE: FormatSpec = FormatSpec {
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
    };
}

/// Which rows are in one transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    /// All of them: the first shard begins it and the last one commits it.
    AllRows,
    /// Those of each shard.
    Shard,
    /// None: each statement is one by itself.
    Never,
}

/// The options that were chosen for a format.
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
    /// Whether a table that is there is dropped before that.
    pub drop_table: bool,
    /// Which rows are in one transaction.
    pub transaction: Transaction,
    /// The key of the table's name, where each row says it.
    pub tag: Option<String>,
    /// Whether names with dots become structs.
    pub nest: bool,
}

/// The table that is written: what a format must know before the first row.
pub(super) struct TableHead<'a> {
    /// The table's name.
    pub table: &'a str,
    /// Its columns.
    pub columns: &'a [ColumnHead],
    /// The options that were chosen for the format.
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
pub(super) trait RowFormat: fmt::Debug + Sync {
    /// The layout of the rows of this table.
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

/// The layout of rows.
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
