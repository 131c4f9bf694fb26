//! The commonest values, by the algorithm of Misra and Gries: counters of a fixed number of values, all lowered when they are full.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How many values are kept.
const KEPT: usize = 1024;

/// A hasher for what is a hash already.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// A value that was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counted {
    /// How often it came at least.
    pub count: u64,
    /// The first row that was seen with it.
    pub row: u64,
}

/// Counters of values by their hashes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Common {
    counters: HashMap<u64, Counted, BuildHasherDefault<AsIs>>,
    /// By how much a count may be too low; 0 while all values are kept.
    lowered: u64,
}

impl Common {
    pub fn add(&mut self, hash: u64, row: u64) {
        self.counters.entry(hash).or_insert(Counted { count: 0, row }).count += 1;
        if self.counters.len() > 2 * KEPT {
            self.lower();
        }
    }

    /// Adds the counts of later rows.
    pub fn merge(&mut self, later: &Common) {
        for (&hash, counted) in &later.counters {
            let own = self.counters.entry(hash).or_insert(Counted { count: 0, ..*counted });
            own.count += counted.count;
        }
        self.lowered += later.lowered;
        if self.counters.len() > 2 * KEPT {
            self.lower();
        }
    }

    /// Lowers all counters by that of the value at index [`KEPT`], and keeps what is left above nothing.
    fn lower(&mut self) {
        let mut counts: Vec<u64> = self.counters.values().map(|counted| counted.count).collect();
        let (_, &mut by, _) = counts.select_nth_unstable_by(KEPT, |a, b| b.cmp(a));
        self.lowered += by;
        self.counters.retain(|_, counted| {
            counted.count = counted.count.saturating_sub(by);
            counted.count > 0
        });
    }

    /// How many different values there are, if all were kept.
    pub fn distinct(&self) -> Option<u64> {
        (self.lowered == 0).then_some(self.counters.len() as u64)
    }

    /// The hashes of all values with their counts, if all were kept.
    pub fn all(&self) -> Option<impl Iterator<Item = (u64, Counted)>> {
        (self.lowered == 0).then(|| self.counters.iter().map(|(&hash, &counted)| (hash, counted)))
    }

    /// The commonest values, most common first, with the most by which their counts may be too low.
    pub fn most(&self, count: usize) -> (Vec<Counted>, u64) {
        let mut all: Vec<Counted> = self.counters.values().copied().collect();
        all.sort_by_key(|counted| (std::cmp::Reverse(counted.count), counted.row));
        // What may be as rare as others that were lost is not among the commonest for certain.
        all.retain(|counted| counted.count > self.lowered);
        all.truncate(count);
        (all, self.lowered)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::{Common, KEPT};
    use crate::hash::mix;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// No count is too high, none is too low by more than is reported, and few values are counted exactly.
        #[test]
        fn counts_are_within_their_bounds(values in 1..6000u64, skew in 1..4u32, rows in 0..30_000u64, cut in 0..30_000u64) {
            let value = |row: u64| {
                let x = (mix(row) >> 11) as f64 / (1u64 << 53) as f64;
                (x.powi(skew as i32) * values as f64) as u64
            };
            let (mut one, mut two) = (Common::default(), Common::default());
            let mut twin: HashMap<u64, u64> = HashMap::new();
            for row in 0..rows {
                let half = if row < cut { &mut one } else { &mut two };
                half.add(mix(value(row) + 1), row);
                *twin.entry(mix(value(row) + 1)).or_default() += 1;
            }
            one.merge(&two);
            prop_assert!(one.counters.len() <= 2 * KEPT);
            for (hash, counted) in &one.counters {
                prop_assert!(counted.count <= twin[hash] && twin[hash] <= counted.count + one.lowered);
                prop_assert_eq!(mix(value(counted.row) + 1), *hash);
            }
            if twin.len() <= KEPT {
                prop_assert_eq!(one.distinct(), Some(twin.len() as u64));
            }
        }
    }
}
