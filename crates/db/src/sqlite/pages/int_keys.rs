//! Keys of one integer: those of a chunk of rows sorted by their digits, and those of all chunks divided into parts of about the same
//! number, which threads sort at the same time.

use std::ops::Range;

use super::key::ordered;

/// Keys in the order of their rows, as they are collected.
#[derive(Debug, Default)]
pub struct IntKeys {
    keys: Vec<u64>,
    rowids: Vec<i64>,
    /// The rows without a key.
    nulls: Vec<i64>,
}

/// The most bits of a digit.
const DIGIT_BITS: u32 = 11;
/// One of this many entries of a chunk is looked at to divide all of them.
const SAMPLE: usize = 128;

/// A key, and the number of its row.
pub type Entry = (u64, i64);

impl IntKeys {
    #[inline]
    pub fn push(&mut self, key: i64, rowid: i64) {
        self.keys.push(ordered(key));
        self.rowids.push(rowid);
    }

    /// Adds a key for each row.
    pub fn extend(&mut self, keys: &[i64], rowids: &[i64]) {
        self.keys.extend(keys.iter().map(|&key| ordered(key)));
        self.rowids.extend_from_slice(rowids);
    }

    pub fn push_null(&mut self, rowid: i64) {
        self.nulls.push(rowid);
    }

    /// The keys in order, those of one value in the order of their rows. None are left.
    pub fn take_sorted(&mut self) -> IntRun {
        let run = IntRun { sorted: sorted(&self.keys, &self.rowids), nulls: std::mem::take(&mut self.nulls) };
        self.keys.clear();
        self.rowids.clear();
        run
    }
}

/// The keys of a chunk in order.
#[derive(Debug)]
pub struct IntRun {
    sorted: Sorted,
    pub nulls: Vec<i64>,
}

/// Sorted entries.
#[derive(Debug)]
enum Sorted {
    /// Each with the number of its row in the lower bits, both less the smallest one.
    Packed {
        entries: Vec<u64>,
        row_bits: u32,
        least: Entry,
    },
    Pairs(Vec<Entry>),
}

impl IntRun {
    pub fn len(&self) -> usize {
        match &self.sorted {
            Sorted::Packed { entries, .. } => entries.len(),
            Sorted::Pairs(entries) => entries.len(),
        }
    }

    #[inline]
    fn get(&self, index: usize) -> Entry {
        match &self.sorted {
            Sorted::Packed { entries, row_bits, least } => unpacked(entries[index], *row_bits, *least),
            Sorted::Pairs(entries) => entries[index],
        }
    }

    /// How many entries are before this one.
    fn before(&self, entry: Entry) -> usize {
        let (mut start, mut end) = (0, self.len());
        while start < end {
            let middle = start + (end - start) / 2;
            if self.get(middle) < entry { start = middle + 1 } else { end = middle }
        }
        start
    }

    fn append(&self, range: Range<usize>, out: &mut Vec<Entry>) {
        match &self.sorted {
            Sorted::Packed { entries, row_bits, least } => {
                out.extend(entries[range].iter().map(|&entry| unpacked(entry, *row_bits, *least)));
            }
            Sorted::Pairs(entries) => out.extend_from_slice(&entries[range]),
        }
    }
}

#[inline]
fn unpacked(entry: u64, row_bits: u32, (key, rowid): Entry) -> Entry {
    let row = entry & ((1 << row_bits) - 1);
    (key + (entry >> row_bits), rowid.wrapping_add_unsigned(row))
}

/// How many bits the numbers up to this one have.
fn bits(most: u64) -> u32 {
    64 - most.leading_zeros()
}

fn sorted(keys: &[u64], rowids: &[i64]) -> Sorted {
    let (least, most) =
        keys.iter().fold((u64::MAX, 0), |(least, most), &key| (least.min(key), most.max(key)));
    let (Some(&first), Some(&last)) = (rowids.first(), rowids.last()) else {
        return Sorted::Pairs(Vec::new());
    };
    let (key_bits, row_bits) = (bits(most - least), bits(last.wrapping_sub(first) as u64));
    let pairs = keys.iter().copied().zip(rowids.iter().copied());
    if key_bits + row_bits >= 64 {
        return Sorted::Pairs(by_digits(pairs.collect(), key_bits, |(key, _)| key - least));
    }
    let entry = |(key, rowid): Entry| (key - least) << row_bits | rowid.wrapping_sub(first) as u64;
    let entries = by_digits(pairs.map(entry).collect(), key_bits, |entry: u64| entry >> row_bits);
    Sorted::Packed { entries, row_bits, least: (least, first) }
}

/// Sorts by a number of that many bits, from its lowest digit to its highest. Entries of the same number stay in their order.
fn by_digits<T: Copy + Default>(mut entries: Vec<T>, bits: u32, number: impl Fn(T) -> u64) -> Vec<T> {
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

/// The entries of all chunks, in parts that follow each other.
#[derive(Debug)]
pub struct IntParts<'r> {
    runs: &'r [IntRun],
    /// For each part and the end: where it begins in each run.
    starts: Vec<Vec<usize>>,
}

impl<'r> IntParts<'r> {
    /// Divides the entries into parts of about this number, each of at least two. Those of one key are in one part if they must differ.
    pub fn of(runs: &'r [IntRun], about: usize, is_unique: bool) -> IntParts<'r> {
        let mut samples: Vec<Entry> =
            runs.iter().flat_map(|run| (0..run.len()).step_by(SAMPLE).map(|index| run.get(index))).collect();
        samples.sort_unstable();
        let all: Vec<usize> = runs.iter().map(IntRun::len).collect();
        let mut starts = vec![vec![0; runs.len()]];
        let (mut last, count) = (0, all.iter().sum::<usize>());
        for &(key, rowid) in samples.iter().step_by((about / SAMPLE).max(1)).skip(1) {
            let bound = (key, if is_unique { i64::MIN } else { rowid });
            let start: Vec<usize> = runs.iter().map(|run| run.before(bound)).collect();
            let before = start.iter().sum();
            if before >= last + 2 && count >= before + 2 {
                starts.push(start);
                last = before;
            }
        }
        if count > 0 {
            starts.push(all);
        }
        IntParts { runs, starts }
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The entries of a part in order.
    pub fn sorted(&self, part: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (run, (&start, &end)) in
            self.runs.iter().zip(self.starts[part].iter().zip(&self.starts[part + 1]))
        {
            run.append(start..end, &mut entries);
        }
        let keys = || entries.iter().map(|(key, _)| *key);
        let (least, most) = keys().fold((u64::MAX, 0), |(least, most), key| (least.min(key), most.max(key)));
        by_digits(entries, bits(most.saturating_sub(least)), |(key, _)| key - least)
    }
}

/// A key as the index has it.
#[inline]
pub fn int_of(key: u64) -> i64 {
    (key ^ 1 << 63) as i64
}

#[cfg(test)]
mod tests {
    use super::{IntKeys, IntParts, IntRun, int_of};

    fn check(keys: &[i64], first: i64, step: i64) {
        let mut expected: Vec<(i64, i64)> =
            keys.iter().zip(0..).map(|(&key, row)| (key, first + row * step)).collect();
        for chunk_rows in [7, 300] {
            let chunk = |pairs: &[(i64, i64)]| {
                let mut chunk = IntKeys::default();
                pairs.iter().for_each(|&(key, rowid)| chunk.push(key, rowid));
                chunk.take_sorted()
            };
            expected.sort_by_key(|(_, rowid)| *rowid);
            let runs: Vec<IntRun> = expected.chunks(chunk_rows).map(chunk).collect();
            expected.sort();
            for (about, is_unique) in [(1, false), (1, true), (256, false), (1 << 20, true)] {
                let parts = IntParts::of(&runs, about, is_unique);
                let sorted: Vec<_> = (0..parts.len()).map(|part| parts.sorted(part)).collect();
                assert!(sorted.len() == 1 || sorted.iter().all(|part| part.len() > 1));
                let found: Vec<(i64, i64)> =
                    sorted.iter().flatten().map(|&(key, rowid)| (int_of(key), rowid)).collect();
                assert_eq!(found, expected);
                let are_apart = sorted.windows(2).all(|pair| pair[0].last().unwrap().0 < pair[1][0].0);
                assert!(are_apart || !is_unique);
            }
        }
    }

    #[test]
    fn keys_of_any_range_are_sorted() {
        check(&[], 1, 1);
        check(&[5], 1, 1);
        check(&[5, 5, 5], 1, 1);
        check(&[i64::MAX, i64::MIN, 0, -1, 1, i64::MAX, i64::MIN], -9, 1 << 40);
        fastrand::seed(7);
        for range in [1, 2, 1 << 11, 1 << 12, 1 << 40, i64::MAX] {
            let keys: Vec<i64> = (0..2000).map(|_| fastrand::i64(-range..range)).collect();
            check(&keys, 1, 1);
            check(&keys, i64::MIN, 1 << 50);
        }
    }

    #[test]
    fn all_entries_are_divided_evenly() {
        fastrand::seed(7);
        for range in [1, 10, i64::MAX] {
            let run = |chunk: i64| {
                let mut keys = IntKeys::default();
                (0..10_000).for_each(|row| keys.push(fastrand::i64(0..range), chunk * 10_000 + row));
                keys.take_sorted()
            };
            let runs: Vec<IntRun> = (0..20).map(run).collect();
            let parts = IntParts::of(&runs, 1 << 13, false);
            let lens: Vec<usize> = (0..parts.len()).map(|part| parts.sorted(part).len()).collect();
            assert!(lens.iter().rev().skip(1).all(|len| (4000..14_000).contains(len)), "{lens:?}");
        }
    }
}
