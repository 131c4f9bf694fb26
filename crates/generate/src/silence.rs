//! A stream of rows that has fallen silent: nobody who waits for it knows whether anything will come.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use gush_diagnostics::grouped;

/// A template that writes nothing for so many rows in a row is taken to write nothing any more.
const PATIENCE: u64 = 20_000_000;

/// A template that has stopped writing anything.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the template has written nothing in {} rows, up to row {}; a stream of nothing has no end",
    grouped(PATIENCE),
    grouped(*row)
)]
pub struct Silent {
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
    /// [`Silent`] where nothing has come for too long.
    pub(crate) fn note(&self, rows: Range<u64>, bytes: usize) -> io::Result<()> {
        if bytes > 0 {
            self.until.fetch_max(rows.end, Ordering::Relaxed);
        } else if rows.end.saturating_sub(self.until.load(Ordering::Relaxed)) > PATIENCE {
            return Err(io::Error::other(Silent { row: rows.end }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{PATIENCE, Written};

    #[test]
    fn silence_counts_from_the_last_byte() {
        let written = Written::default();
        assert!(written.note(0..PATIENCE, 0).is_ok());
        assert!(written.note(PATIENCE - 10..PATIENCE + 1, 1).is_ok());
        // A part from before, which another thread was slower with.
        assert!(written.note(5..6, 1).is_ok());
        assert!(written.note(2 * PATIENCE..2 * PATIENCE + 1, 0).is_ok());
        let error = written.note(2 * PATIENCE + 1..2 * PATIENCE + 2, 0).unwrap_err().to_string();
        assert!(error.contains("in 20,000,000 rows, up to row 40,000,002;"), "{error}");
    }
}
