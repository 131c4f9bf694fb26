//! Sparse links: of every few parents the first ones are candidates, and the others are left out.

use std::fmt;

use gush_diagnostics::parse_count;

/// The first `used` of every `of` rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sparse {
    used: u64,
    of: u64,
}

/// The most rows of which some are left out.
const MAX_OF: u64 = 1 << 32;

impl Sparse {
    /// Reads `2/3`.
    pub fn parse(text: &str) -> Option<Sparse> {
        let (used, of) = text.split_once('/')?;
        let count = |text: &str| parse_count(text).filter(|count| (1..=MAX_OF).contains(count));
        let (used, of) = (count(used)?, count(of)?);
        (used <= of).then_some(Sparse { used, of })
    }

    /// How many of these rows are not left out.
    pub fn count(self, rows: u64) -> u64 {
        rows / self.of * self.used + (rows % self.of).min(self.used)
    }

    /// How many rows of how many are not left out.
    pub fn ratio(self) -> (u64, u64) {
        (self.used, self.of)
    }

    /// The row of this index among those that are not left out.
    pub(super) fn row(self, index: u64) -> u64 {
        index / self.used * self.of + index % self.used
    }
}

impl fmt::Display for Sparse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.used, self.of)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Sparse;

    proptest! {
        #[test]
        fn indices_are_those_of_the_rows_that_are_used(used in 1..9u64, more in 0..9u64, rows in 0..200u64) {
            let sparse = Sparse::parse(&format!("{used}/{}", used + more)).unwrap();
            let expected: Vec<u64> = (0..rows).filter(|row| row % (used + more) < used).collect();
            let found: Vec<u64> = (0..sparse.count(rows)).map(|index| sparse.row(index)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
