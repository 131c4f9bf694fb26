//! Rows of columns in a columnar format.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use gush_columnar::{Columnar, Group, GroupMaker, Options, Writer};
use gush_diagnostics::{Code, Diagnostic};
use gusher::plan::{Plan, RowIndex};
use gusher::schema::Schema;

use crate::bloom;
use crate::columns::{diagnostics, shaped};
use crate::compress::Compression;
use crate::file_record::FileRecord;
use crate::format::{AnyOptions, ColumnarOptions, MAX_GROUP};
use crate::shard::Shard;
use crate::sort::{GroupSorter, SortOrder, SortedGroups};

/// How many groups a file has at most: Parquet numbers them by 16 bits, with a sign.
const MAX_GROUPS: u64 = 32_000;
/// How many rows show how large a group is.
const SAMPLE_ROWS: u64 = 1 << 14;

/// The rows of a schema's columns, in one columnar format.
#[derive(Debug)]
pub(crate) struct ColumnarRows {
    plan: Plan,
    all_rows: Range<u64>,
    options: ColumnarOptions,
    /// The order of the rows in each group, where one was asked for.
    sorted: Option<SortedGroups>,
}

impl ColumnarRows {
    /// The rows `all_rows` of a schema that is planned; with an index, each number means the row that it says.
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have these rows, or whose name is taken.
    pub(crate) fn new(
        plan: Plan,
        schema: &Schema,
        all_rows: Range<u64>,
        options: ColumnarOptions,
        index: Option<Arc<dyn RowIndex>>,
    ) -> Result<ColumnarRows, Vec<Diagnostic>> {
        let mut diagnostics = diagnostics(schema, &all_rows, &AnyOptions::Columnar(options.clone()));
        if options.format == Columnar::Parquet {
            // The plan knows the bounds of a series, which follow from its rows.
            diagnostics.extend(schema.visible().zip(plan.fields()).filter_map(|(column, field)| {
                let reason = gush_columnar::refusal(field, &options.parquet)?;
                Some(column.diagnostic(Code::Generator, reason))
            }));
        }
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let parquet = (options.format == Columnar::Parquet).then_some(&options.parquet);
        let order = SortOrder::new(&plan, &options.sort_by, parquet);
        let plan = shaped(plan, options.nest);
        let plan = if options.narrow_ints { plan.with_narrow_ints() } else { plan };
        let sorted = order.map(|order| SortedGroups::new(order, index.clone()));
        let plan = match sorted.as_ref().map(SortedGroups::index).or(index) {
            None => plan,
            Some(index) => plan.indexed(index),
        };
        Ok(ColumnarRows { plan, all_rows, options, sorted })
    }

    /// The format.
    pub(crate) fn format(&self) -> Columnar {
        self.options.format
    }

    /// Whether a file has an end that says where everything is, so that a stream without an end cannot be had.
    pub(crate) fn needs_end(&self) -> bool {
        match self.format() {
            Columnar::Parquet | Columnar::ArrowFile => true,
            Columnar::ArrowStream | Columnar::Avro => false,
        }
    }

    /// What makes the values.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What writes a file of a shard of them.
    pub(crate) fn writer(&self, compression: Option<Compression>, shard: Shard) -> io::Result<Writer<'_>> {
        let writer = self.sized_writer(compression)?;
        match &self.options.metadata {
            None => Ok(writer),
            Some(record) => writer.with_metadata(vec![(FileRecord::KEY.to_owned(), record.text(shard))]),
        }
    }

    fn sized_writer(&self, compression: Option<Compression>) -> io::Result<Writer<'_>> {
        let writer = self.writer_of(compression, self.options.group_rows)?;
        match self.options.group_bytes {
            None => Ok(writer),
            Some(bytes) => {
                // One file has them all.
                let least = (self.all_rows.end - self.all_rows.start).div_ceil(MAX_GROUPS);
                let rows = self.rows_of(bytes, &writer, self.all_rows.clone())?.max(least);
                self.writer_of(compression, Some(rows))
            }
        }
    }

    /// The same for files of about this many bytes, if that is given, the first rows of which are `sample`: no group is larger than a file.
    #[cfg(feature = "destinations")]
    pub(crate) fn writer_of_files(
        &self,
        compression: Option<Compression>,
        file_bytes: Option<u64>,
        sample: Range<u64>,
    ) -> io::Result<Writer<'_>> {
        let writer = self.writer_of(compression, self.options.group_rows)?;
        let usual = match self.options.group_bytes {
            None => writer.group_rows(),
            Some(bytes) => self.rows_of(bytes, &writer, sample.clone())?,
        };
        let rows = match file_bytes {
            None => usual,
            // A file has other bytes too, and some groups are larger than others.
            Some(bytes) => self.rows_of(bytes - bytes / 8, &writer, sample)?.min(usual),
        };
        if rows == writer.group_rows() { Ok(writer) } else { self.writer_of(compression, Some(rows)) }
    }

    /// How many of these rows a group of this many bytes has: the first ones are written as a trial.
    fn rows_of(&self, bytes: u64, writer: &Writer<'_>, sample: Range<u64>) -> io::Result<u64> {
        let end = sample.end.min(sample.start.saturating_add(SAMPLE_ROWS));
        let (rows, mut group) = (end - sample.start, Vec::new());
        if rows == 0 {
            return Ok(writer.group_rows());
        }
        self.maker(writer).make(sample.start..end, &mut group)?;
        let rows = u128::from(bytes) * u128::from(rows) / group.len().max(1) as u128;
        Ok(u64::try_from(rows).map_or(MAX_GROUP, |rows| rows.clamp(1, MAX_GROUP)))
    }

    fn writer_of(&self, compression: Option<Compression>, group_rows: Option<u64>) -> io::Result<Writer<'_>> {
        let codec = compression.map(Compression::codec);
        let ColumnarOptions { format, page_bytes, checksums, field_ids, parquet, .. } = self.options;
        let options = Options { codec, group_rows, page_bytes, checksums, field_ids, parquet };
        let writer = Writer::new(format, &self.plan, &self.all_rows, options)?;
        let writer = writer.with_bloom_filters(&bloom::indices(&self.plan, &self.options.bloom_filters));
        let stated = self.sorted.as_ref().map(|sorted| sorted.order().stated(&self.plan));
        Ok(stated.into_iter().fold(writer, Writer::sorted_by))
    }

    /// What makes groups on one thread.
    pub(crate) fn maker<'w>(&'w self, writer: &'w Writer<'w>) -> RowGroupMaker<'w> {
        RowGroupMaker { maker: writer.maker(), sorter: self.sorted.as_ref().map(SortedGroups::sorter) }
    }
}

/// Makes groups of rows on one thread, in the order that was asked for.
pub(crate) struct RowGroupMaker<'w> {
    maker: GroupMaker<'w>,
    sorter: Option<GroupSorter<'w>>,
}

impl RowGroupMaker<'_> {
    /// Appends the group of these rows to `out`.
    ///
    /// # Errors
    /// If a compressor fails.
    pub(crate) fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Group> {
        match &mut self.sorter {
            None => self.maker.make(rows, out),
            Some(sorter) => sorter.make(&mut self.maker, rows, out),
        }
    }
}
