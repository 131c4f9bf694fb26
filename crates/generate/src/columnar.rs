//! Rows of columns in a columnar format.

use std::io;
use std::ops::Range;

use gush_columnar::{Columnar, Options, Writer};
use gush_diagnostics::{Code, Diagnostic};
use gusher::plan::Plan;
use gusher::schema::Schema;

use crate::columns::{diagnostics, shaped};
use crate::compress::Compression;
use crate::format::{AnyOptions, ColumnarOptions};

/// The rows of a schema's columns, in one columnar format.
#[derive(Debug)]
pub(crate) struct ColumnarRows {
    plan: Plan,
    all_rows: Range<u64>,
    options: ColumnarOptions,
}

impl ColumnarRows {
    /// The rows `all_rows` of a schema that is planned.
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have these rows, or whose name is taken.
    pub(crate) fn new(
        plan: Plan,
        schema: &Schema,
        all_rows: Range<u64>,
        options: ColumnarOptions,
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
        let plan = shaped(plan, options.nest);
        let plan = if options.narrow_ints { plan.with_narrow_ints() } else { plan };
        Ok(ColumnarRows { plan, all_rows, options })
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

    /// What writes a file of them.
    pub(crate) fn writer(&self, compression: Option<Compression>) -> io::Result<Writer<'_>> {
        let codec = compression.map(Compression::codec);
        let ColumnarOptions { format, group_rows, checksums, parquet, .. } = self.options;
        let options = Options { codec, group_rows, checksums, parquet };
        Writer::new(format, &self.plan, &self.all_rows, options)
    }
}
