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
    known: Known,
    max_hashes: usize,
}

/// What is known of them: less, the more there are.
enum Known {
    /// Each of them, with its number.
    All(Counted),
    /// The hash of each: no value came twice.
    Hashes(HashSet<u64, Same>),
    /// The registers of an estimate: no value came twice as long as their hashes were known.
    Estimate(Box<[u8]>),
    /// There are more than are counted, and one came twice. At least this number differ.
    Twice(u64),
}

/// Values with their numbers, by their hashes.
type Counted = HashMap<u64, (Box<[u8]>, u64), Same>;
/// Hashes stay as they are.
pub type Same = BuildHasherDefault<Unchanged>;

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
        Values { known: Known::All(HashMap::default()), max_hashes }
    }

    /// Adds a value.
    #[inline]
    pub fn add(&mut self, value: &[u8]) {
        // Nothing more is asked of such a column.
        if !matches!(self.known, Known::Twice(_)) {
            self.add_hash(XxHash3_64::oneshot(value), value);
        }
    }

    fn add_hash(&mut self, hash: u64, value: &[u8]) {
        match &mut self.known {
            Known::All(counted) => {
                let len = counted.len();
                match counted.entry(hash) {
                    Entry::Occupied(mut entry) => entry.get_mut().1 += 1,
                    Entry::Vacant(entry) if len < MAX_COUNTED && value.len() <= MAX_LEN => {
                        entry.insert((value.into(), 1));
                    }
                    Entry::Vacant(_) => self.count_no_more(hash),
                }
            }
            Known::Hashes(hashes) => {
                let came_twice = !hashes.insert(hash);
                if came_twice {
                    self.known = Known::Twice(hashes.len() as u64);
                } else if hashes.len() > self.max_hashes {
                    let mut registers = vec![0; 1 << PRECISION].into_boxed_slice();
                    hashes.iter().for_each(|hash| register(&mut registers, *hash));
                    self.known = Known::Estimate(registers);
                }
            }
            Known::Estimate(registers) => register(registers, hash),
            Known::Twice(_) => {}
        }
    }

    /// From here on values are distinguished by their hashes only.
    fn count_no_more(&mut self, hash: u64) {
        let Known::All(counted) = &self.known else { return };
        let came_twice = counted.values().any(|(_, times)| *times > 1);
        self.known = match came_twice {
            true => Known::Twice(counted.len() as u64 + 1),
            false => Known::Hashes(counted.keys().copied().chain([hash]).collect()),
        };
    }

    /// How many there are.
    pub fn distinct(&self) -> Distinct {
        match &self.known {
            Known::All(counted) => Distinct { count: counted.len() as u64, is_exact: true },
            Known::Hashes(hashes) => Distinct { count: hashes.len() as u64, is_exact: true },
            Known::Estimate(registers) => Distinct { count: estimate(registers), is_exact: false },
            Known::Twice(count) => Distinct { count: *count, is_exact: false },
        }
    }

    /// Whether their number is estimated, and no value came twice that is known.
    pub fn is_estimated(&self) -> bool {
        matches!(self.known, Known::Estimate(_))
    }

    /// The values with their numbers, the commonest first; none where there are too many.
    pub fn common(&self, rows: u64, text: &dyn Fn(&[u8]) -> String) -> Vec<Common> {
        let Known::All(counted) = &self.known else { return Vec::new() };
        let mut counted: Vec<(&[u8], u64)> =
            counted.values().map(|(value, count)| (&**value, *count)).collect();
        counted.sort_by(|(one, of_one), (other, of_other)| of_other.cmp(of_one).then(one.cmp(other)));
        let share = |count: u64| count as f64 / rows.max(1) as f64;
        counted.into_iter().map(|(value, count)| Common { value: text(value), share: share(count) }).collect()
    }
}

/// `HyperLogLog` (Flajolet and others, 2007): the longest run of zeros among the hashes of each register.
fn register(registers: &mut [u8], hash: u64) {
    let index = (hash >> (64 - PRECISION)) as usize;
    let zeros = ((hash << PRECISION) | (1 << (PRECISION - 1))).leading_zeros() as u8 + 1;
    registers[index] = registers[index].max(zeros);
}

/// How many hashes there were.
fn estimate(registers: &[u8]) -> u64 {
    let count = registers.len() as f64;
    let sum: f64 = registers.iter().map(|&zeros| (-f64::from(zeros)).exp2()).sum();
    (0.7213 / (1.0 + 1.079 / count) * count * count / sum).round() as u64
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
        for number in 900..200_000_u64 {
            values.add(number.to_string().as_bytes());
        }
        let Distinct { count, is_exact } = values.distinct();
        assert!(!is_exact && values.is_estimated() && (195_000..205_000).contains(&count), "{count}");
        // Once a value came twice, their number does not matter any more.
        let mut values = Values::new(1000);
        (0..300_u64).chain([7]).chain(300..9000).for_each(|number| values.add(number.to_string().as_bytes()));
        assert_eq!(values.distinct(), Distinct { count: 300, is_exact: false });
        assert!(!values.is_estimated());
    }
}
