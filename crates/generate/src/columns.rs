//! Rows of columns in a format.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic};
use gusher::plan::Plan;
use gusher::schema::{STREAM_ROWS, Schema};
use gusher::text::{Buffer, Encoder, FormatOptions, FormatSpec, Names, RowWriter};
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
    /// The rows `whole` of a schema that is planned. If `whole` ends at [`STREAM_ROWS`], it is a stream.
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have so many rows, whose name is taken, or that the format refuses.
    pub fn new(
        plan: Plan,
        schema: &Schema,
        whole: Range<u64>,
        options: &FormatOptions,
    ) -> Result<Columns, Vec<Diagnostic>> {
        let mistakes = mistakes(schema, &whole, &options.into());
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let plan = shaped(plan, options.is_nested());
        let encoder = Encoder::new(&plan, schema.table(), options, whole);
        let extension = options.spec().extensions.first().copied().unwrap_or("txt");
        Ok(Columns { plan, encoder, extension })
    }
}

/// The plan with the columns that the format is to have. Names that cannot be nested are [`mistakes`].
pub(crate) fn shaped(plan: Plan, is_nested: bool) -> Plan {
    match is_nested.then(|| plan.clone().nest()) {
        Some(Ok(nested)) => nested,
        Some(Err(_)) | None => plan,
    }
}

/// What makes it impossible to write these rows in this format, in the order of the columns.
pub fn mistakes(schema: &Schema, whole: &Range<u64>, options: &AnyOptions) -> Vec<Diagnostic> {
    let mut mistakes = schema.check_rows(whole, whole.end == STREAM_ROWS);
    let (FormatSpec { name, .. }, names) = (options.spec(), options.names());
    if names != Names::Any {
        mistakes.extend(schema.check_names(name, names == Names::Distinct));
    }
    mistakes.extend(schema.visible().filter_map(|column| {
        let clean = options.refusal(&column.field()).map(str::to_owned);
        let reason = clean.or_else(|| {
            let reason = options.refusal(&column.written_field())?;
            Some(format!(
                "dirt makes texts of these values, unless its kinds are outlier and duplicate; {reason}"
            ))
        })?;
        Some(column.mistake(Code::Generator, reason))
    }));
    if options.is_nested() {
        mistakes.extend(schema.check_dotted_names());
    }
    mistakes.extend(options.tagged().into_iter().flat_map(|tag| key_mistakes(schema, tag, options)));
    mistakes
}

/// A mistake for each column that has the key of the table's name in an object, or is in a struct that has it.
fn key_mistakes(schema: &Schema, tag: &str, options: &AnyOptions) -> Vec<Diagnostic> {
    let key = |name: &str| match options.is_nested() {
        true => name.split('.').next() == Some(tag),
        false => name == tag,
    };
    let text = format!("`{tag}` is the key of the table's name; give one of them another name");
    let taken = schema.visible().filter(|column| key(column.name()));
    taken.map(|column| column.mistake(Code::Name, text.clone())).collect()
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
            Edge::Whole => self.encoder.header(),
            Edge::Shard => self.encoder.shard_header(),
        }
    }

    fn footer(&self, edge: Edge) -> &[u8] {
        match edge {
            Edge::Whole => self.encoder.footer(),
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
