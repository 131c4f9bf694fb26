//! Addresses of crypto currencies, of networks for tests where there are any: `crypto.bitcoin`, `crypto.ethereum`.

use std::sync::Arc;

use crate::catalogue::bytes::random_bytes::digits;
use crate::generators::{Generate, GeneratorSpec, MAX_VALUES, affixed};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "crypto.bitcoin",
        "an address of Bitcoin's network for tests (BIP 173) with its right check characters",
        |_| Ok(Arc::new(Bitcoin::new())),
    ),
    GeneratorSpec::new(
        "crypto.ethereum",
        "an address of Ethereum: 0x and 40 hexadecimal digits, which all its networks share",
        |_| Ok(affixed(digits(40), "0x", "")),
    ),
];

/// The characters of bech32, by five bits each.
const CHARACTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// The network for tests, what parts it from the rest, and version 0 of programs.
const START: &[u8; 4] = b"tb1q";
/// The characters of 20 bytes, the digest of a key.
const KEY: usize = 32;
const CHECK: usize = 6;
const LENGTH: usize = START.len() + KEY + CHECK;
/// How many characters the bits of one draw give.
const A_DRAW: usize = 12;

/// Addresses of the form that pays to the digest of a key.
#[derive(Debug)]
struct Bitcoin {
    /// The check of a key of zeros.
    zero: u32,
    /// What each value of each character of the key changes in it: the check is linear.
    changes: Vec<[u32; 32]>,
}

/// The check of values of five bits (BIP 173): the remainder of a polynomial.
fn polymod(values: impl IntoIterator<Item = u8>) -> u32 {
    const GENERATOR: [u32; 5] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3];
    values.into_iter().fold(1, |check: u32, value| {
        let top = check >> 25;
        let shifted = (check & 0x01FF_FFFF) << 5 ^ u32::from(value);
        let bits = GENERATOR.iter().enumerate().filter(|(bit, _)| top >> bit & 1 == 1);
        bits.fold(shifted, |check, (_, generator)| check ^ generator)
    })
}

/// The check of an address with this key.
fn check(key: &[u8]) -> u32 {
    // The letters of "tb" in two parts, the version, the key, and space for the check itself.
    let start = [b't' >> 5, b'b' >> 5, 0, b't' & 31, b'b' & 31, 0];
    polymod(start.into_iter().chain(key.iter().copied()).chain([0; CHECK])) ^ 1
}

impl Bitcoin {
    fn new() -> Bitcoin {
        let zero = check(&[0; KEY]);
        let change = |index: usize, value: u8| {
            let mut key = [0; KEY];
            key[index] = value;
            check(&key) ^ zero
        };
        let changes = (0..KEY).map(|index| std::array::from_fn(|value| change(index, value as u8))).collect();
        Bitcoin { zero, changes }
    }
}

impl Generate for Bitcoin {
    fn field(&self) -> Field {
        Field::free(LENGTH, LENGTH, true)
    }

    fn cardinality(&self) -> u64 {
        (1 << (5 * A_DRAW)).min(MAX_VALUES)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let buffer = values.strings().lay(draws.len(), LENGTH);
        for text in buffer.chunks_exact_mut(LENGTH) {
            text[..START.len()].copy_from_slice(START);
            // The check is kept in the text, as the bytes of a number, until it is complete.
            text[LENGTH - 4..].copy_from_slice(&self.zero.to_le_bytes());
        }
        for (draw, indices) in self.changes.chunks(A_DRAW).enumerate() {
            for (text, x) in buffer.chunks_exact_mut(LENGTH).zip(draws.load(draw as u64)) {
                let mut bits = *x;
                let (key, end) = text.split_at_mut(LENGTH - 4);
                let mut sum = u32::from_le_bytes([end[0], end[1], end[2], end[3]]);
                for (c, changes) in key[START.len() + draw * A_DRAW..].iter_mut().zip(indices) {
                    let value = (bits >> 59) as usize;
                    bits <<= 5;
                    *c = CHARACTERS[value];
                    sum ^= changes[value];
                }
                end.copy_from_slice(&sum.to_le_bytes());
            }
        }
        for text in buffer.chunks_exact_mut(LENGTH) {
            let end = &mut text[LENGTH - CHECK..];
            let sum = u32::from_le_bytes([end[2], end[3], end[4], end[5]]);
            for (index, c) in end.iter_mut().enumerate() {
                *c = CHARACTERS[(sum >> (5 * (CHECK - 1 - index)) & 31) as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHARACTERS, KEY, check, polymod};
    use crate::catalogue::tests::values;

    /// The values of the characters after "tb1".
    fn of(address: &str) -> Vec<u8> {
        let value = |c: u8| CHARACTERS.iter().position(|&own| own == c).unwrap() as u8;
        address[3..].bytes().map(value).collect()
    }

    fn holds(address: &str) -> bool {
        let start = [b't' >> 5, b'b' >> 5, 0, b't' & 31, b'b' & 31];
        polymod(start.into_iter().chain(of(address))) == 1
    }

    /// The example of BIP 173.
    #[test]
    fn the_check_is_that_of_the_standard() {
        let example = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
        assert!(holds(example));
        let values = of(example);
        let expected = values[1 + KEY..].iter().fold(0, |sum, &value| sum << 5 | u32::from(value));
        assert_eq!(check(&values[1..=KEY]), expected);
    }

    #[test]
    fn addresses_hold() {
        for address in values("crypto.bitcoin", 3, 0..2000) {
            assert!(address.len() == 42 && holds(&address), "{address}");
        }
    }
}
