//! The bits of many rows at once.

#[cfg(doc)]
use super::bounded;
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
                assert_eq!(bits.len(), len, "there must be capacity for all rows");
                kernel::fill_bits(self, first, bits);
            }
            Rows::At(rows) => kernel::fill_bits_at(self, rows, bits),
        }
    }

    /// A random number below `n` for each of many rows: [`bounded`] of their bits.
    ///
    /// # Panics
    /// If `numbers` has another length than `rows`.
    #[inline]
    pub fn fill_below(self, rows: Rows<'_>, n: u64, numbers: &mut [u64]) {
        self.fill_bits(rows, numbers);
        kernel::bound(n, numbers);
    }
}
