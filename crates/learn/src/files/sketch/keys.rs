//! What is known of the values of a column that is called like a key: how often each comes, and which there are, by a sample of them.

use std::collections::{BTreeSet, HashMap};

use twox_hash::XxHash3_64;

use super::distinct::Same;
use crate::model::MAX_KEY_HASHES;

/// All columns together count as many different values.
const MAX_COUNTED: usize = 450_000;

/// The values of such a column, by their hashes.
pub struct Keys {
    /// How often each comes; none where there are too many.
    counts: Option<HashMap<u64, u32, Same>>,
    max_counted: usize,
    /// The smallest hashes: two columns of the same values have the same ones.
    smallest: BTreeSet<u64>,
}

impl Keys {
    /// One of this number of columns of a file; none of those that are called otherwise.
    pub fn of(name: &str, columns: usize) -> Option<Box<Keys>> {
        let is_key = name.to_lowercase().trim_end().ends_with("id");
        is_key.then(|| {
            Box::new(Keys {
                counts: Some(HashMap::default()),
                max_counted: (MAX_COUNTED / columns.max(1)).max(1000),
                smallest: BTreeSet::new(),
            })
        })
    }

    /// Adds a value.
    pub fn add(&mut self, value: &[u8]) {
        let hash = XxHash3_64::oneshot(value);
        if let Some(counts) = &mut self.counts {
            *counts.entry(hash).or_default() += 1;
            if counts.len() > self.max_counted {
                self.counts = None;
            }
        }
        let is_full = self.smallest.len() == MAX_KEY_HASHES;
        if is_full && self.smallest.last().is_some_and(|last| hash >= *last) {
            return;
        }
        if self.smallest.insert(hash) && is_full {
            self.smallest.pop_last();
        }
    }

    /// Numbers of rows, each with how many values come in as many; none where there are too many values.
    pub fn repeats(&self) -> Vec<(u64, u64)> {
        let mut repeats: HashMap<u64, u64> = HashMap::new();
        for count in self.counts.iter().flat_map(HashMap::values) {
            *repeats.entry(u64::from(*count)).or_default() += 1;
        }
        let mut repeats: Vec<(u64, u64)> = repeats.into_iter().collect();
        repeats.sort_unstable();
        repeats
    }

    /// The smallest hashes of the values, in their order.
    pub fn hashes(&self) -> Vec<u64> {
        self.smallest.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_as_long_as_they_are_few() {
        let of = |values: u64, times: u64| {
            let mut keys = Keys::of("customer_id", 1).expect("it is called like a key");
            (0..values * times).for_each(|row| keys.add((row % values).to_string().as_bytes()));
            (keys.repeats(), keys.hashes())
        };
        let (repeats, few) = of(100, 3);
        assert_eq!((repeats, few.len()), (vec![(3, 100)], 100));
        let (repeats, many) = of(500_000, 1);
        assert_eq!((repeats, many.len()), (Vec::new(), MAX_KEY_HASHES));
        assert!(Keys::of("name", 1).is_none() && Keys::of("customerId", 1).is_some());
    }
}
