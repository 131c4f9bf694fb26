//! Rows of columns in a format.

use std::ops::Range;

use gush_diagnostics::Diagnostic;
use gusher::plan::Plan;
#[cfg(doc)]
use gusher::schema::STREAM_ROWS;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, FormatOptions, RowWriter};
use gusher::types::Batch;

use crate::format::AnyOptions;
use crate::shard::Shard;
use crate::source::{Edge, RowFailure, RowMaker, RowSource};

/// The rows of a schema's columns, in one format.
#[derive(Debug)]
pub struct Columns {
    plan: Plan,
    encoder: Encoder,
    extension: &'static str,
}

impl Columns {
    /// The rows `all_rows` of a schema that is planned. If `all_rows` ends at [`STREAM_ROWS`], it is a stream.
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have these rows, whose name is taken, or that the format refuses.
    pub fn new(
        plan: Plan,
        schema: &Schema,
        all_rows: Range<u64>,
        options: &FormatOptions,
    ) -> Result<Columns, Vec<Diagnostic>> {
        let diagnostics = diagnostics(schema, &all_rows, &options.into());
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let plan = shaped(plan, options.is_nested());
        let encoder = Encoder::new(&plan, schema.table(), options, all_rows);
        let extension = options.spec().extensions.first().copied().unwrap_or("txt");
        Ok(Columns { plan, encoder, extension })
    }
}

/// The plan with the columns that the format is to have. [`diagnostics`] reports names that cannot be nested.
pub(crate) fn shaped(plan: Plan, is_nested: bool) -> Plan {
    match is_nested.then(|| plan.clone().nest()) {
        Some(Ok(nested)) => nested,
        Some(Err(_)) | None => plan,
    }
}

/// What makes it impossible to write these rows in this format, in the order of the columns.
pub fn diagnostics(schema: &Schema, all_rows: &Range<u64>, options: &AnyOptions) -> Vec<Diagnostic> {
    schema.check_format(all_rows, &options.rules())
}

impl RowSource for Columns {
    fn plan(&self) -> Option<&Plan> {
        Some(&self.plan)
    }

    fn maker(&self) -> Box<dyn RowMaker + '_> {
        let writer = self.encoder.writer();
        Box::new(BatchMaker { columns: self, writer, batch: Batch::default() })
    }

    fn mean_row_bytes(&self) -> usize {
        self.encoder.mean_row_bytes()
    }

    fn max_row_bytes(&self) -> usize {
        self.encoder.max_row_bytes()
    }

    fn batch_rows(&self) -> usize {
        self.encoder.batch_rows()
    }

    fn header(&self, edge: Edge) -> &[u8] {
        match edge {
            Edge::Table => self.encoder.header(),
            Edge::Shard => self.encoder.shard_header(),
        }
    }

    fn footer(&self, edge: Edge) -> &[u8] {
        match edge {
            Edge::Table => self.encoder.footer(),
            Edge::Shard => self.encoder.shard_footer(),
        }
    }

    fn shard(&self, _whole: &Range<u64>, shard: Shard) -> Range<u64> {
        self.encoder.shard(shard.index(), shard.count())
    }

    fn extension(&self) -> &str {
        self.extension
    }
}

/// Makes rows batch by batch.
struct BatchMaker<'c> {
    columns: &'c Columns,
    writer: RowWriter<'c>,
    batch: Batch,
}

impl RowMaker for BatchMaker<'_> {
    fn make(&mut self, rows: Range<u64>, limit: usize, out: &mut Buffer) -> Result<u64, RowFailure> {
        let (mut at, full) = (rows.start, out.len().saturating_add(limit));
        while at < rows.end && out.len() < full {
            let next = rows.end.min(at + self.columns.batch_rows() as u64);
            self.columns.plan.fill(&(at..next), &mut self.batch);
            self.writer.write(&self.batch, out);
            at = next;
        }
        Ok(at)
    }
}
