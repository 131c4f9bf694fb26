//! Bloom filters: for each value of a chunk eight bits of one block, by which a reader sees that a value is not there.
//! <https://parquet.apache.org/docs/file-format/bloomfilter/>

use gusher::types::half_bits;

use super::column::{Column, Form};
use super::entry_hashes::EntryHashes;
use super::physical::Physical;
use super::values::{Values, View};
use super::xxhash::xxh64;
use crate::bits::{varint, zigzag};

/// How many bytes a block has.
const BLOCK: usize = 32;
/// The largest filter that readers take.
const MAX_BYTES: usize = 128 << 20;
/// Bits for each different value, by which one of 100 values that are not there seems to be: from the format's description.
const BITS: f64 = 10.5;
/// An odd number for each word of a block, from the format's description.
const SALT: [u32; 8] =
    [0x47B6_137B, 0x4497_4D91, 0x8824_AD5B, 0xA2B7_289D, 0x7054_95C7, 0x2DF1_424B, 0x9EFC_4947, 0x5C6B_FB31];

/// The hashes of all entries of a column's own dictionary; of a column without one, nothing.
pub(super) fn entry_hashes(column: &Column) -> EntryHashes {
    EntryHashes(match &column.form {
        Form::Dictionary { dictionary, .. } => {
            dictionary.dictionary().iter().map(|text| xxh64(text.as_bytes())).collect()
        }
        Form::Range { least, page } => {
            let factor = column.kind.factor();
            let numbers = (*least..).take(page.entries).map(|number| number * factor);
            let mut bytes = Vec::new();
            numbers.filter_map(|number| Some(number_hash(column.physical?, number, &mut bytes))).collect()
        }
        Form::Texts { .. } | Form::Values => Vec::new(),
    })
}

/// Collects the hashes of the different values of a chunk.
#[derive(Debug, Default)]
pub(super) struct BloomHashes {
    hashes: Vec<u64>,
    /// How many of them are sorted and different.
    distinct: usize,
    /// The entries that a page has, by their indices.
    used: Vec<bool>,
    bytes: Vec<u8>,
}

/// So many hashes are not worth sorting before the end.
const MIN_SORTED: usize = 1 << 12;

impl BloomHashes {
    /// Begins a chunk.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.distinct = 0;
    }

    /// Adds the values of a page. The memory is that of the different values, twice.
    pub fn add(&mut self, column: &Column, entries: &EntryHashes, values: &Values) {
        match (&column.form, values.view(column)) {
            (Form::Dictionary { .. } | Form::Range { .. }, _) => self.add_entries(entries, &values.indices),
            (_, View::Ints(ints)) => {
                let Some(physical) = column.physical else { return };
                let bytes = &mut self.bytes;
                self.hashes.extend(ints.iter().map(|&number| number_hash(physical, number, bytes)));
            }
            (_, View::Floats(floats)) => {
                let width = column.physical.map_or(8, Physical::bytes);
                for &float in floats {
                    self.hashes.push(float_hash(float, width));
                    // A reader that looks for the one takes the other too.
                    if float == 0.0 {
                        self.hashes.push(float_hash(-float, width));
                    }
                }
            }
            (_, view @ (View::Fixed(..) | View::Texts { .. })) => {
                self.hashes.extend((0..view.len()).map(|at| xxh64(view.bytes_at(at))));
            }
        }
        if self.hashes.len() >= (2 * self.distinct).max(MIN_SORTED) {
            self.sort();
        }
    }

    fn add_entries(&mut self, entries: &EntryHashes, indices: &[u32]) {
        self.used.clear();
        self.used.resize(entries.0.len(), false);
        indices.iter().for_each(|&index| self.used[index as usize] = true);
        let used = self.used.iter().zip(&entries.0).filter(|(used, _)| **used);
        self.hashes.extend(used.map(|(_, hash)| hash));
    }

    fn sort(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.distinct = self.hashes.len();
    }

    /// Appends the filter of the chunk with its header, and gives how many bytes these are.
    pub fn write(&mut self, out: &mut Vec<u8>) -> usize {
        self.sort();
        let (start, len) = (out.len(), bytes_for(self.hashes.len()));
        header(len, out);
        let filter = out.len();
        out.resize(filter + len, 0);
        let blocks = out[filter..].as_chunks_mut::<BLOCK>().0;
        self.hashes.iter().for_each(|&hash| insert(hash, blocks));
        out.len() - start
    }
}

/// The filter of values, by their plain bytes.
pub(crate) fn bloom_filter<'v>(values: impl Iterator<Item = &'v [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    BloomHashes { hashes: values.map(xxh64).collect(), ..BloomHashes::default() }.write(&mut out);
    out
}

/// The hash of a number as it is written plainly.
fn number_hash(physical: Physical, number: i64, bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    physical.put(number, bytes);
    xxh64(bytes)
}

fn float_hash(float: f64, width: usize) -> u64 {
    match width {
        2 => xxh64(&half_bits(float).to_le_bytes()),
        4 => xxh64(&(float as f32).to_le_bytes()),
        _ => xxh64(&float.to_le_bytes()),
    }
}

/// How many bytes the filter of this many different values has: a power of two, as readers want it, of which no more values than the
/// share seem to be there that are not.
fn bytes_for(distinct: usize) -> usize {
    ((BITS * distinct as f64 / 8.0).ceil() as usize).next_power_of_two().clamp(BLOCK, MAX_BYTES)
}

/// Sets the bits of a hash: its upper half says in which block, its lower one at which bit of each word.
fn insert(hash: u64, blocks: &mut [[u8; BLOCK]]) {
    let at = ((hash >> 32) * blocks.len() as u64) >> 32;
    let block = &mut blocks[at as usize];
    for (word, salt) in block.as_chunks_mut::<4>().0.iter_mut().zip(SALT) {
        let bit = (hash as u32).wrapping_mul(salt) >> 27;
        *word = (u32::from_le_bytes(*word) | 1 << bit).to_le_bytes();
    }
}

/// Appends the header of a filter of this many bytes, in Thrift's compact protocol: the number, and three unions of structs without
/// fields, which say that it is split into blocks, by XXH64, and not compressed.
fn header(len: usize, out: &mut Vec<u8>) {
    const NEXT_I32: u8 = 0x15;
    const NEXT_STRUCT: u8 = 0x1C;
    out.push(NEXT_I32);
    varint(zigzag(len as i64), out);
    for _ in 0..3 {
        out.extend([NEXT_STRUCT, NEXT_STRUCT, 0, 0]);
    }
    out.push(0);
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, SALT, bytes_for, insert};
    use crate::parquet::xxhash::xxh64;

    fn has(hash: u64, blocks: &[[u8; BLOCK]]) -> bool {
        let block = &blocks[(((hash >> 32) * blocks.len() as u64) >> 32) as usize];
        SALT.iter().enumerate().all(|(word, salt)| {
            let bit = (hash as u32).wrapping_mul(*salt) >> 27;
            block[4 * word + bit as usize / 8] >> (bit % 8) & 1 == 1
        })
    }

    #[test]
    fn few_values_seem_to_be_there_that_are_not() {
        for count in [1u64, 24, 1000, 3_120, 49_900] {
            let mut blocks = vec![[0; BLOCK]; bytes_for(count as usize) / BLOCK];
            (0..count).for_each(|n| insert(xxh64(&n.to_le_bytes()), &mut blocks));
            assert!((0..count).all(|n| has(xxh64(&n.to_le_bytes()), &blocks)));
            let others = count..count + 20_000;
            let found = others.filter(|n| has(xxh64(&n.to_le_bytes()), &blocks)).count();
            assert!(found <= 250, "{found} of {count}");
        }
    }

    #[test]
    fn filters_are_powers_of_two() {
        let sizes = [0, 1, 24, 25, 1000, 99_000, usize::MAX >> 8].map(bytes_for);
        assert_eq!(sizes, [32, 32, 32, 64, 2048, 131_072, 128 << 20]);
    }
}
