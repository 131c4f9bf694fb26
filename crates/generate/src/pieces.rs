//! What makes the parts of a table piece by piece, and what takes them.

use std::io;
use std::num::NonZeroUsize;

/// Makes the parts of a table on one thread, piece by piece.
pub(crate) trait Pieces {
    /// What holds the bytes of a piece.
    type Block: AsRef<[u8]> + Default + Send;

    /// Makes a part into `block`, or its next piece, in place of what `block` had. Whether the part is complete; where it is not,
    /// the same part is asked for again.
    fn make(&mut self, part: u64, block: &mut Self::Block) -> io::Result<bool>;
}

/// Takes the parts of tables, in order.
pub(crate) trait Taker {
    /// Notes that the rows of the table with this index come next: how many there are, and how many a part has.
    fn begin(&mut self, table: usize, rows: u64, part_rows: u64);

    /// Takes all parts up to `count`, which several threads may make. Whether none is left.
    fn take<M: Pieces>(
        &mut self,
        count: u64,
        threads: NonZeroUsize,
        new_maker: impl Fn() -> M + Sync,
    ) -> io::Result<bool>;

    /// Takes the end of a file, after its last part.
    fn end(&mut self, bytes: &[u8]) -> io::Result<()>;
}
