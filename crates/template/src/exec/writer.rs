//! Writes the rows of a template, batch by batch.

use super::generated::ROWS_AT_ONCE;
use super::machine::Machine;
use crate::error::RowError;
use crate::program::Program;
use gusher::internal::fragment::FragmentWriter;
use gusher::rng::Rows;
use gusher::text::Buffer;
use gusher::types::{BATCH_ROWS, Batch};

/// The maximum number of steps of a row: some seconds of work.
pub(crate) const MAX_STEPS: u64 = 100_000_000;

/// Writes rows of a template. Each worker has one of its own.
#[derive(Debug)]
pub struct Writer<'t> {
    program: &'t Program,
    /// Where the template is one run of text and generators.
    straight: Option<(FragmentWriter<'t>, Batch)>,
    machine: Machine<'t>,
}

impl<'t> Writer<'t> {
    pub(crate) fn new(program: &'t Program, max_steps: u64) -> Writer<'t> {
        let straight = program.straight().map(|run| (run.fragment.writer(), Batch::default()));
        let machine = Machine::new(program, max_steps);
        Writer { program, straight, machine }
    }

    /// Appends the template's text for each of `rows`: a range of them, or any by their numbers ([`Rows::At`]).
    ///
    /// # Errors
    /// What goes wrong in a row; the rows before it are in `out` then.
    pub fn write<'r>(&mut self, rows: impl Into<Rows<'r>>, out: &mut Buffer) -> Result<(), RowError> {
        self.write_some(rows, usize::MAX, out).map(|_| ())
    }

    /// Appends the text for the first of `rows`, at least one of them, until the text has `limit` bytes or more. Returns
    /// how many rows were written.
    ///
    /// # Errors
    /// As [`Writer::write`].
    pub fn write_some<'r>(
        &mut self,
        rows: impl Into<Rows<'r>>,
        limit: usize,
        out: &mut Buffer,
    ) -> Result<usize, RowError> {
        let (rows, full) = (rows.into(), out.len().saturating_add(limit));
        let mut start = 0;
        let max = if self.straight.is_some() { BATCH_ROWS } else { ROWS_AT_ONCE };
        let runs = self.program.runs.iter();
        let at_once = runs.map(|run| run.fragment.batch_rows()).fold(max, usize::min);
        while start < rows.len() && out.len() < full {
            let end = rows.len().min(start + at_once);
            start += match (&mut self.straight, self.program.straight()) {
                (Some((writer, batch)), Some(run)) => {
                    run.fill(0, rows.slice(start..end), batch);
                    writer.write(batch, out);
                    end - start
                }
                _ => self.machine.batch(rows.slice(start..end), full, out)?,
            };
        }
        Ok(start)
    }
}
