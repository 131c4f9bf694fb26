//! Rows of a template.

use std::ops::Range;

use gush_template::{RowError, Template, Writer};
use gusher::text::Buffer;

use crate::source::{RowFailure, RowMaker, RowSource};

impl RowSource for Template {
    fn maker(&self) -> Box<dyn RowMaker + '_> {
        Box::new(self.writer())
    }

    fn mean_row_bytes(&self) -> usize {
        Template::mean_row_bytes(self)
    }

    fn max_row_bytes(&self) -> usize {
        // Nobody knows how often a loop repeats before it does.
        Template::max_row_bytes(self).unwrap_or_else(|| Template::mean_row_bytes(self))
    }

    fn may_be_silent(&self) -> bool {
        true
    }
}

impl RowMaker for Writer<'_> {
    fn make(&mut self, rows: Range<u64>, limit: usize, out: &mut Buffer) -> Result<u64, RowFailure> {
        let made = self.write_some(rows.clone(), limit, out);
        let made = made.map_err(|RowError { row, diagnostic }| RowFailure { row, diagnostic })?;
        Ok(rows.start + made as u64)
    }
}
