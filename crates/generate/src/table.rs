//! A table of a job: its name, its rows, and what makes them.

use std::ops::Range;

use gusher::plan::Plan;
use gusher::schema::STREAM_ROWS;

use crate::columnar::ColumnarRows;
use crate::partition::Partitions;
use crate::shard::Shard;
use crate::source::RowSource;

/// One table of a job.
#[derive(Debug)]
pub struct Table {
    name: String,
    all_rows: Range<u64>,
    source: TableSource,
    is_of_shard: bool,
    partitions: Option<Partitions>,
}

/// What makes the rows of a table.
#[derive(Debug)]
pub(crate) enum TableSource {
    /// Any range of rows, as bytes.
    Rows(Box<dyn RowSource>),
    /// Groups of rows, column by column.
    Columns(Box<ColumnarRows>),
}

impl Table {
    /// The rows `all_rows` of `source`. If they end at [`STREAM_ROWS`], it is a stream without an end.
    pub fn new(name: impl Into<String>, all_rows: Range<u64>, source: impl RowSource + 'static) -> Table {
        Table {
            name: name.into(),
            all_rows,
            source: TableSource::Rows(Box::new(source)),
            is_of_shard: false,
            partitions: None,
        }
    }

    /// The rows `all_rows` of columns in a columnar format.
    pub(crate) fn columnar(name: &str, all_rows: Range<u64>, columns: ColumnarRows) -> Table {
        Table {
            name: name.into(),
            all_rows,
            source: TableSource::Columns(Box::new(columns)),
            is_of_shard: false,
            partitions: None,
        }
    }

    /// Says how it is partitioned.
    pub(crate) fn partition(&mut self, partitions: Partitions) {
        self.partitions = Some(partitions);
    }

    /// How it is partitioned, if it is.
    #[cfg(feature = "destinations")]
    pub(crate) fn partitions(&self) -> Option<&Partitions> {
        self.partitions.as_ref()
    }

    /// Says that its rows are those of the job's shard already, and a table by themselves.
    pub(crate) fn mark_as_shard(&mut self) {
        self.is_of_shard = true;
    }

    /// The table's name, which its files have too.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All its rows, those of all shards together.
    pub fn all_rows(&self) -> Range<u64> {
        self.all_rows.clone()
    }

    /// What makes its rows.
    pub(crate) fn source(&self) -> &TableSource {
        &self.source
    }

    /// What makes its values, where it has columns.
    pub fn plan(&self) -> Option<&Plan> {
        match &self.source {
            TableSource::Rows(rows) => rows.plan(),
            TableSource::Columns(columns) => Some(columns.plan()),
        }
    }

    /// About how many bytes a row takes before it is compressed, rather more than less. Nobody knows of columnar formats.
    pub fn mean_row_bytes(&self) -> Option<usize> {
        match &self.source {
            TableSource::Rows(rows) => Some(rows.mean_row_bytes()),
            TableSource::Columns(_) => None,
        }
    }

    /// What the names of its files end in, without a dot.
    pub fn extension(&self) -> &str {
        match &self.source {
            TableSource::Rows(rows) => rows.extension(),
            TableSource::Columns(columns) => columns.format().spec().name,
        }
    }

    /// Whether its files are compressed, and not the pages in them.
    pub fn is_compressed_as_file(&self) -> bool {
        matches!(self.source, TableSource::Rows(_))
    }

    /// Whether it has no end.
    pub fn is_stream(&self) -> bool {
        self.all_rows.end == STREAM_ROWS
    }

    /// Which part of its rows a shard of the job is: all of them where they are those of the shard already.
    pub(crate) fn shard(&self, shard: Shard) -> Shard {
        if self.is_of_shard { Shard::ALL } else { shard }
    }

    /// The rows of one shard.
    pub fn rows(&self, shard: Shard) -> Range<u64> {
        let shard = self.shard(shard);
        match &self.source {
            TableSource::Rows(rows) => rows.shard(&self.all_rows, shard),
            TableSource::Columns(_) => shard.of(&self.all_rows),
        }
    }
}
