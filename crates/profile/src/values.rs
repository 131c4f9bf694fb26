//! The values that a profile shows, made again from the rows that have them.

use std::ops::Range;

use gusher::plan::Plan;
use gusher::text::{Buffer, Encoder, Format};
use gusher::types::Batch;

/// What a null is.
pub(crate) const NULL: &str = "\\N";
/// Longer values are cut.
const LONGEST: usize = 36;

/// The values of rows, made again.
pub(crate) struct Values<'p> {
    plan: &'p Plan,
    encoder: Encoder,
    batch: Batch,
}

impl<'p> Values<'p> {
    pub(crate) fn new(plan: &'p Plan, table: &str, rows: &Range<u64>) -> Values<'p> {
        // Its fields can be distinguished whatever they hold.
        let encoder = Encoder::new(plan, table, &Format::COPY.into(), rows.clone());
        Values { plan, encoder, batch: Batch::default() }
    }

    /// The value of a column in a row, cut to [`LONGEST`] characters.
    pub(crate) fn text(&mut self, row: u64, column: usize) -> String {
        self.plan.fill(row..row + 1, &mut self.batch);
        let mut out = Buffer::default();
        self.encoder.writer().write(&self.batch, &mut out);
        let line = String::from_utf8_lossy(out.as_ref());
        let value = line.trim_end_matches('\n').split('\t').nth(column).unwrap_or_default();
        let value = &if value == NULL { value.to_owned() } else { value.replace("\\\\", "\\") };
        match value.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value.to_owned(),
        }
    }
}
