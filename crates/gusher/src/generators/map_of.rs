//! Maps: generators of entries, no two of which have the same key.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::nested::{Child, MAX_ITEMS, NestedError, Size, item_rows};
use super::{Generate, Properties};
use crate::rng::{Draws, bounded, index_fraction};
use crate::types::{Array, DataType, Field, StorageType};

/// The names of the fields of an entry, by which their values are keyed.
const KEY: &str = "key";
const VALUE: &str = "value";

/// Maps of as many entries as `lengths` allows, each number as likely as any other. The keys of one map are chosen among all
/// keys that there are, without repetition. An entry's bits follow from its map's row and its index in the map.
///
/// # Errors
/// If there cannot be such maps, as where there are fewer different keys than entries.
pub fn map_of(
    key: Child,
    value: Child,
    lengths: RangeInclusive<u32>,
) -> Result<Arc<dyn Generate>, NestedError> {
    let (min, max) = lengths.into_inner();
    if min > max {
        return Err(NestedError::ReversedEntries);
    }
    if max > MAX_ITEMS {
        return Err(NestedError::TooManyEntries);
    }
    check_key(&key, max)?;
    if value.generate.properties().max_rows.is_some() {
        return Err(NestedError::SeriesInMap);
    }
    let map = MapOf { key, value, min, max };
    if let DataType::Map { entry, max, .. } = &map.field().data_type {
        Size::of_items(entry, *max).check()?;
    }
    Ok(Arc::new(map))
}

/// Whether `entries` keys of a map can differ.
fn check_key(key: &Child, entries: u32) -> Result<(), NestedError> {
    let (field, properties) = (key.generate.field(), key.generate.properties());
    if key.null.is_some() {
        return Err(NestedError::NullKey);
    }
    if field.data_type.is_nested() {
        return Err(NestedError::NestedKey);
    }
    // Two of them may be the same number in one format and not in another: 0 and -0, or what a narrower type rounds.
    if matches!(field.data_type, DataType::Float { .. }) || matches!(field.storage(), StorageType::Float(_)) {
        return Err(NestedError::FloatKey);
    }
    if properties.is_by_row || properties.max_rows.is_some() {
        return Err(NestedError::SameKeys("one that follows from the row's number"));
    }
    if let Err(reason) = properties.unique_support {
        return Err(NestedError::SameKeys(reason));
    }
    let keys = key.generate.cardinality();
    if keys < u64::from(entries) {
        return Err(NestedError::TooFewKeys { keys, entries });
    }
    Ok(())
}

#[derive(Debug)]
struct MapOf {
    key: Child,
    value: Child,
    min: u32,
    max: u32,
}

impl Generate for MapOf {
    fn field(&self) -> Field {
        Field::map(self.key.field(), self.value.field(), self.min, self.max)
    }

    fn cardinality(&self) -> u64 {
        1
    }

    fn properties(&self) -> Properties<'_> {
        let uses_now = [&self.key, &self.value].iter().any(|child| child.generate.properties().uses_now);
        Properties { uses_now, ..Properties::not_unique("a map") }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (min, span) = (self.min, u64::from(self.max - self.min) + 1);
        let maps = values.lists();
        let lengths = draws.load(0).iter().map(|x| min + bounded(*x, span) as u32);
        let (offsets, entries) = maps.lay(lengths);
        let (rows, counters) = item_rows(draws, offsets);
        let mut fractions = vec![0; rows.len()];
        let mut draws = draws.items(&rows, &counters, &mut fractions, None);
        let [keys, items] = entries.values_mut().structs(2) else { unreachable!("there are two fields") };
        let mut chosen = draws.field(KEY, None).load(0).to_vec();
        choose(&mut chosen, offsets, self.key.generate.cardinality());
        self.key.generate.fill(&mut draws.field(KEY, None).at_indices(&chosen), keys.values_mut());
        self.value.fill(&mut draws.field(VALUE, self.value.entity()), items);
    }
}

/// Turns random bits into the fractions of keys that differ within each map: the first steps of a shuffle by Fisher and Yates of
/// all `keys` keys, of which only those that have moved are kept.
fn choose(bits: &mut [u64], offsets: &[i32], keys: u64) {
    let mut moved = Vec::new();
    for ends in offsets.windows(2) {
        moved.clear();
        let entries = &mut bits[ends[0] as usize..ends[1] as usize];
        for (step, x) in (0..).zip(entries) {
            let at = step + bounded(*x, keys - step);
            let last = key_at(&moved, step);
            let key = key_at(&moved, at);
            moved.push((at, last));
            *x = index_fraction(key, keys);
        }
    }
}

/// The key at an index: the one that moved there last, or the one that was there at the beginning.
fn key_at(moved: &[(u64, u64)], at: u64) -> u64 {
    moved.iter().rev().find(|(to, _)| *to == at).map_or(at, |(_, key)| *key)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::choose;
    use crate::rng::Key;

    /// The keys that fractions stand for.
    fn chosen(keys: u64, maps: usize, entries: usize) -> Vec<Vec<u64>> {
        let mut bits: Vec<u64> = (0..(maps * entries) as u64).map(|n| Key::seed(9).bits(n)).collect();
        let offsets: Vec<i32> = (0..=maps).map(|map| (map * entries) as i32).collect();
        choose(&mut bits, &offsets, keys);
        let index = |x: &u64| ((u128::from(*x) * u128::from(keys)) >> 64) as u64;
        bits.chunks(entries.max(1)).map(|map| map.iter().map(index).collect()).collect()
    }

    proptest! {
        #[test]
        fn keys_of_a_map_differ(keys in 1u64..2000, entries in 1usize..40) {
            let entries = entries.min(keys as usize);
            for map in chosen(keys, 5, entries) {
                prop_assert!(map.iter().all(|key| *key < keys));
                prop_assert_eq!(map.iter().collect::<HashSet<_>>().len(), entries);
            }
        }
    }

    #[test]
    fn the_most_keys_that_are_counted_differ_too() {
        for map in chosen(crate::generators::MAX_VALUES, 3, 1000) {
            assert_eq!(map.into_iter().collect::<HashSet<_>>().len(), 1000);
        }
    }

    /// Each of the 60 ways to choose three of five keys in order comes as often as any other.
    #[test]
    fn all_choices_are_as_likely() {
        let mut counts: HashMap<Vec<u64>, f64> = HashMap::new();
        for map in chosen(5, 60_000, 3) {
            *counts.entry(map).or_default() += 1.0;
        }
        assert_eq!(counts.len(), 60);
        let chi_square: f64 = counts.values().map(|count| (count - 1000.0).powi(2) / 1000.0).sum();
        // 59 degrees of freedom: beyond 120 once in 200,000.
        assert!(chi_square < 120.0, "{chi_square}");
    }
}
