//! A stream of rows that has stalled: nobody who waits for it knows whether anything will come.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use gush_diagnostics::grouped;

/// A template that writes nothing in this many rows is taken to write nothing any more.
const MAX_EMPTY_ROWS: u64 = 20_000_000;

/// A template that has stopped writing anything.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the template has written nothing in {} rows, up to row {}; a stream of nothing has no end",
    grouped(MAX_EMPTY_ROWS),
    grouped(*row)
)]
pub struct StreamStalled {
    /// The row after the last one that was made.
    pub row: u64,
}

/// How far anything was written.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// The row after the last part that wrote anything.
    until: AtomicU64,
}

impl Written {
    /// Notes that `bytes` came of `rows`.
    ///
    /// # Errors
    /// [`StreamStalled`] where nothing has come for too long.
    pub(crate) fn note(&self, rows: Range<u64>, bytes: usize) -> io::Result<()> {
        if bytes > 0 {
            self.until.fetch_max(rows.end, Ordering::Relaxed);
        } else if rows.end.saturating_sub(self.until.load(Ordering::Relaxed)) > MAX_EMPTY_ROWS {
            return Err(io::Error::other(StreamStalled { row: rows.end }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_EMPTY_ROWS, Written};

    #[test]
    fn empty_rows_count_from_the_last_byte() {
        let written = Written::default();
        assert!(written.note(0..MAX_EMPTY_ROWS, 0).is_ok());
        assert!(written.note(MAX_EMPTY_ROWS - 10..MAX_EMPTY_ROWS + 1, 1).is_ok());
        // A part from before, which another thread was slower with.
        assert!(written.note(5..6, 1).is_ok());
        assert!(written.note(2 * MAX_EMPTY_ROWS..2 * MAX_EMPTY_ROWS + 1, 0).is_ok());
        let error = written.note(2 * MAX_EMPTY_ROWS + 1..2 * MAX_EMPTY_ROWS + 2, 0).unwrap_err().to_string();
        assert!(error.contains("in 20,000,000 rows, up to row 40,000,002;"), "{error}");
    }
}
