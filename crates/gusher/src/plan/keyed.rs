//! The draws of columns that follow from others of their row: keyed by a value, or correlated.

use crate::generators::{fraction_of_normal, normal_of_fraction};
use crate::rng::{Key, Rows};
use crate::types::{Array, ColumnData, DataType, Dictionary, Field, Utf8};

/// For each row a number that is the same where the value is. All nulls are one value.
pub(super) fn value_numbers(field: &Field, column: &ColumnData, rows: usize) -> Vec<u64> {
    let mut hashes = vec![START; rows];
    hash(field, &column.values, &mut hashes);
    for (row, number) in hashes.iter_mut().enumerate() {
        *number = if column.validity.is_null(row) { START } else { finish(*number) };
    }
    hashes
}

/// FNV-1a, 64 bits.
const START: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01B3;

fn absorb(hash: &mut u64, bytes: &[u8]) {
    for byte in bytes {
        *hash = (*hash ^ u64::from(*byte)).wrapping_mul(PRIME);
    }
}

/// Spreads the effect of the last bytes over all bits.
fn finish(hash: u64) -> u64 {
    let x = (hash ^ (hash >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 32)
}

/// Absorbs the values of a column: the texts of dictionary entries, so that the same text is the same value in every table.
fn hash(field: &Field, values: &Array, hashes: &mut [u64]) {
    fn each<T>(hashes: &mut [u64], values: impl IntoIterator<Item = T>, absorb_one: impl Fn(&mut u64, T)) {
        hashes.iter_mut().zip(values).for_each(|(hash, value)| absorb_one(hash, value));
    }
    match values {
        Array::Indices(columns) => {
            let DataType::Utf8(Utf8::Composed(parts)) = &field.data_type else { return };
            for (part, column) in parts.iter().zip(columns) {
                let dictionary: &Dictionary = &part.dictionary;
                each(hashes, column, |hash, index| {
                    absorb(hash, dictionary.get(*index as usize).as_bytes());
                    absorb(hash, part.after.as_bytes());
                });
            }
        }
        Array::Ints(values) => each(hashes, values, |hash, value| absorb(hash, &value.to_le_bytes())),
        Array::Wides(values) => each(hashes, values, |hash, value| absorb(hash, &value.to_le_bytes())),
        Array::Floats(values) => {
            each(hashes, values, |hash, value| absorb(hash, &value.to_bits().to_le_bytes()));
        }
        Array::Dates(values) => each(hashes, values, |hash, value| absorb(hash, &value.to_le_bytes())),
        Array::Bools(values) => each(hashes, values, |hash, value| absorb(hash, &[u8::from(*value)])),
        Array::Ids(values) => each(hashes, values, |hash, value| absorb(hash, &value.to_le_bytes())),
        Array::Ipv4s(values) => each(hashes, values, |hash, value| absorb(hash, &value.to_le_bytes())),
        Array::FixedBytes(values) => each(hashes, values.raw().chunks_exact(values.width().max(1)), absorb),
        Array::Strings(values) => each(hashes, values.iter(), absorb),
        Array::Joined(parts) => {
            let DataType::Utf8(Utf8::Joined(fields)) = &field.data_type else { return };
            for ((field, after), values) in fields.iter().zip(parts) {
                hash(field, values, hashes);
                each(hashes, std::iter::repeat(after.as_bytes()), absorb);
            }
        }
        // The schema refuses lists and structs, and clean values are read.
        Array::List(_) | Array::Struct(_) | Array::Patched(_) => {}
    }
}

/// A Gaussian copula: the normal number of a row is a sum of those of independent columns.
#[derive(Debug, Clone)]
pub(super) struct With {
    /// The key of each column's first draw, and its factor.
    pub parts: Vec<(Key, f64)>,
}

impl With {
    /// The fraction of each row.
    pub fn fractions(&self, rows: Rows<'_>, bits: &mut [u64]) -> Vec<u64> {
        let mut sums = vec![0.0; rows.len()];
        for (key, factor) in &self.parts {
            key.draw(0).fill_bits(rows, bits);
            for (sum, x) in sums.iter_mut().zip(bits.iter()) {
                *sum += factor * normal_of_fraction(*x);
            }
        }
        sums.into_iter().map(fraction_of_normal).collect()
    }
}

#[cfg(test)]
#[path = "keyed_tests.rs"]
mod tests;
