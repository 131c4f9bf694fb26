//! The rows of a job as bytes, made on this thread: for programs without files and threads, such as a page in a browser.

use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;

use crate::job::Job;
use crate::pieces::{Pieces, Taker};
use crate::run;

/// Writes all parts as they are made.
struct Alone<'o, W>(&'o mut W);

impl<W: Write> Taker for Alone<'_, W> {
    fn begin(&mut self, _table: usize, _rows: u64, _part_rows: u64) {}

    fn take<M: Pieces>(
        &mut self,
        count: u64,
        _threads: NonZeroUsize,
        new_maker: impl Fn() -> M + Sync,
    ) -> io::Result<bool> {
        let (mut maker, mut block) = (new_maker(), M::Block::default());
        for part in 0..count {
            while !maker.make(part, &mut block)? {
                self.0.write_all(block.as_ref())?;
            }
            self.0.write_all(block.as_ref())?;
        }
        Ok(true)
    }

    fn end(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }
}

impl Job {
    /// Makes all rows of the job's shard on this thread and writes them: the bytes that a file would have.
    ///
    /// # Errors
    /// If several tables are not one text, or the writer fails. A row that cannot be made is a [`RowFailure`](crate::RowFailure)
    /// in the error, and a stream that has stopped writing anything a [`StreamStalled`](crate::StreamStalled).
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let tables = self.tables().len();
        if tables > 1 && self.script().is_none() {
            let text = format!("{tables} tables are not one text; write each by itself");
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        }
        run::all(self, &mut Alone(out)).map_err(|(_, error)| error).map(|_| ())
    }
}
