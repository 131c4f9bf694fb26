//! UUIDs in their canonical form (RFC 9562, section 4): the digits of a whole batch at once, then the dashes row by row.

use crate::rng::{Kernel, run};

/// The hexadecimal digits of ids: the first eight of each, the next eight and so on, the first of a word in its lowest byte.
#[derive(Debug, Default)]
pub(super) struct Digits([Vec<u64>; 4]);

impl Digits {
    /// The digits of these ids.
    pub fn fill(&mut self, ids: &[u128]) {
        for words in &mut self.0 {
            words.resize(ids.len(), 0);
        }
        let [a, b, c, d] = &mut self.0;
        run(HexDigits { ids, words: [a, b, c, d] });
    }

    /// Those of all ids, word by word.
    pub fn words(&self) -> [&[u64]; 4] {
        self.0.each_ref().map(Vec::as_slice)
    }
}

struct HexDigits<'a> {
    ids: &'a [u128],
    words: [&'a mut [u64]; 4],
}

impl Kernel for HexDigits<'_> {
    #[inline(always)]
    fn run(self) {
        let [a, b, c, d] = self.words;
        let words = a.iter_mut().zip(b).zip(c).zip(d);
        for ((((a, b), c), d), id) in words.zip(self.ids) {
            let (first, second) = (((id >> 64) as u64).swap_bytes(), (*id as u64).swap_bytes());
            (*a, *b) = (hex(first & 0xFFFF_FFFF), hex(first >> 32));
            (*c, *d) = (hex(second & 0xFFFF_FFFF), hex(second >> 32));
        }
    }
}

/// The eight digits of four bytes, of which the first is the lowest.
#[inline(always)]
fn hex(mut x: u64) -> u64 {
    // One digit a byte, spread by halves.
    x = (x | (x << 16)) & 0x0000_FFFF_0000_FFFF;
    x = (x | (x << 8)) & 0x00FF_00FF_00FF_00FF;
    x = ((x >> 4) & 0x000F_000F_000F_000F) | ((x & 0x000F_000F_000F_000F) << 8);
    // A byte above 9 gets the distance from '9' + 1 to 'a' on top: 39, by shifts, as vectors do not multiply this wide.
    let above_9 = ((x + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101;
    x + 0x3030_3030_3030_3030 + (above_9 << 5) + (above_9 << 3) - above_9
}

/// Writes an id by its digits, and says how long it is.
#[inline(always)]
pub(super) fn put([a, b, c, d]: [u64; 4], out: &mut [u8; 36]) -> usize {
    let (dash, lower) = (u64::from(b'-'), 0xFFFF_FFFF);
    let second = dash | (b & lower) << 8 | dash << 40 | (b >> 32) << 48;
    let third = b >> 48 | dash << 16 | (c & lower) << 24 | dash << 56;
    let fourth = c >> 32 | d << 32;
    for (place, word) in [a, second, third, fourth].into_iter().enumerate() {
        out[8 * place..8 * place + 8].copy_from_slice(&word.to_le_bytes());
    }
    out[32..].copy_from_slice(&((d >> 32) as u32).to_le_bytes());
    out.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Digits, put};
    use crate::encode::engine::digits::put_uuid;

    proptest! {
        #[test]
        fn ids_agree_with_those_that_are_written_alone(ids in prop::collection::vec(any::<u128>(), 0..40)) {
            let mut digits = Digits([vec![1; 3], vec![], vec![1], vec![]]);
            digits.fill(&ids);
            let words = digits.words();
            prop_assert!(words.iter().all(|words| words.len() == ids.len()));
            for (row, id) in ids.into_iter().enumerate() {
                let (mut text, mut alone) = ([0; 36], [0; 36]);
                let len = put(words.map(|words| words[row]), &mut text);
                prop_assert_eq!((len, text), (put_uuid::<false>(id, &mut alone), alone));
            }
        }
    }
}
