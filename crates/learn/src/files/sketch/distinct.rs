//! How many values differ, and which are the commonest: exactly up to a bound of memory, estimated above it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use twox_hash::XxHash3_64;

use crate::model::{Common, Distinct};

/// As many different values are kept as they are, with their numbers.
const MAX_COUNTED: usize = 200;
/// Longer values are not kept.
const MAX_LEN: usize = 200;
/// The registers of the estimate are two to the power of this: its standard error is 0.8 %.
const PRECISION: u32 = 14;

/// The values of a column, as far as they fit.
pub struct Values {
    counted: Option<Counted>,
    hashes: Option<HashSet<u64, Same>>,
    max_hashes: usize,
    came_twice: bool,
    registers: Vec<u8>,
}

/// Values with their numbers, by their hashes.
type Counted = HashMap<u64, (Box<[u8]>, u64), Same>;
/// Hashes stay as they are.
type Same = BuildHasherDefault<Unchanged>;

/// A hasher of numbers that are hashes already.
#[derive(Default)]
pub struct Unchanged(u64);

impl Hasher for Unchanged {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

impl Values {
    /// No values yet. At most `max_hashes` different ones are distinguished exactly.
    pub fn new(max_hashes: usize) -> Values {
        Values {
            counted: Some(HashMap::default()),
            hashes: None,
            max_hashes,
            came_twice: false,
            registers: Vec::new(),
        }
    }

    /// Adds a value.
    pub fn add(&mut self, value: &[u8]) {
        let hash = XxHash3_64::oneshot(value);
        if let Some(counted) = &mut self.counted {
            let len = counted.len();
            match counted.entry(hash) {
                Entry::Occupied(mut entry) => entry.get_mut().1 += 1,
                Entry::Vacant(entry) if len < MAX_COUNTED && value.len() <= MAX_LEN => {
                    entry.insert((value.into(), 1));
                }
                Entry::Vacant(_) => self.count_no_more(hash),
            }
            return;
        }
        if let Some(hashes) = &mut self.hashes {
            // Beyond those that are counted only one thing has to be exact: that no value came twice.
            self.came_twice = !hashes.insert(hash);
            if self.came_twice || hashes.len() > self.max_hashes {
                self.estimate();
            }
            return;
        }
        self.register(hash);
    }

    /// From here on values are distinguished by their hashes only.
    fn count_no_more(&mut self, hash: u64) {
        let counted = self.counted.take().unwrap_or_default();
        self.came_twice = counted.values().any(|(_, times)| *times > 1);
        self.hashes = Some(counted.into_keys().chain([hash]).collect());
        if self.came_twice {
            self.estimate();
        }
    }

    /// From here on their number is estimated.
    fn estimate(&mut self) {
        self.registers = vec![0; 1 << PRECISION];
        for hash in self.hashes.take().unwrap_or_default() {
            self.register(hash);
        }
    }

    /// `HyperLogLog` (Flajolet and others, 2007): the longest run of zeros among the hashes of each register.
    fn register(&mut self, hash: u64) {
        let index = (hash >> (64 - PRECISION)) as usize;
        let zeros = ((hash << PRECISION) | (1 << (PRECISION - 1))).leading_zeros() as u8 + 1;
        self.registers[index] = self.registers[index].max(zeros);
    }

    /// Whether one of more than are counted came twice.
    pub fn came_twice(&self) -> bool {
        self.came_twice
    }

    /// How many there are.
    pub fn distinct(&self) -> Distinct {
        let exact =
            self.counted.as_ref().map(HashMap::len).or_else(|| self.hashes.as_ref().map(HashSet::len));
        if let Some(count) = exact {
            return Distinct { count: count as u64, is_exact: true };
        }
        let registers = self.registers.len() as f64;
        let sum: f64 = self.registers.iter().map(|&zeros| (-f64::from(zeros)).exp2()).sum();
        let estimate = 0.7213 / (1.0 + 1.079 / registers) * registers * registers / sum;
        Distinct { count: estimate.round() as u64, is_exact: false }
    }

    /// The values with their numbers, the commonest first; none where there are too many.
    pub fn common(&self, rows: u64, text: &dyn Fn(&[u8]) -> String) -> Vec<Common> {
        let mut counted: Vec<(&[u8], u64)> =
            self.counted.iter().flat_map(HashMap::values).map(|(value, count)| (&**value, *count)).collect();
        counted.sort_by(|(one, of_one), (other, of_other)| of_other.cmp(of_one).then(one.cmp(other)));
        let share = |count: u64| count as f64 / rows.max(1) as f64;
        counted.into_iter().map(|(value, count)| Common { value: text(value), share: share(count) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_counted_and_many_are_estimated() {
        let mut values = Values::new(1000);
        for number in 0..150_u64 {
            for _ in 0..=number {
                values.add(number.to_string().as_bytes());
            }
        }
        assert_eq!(values.distinct(), Distinct { count: 150, is_exact: true });
        let common = values.common(150 * 151 / 2, &|value| String::from_utf8_lossy(value).into_owned());
        assert_eq!((common[0].value.as_str(), common.len()), ("149", 150));
        assert!((common[0].share - 150.0 / 11_325.0).abs() < 1e-9);
        let mut values = Values::new(1000);
        (0..900_u64).for_each(|number| values.add(number.to_string().as_bytes()));
        assert_eq!(values.distinct(), Distinct { count: 900, is_exact: true });
        assert_eq!(values.common(1, &|_| String::new()), Vec::new());
        for number in 0..200_000_u64 {
            values.add(number.to_string().as_bytes());
        }
        let Distinct { count, is_exact } = values.distinct();
        assert!(!is_exact && (195_000..205_000).contains(&count), "{count}");
    }
}
