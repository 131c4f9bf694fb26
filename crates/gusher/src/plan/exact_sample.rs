//! Random rows that are an exact share of all.
//!
//! The rows are cut into strata of as many rows as one of them is to be picked of: 50 each where the share is 0.02. In each,
//! one is picked. So of the first n rows n times the share are picked, exactly where that is a whole number, and rounded up or
//! down where it is not. Whether a row is picked follows from its number alone.

use crate::rng::{Key, bounded};

/// Samples an exact share of all numbers from 0 on.
#[derive(Debug, Clone)]
pub(super) struct ExactSample {
    key: Key,
    /// The share, as a fraction without a common divisor.
    numerator: u64,
    denominator: u64,
    /// The first number that may be picked.
    least: u64,
}

/// What becomes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is picked, as that of this stratum.
    Picked(u64),
    /// It is left, with its rank among all that are left.
    Left(u64),
}

impl ExactSample {
    /// Picks this share; none where it is 0.
    pub fn new(key: Key, numerator: u64, denominator: u64) -> Option<ExactSample> {
        let divisor = greatest_divisor(numerator, denominator);
        (numerator > 0).then(|| ExactSample {
            key,
            numerator: numerator / divisor,
            denominator: denominator / divisor,
            least: 0,
        })
    }

    /// The same, but the number 0 is not picked where its stratum has another.
    pub fn after_first(self) -> ExactSample {
        ExactSample { least: 1, ..self }
    }

    /// The stratum of a number.
    pub fn of(&self, number: u64) -> u64 {
        scaled(number, self.numerator, self.denominator)
    }

    /// The first number of a stratum.
    pub fn first(&self, stratum: u64) -> u64 {
        let product = u128::from(stratum) * u128::from(self.denominator);
        match u64::try_from(product) {
            Ok(product) => product.div_ceil(self.numerator),
            Err(_) => product.div_ceil(u128::from(self.numerator)) as u64,
        }
    }

    /// The number that is picked of a stratum: not one of its last, where `spare` is how many to leave.
    pub fn picked(&self, stratum: u64, spare: impl FnOnce(u64) -> u64) -> u64 {
        let (mut first, end) = (self.first(stratum), self.first(stratum + 1));
        if end > self.least {
            first = first.max(self.least);
        }
        first + bounded(self.key.bits(stratum), end - first - spare(end - first))
    }

    /// What becomes of a number.
    pub fn turn(&self, number: u64) -> Turn {
        let stratum = self.of(number);
        let picked = self.picked(stratum, |_| 0);
        if picked == number {
            return Turn::Picked(stratum);
        }
        Turn::Left(number - stratum - u64::from(picked < number))
    }

    /// How many of the numbers below this one are left.
    pub fn left_before(&self, number: u64) -> u64 {
        match self.turn(number) {
            Turn::Picked(stratum) => number - stratum,
            Turn::Left(rank) => rank,
        }
    }

    /// The number of this rank among those that are left.
    pub fn left(&self, rank: u64) -> u64 {
        let others = (self.denominator - self.numerator).max(1);
        let mut stratum = scaled(rank, self.numerator, others);
        let first = |stratum: u64| self.first(stratum) - stratum;
        while first(stratum) > rank {
            stratum -= 1;
        }
        while first(stratum + 1) <= rank {
            stratum += 1;
        }
        let number = rank + stratum;
        number + u64::from(number >= self.picked(stratum, |_| 0))
    }
}

/// x · numerator / denominator, rounded down.
fn scaled(x: u64, numerator: u64, denominator: u64) -> u64 {
    match x.checked_mul(numerator) {
        Some(product) => product / denominator,
        None => (u128::from(x) * u128::from(numerator) / u128::from(denominator)) as u64,
    }
}

pub(super) fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { greatest_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ExactSample, Turn};
    use crate::rng::Key;

    proptest! {
        /// The naive twin goes through all numbers and counts.
        #[test]
        fn a_share_is_picked_and_the_others_are_numbered(
            seed: u64, numerator in 1u64..50, more in 0u64..200, from in prop::sample::select(vec![0u64, 1 << 40]),
        ) {
            let denominator = numerator + more;
            let sample = ExactSample::new(Key::seed(seed), numerator, denominator).unwrap();
            // A whole number of strata begins here.
            let start = from / denominator * denominator;
            let (mut picked, mut left) = (sample.of(start), sample.left_before(start));
            prop_assert_eq!(picked, start / denominator * numerator);
            for number in start..start + 3 * denominator {
                prop_assert_eq!(sample.left_before(number), left);
                match sample.turn(number) {
                    Turn::Picked(stratum) => {
                        prop_assert_eq!(stratum, picked);
                        prop_assert_eq!(sample.picked(stratum, |_| 0), number);
                        picked += 1;
                    }
                    Turn::Left(rank) => {
                        prop_assert_eq!(rank, left);
                        prop_assert_eq!(sample.left(rank), number);
                        left += 1;
                    }
                }
                let expected = (number + 1 - start) as f64 * numerator as f64 / denominator as f64;
                let found = (picked - start / denominator * numerator) as f64;
                prop_assert!((found - expected).abs() < 1.0, "{} of {}", found, expected);
            }
            prop_assert_eq!(picked - start / denominator * numerator, 3 * numerator);
        }
    }

    #[test]
    fn the_first_number_is_spared_where_there_is_another() {
        for seed in 0..100 {
            let half = ExactSample::new(Key::seed(seed), 1, 2).unwrap().after_first();
            assert_eq!((half.turn(0), half.turn(1)), (Turn::Left(0), Turn::Picked(0)));
            let all = ExactSample::new(Key::seed(seed), 1, 1).unwrap().after_first();
            assert_eq!((all.turn(0), all.turn(1)), (Turn::Picked(0), Turn::Picked(1)));
        }
        assert!(ExactSample::new(Key::seed(0), 0, 5).is_none());
    }
}
