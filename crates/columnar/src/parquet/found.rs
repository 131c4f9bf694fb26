//! A dictionary of the values that come: of a column whose values are not known in advance.

use std::ops::Range;

use gusher::types::{FloatWidth, half_bits};

use super::column::Column;
use super::physical::Physical;
use super::values::View;

/// How many values show whether some come more than once.
const SAMPLE: usize = 1024;
/// An odd number whose bits look random: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The different values of a chunk, and the index of each value.
#[derive(Debug, Default)]
pub(super) struct FoundDictionary {
    /// By hash: the number of an entry, or 0 where there is none. A power of two, at most half of them used.
    table: Vec<u32>,
    /// The entries, if they are numbers: their bits.
    numbers: Vec<u64>,
    /// The entries otherwise, one after the other, and where each ends.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// The entry of each value.
    pub indices: Vec<u32>,
}

impl FoundDictionary {
    pub fn clear(&mut self) {
        self.table.clear();
        self.numbers.clear();
        self.bytes.clear();
        self.ends.clear();
        self.indices.clear();
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.numbers.len() + self.ends.len()
    }

    /// How many bytes the entries have as they are written.
    pub fn plain_bytes(&self, column: &Column) -> usize {
        let gap = if is_text(column) { 4 * self.ends.len() } else { 0 };
        let width = column.physical.map_or(8, Physical::bytes);
        self.numbers.len() * width + self.bytes.len() + gap
    }

    /// Adds the values of this range. False where there would be too many entries: then these values are not added,
    /// and no others can be.
    pub fn add(&mut self, column: &Column, view: View<'_>, range: Range<usize>, max_bytes: usize) -> bool {
        let (values, numbers, ends) = (self.indices.len(), self.numbers.len(), self.ends.len());
        let fits = match view {
            View::Ints(ints) => {
                let max = max_bytes / column.physical.map_or(8, Physical::bytes);
                self.add_numbers(ints[range].iter().map(|&n| n as u64), max)
            }
            View::Floats(floats) => {
                let max = max_bytes / column.physical.map_or(8, Physical::bytes);
                let width = float_width(column);
                let bits = |f: &f64| match width {
                    FloatWidth::Half => half_bits(*f).into(),
                    FloatWidth::Single => (*f as f32).to_bits().into(),
                    FloatWidth::Double => f.to_bits(),
                };
                self.add_numbers(floats[range].iter().map(bits), max)
            }
            View::Fixed(..) | View::Texts { .. } => {
                let gap = if is_text(column) { 4 } else { 0 };
                range.into_iter().all(|at| self.add_bytes(view.bytes_at(at), gap, max_bytes))
            }
        };
        if !fits {
            self.indices.truncate(values);
            self.numbers.truncate(numbers);
            self.ends.truncate(ends);
            self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
        }
        fits
    }

    fn add_numbers(&mut self, numbers: impl Iterator<Item = u64>, max: usize) -> bool {
        for number in numbers {
            if 2 * self.numbers.len() >= self.table.len() {
                self.grow();
            }
            let mut at = slot(number.wrapping_mul(GOLDEN), self.table.len());
            let index = loop {
                match self.table[at] {
                    0 if self.numbers.len() == max => return false,
                    0 => {
                        self.numbers.push(number);
                        self.table[at] = self.numbers.len() as u32;
                        break self.numbers.len() - 1;
                    }
                    entry if self.numbers[entry as usize - 1] == number => break entry as usize - 1,
                    _ => at = (at + 1) & (self.table.len() - 1),
                }
            };
            self.indices.push(index as u32);
        }
        true
    }

    fn add_bytes(&mut self, value: &[u8], gap: usize, max_bytes: usize) -> bool {
        if 2 * self.ends.len() >= self.table.len() {
            self.grow();
        }
        let mut at = slot(hash(value), self.table.len());
        let index = loop {
            match self.table[at] {
                0 => {
                    let bytes = self.bytes.len() + value.len() + gap * (self.ends.len() + 1);
                    if bytes > max_bytes {
                        return false;
                    }
                    self.bytes.extend_from_slice(value);
                    self.ends.push(self.bytes.len());
                    self.table[at] = self.ends.len() as u32;
                    break self.ends.len() - 1;
                }
                entry if self.entry(entry as usize - 1) == value => break entry as usize - 1,
                _ => at = (at + 1) & (self.table.len() - 1),
            }
        };
        self.indices.push(index as u32);
        true
    }

    /// The bytes of an entry that is no number.
    fn entry(&self, entry: usize) -> &[u8] {
        let start = if entry == 0 { 0 } else { self.ends[entry - 1] };
        &self.bytes[start..self.ends[entry]]
    }

    /// Makes the table twice as large.
    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(1 << 11);
        self.table.clear();
        self.table.resize(size, 0);
        for entry in 0..self.len() {
            let hash = match self.numbers.get(entry) {
                Some(number) => number.wrapping_mul(GOLDEN),
                None => hash(self.entry(entry)),
            };
            let mut at = slot(hash, size);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = entry as u32 + 1;
        }
    }

    /// Appends the entries in order, as they are written, and gives the position of each. In order, they are shorter when they are compressed.
    pub fn put_sorted(&self, column: &Column, out: &mut Vec<u8>) -> Vec<u32> {
        let mut sorted: Vec<u32> = (0..self.len() as u32).collect();
        if self.numbers.is_empty() {
            sorted.sort_unstable_by_key(|&entry| self.entry(entry as usize));
            for &entry in &sorted {
                let bytes = self.entry(entry as usize);
                if is_text(column) {
                    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                }
                out.extend_from_slice(bytes);
            }
        } else {
            let key = sort_key(column);
            let mut keyed: Vec<(u64, u32)> =
                self.numbers.iter().zip(0..).map(|(&number, entry)| (key(number), entry)).collect();
            keyed.sort_unstable();
            sorted.clear();
            sorted.extend(keyed.iter().map(|(_, entry)| entry));
            self.put_numbers(column, &sorted, out);
        }
        let mut ranks = vec![0; sorted.len()];
        for (rank, &entry) in sorted.iter().enumerate() {
            ranks[entry as usize] = rank as u32;
        }
        ranks
    }

    fn put_numbers(&self, column: &Column, sorted: &[u32], out: &mut Vec<u8>) {
        let numbers = sorted.iter().map(|&entry| self.numbers[entry as usize]);
        match column.physical {
            Some(Physical::Float { .. }) if !column.has_int_values => {
                let width = column.physical.map_or(8, Physical::bytes);
                numbers.for_each(|bits| out.extend_from_slice(&bits.to_le_bytes()[..width]));
            }
            Some(physical) => physical.put_all(&numbers.map(|n| n as i64).collect::<Vec<i64>>(), out),
            None => {}
        }
    }
}

impl<'v> View<'v> {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            View::Ints(ints) => ints.len(),
            View::Floats(floats) => floats.len(),
            View::Fixed(_, 0) => 0,
            View::Fixed(bytes, width) => bytes.len() / width,
            View::Texts { ends, .. } => ends.len(),
        }
    }

    /// The bytes of a value that is no number.
    pub fn bytes_at(&self, at: usize) -> &'v [u8] {
        match *self {
            View::Fixed(bytes, width) => &bytes[at * width..(at + 1) * width],
            View::Texts { bytes, ends, gap } => {
                let start = if at == 0 { gap } else { ends[at - 1] };
                &bytes[start..ends[at] - gap]
            }
            View::Ints(_) | View::Floats(_) => &[],
        }
    }

    /// About how many bytes an entry has as it is written.
    fn mean_bytes(&self, column: &Column) -> usize {
        match self {
            View::Ints(_) | View::Floats(_) => column.physical.map_or(8, Physical::bytes),
            View::Fixed(_, width) => *width,
            View::Texts { ends, .. } => ends.last().map_or(0, |end| end / ends.len()),
        }
    }

    /// Whether enough of the first values come more than once that a dictionary of `all` values may be worth it, which has `max_bytes`
    /// at most.
    pub fn repeats(&self, column: &Column, all: u64, max_bytes: usize) -> bool {
        let count = self.len().min(SAMPLE);
        let hashes = |at: usize| match self {
            View::Ints(ints) => (ints[at] as u64).wrapping_mul(GOLDEN),
            View::Floats(floats) => floats[at].to_bits().wrapping_mul(GOLDEN),
            View::Fixed(..) | View::Texts { .. } => hash(self.bytes_at(at)),
        };
        if let View::Ints(ints) = self
            && ints[..count].is_sorted_by(|a, b| a < b)
        {
            return false;
        }
        let mut seen = [0u64; 2 * SAMPLE];
        let mut again = 0;
        for hash in (0..count).map(hashes) {
            // Two values of one hash are as good as equal here.
            let mut at = slot(hash, seen.len());
            while seen[at] != 0 && seen[at] != hash | 1 {
                at = (at + 1) & (seen.len() - 1);
            }
            again += u64::from(seen[at] != 0);
            seen[at] = hash | 1;
        }
        // Of n values by chance out of d, about n²/2d have come before. With d as large as a third of all values, little is gained.
        let (count, entries) = (count as u64, (max_bytes / self.mean_bytes(column).max(1)) as u64);
        again > 1 && again.saturating_mul(2).saturating_mul(entries.min(all / 3)) >= count * count
    }
}

/// Whether the bytes of the column have their length before them.
fn is_text(column: &Column) -> bool {
    matches!(column.form, super::column::Form::Texts { .. })
}

/// How wide the floating-point numbers of a column are.
fn float_width(column: &Column) -> FloatWidth {
    match column.physical {
        Some(Physical::Float { width, .. }) => width,
        _ => FloatWidth::Double,
    }
}

/// What makes numbers of the bits of a column's numbers that sort as those do.
fn sort_key(column: &Column) -> fn(u64) -> u64 {
    /// The bits of a floating-point number without a sign are in order; those of one with a sign in the opposite one.
    fn of_float(bits: u64) -> u64 {
        if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
    }
    match column.physical {
        Some(Physical::Float { width, .. }) if !column.has_int_values => match width {
            FloatWidth::Half => |bits| of_float(bits << 48),
            FloatWidth::Single => |bits| of_float(bits << 32),
            FloatWidth::Double => of_float,
        },
        _ if column.is_wide => |n| n,
        _ => |n| n ^ 1 << 63,
    }
}

/// Where a hash belongs in a table of this size, a power of two.
#[inline(always)]
fn slot(hash: u64, size: usize) -> usize {
    (hash >> (64 - size.trailing_zeros())) as usize
}

/// A hash of bytes, whose highest bits are the best.
fn hash(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(GOLDEN);
        product as u64 ^ (product >> 64) as u64
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash, u64::from_le_bytes(last)).wrapping_mul(GOLDEN)
}
