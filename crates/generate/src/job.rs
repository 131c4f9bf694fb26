//! A job: which tables, how many threads, which shard, how compressed. Checked once, when it is built.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use gush_diagnostics::Diagnostic;
use gusher::plan::{Plan, RowIndex};
use gusher::schema::Schema;

use crate::columnar::ColumnarRows;
use crate::columns::Columns;
use crate::compress::Compression;
use crate::display::DisplayTable;
use crate::error::{JobError, JobErrors};
use crate::format::{AnyFormat, AnyOptions};
use crate::partition::Partitions;
use crate::request::fingerprint::Record;
use crate::shard::Shard;
use crate::source::RowSource;
use crate::table::{Table, TableSource};
use crate::threads::{MAX_THREADS, default_threads};

/// A job that can be run: see the [crate](crate).
#[derive(Debug)]
pub struct Job {
    seed: u64,
    tables: Vec<Table>,
    shard: Shard,
    /// Whether the tables have the rows of the shard only.
    are_of_shard: bool,
    /// None for the default.
    threads: Option<NonZeroUsize>,
    compression: Option<Compression>,
    script: Option<Script>,
    record: Option<Record>,
}

/// What makes one text of several tables: they follow each other, between these two.
#[derive(Debug, Clone, Default)]
pub struct Script {
    /// What is written before the first table.
    pub before: Vec<u8>,
    /// What is written after the last one.
    pub after: Vec<u8>,
}

/// Builds a [`Job`].
#[derive(Debug)]
pub struct JobBuilder {
    job: Job,
    errors: Vec<JobError>,
}

impl JobBuilder {
    /// A job without tables yet. All values of columns follow from `seed`.
    pub fn new(seed: u64) -> JobBuilder {
        let job = Job {
            seed,
            tables: Vec::new(),
            shard: Shard::ALL,
            are_of_shard: false,
            threads: None,
            compression: None,
            script: None,
            record: None,
        };
        JobBuilder { job, errors: Vec::new() }
    }

    /// Adds the rows `all_rows` of a schema's columns, which are planned under the job's seed, in a format.
    #[must_use]
    pub fn columns(
        self,
        plan: Plan,
        schema: &Schema,
        all_rows: Range<u64>,
        options: impl Into<AnyOptions>,
    ) -> JobBuilder {
        self.indexed(plan, schema, all_rows, options.into(), None)
    }

    /// The same; with an index, each number of the plan means the row that it says.
    fn indexed(
        mut self,
        plan: Plan,
        schema: &Schema,
        all_rows: Range<u64>,
        options: AnyOptions,
        index: Option<Arc<dyn RowIndex>>,
    ) -> JobBuilder {
        let of_index = |plan: Plan, index| Option::into_iter(index).fold(plan, Plan::indexed);
        let table = match options {
            AnyOptions::Rows(options) => {
                Columns::new(of_index(plan, index), schema, all_rows.clone(), &options)
                    .map(|columns| Table::new(schema.table(), all_rows, columns))
            }
            AnyOptions::Table(options) => {
                DisplayTable::new(of_index(plan, index), schema, &all_rows, &options)
                    .map(|rows| Table::new(schema.table(), all_rows, rows))
            }
            AnyOptions::Columnar(options) => {
                ColumnarRows::new(plan, schema, all_rows.clone(), options, index)
                    .map(|columns| Table::columnar(schema.table(), all_rows, columns))
            }
        };
        self.add(schema, table);
        self
    }

    /// Adds the rows of a plan whose columns are those of the files, divided among folders.
    #[must_use]
    pub(crate) fn partitioned(
        self,
        plan: Plan,
        schema: &Schema,
        all_rows: Range<u64>,
        options: impl Into<AnyOptions>,
        partitions: Partitions,
    ) -> JobBuilder {
        let before = self.job.tables.len();
        let index = Arc::clone(&partitions.gathered) as _;
        let mut builder = self.indexed(plan, schema, all_rows, options.into(), Some(index));
        // None was added where something is wrong with it.
        if let Some(table) = builder.job.tables.get_mut(before) {
            table.partition(partitions);
        }
        builder
    }

    fn add(&mut self, schema: &Schema, table: Result<Table, Vec<Diagnostic>>) {
        match table {
            Ok(table) => self.job.tables.push(table),
            Err(found) => {
                let error = |diagnostic| JobError::Column { table: schema.table().to_owned(), diagnostic };
                self.errors.extend(found.into_iter().map(error));
            }
        }
    }

    /// Lets the tables follow each other in one stream or file. Without that, several tables need a directory.
    #[must_use]
    pub fn script(mut self, script: Script) -> JobBuilder {
        self.job.script = Some(script);
        self
    }

    /// Adds the rows `all_rows` of anything that makes rows, such as a template.
    #[must_use]
    pub fn table(
        mut self,
        name: impl Into<String>,
        all_rows: Range<u64>,
        source: impl RowSource + 'static,
    ) -> JobBuilder {
        self.job.tables.push(Table::new(name, all_rows, source));
        self
    }

    /// Makes one shard of each table only.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> JobBuilder {
        self.job.shard = shard;
        self
    }

    /// Says that the tables have the rows of the job's shard only ([`Plan::select`]). Each is written as a table by itself, under
    /// the name that the shard's file has.
    #[must_use]
    pub fn of_shard(mut self) -> JobBuilder {
        self.job.are_of_shard = true;
        self
    }

    /// How many threads make rows, up to [`MAX_THREADS`]; [`default_threads`] by default. The bytes do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: impl Into<Option<NonZeroUsize>>) -> JobBuilder {
        self.job.threads = threads.into().map(|threads| threads.min(MAX_THREADS));
        self
    }

    /// Compresses all that is written: complete files, or the pages of a columnar format.
    #[must_use]
    pub fn compression(mut self, compression: Option<Compression>) -> JobBuilder {
        self.job.compression = compression;
        self
    }

    /// Keeps this with the files of a directory: a journal while the job runs, and then a manifest. Such a job can be resumed.
    #[must_use]
    pub fn record(mut self, record: Record) -> JobBuilder {
        self.job.record = Some(record);
        self
    }

    /// The job, if it makes sense.
    ///
    /// # Errors
    /// All that is wrong, at once.
    pub fn build(self) -> Result<Job, JobErrors> {
        let JobBuilder { mut job, mut errors } = self;
        if job.are_of_shard {
            job.tables.iter_mut().for_each(Table::mark_as_shard);
        }
        if job.tables.is_empty() && errors.is_empty() {
            errors.push(JobError::NoTable);
        }
        let mut names = HashSet::new();
        for table in &job.tables {
            if !names.insert(table.name()) {
                errors.push(JobError::TakenName(table.name().into()));
            }
            errors.extend(misfit(table, job.compression));
        }
        if errors.is_empty() { Ok(job) } else { Err(JobErrors(errors)) }
    }
}

/// What a table cannot have.
fn misfit(table: &Table, compression: Option<Compression>) -> Option<JobError> {
    let refused =
        |method: Compression| JobError::Compression { table: table.name().into(), method: method.name() };
    match (table.source(), compression) {
        (TableSource::Columns(columns), _) if table.is_stream() && columns.needs_end() => {
            Some(JobError::NoEnd(table.name().into()))
        }
        (TableSource::Rows(_), Some(method)) if !method.is_for_files() => Some(refused(method)),
        (TableSource::Columns(columns), Some(method))
            if !method.is_for(AnyFormat::Columnar(columns.format())) =>
        {
            Some(refused(method))
        }
        (TableSource::Rows(_) | TableSource::Columns(_), _) => None,
    }
}

impl Job {
    /// The seed that the values of columns follow from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The tables, in the order in which they are made.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Which shard of each table is made.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// How many threads make rows. Without a number this asks the system, which takes longer than making a few rows.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(default_threads)
    }

    /// How the output is compressed.
    pub fn compression(&self) -> Option<Compression> {
        self.compression
    }

    /// What makes one text of several tables, if they are to be one.
    pub(crate) fn script(&self) -> Option<&Script> {
        self.script.as_ref()
    }

    /// What is kept with the files of a directory.
    pub fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// How many rows all tables have together, in this shard.
    pub fn row_count(&self) -> u64 {
        let rows = self.tables.iter().map(|table| table.rows(self.shard));
        rows.fold(0, |count, rows| count.saturating_add(rows.end - rows.start))
    }
}
