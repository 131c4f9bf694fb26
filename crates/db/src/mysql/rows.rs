//! The rows of a table, sent by LOAD DATA LOCAL.

use std::ops::Range;

use gusher::text::{Buffer, Encoder, Format, FormatOptions, RowWriter};
use gusher::types::Batch;

use super::connection::{Affected, Connection};
use super::fault::Fault;
use super::form::RowForm;
use crate::options::TableToLoad;
use crate::progress::Progress;

/// Who watches rows on their way, and who ends them.
pub(super) struct Control<'c> {
    pub progress: &'c Progress,
    /// Whether another connection has failed, so that these rows are in vain.
    pub is_in_vain: &'c dyn Fn() -> bool,
}

impl Control<'_> {
    /// Whether to go on.
    pub fn check(&self) -> Result<(), Fault> {
        if self.progress.is_stopped() {
            return Err(Fault::Stopped);
        }
        if (self.is_in_vain)() {
            return Err(Fault::Refused("another connection failed".into()));
        }
        Ok(())
    }
}

/// About how many bytes are sent at once: enough for one call of the system, little enough to stay in the cache.
const BLOCK: usize = 64 << 10;

/// What encodes the rows of a table.
pub(super) fn encoder(table: &TableToLoad<'_>) -> Encoder {
    let options = FormatOptions::new(Format::LOAD_DATA);
    Encoder::new(table.plan, table.name, &options, table.rows.clone())
}

/// The texts of rows, one batch after the other.
pub(super) struct Texts<'t> {
    table: &'t TableToLoad<'t>,
    writer: RowWriter<'t>,
    text: Buffer,
    batch: Batch,
    at: u64,
}

impl<'t> Texts<'t> {
    pub fn new(table: &'t TableToLoad<'t>, encoder: &'t Encoder) -> Texts<'t> {
        Texts {
            table,
            writer: encoder.writer(),
            text: Buffer::default(),
            batch: Batch::default(),
            at: table.rows.start,
        }
    }

    /// The next rows and their lines, with a tab between fields.
    pub fn next_batch(&mut self) -> Option<(Range<u64>, &[u8])> {
        let plan = self.table.plan;
        if self.at >= self.table.rows.end {
            return None;
        }
        let rows = self.at..self.table.rows.end.min(self.at + plan.batch_rows() as u64);
        plan.fill(&rows, &mut self.batch);
        self.text.clear();
        self.writer.write(&self.batch, &mut self.text);
        self.at = rows.end;
        Some((rows, self.text.as_ref()))
    }
}

/// The most bytes of a packet of rows, where the server takes statements of `max_statement`; 0 where that is not known.
fn max_packet(max_statement: u64) -> usize {
    match usize::try_from(max_statement / 2) {
        Ok(half @ 1..) => half.min(BLOCK),
        _ => BLOCK,
    }
}

/// Sends the rows of a table by the statement of this form, to a server that takes statements of at most this many bytes.
pub(super) fn load(
    connection: &mut Connection,
    form: &RowForm,
    table: &TableToLoad<'_>,
    max_statement: u64,
    control: &Control<'_>,
) -> Result<Affected, Fault> {
    let encoder = encoder(table);
    let mut texts = Texts::new(table, &encoder);
    connection.load(&form.load(), max_packet(max_statement), |block| {
        control.check()?;
        while block.len() < BLOCK {
            let Some((rows, text)) = texts.next_batch() else { break };
            block.extend_from_slice(text);
            control.progress.sent(rows.end - rows.start, text.len());
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, max_packet};

    #[test]
    fn packets_are_shorter_than_the_server_allows() {
        assert_eq!(max_packet(0), BLOCK);
        assert_eq!(max_packet(1024), 512);
        assert_eq!(max_packet(64 << 20), BLOCK);
    }
}
