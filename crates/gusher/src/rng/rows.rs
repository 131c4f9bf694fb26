//! Which rows values are filled for.

use std::ops::Range;

/// The rows that values are filled for: consecutive ones, or any.
///
/// A value depends on its row's number alone, so rows may be gathered in any order, and one may come several times:
/// the parents of a thousand children are.
#[derive(Debug, Clone, Copy)]
pub enum Rows<'a> {
    /// `len` consecutive rows from `first` on.
    Run {
        /// The number of the first row.
        first: u64,
        /// How many rows there are.
        len: usize,
    },
    /// The rows of these numbers, in this order.
    At(&'a [u64]),
}

impl<'a> Rows<'a> {
    /// How many rows there are.
    #[inline]
    pub fn len(self) -> usize {
        match self {
            Rows::Run { len, .. } => len,
            Rows::At(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number after that of the last row, wherever it is among them; 0 where there are none.
    pub fn end(self) -> u64 {
        match self {
            Rows::Run { first, len } => first.saturating_add(len as u64),
            Rows::At(rows) => rows.iter().max().map_or(0, |last| last.saturating_add(1)),
        }
    }

    /// The number of the row at this index among them.
    ///
    /// # Panics
    /// If there are fewer rows.
    #[inline]
    pub fn get(self, index: usize) -> u64 {
        match self {
            Rows::Run { first, len } => {
                assert!(index < len, "there is no row {index} of {len}");
                first + index as u64
            }
            Rows::At(rows) => rows[index],
        }
    }

    /// The rows at these indices among them.
    ///
    /// # Panics
    /// If there are fewer rows.
    #[must_use]
    pub fn slice(self, at: Range<usize>) -> Rows<'a> {
        match self {
            Rows::Run { first, len } => {
                assert!(at.start <= at.end && at.end <= len, "{at:?} is not within {len} rows");
                Rows::Run { first: first + at.start as u64, len: at.len() }
            }
            Rows::At(rows) => Rows::At(&rows[at]),
        }
    }

    /// Calls `f` with each of `items` and the number of its row, up to the last of the rows.
    ///
    /// The loop is compiled twice: over a run the numbers are counted, not read.
    #[inline(always)]
    pub fn zip<I: IntoIterator>(self, items: I, mut f: impl FnMut(I::Item, u64)) {
        match self {
            Rows::Run { first, len } => {
                for (item, index) in items.into_iter().zip(0..len) {
                    f(item, first + index as u64);
                }
            }
            Rows::At(rows) => {
                for (item, &row) in items.into_iter().zip(rows) {
                    f(item, row);
                }
            }
        }
    }

    /// Writes the numbers of the rows.
    ///
    /// # Panics
    /// If `numbers` has another length.
    pub(super) fn write(self, numbers: &mut [u64]) {
        match self {
            Rows::Run { len, .. } => {
                assert_eq!(numbers.len(), len, "there must be as many numbers as rows");
                self.zip(numbers, |number, row| *number = row);
            }
            Rows::At(rows) => numbers.copy_from_slice(rows),
        }
    }

    /// The largest number among them; none where there are no rows.
    pub fn max(self) -> Option<u64> {
        match self {
            Rows::Run { len: 0, .. } => None,
            Rows::Run { first, len } => Some(first + (len - 1) as u64),
            Rows::At(rows) => rows.iter().copied().max(),
        }
    }
}

impl From<&Range<u64>> for Rows<'_> {
    /// # Panics
    /// If the end lies before the start.
    fn from(rows: &Range<u64>) -> Self {
        let len = rows.end.checked_sub(rows.start).expect("a range of rows ends where it starts or later");
        Rows::Run { first: rows.start, len: usize::try_from(len).expect("a batch of rows fits into memory") }
    }
}

impl From<Range<u64>> for Rows<'_> {
    /// # Panics
    /// If the end lies before the start.
    fn from(rows: Range<u64>) -> Self {
        Rows::from(&rows)
    }
}

impl<'a> From<&'a [u64]> for Rows<'a> {
    fn from(rows: &'a [u64]) -> Self {
        Rows::At(rows)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Rows;

    fn numbers(rows: Rows<'_>) -> Vec<u64> {
        let mut numbers = vec![0; rows.len()];
        rows.write(&mut numbers);
        let mut zipped = Vec::new();
        rows.zip(0.., |index: usize, row| zipped.push((index, row)));
        assert!(zipped.into_iter().eq(numbers.iter().copied().enumerate()));
        assert!((0..rows.len()).map(|index| rows.get(index)).eq(numbers.iter().copied()));
        assert_eq!(rows.max(), numbers.iter().copied().max());
        numbers
    }

    proptest! {
        #[test]
        fn a_run_and_its_numbers_are_the_same_rows(first in 0..u64::MAX - 100, len in 0usize..100, cut in 0usize..100) {
            let all: Vec<u64> = (first..).take(len).collect();
            prop_assert_eq!(numbers(Rows::from(first..first + len as u64)), all.clone());
            prop_assert_eq!(numbers(Rows::At(&all)), all.clone());
            let cut = cut.min(len);
            for rows in [Rows::Run { first, len }, Rows::At(&all)] {
                prop_assert_eq!(numbers(rows.slice(0..cut)), &all[..cut]);
                prop_assert_eq!(numbers(rows.slice(cut..len)), &all[cut..]);
            }
        }
    }

    #[test]
    #[should_panic(expected = "not within 3 rows")]
    fn a_slice_stays_within_the_run() {
        let _ = Rows::from(5..8).slice(1..4);
    }
}
