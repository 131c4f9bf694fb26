//! A table: what a program needs to write generated rows or to read their values.

mod batches;
mod column_values;

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

pub use batches::{Batches, TableBatch};
pub use column_values::{ColumnValues, Texts, ValueError};

use crate::generators::Context;
use crate::plan::{Plan, Planner};
use crate::schema::file::RowExtent;
use crate::schema::{Column, DatasetSpec, Schema};
use crate::text::{Buffer, Encoder, FormatOptions};
use crate::types::{Batch, Field};
use gush_diagnostics::{Code, Diagnostic, Diagnostics, grouped, nearest};

/// Rows are handed to the writer when there are this many bytes of them.
const WRITE_BYTES: usize = 64 << 10;

/// A table of generated rows. Values follow from the seed, the table's name, the column's name and the row's number, so any
/// rows can be generated alone, and again. A clone shares all that was prepared.
///
/// ```
/// use gusher::{Format, Table};
///
/// let people = Table::new("people", ["id=seq", "age=int:18,90", "email@unique"])?.seed(7);
/// let mut out = Vec::new();
/// people.write(0..1_000, Format::CSV, &mut out)?;
/// assert_eq!(out.iter().filter(|&&byte| byte == b'\n').count(), 1_000);
///
/// let mut sum = 0;
/// for batch in people.batches(0..1_000)? {
///     sum += batch.column("age")?.ints()?.flatten().sum::<i64>();
/// }
/// assert!((50..58).contains(&(sum / 1_000)), "{sum}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    dataset: Arc<DatasetSpec>,
    /// Which of the dataset's tables it is.
    index: usize,
    /// Whether it is by itself, so that its rows are not counted beforehand.
    is_alone: bool,
    seed: u64,
}

/// What keeps rows from being written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The table cannot have these rows, or the format cannot have these columns.
    #[error(transparent)]
    Diagnostics(#[from] Diagnostics),
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A name that no table, or no column, has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} `{name}`{near}", near = .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownName {
    /// What has no such name: a table or a column.
    pub kind: &'static str,
    /// The name.
    pub name: String,
    /// The name that was probably meant.
    pub near: Option<String>,
}

impl UnknownName {
    pub(crate) fn new<'n>(
        kind: &'static str,
        name: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> UnknownName {
        UnknownName { kind, name: name.to_owned(), near: nearest(name, names).map(str::to_owned) }
    }
}

impl Table {
    /// A table of columns in the syntax of `gush rows`: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`. It is English, "now" is
    /// 2026-01-01, and the seed is 0.
    ///
    /// ```
    /// # use gusher::Table;
    /// let error = Table::new("people", ["who=emial", "int:9,1"]).unwrap_err();
    /// assert_eq!(error.len(), 2);
    /// assert_eq!(error[0].suggestion.as_deref(), Some("email"));
    /// ```
    ///
    /// # Errors
    /// All that is wrong with the columns.
    pub fn new<C: AsRef<str>>(
        name: &str,
        columns: impl IntoIterator<Item = C>,
    ) -> Result<Table, Diagnostics> {
        Table::parse(name, columns, &Context::default())
    }

    /// The same with a locale, a "now", files or expressions.
    ///
    /// ```
    /// use gusher::{Context, Format, Table, locale};
    ///
    /// let files = |path: &str| std::fs::read(path);
    /// let german = locale::find("de_DE").ok_or("no such locale")?;
    /// let context = Context::default().locale(german).now(1_800_000_000).files(&files);
    /// let people = Table::parse("people", ["name", "born=birthdate:18,65"], &context)?;
    /// let mut out = Vec::new();
    /// people.write(0..10, Format::NDJSON, &mut out)?;
    /// assert!(out.starts_with(b"{\"name\":"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All that is wrong with the columns.
    pub fn parse<C: AsRef<str>>(
        name: &str,
        columns: impl IntoIterator<Item = C>,
        context: &Context<'_>,
    ) -> Result<Table, Diagnostics> {
        let columns: Vec<C> = columns.into_iter().collect();
        let (schema, found) = Schema::parse(name, &columns, context);
        Diagnostics::check(schema, found).and_then(Table::from_schema)
    }

    /// A table of columns that a program builds: parsed ones, or those of generators, which may be your own
    /// ([`Generate`](crate::generators::Generate)).
    ///
    /// ```
    /// use gusher::{Column, Context, Table};
    ///
    /// let context = Context::default();
    /// let id = Column::parse("id=seq:100", &context)?;
    /// let score = Column::parse("score=int:0,9", &context)?.nullable(0.5);
    /// let games = Table::from_columns("games", [id, score])?;
    /// let batch = games.batches(0..3)?.next().ok_or("no rows")?;
    /// assert_eq!(batch.column("id")?.ints()?.flatten().collect::<Vec<_>>(), [100, 101, 102]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a column has no name, or is to be unique and cannot be.
    pub fn from_columns(
        name: impl Into<String>,
        columns: impl IntoIterator<Item = Column>,
    ) -> Result<Table, Diagnostics> {
        let mut schema = Schema::new(name);
        let found = columns.into_iter().filter_map(|column| schema.push(column).err()).collect();
        Diagnostics::check(schema, found).and_then(Table::from_schema)
    }

    /// The table of a schema.
    ///
    /// # Errors
    /// If it has no columns.
    pub fn from_schema(schema: Schema) -> Result<Table, Diagnostics> {
        if schema.visible().next().is_none() {
            return Err(
                Diagnostic::for_argument(Code::Schema, schema.table(), "a table needs a column").into()
            );
        }
        let rows = RowExtent::Range(0..schema.max_rows());
        let dataset = Arc::new(DatasetSpec::single(schema, rows));
        Ok(Table { dataset, index: 0, is_alone: true, seed: 0 })
    }

    /// A table of several.
    pub(crate) fn of(dataset: Arc<DatasetSpec>, index: usize, seed: u64) -> Table {
        Table { dataset, index, is_alone: false, seed }
    }

    /// The same with other values: those of this seed.
    ///
    /// ```
    /// # use gusher::Table;
    /// let dice = Table::new("dice", ["int:1,6"])?;
    /// let roll = |table: Table| -> Result<Vec<Option<i64>>, Box<dyn std::error::Error>> {
    ///     let batch = table.batches(0..20)?.next().ok_or("no rows")?;
    ///     Ok(batch.column("int")?.ints()?.collect())
    /// };
    /// assert_eq!(roll(dice.clone().seed(1))?, roll(dice.clone().seed(1))?);
    /// assert_ne!(roll(dice.clone().seed(1))?, roll(dice.seed(2))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seed(self, seed: u64) -> Table {
        Table { seed, ..self }
    }

    /// Its name: part of what the values follow from.
    pub fn name(&self) -> &str {
        self.schema().table()
    }

    /// What its columns are.
    pub fn schema(&self) -> &Schema {
        &self.dataset.tables[self.index].schema
    }

    /// All rows that it can have: those that a schema file gives it, or, for a table by itself, as many as its columns have.
    ///
    /// ```
    /// # use gusher::Table;
    /// assert_eq!(Table::new("coins", ["bool@unique"])?.rows(), 0..2);
    /// # Ok::<(), gusher::Diagnostics>(())
    /// ```
    pub fn rows(&self) -> Range<u64> {
        self.dataset.tables[self.index].row_range()
    }

    /// What its columns hold, in order.
    ///
    /// ```
    /// # use gusher::{Table, types::DataType};
    /// let fields = Table::new("t", ["id=seq", "age=int:18,90@null=0.1"])?.fields();
    /// assert_eq!(fields[1].name, "age");
    /// assert!(fields[1].nullable && matches!(fields[1].data_type, DataType::Int64 { min: 18, max: 90 }));
    /// # Ok::<(), gusher::Diagnostics>(())
    /// ```
    pub fn fields(&self) -> Vec<Field> {
        self.schema().visible().map(Column::written_field).collect()
    }

    /// The plan of these rows, and of those before them.
    ///
    /// # Errors
    /// If the table cannot have these rows.
    pub fn plan(&self, rows: &Range<u64>) -> Result<Plan, Diagnostics> {
        if self.is_alone {
            return Plan::new(self.schema(), self.seed, rows);
        }
        let all = self.rows();
        if rows.end > all.end {
            let text = format!("the table has {} rows", grouped(all.end));
            return Err(Diagnostic::for_argument(Code::TooFewValues, self.name(), text).into());
        }
        Planner::new(&self.dataset, self.seed).plan(self.index)
    }

    /// Writes these rows in a format, with its header and its end. Parts of a table follow each other where the first of them
    /// begins at row 0 and the format has neither.
    ///
    /// ```
    /// use gusher::{Format, FormatOptions, Table};
    ///
    /// let table = Table::new("t", ["id=seq", "answer=const:42"])?;
    /// let mut csv = FormatOptions::new(Format::CSV);
    /// csv.header()?;
    /// let mut out = Vec::new();
    /// table.write(0..2, csv, &mut out)?;
    /// assert_eq!(out, b"id,answer\n1,42\n2,42\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the table cannot have these rows, the format cannot have these columns, or the writer fails.
    pub fn write(
        &self,
        rows: Range<u64>,
        options: impl Into<FormatOptions>,
        mut out: impl Write,
    ) -> Result<(), WriteError> {
        let options = options.into();
        let plan = self.plan(&rows)?;
        let found = self.schema().check_format(&rows, &options.rules());
        Diagnostics::check((), found)?;
        let plan = match options.is_nested().then(|| plan.clone().nest()) {
            Some(Ok(nested)) => nested,
            // The names were checked.
            Some(Err(_)) | None => plan,
        };
        let encoder = Encoder::new(&plan, self.name(), &options, rows.clone());
        let (mut batch, mut text, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
        out.write_all(encoder.header())?;
        for rows in steps(rows, plan.batch_rows()) {
            plan.fill(rows, &mut batch);
            writer.write(&batch, &mut text);
            if text.len() >= WRITE_BYTES {
                out.write_all(text.as_ref())?;
                text.clear();
            }
        }
        out.write_all(text.as_ref())?;
        out.write_all(encoder.footer())?;
        Ok(())
    }

    /// The values of these rows, batch by batch.
    ///
    /// ```
    /// # use gusher::Table;
    /// let table = Table::new("t", ["name", "score=decimal:0,10,2@null=0.2"])?;
    /// let (mut best, mut whose) = (0.0, String::new());
    /// for batch in table.batches(0..5_000)? {
    ///     let names = batch.column("name")?.texts();
    ///     for (name, score) in names.iter().zip(batch.column("score")?.floats()?) {
    ///         if let (Some(name), Some(score)) = (name, score) && score > best {
    ///             (best, whose) = (score, name.to_owned());
    ///         }
    ///     }
    /// }
    /// assert!(best > 9.9 && whose.contains(' '));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the table cannot have these rows.
    pub fn batches(&self, rows: Range<u64>) -> Result<Batches, Diagnostics> {
        Ok(Batches::new(self.plan(&rows)?, rows))
    }
}

/// The rows, up to a batch at a time.
fn steps(rows: Range<u64>, count: usize) -> impl Iterator<Item = Range<u64>> {
    let end = rows.end;
    rows.step_by(count).map(move |first| first..end.min(first.saturating_add(count as u64)))
}

#[cfg(test)]
mod tests;
