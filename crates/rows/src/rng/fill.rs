//! The bits of many rows at once.

use super::{Key, Rows, kernel};

impl Key {
    /// The random bits of many rows, those of [`Key::bits`], by the best instructions that this machine has.
    ///
    /// # Panics
    /// If `bits` has another length than `rows`.
    #[inline]
    pub fn fill_bits(self, rows: Rows<'_>, bits: &mut [u64]) {
        match rows {
            Rows::Run { first, len } => {
                assert_eq!(bits.len(), len, "there must be as much room as rows");
                kernel::fill_bits(self, first, bits);
            }
            Rows::At(rows) => kernel::fill_bits_at(self, rows, bits),
        }
    }
}
