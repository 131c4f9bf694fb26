//! Hashes and numbers of values, by which they are counted.

use std::borrow::Cow;

use gusher::types::{Array, ColumnData};

/// 2^64 by the golden ratio, odd.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const SECOND_FACTOR: u64 = 0xBF58_476D_1CE4_E5B9;

/// A number whose bits all depend on those of `value`; different values have different ones.
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(FACTOR);
    let value = (value ^ (value >> 29)).wrapping_mul(SECOND_FACTOR);
    value ^ (value >> 32)
}

/// The value that [`mix`] makes `mixed` of, so that whoever keeps the hash of a number has the number.
pub(crate) fn unmix(mixed: u64) -> u64 {
    let value = (mixed ^ (mixed >> 32)).wrapping_mul(const { inverse(SECOND_FACTOR) });
    let value = (value ^ (value >> 29) ^ (value >> 58)).wrapping_mul(const { inverse(FACTOR) });
    value ^ (value >> 32)
}

/// The number by which an odd one has to be multiplied to make 1, by Newton's method: each step doubles the correct bits.
const fn inverse(odd: u64) -> u64 {
    // The first three bits of an odd number are its own inverse.
    let mut inverse = odd;
    while odd.wrapping_mul(inverse) != 1 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

fn mix_two(one: u64, two: u64) -> u64 {
    mix(one.rotate_left(23) ^ mix(two))
}

fn of_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix_two(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix_two(sum, u64::from_le_bytes(last))
}

/// The hashes of the first `len` values of an array; equal values have equal ones.
pub(crate) fn hashes(values: &Array, len: usize) -> Vec<u64> {
    match values {
        Array::Indices(parts) => {
            (0..len).map(|row| parts.iter().fold(0, |sum, part| mix_two(sum, u64::from(part[row])))).collect()
        }
        Array::Ints(ints) => ints[..len].iter().map(|&value| mix(value as u64)).collect(),
        Array::Wides(wides) => wides[..len].iter().map(|&n| mix_two((n >> 64) as u64, n as u64)).collect(),
        Array::Floats(floats) => floats[..len].iter().map(|&value| mix(key_of_float(value) as u64)).collect(),
        Array::Dates(days) => days[..len].iter().map(|&value| mix(value as u64)).collect(),
        Array::Bools(bools) => bools[..len].iter().map(|&value| mix(u64::from(value))).collect(),
        Array::Ids(ids) => ids[..len].iter().map(|&id| mix_two((id >> 64) as u64, id as u64)).collect(),
        Array::Ipv4s(addresses) => addresses[..len].iter().map(|&value| mix(u64::from(value))).collect(),
        Array::FixedBytes(bytes) => (0..len).map(|row| of_bytes(bytes.get(row))).collect(),
        Array::Strings(texts) => texts.iter().take(len).map(of_bytes).collect(),
        Array::Joined(parts) => joined(parts.iter().map(|part| hashes(part, len)), len),
        Array::Patched(patched) => {
            let mut hashes = hashes(patched.values(), len);
            patched.patches().for_each(|(row, text)| hashes[row] = of_bytes(text));
            hashes
        }
        Array::List(lists) => {
            let items = of_column(lists.items(), lists.offsets().last().map_or(0, |&end| end as usize));
            let ends = lists.offsets().windows(2).take(len);
            ends.map(|ends| {
                items[ends[0] as usize..ends[1] as usize].iter().fold(1, |sum, &item| mix_two(sum, item))
            })
            .collect()
        }
        Array::Struct(fields) => joined(fields.iter().map(|field| of_column(field, len)), len),
    }
}

/// The same for values that may be null.
fn of_column(column: &ColumnData, len: usize) -> Vec<u64> {
    let mut hashes = hashes(column.values(), len);
    if !column.validity().is_empty() {
        let nulls = hashes.iter_mut().enumerate().filter(|(row, _)| column.validity().is_null(*row));
        nulls.for_each(|(_, hash)| *hash = 0);
    }
    hashes
}

fn joined(parts: impl Iterator<Item = Vec<u64>>, len: usize) -> Vec<u64> {
    let mut sums = vec![0; len];
    for part in parts {
        for (sum, hash) in sums.iter_mut().zip(part) {
            *sum = mix_two(*sum, hash);
        }
    }
    sums
}

/// A number that is greater for a greater floating-point number: -0 is below 0, and NaN above all.
pub(crate) fn key_of_float(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// The floating-point number of such a key.
pub(crate) fn float_of_key(key: i64) -> f64 {
    f64::from_bits((key ^ ((key >> 63) as u64 >> 1) as i64) as u64)
}

/// What can be ordered and added, floating-point numbers only ordered: numbers and times as they are counted, and how long lists are.
pub(crate) fn numbers(values: &Array) -> Option<Cow<'_, [i64]>> {
    match values {
        Array::Ints(ints) => Some(ints.into()),
        Array::Wides(wides) => Some(wides.iter().map(|&value| key_of_float(value as f64)).collect()),
        Array::Floats(floats) => Some(floats.iter().map(|&value| key_of_float(value)).collect()),
        Array::Dates(days) => Some(days.iter().map(|&day| day.into()).collect()),
        Array::List(lists) => {
            Some(lists.offsets().windows(2).map(|ends| (ends[1] - ends[0]).into()).collect())
        }
        Array::Indices(_)
        | Array::Bools(_)
        | Array::Ids(_)
        | Array::Ipv4s(_)
        | Array::FixedBytes(_)
        | Array::Strings(_)
        | Array::Joined(_)
        | Array::Patched(_)
        | Array::Struct(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{float_of_key, key_of_float, mix, unmix};

    proptest! {
        #[test]
        fn keys_are_in_the_order_of_floating_point_numbers(a in any::<f64>(), b in any::<f64>()) {
            prop_assert_eq!(key_of_float(a).cmp(&key_of_float(b)), a.total_cmp(&b));
            prop_assert_eq!(float_of_key(key_of_float(a)).to_bits(), a.to_bits());
        }

        #[test]
        fn the_number_of_a_hash_is_known(value in any::<u64>()) {
            prop_assert_eq!(unmix(mix(value)), value);
            prop_assert_eq!(mix(unmix(value)), value);
        }
    }
}
