//! Which rows of a column are null, as Arrow keeps it.

use crate::rng::mark_at_least;

/// Which rows of a column have a value: a bitmap in Arrow's layout, one bit a row from the lowest of the first byte on,
/// 1 for a value and 0 for null. Empty where no row can be null.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validity {
    /// Full words of 8 bytes; the bits after the last row are 0.
    bitmap: Vec<u8>,
    /// How many rows there are.
    len: usize,
}

impl Validity {
    /// Whether no row can be null, and so there is no bitmap.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the row at this index is null.
    pub fn is_null(&self, row: usize) -> bool {
        !self.is_empty() && is_null(&self.bitmap, row)
    }

    /// How many rows are null.
    pub fn null_count(&self) -> usize {
        self.len - self.bitmap.iter().map(|byte| byte.count_ones() as usize).sum::<usize>()
    }

    /// The bitmap: eight rows a byte, and 0 in the bits after the last row.
    pub fn bitmap(&self) -> &[u8] {
        &self.bitmap[..self.len.div_ceil(8)]
    }

    /// No row can be null.
    pub(crate) fn clear(&mut self) {
        self.bitmap.clear();
        self.len = 0;
    }

    /// Rows have a value where their bits, 64 rows a word from the lowest on, are 1.
    ///
    /// # Panics
    /// If there are fewer words than `len` rows need.
    pub fn set(&mut self, words: &[u64], len: usize) {
        let words = &words[..len.div_ceil(64)];
        self.clear();
        self.len = len;
        self.bitmap.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.cut();
    }

    /// The bits after the last row are 0.
    fn cut(&mut self) {
        self.bitmap.iter_mut().skip(self.len.div_ceil(8)).for_each(|byte| *byte = 0);
        let used = self.len % 8;
        if let Some(last) = self.bitmap.get_mut(self.len / 8).filter(|_| used > 0) {
            *last &= (1 << used) - 1;
        }
    }

    /// Rows that are null in `other`, too, are null from now on.
    pub(crate) fn intersect(&mut self, other: &Validity) {
        if self.is_empty() {
            return self.clone_from(other);
        }
        if !other.is_empty() {
            self.bitmap.iter_mut().zip(&other.bitmap).for_each(|(byte, other)| *byte &= other);
        }
    }

    /// Adds `rows` rows of another column after the `own` ones that there are.
    pub(super) fn append(&mut self, own: usize, other: &Validity, rows: usize) {
        if self.is_empty() && other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.mark(own, |_| true);
        }
        self.len = own + rows;
        if own.is_multiple_of(64) && !other.is_empty() {
            self.bitmap.truncate(own / 8);
            return self.bitmap.extend_from_slice(&other.bitmap);
        }
        self.bitmap.resize(8 * self.len.div_ceil(64), 0);
        let valid = (0..rows).filter(|&row| !other.is_null(row));
        valid.for_each(|row| self.bitmap[(own + row) / 8] |= 1 << ((own + row) % 8));
    }

    /// Says of one of `len` rows whether it has a value.
    pub(crate) fn set_row(&mut self, row: usize, len: usize, has: bool) {
        if self.is_empty() {
            if has {
                return;
            }
            self.mark(len, |_| true);
        }
        let bit = 1 << (row % 8);
        if has { self.bitmap[row / 8] |= bit } else { self.bitmap[row / 8] &= !bit }
    }

    /// Rows have a value where `has` says so.
    pub(crate) fn mark(&mut self, len: usize, has: impl Fn(usize) -> bool) {
        self.clear();
        self.bitmap.resize(8 * len.div_ceil(64), 0);
        self.len = len;
        (0..len).filter(|&row| has(row)).for_each(|row| self.bitmap[row / 8] |= 1 << (row % 8));
    }

    /// Rows have a value where their random bits are `least` or more; without that, all are null.
    pub(crate) fn draw(&mut self, bits: &[u64], least: Option<u64>) {
        self.clear();
        self.bitmap.resize(8 * bits.len().div_ceil(64), 0);
        self.len = bits.len();
        if let Some(least) = least {
            mark_at_least(bits, least, &mut self.bitmap);
        }
    }
}

/// Whether the row at this index of a bitmap is null.
#[inline(always)]
pub(crate) fn is_null(bitmap: &[u8], row: usize) -> bool {
    bitmap[row / 8] & (1 << (row % 8)) == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Validity;

    proptest! {
        #[test]
        fn words_are_bitmaps(words: [u64; 4], other: [u64; 4], len in 0usize..=256) {
            let (mut validity, mut both) = (Validity::default(), Validity::default());
            validity.set(&[u64::MAX; 16], 1024);
            validity.set(&words, len);
            let valid = |words: &[u64; 4], row: usize| words[row / 64] >> (row % 64) & 1 == 1;
            prop_assert!((0..len).all(|row| validity.is_null(row) != valid(&words, row)));
            prop_assert_eq!(validity.null_count(), (0..len).filter(|&row| !valid(&words, row)).count());
            both.set(&other, len);
            both.intersect(&validity);
            prop_assert!((0..len).all(|row| both.is_null(row) != (valid(&words, row) && valid(&other, row))));
        }

        #[test]
        fn rows_are_null_below_the_least(bits in prop::collection::vec(any::<u64>(), 0..200), least: Option<u64>) {
            let mut validity = Validity::default();
            // Earlier contents leave no traces.
            validity.draw(&[u64::MAX; 150], Some(0));
            prop_assert_eq!(validity.null_count(), 0);
            validity.draw(&bits, least);
            let nulls: Vec<bool> = bits.iter().map(|&bits| least.is_none_or(|least| bits < least)).collect();
            prop_assert!((0..bits.len()).map(|row| validity.is_null(row)).eq(nulls.iter().copied()));
            prop_assert_eq!(validity.null_count(), nulls.iter().filter(|&&null| null).count());
            // The naive bitmap: each byte summed up bit by bit.
            let byte = |rows: &[bool]| (0u8..).zip(rows).map(|(bit, &null)| u8::from(!null) << bit).sum::<u8>();
            let naive: Vec<u8> = nulls.chunks(8).map(byte).collect();
            prop_assert_eq!(validity.bitmap(), &naive[..]);
            prop_assert_eq!(validity.is_empty(), bits.is_empty());
        }
    }
}
