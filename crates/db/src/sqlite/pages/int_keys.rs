//! Keys of one integer: sorted by their digits, as many passes as the range of the numbers needs.

use super::key::ordered;

/// Keys in the order of their rows.
#[derive(Debug, Default)]
pub struct IntKeys {
    keys: Vec<u64>,
    rowids: Vec<i64>,
    /// The rows without a key.
    nulls: Vec<i64>,
}

/// The most bits of a digit.
const DIGIT_BITS: u32 = 11;

impl IntKeys {
    #[inline]
    pub fn push(&mut self, key: i64, rowid: i64) {
        self.keys.push(ordered(key));
        self.rowids.push(rowid);
    }

    pub fn push_null(&mut self, rowid: i64) {
        self.nulls.push(rowid);
    }

    pub fn nulls(&self) -> &[i64] {
        &self.nulls
    }
}

/// Sorted keys.
pub enum Sorted {
    /// Each with the number of its row in the lower bits, both less the smallest one.
    Packed { entries: Vec<u64>, row_bits: u32, key: u64, rowid: i64 },
    /// Each before the number of its row.
    Pairs(Vec<(u64, i64)>),
}

impl Sorted {
    pub fn len(&self) -> usize {
        match self {
            Sorted::Packed { entries, .. } => entries.len(),
            Sorted::Pairs(entries) => entries.len(),
        }
    }

    /// The key at an index and the number of its row.
    #[inline]
    pub fn get(&self, index: usize) -> (i64, i64) {
        let (key, rowid) = match self {
            Sorted::Packed { entries, row_bits, key, rowid } => {
                let entry = entries[index];
                let row = entry & ((1 << row_bits) - 1);
                (key + (entry >> row_bits), rowid.wrapping_add_unsigned(row))
            }
            Sorted::Pairs(entries) => entries[index],
        };
        ((key ^ 1 << 63) as i64, rowid)
    }
}

/// The keys of all chunks in order, those of one value in the order of their rows.
pub fn sorted(chunks: Vec<IntKeys>) -> Sorted {
    let keys = || chunks.iter().flat_map(|chunk| chunk.keys.iter().copied());
    let (least, most) = keys().fold((u64::MAX, 0), |(least, most), key| (least.min(key), most.max(key)));
    let rows = || chunks.iter().filter(|chunk| !chunk.rowids.is_empty());
    let ends = (
        rows().next().map_or(0, |chunk| chunk.rowids[0]),
        rows().next_back().map_or(0, |chunk| chunk.rowids[chunk.rowids.len() - 1]),
    );
    let bits = |range: u64| 64 - range.leading_zeros();
    let key_bits = bits(most.saturating_sub(least));
    let row_bits = bits(ends.1.wrapping_sub(ends.0) as u64);
    let count = chunks.iter().map(|chunk| chunk.keys.len()).sum();
    if key_bits + row_bits < 64 {
        let mut entries: Vec<u64> = Vec::with_capacity(count);
        for chunk in chunks {
            let entry =
                |(key, rowid): (&u64, &i64)| (key - least) << row_bits | rowid.wrapping_sub(ends.0) as u64;
            entries.extend(chunk.keys.iter().zip(&chunk.rowids).map(entry));
        }
        let entries = sorted_by(entries, key_bits, |entry| entry >> row_bits);
        return Sorted::Packed { entries, row_bits, key: least, rowid: ends.0 };
    }
    let mut entries: Vec<(u64, i64)> = Vec::with_capacity(count);
    for chunk in chunks {
        entries.extend(chunk.keys.iter().copied().zip(chunk.rowids.iter().copied()));
    }
    Sorted::Pairs(sorted_by(entries, key_bits, |(key, _)| key - least))
}

/// Sorts by a number of that many bits, from its lowest digit to its highest. Entries of the same number stay in their order.
fn sorted_by<T: Copy + Default>(mut entries: Vec<T>, bits: u32, number: impl Fn(T) -> u64) -> Vec<T> {
    let passes = bits.div_ceil(DIGIT_BITS);
    if passes == 0 {
        return entries;
    }
    let width = bits.div_ceil(passes);
    let digit = |entry: T, pass: u32| (number(entry) >> (pass * width)) as usize & ((1 << width) - 1);
    let mut other = vec![T::default(); entries.len()];
    for pass in 0..passes {
        let mut ends = vec![0usize; 1 << width];
        entries.iter().for_each(|&entry| ends[digit(entry, pass)] += 1);
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        for &entry in &entries {
            let at = &mut ends[digit(entry, pass)];
            other[*at] = entry;
            *at += 1;
        }
        std::mem::swap(&mut entries, &mut other);
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::{IntKeys, sorted};

    fn check(keys: &[i64], first: i64, step: i64) {
        let mut expected: Vec<(i64, i64)> =
            keys.iter().zip(0..).map(|(&key, row)| (key, first + row * step)).collect();
        let chunk = |pairs: &[(i64, i64)]| {
            let mut chunk = IntKeys::default();
            pairs.iter().for_each(|&(key, rowid)| chunk.push(key, rowid));
            chunk
        };
        let found = sorted(expected.chunks(7).map(chunk).collect());
        expected.sort();
        let found: Vec<(i64, i64)> = (0..found.len()).map(|index| found.get(index)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn keys_of_any_range_are_sorted() {
        check(&[], 1, 1);
        check(&[5, 5, 5], 1, 1);
        check(&[i64::MAX, i64::MIN, 0, -1, 1, i64::MAX, i64::MIN], -9, 1 << 40);
        fastrand::seed(7);
        for range in [1, 2, 1 << 11, 1 << 12, 1 << 40, i64::MAX] {
            let keys: Vec<i64> = (0..2000).map(|_| fastrand::i64(-range..range)).collect();
            check(&keys, 1, 1);
            check(&keys, i64::MIN, 1 << 50);
        }
    }
}
