//! The rows of a table, sent by COPY.

use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::types::Batch;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;

use super::binary::{self, OutOfRange, RowFormat};
use super::connection::{Connection, Fault};
use crate::options::TableToLoad;
use crate::progress::Progress;

/// Who watches a COPY, and who ends it.
pub(super) struct Control<'c> {
    pub progress: &'c Progress,
    /// Whether another connection has failed, or someone asks for the end, so that these rows are in vain.
    pub is_stopped: &'c dyn Fn() -> bool,
}

/// About how many bytes are sent at once: enough for one call of the system, little enough to stay in the cache.
const BLOCK: usize = 64 << 10;
/// After this number of blocks, messages of the server are looked for.
const BLOCKS_BETWEEN_LOOKS: u32 = 8;
/// What precedes the bytes of a message: its letter and its length.
const HEAD: usize = 5;

/// Sends the rows of a table by this statement, in the binary format or as text. How many the server counts.
pub(super) fn rows(
    connection: &mut Connection,
    sql: &str,
    table: &TableToLoad<'_>,
    format: Option<&RowFormat>,
    control: &Control<'_>,
) -> Result<u64, Fault> {
    let mut copy = Copy::begin(connection, sql)?;
    match format {
        Some(format) => copy.send_binary(table, format, control)?,
        None => copy.send_text(table, control)?,
    }
    copy.finish()
}

/// A COPY that the server waits for the rows of.
struct Copy<'c> {
    connection: &'c mut Connection,
    /// A message with its head.
    block: Vec<u8>,
    /// How many were sent since messages of the server were looked for.
    unseen: u32,
}

impl<'c> Copy<'c> {
    fn begin(connection: &'c mut Connection, sql: &str) -> Result<Copy<'c>, Fault> {
        connection.send(sql)?;
        match connection.read()? {
            Message::CopyInResponse(_) => {
                let mut block = Vec::with_capacity(2 * BLOCK);
                block.extend_from_slice(&[0; HEAD]);
                Ok(Copy { connection, block, unseen: 0 })
            }
            Message::ErrorResponse(body) => Err(connection.after_error(&body)),
            _ => Err(Fault::unexpected("when COPY begins")),
        }
    }

    fn send_binary(
        &mut self,
        table: &TableToLoad<'_>,
        format: &RowFormat,
        control: &Control<'_>,
    ) -> Result<(), Fault> {
        self.block.extend_from_slice(binary::HEADER);
        let mut writer = format.writer();
        self.send_batches(table, control, |batch, block| {
            writer.write(batch, block).map_err(|OutOfRange { column, value }| {
                let name = table.plan.fields().nth(column).map_or("", |field| &field.name);
                Fault::Refused(format!("{value} is outside of the range of the type of {name}"))
            })
        })?;
        self.block.extend_from_slice(&binary::TRAILER);
        self.send()
    }

    fn send_text(&mut self, table: &TableToLoad<'_>, control: &Control<'_>) -> Result<(), Fault> {
        let options = FormatOptions::new(Format::COPY);
        let encoder = Encoder::new(table.plan, table.name, &options, table.rows.clone());
        let (mut writer, mut text) = (encoder.writer(), Buffer::default());
        self.send_batches(table, control, |batch, block| {
            text.clear();
            writer.write(batch, &mut text);
            block.extend_from_slice(text.as_ref());
            Ok(())
        })?;
        self.send()
    }

    /// Sends what `write` appends for each batch, but for what is left of it at the end.
    fn send_batches(
        &mut self,
        table: &TableToLoad<'_>,
        control: &Control<'_>,
        mut write: impl FnMut(&Batch, &mut Vec<u8>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (plan, mut batch, mut at) = (table.plan, Batch::default(), table.rows.start);
        while at < table.rows.end {
            let next = table.rows.end.min(at + plan.batch_rows() as u64);
            plan.fill(&(at..next), &mut batch);
            let before = self.block.len();
            write(&batch, &mut self.block)?;
            control.progress.sent(next - at, self.block.len() - before);
            at = next;
            if self.block.len() >= BLOCK {
                if (control.is_stopped)() {
                    return Err(Fault::Refused("another connection failed, or the load was stopped".into()));
                }
                self.send()?;
            }
        }
        Ok(())
    }

    /// Sends the block, and looks every now and then whether the server has found something wrong.
    fn send(&mut self) -> Result<(), Fault> {
        let length = (self.block.len() - 1) as u32;
        self.block[0] = b'd';
        self.block[1..HEAD].copy_from_slice(&length.to_be_bytes());
        self.connection.write(&self.block)?;
        self.block.truncate(HEAD);
        self.unseen += 1;
        if self.unseen < BLOCKS_BETWEEN_LOOKS {
            return Ok(());
        }
        self.unseen = 0;
        match self.connection.read_now()? {
            None => Ok(()),
            Some(Message::ErrorResponse(body)) => Err(self.connection.after_error(&body)),
            Some(_) => Err(Fault::unexpected("during COPY")),
        }
    }

    fn finish(self) -> Result<u64, Fault> {
        let mut buffer = bytes::BytesMut::new();
        frontend::copy_done(&mut buffer);
        self.connection.write(&buffer)?;
        let mut count = None;
        self.connection.until_ready(|message| {
            if let Message::CommandComplete(body) = message {
                let tag = body.tag().map_err(Fault::Io)?;
                count = tag.strip_prefix("COPY ").and_then(|count| count.parse().ok());
            }
            Ok(())
        })?;
        count.ok_or_else(|| Fault::unexpected("when COPY ends"))
    }
}
