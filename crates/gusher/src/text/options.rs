//! A format with everything that was chosen about it.

use super::dialect::Dialect;
use super::format::{Choices, Format, FormatSpec, Names, Transaction};
use super::formats::FORMATS;
use crate::types::{DataType, Field, Utf8};

/// A format with everything that was chosen about it.
#[derive(Debug, Clone)]
pub struct FormatOptions {
    pub(super) format: Format,
    pub(super) choices: Choices,
    /// Whether the separator was chosen.
    has_separator: bool,
}

/// A choice that does not go with the format. Displays what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A separator for a format that has none to choose.
    #[error("{name} has no separator to choose; {others}", name = .0, others = having(|entry| entry.separator.is_some()))]
    NoSeparator(&'static str),
    /// A separator that the format cannot have, and why.
    #[error("{0}")]
    Separator(&'static str),
    /// A header for a format that has none.
    #[error("{name} has no header row; {others}", name = named(.0), others = having(|entry| entry.header))]
    NoHeader(&'static str),
    /// A statement size for a format without statements.
    #[error("{name} has no statements to batch; {others}", name = .0, others = having(|entry| entry.batched))]
    NoBatch(&'static str),
    /// Statements without rows.
    #[error("a statement has at least one row")]
    EmptyBatch,
    /// A dialect for a format that is not SQL.
    #[error("{name} has no dialects; {others}", name = named(.0), others = having(|entry| entry.dialects))]
    NoDialect(&'static str),
    /// A dialect that the format cannot be written in, and why.
    #[error("{0}")]
    Dialect(&'static str),
    /// Transactions for a format without statements.
    #[error("{name} has no transactions; {others}", name = .0, others = having(|entry| entry.transactions))]
    NoTransaction(&'static str),
    /// The table's name in each row for a format whose rows do not say it.
    #[error("rows of {name} do not say their table; {others}", name = .0, others = tagging())]
    NoTag(&'static str),
    /// A key of the table's name without a letter.
    #[error("the key of the table's name is missing")]
    EmptyTag,
    /// A table to make for a format that makes none.
    #[error("{name} makes no table; {others} one to make", name = named(.0), others = having(|entry| entry.create_table))]
    NoTable(&'static str),
}

/// The name of a format; of the one that nobody has to name, what it is.
fn named(format: &str) -> String {
    match format {
        "column" => "the usual format, column,".into(),
        format => format.into(),
    }
}

/// The formats that can do something, and "has" or "have".
fn having(can: impl Fn(&FormatSpec) -> bool) -> String {
    let names: Vec<&str> = FORMATS.iter().filter(|entry| can(entry)).map(|entry| entry.name).collect();
    match &names[..] {
        [] => "no format has".into(),
        [only] => format!("{only} has"),
        [others @ .., last] => format!("{} and {last} have", others.join(", ")),
    }
}

/// The formats whose rows can say their table.
fn tagging() -> String {
    let names: Vec<&str> = FORMATS.iter().filter(|entry| entry.tags).map(|entry| entry.name).collect();
    format!("those of {} can", names.join(" and "))
}

/// Rows in one INSERT by default.
const ROWS_A_STATEMENT: u64 = 1000;

impl FormatOptions {
    /// The format as it comes.
    pub fn new(format: Format) -> FormatOptions {
        let spec = format.spec();
        let separator = spec.separator.unwrap_or("\t").into();
        let (batch, dialect) = (ROWS_A_STATEMENT, Dialect::Ansi);
        let transaction = if spec.transactions { Transaction::AllRows } else { Transaction::Never };
        let choices = Choices {
            separator,
            header: false,
            batch,
            dialect,
            create_table: false,
            drop_table: false,
            transaction,
            tag: None,
            nest: false,
        };
        FormatOptions { format, choices, has_separator: false }
    }

    /// Chooses what separates fields, which need not be UTF-8.
    ///
    /// # Errors
    /// If the format has no separator, or cannot have this one.
    pub fn separator(&mut self, separator: impl AsRef<[u8]>) -> Result<(), FormatError> {
        let separator = separator.as_ref();
        if self.format.spec().separator.is_none() {
            return Err(FormatError::NoSeparator(self.format.spec().name));
        }
        if let Some(refusal) = self.format.rows().separator_refusal(separator) {
            return Err(FormatError::Separator(refusal));
        }
        self.choices.separator = separator.into();
        self.has_separator = true;
        self.check_separator()
    }

    /// A separator that is the decimal sign too would make two fields of a number.
    fn check_separator(&self) -> Result<(), FormatError> {
        match &self.choices.separator[..] {
            [byte] if *byte == self.choices.dialect.decimal_point() => Err(FormatError::Dialect(
                "in this dialect numbers have a decimal comma; separate the fields by ; or a tab",
            )),
            _ => Ok(()),
        }
    }

    /// Asks for a first row of column names.
    ///
    /// # Errors
    /// If the format has none.
    pub fn header(&mut self) -> Result<(), FormatError> {
        if !self.format.spec().header {
            return Err(FormatError::NoHeader(self.format.spec().name));
        }
        self.choices.header = true;
        Ok(())
    }

    /// Chooses how many rows a statement has.
    ///
    /// # Errors
    /// If the format has no statements, or for 0 rows.
    pub fn batch(&mut self, rows: u64) -> Result<(), FormatError> {
        if !self.format.spec().batched {
            return Err(FormatError::NoBatch(self.format.spec().name));
        }
        if rows == 0 {
            return Err(FormatError::EmptyBatch);
        }
        self.choices.batch = rows;
        Ok(())
    }

    /// Chooses the dialect of SQL, or the database that is to read the values.
    ///
    /// # Errors
    /// If the format is the same for all of them, or cannot be read by this one.
    pub fn dialect(&mut self, dialect: Dialect) -> Result<(), FormatError> {
        if !self.format.spec().dialects {
            return Err(FormatError::NoDialect(self.format.spec().name));
        }
        if let Some(refusal) = self.format.rows().dialect_refusal(dialect) {
            return Err(FormatError::Dialect(refusal));
        }
        self.choices.dialect = dialect;
        if !self.has_separator && dialect == Dialect::ExcelDe && self.format.spec().separator == Some(",") {
            self.choices.separator = b";".to_vec();
        }
        self.check_separator()
    }

    /// Asks for the statement that makes the table.
    ///
    /// # Errors
    /// If the format has none.
    pub fn create_table(&mut self) -> Result<(), FormatError> {
        if !self.format.spec().create_table {
            return Err(FormatError::NoTable(self.format.spec().name));
        }
        self.choices.create_table = true;
        Ok(())
    }

    /// Asks for the statement that drops a table of the name, if there is one, and then makes the table.
    ///
    /// # Errors
    /// If the format makes none.
    pub fn drop_table(&mut self) -> Result<(), FormatError> {
        self.create_table()?;
        self.choices.drop_table = true;
        Ok(())
    }

    /// Leaves out the statement that makes the table: something else makes it.
    pub fn without_table(&mut self) {
        self.choices.create_table = false;
    }

    /// Chooses which rows are in one transaction.
    ///
    /// # Errors
    /// If the format has no transactions.
    pub fn transaction(&mut self, transaction: Transaction) -> Result<(), FormatError> {
        if !self.format.spec().transactions {
            return Err(FormatError::NoTransaction(self.format.spec().name));
        }
        self.choices.transaction = transaction;
        Ok(())
    }

    /// Lets each row say the table's name, under this key.
    ///
    /// # Errors
    /// If rows of the format have no keys, or the key is empty.
    pub fn tag(&mut self, key: &str) -> Result<(), FormatError> {
        if !self.format.spec().tags {
            return Err(FormatError::NoTag(self.format.spec().name));
        }
        if key.is_empty() {
            return Err(FormatError::EmptyTag);
        }
        self.choices.tag = Some(key.into());
        Ok(())
    }

    /// The key under which each row says the table's name, if rows are to.
    pub fn tagged(&self) -> Option<&str> {
        self.choices.tag.as_deref()
    }

    /// Asks for structs instead of columns whose names have dots. Formats without structs keep the columns as they are.
    pub fn nest(&mut self) {
        self.choices.nest = true;
    }

    /// Whether columns whose names have dots are to be structs: they were asked for, and the format has some. Whoever makes the
    /// plan nests it then ([`Plan::nest`](crate::plan::Plan::nest)).
    pub fn is_nested(&self) -> bool {
        self.choices.nest && self.format.spec().structs
    }

    /// Which column names can be used together, with what was chosen.
    pub fn names(&self) -> Names {
        match self.format.spec().names {
            Names::DistinctInHeader if self.choices.header => Names::Distinct,
            Names::DistinctInHeader => Names::Any,
            names => names,
        }
    }

    /// Why a column cannot be written in this format, if it cannot.
    pub fn refusal(&self, field: &Field) -> Option<&'static str> {
        let refuses_nul = || !self.format.rows().takes_nul() && has_nul(&field.data_type);
        self.format.rows().refusal(&self.choices, field).or_else(|| {
            refuses_nul()
                .then_some("a text of this column has a NUL character, which the format cannot write")
        })
    }

    /// The constraints on the columns of a table.
    pub fn rules(&self) -> FormatRules<'_> {
        FormatRules {
            format: self.format.spec().name,
            names: self.names(),
            options: Some(self),
            is_nested: self.is_nested(),
            tag: self.tagged(),
        }
    }

    /// The name and the options of the format.
    pub fn spec(&self) -> &'static FormatSpec {
        self.format.spec()
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl From<Format> for FormatOptions {
    fn from(format: Format) -> FormatOptions {
        FormatOptions::new(format)
    }
}

/// The constraints on the columns of a table in a format.
#[derive(Debug, Clone, Copy)]
pub struct FormatRules<'a> {
    /// The format's name.
    pub format: &'a str,
    /// Which column names can be used together.
    pub names: Names,
    /// The check that refuses columns by their type, if the format has one; formats of other crates have none.
    pub options: Option<&'a FormatOptions>,
    /// Whether columns whose names have dots are to be structs.
    pub is_nested: bool,
    /// The key under which each row says the table's name, if rows are to.
    pub tag: Option<&'a str>,
}

impl FormatRules<'_> {
    /// Why a column cannot be written in this format, if it cannot.
    pub fn refusal(&self, field: &Field) -> Option<&'static str> {
        self.options?.refusal(field)
    }
}

/// Whether a dictionary entry of a column has a NUL character.
fn has_nul(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8(Utf8::Composed(parts)) => parts.iter().any(|part| part.dictionary.contains('\0')),
        DataType::Utf8(Utf8::Joined(parts)) => parts.iter().any(|(field, _)| has_nul(&field.data_type)),
        DataType::List { item, .. } | DataType::Map { entry: item, .. } => has_nul(&item.data_type),
        DataType::Struct(fields) => fields.iter().any(|field| has_nul(&field.data_type)),
        DataType::Utf8(Utf8::Patched { field, .. }) => has_nul(&field.data_type),
        DataType::Utf8(Utf8::Free { .. } | Utf8::Encoded { .. })
        | DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. } => false,
    }
}
