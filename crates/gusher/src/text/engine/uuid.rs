//! UUIDs in their canonical form (RFC 9562, section 4): the digits and dashes of an entire batch at once, and what follows them.

use std::ops::Range;

use crate::rng::{Kernel, run};

/// How many words of 8 bytes an id and what follows it take.
pub(in crate::text) const WORDS: usize = 5;
/// How long an id is.
const LEN: usize = 36;
/// What may follow it in the last word.
const MAX_TAIL_LEN: usize = 8 * WORDS - LEN;

/// The texts of ids: the first eight bytes of each, the next eight and so on, the first of a word in its lowest byte.
#[derive(Debug, Default)]
pub(super) struct Texts([Vec<u64>; WORDS]);

/// The texts of ids, word by word, and how long each is.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Ids<'a> {
    words: [&'a [u64]; WORDS],
    len: usize,
}

impl Texts {
    /// Writes these ids, and the tail after each if it is short enough.
    pub fn fill(&mut self, ids: &[u128], tail: &[u8]) -> Ids<'_> {
        let (mut last, mut len) = ([0; 8], LEN);
        if Ids::takes(tail) {
            last[8 - MAX_TAIL_LEN..][..tail.len()].copy_from_slice(tail);
            len += tail.len();
        }
        for words in &mut self.0 {
            words.resize(ids.len(), 0);
        }
        let [a, b, c, d, e] = &mut self.0;
        run(Canonical { ids, tail: u64::from_le_bytes(last), words: [a, b, c, d, e] });
        Ids { words: self.0.each_ref().map(Vec::as_slice), len }
    }
}

impl<'a> Ids<'a> {
    /// Whether a tail is in the texts already.
    pub fn takes(tail: &[u8]) -> bool {
        tail.len() <= MAX_TAIL_LEN
    }

    /// The texts of some rows.
    pub fn iter(self, rows: Range<usize>) -> impl Iterator<Item = [u64; WORDS]> + 'a {
        let [a, b, c, d, e] = self.words.map(|words| &words[rows.clone()]);
        a.iter().zip(b).zip(c).zip(d).zip(e).map(|((((a, b), c), d), e)| [*a, *b, *c, *d, *e])
    }

    /// The text of a row.
    #[inline(always)]
    pub fn get(&self, row: usize) -> [u64; WORDS] {
        self.words.map(|words| words[row])
    }

    /// Writes a text, and says how long it is.
    #[inline(always)]
    pub fn put(&self, words: [u64; WORDS], out: &mut [u8; 8 * WORDS]) -> usize {
        for (chunk, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
            *chunk = word.to_le_bytes();
        }
        self.len
    }
}

struct Canonical<'a> {
    ids: &'a [u128],
    /// What follows each in its last word.
    tail: u64,
    words: [&'a mut [u64]; WORDS],
}

impl Kernel for Canonical<'_> {
    #[inline(always)]
    fn run(self) {
        let (dash, lower) = (u64::from(b'-'), 0xFFFF_FFFF);
        let [first, second, third, fourth, fifth] = self.words;
        let words = first.iter_mut().zip(second).zip(third).zip(fourth).zip(fifth);
        for (((((first, second), third), fourth), fifth), id) in words.zip(self.ids) {
            let (upper, below) = (((id >> 64) as u64).swap_bytes(), (*id as u64).swap_bytes());
            let (a, b) = (hex(upper & lower), hex(upper >> 32));
            let (c, d) = (hex(below & lower), hex(below >> 32));
            *first = a;
            *second = dash | (b & lower) << 8 | dash << 40 | (b >> 32) << 48;
            *third = b >> 48 | dash << 16 | (c & lower) << 24 | dash << 56;
            *fourth = c >> 32 | d << 32;
            *fifth = d >> 32 | self.tail;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Ids, Texts};
    use crate::text::engine::digits::put_uuid;

    proptest! {
        #[test]
        fn ids_agree_with_those_that_are_written_alone(ids in prop::collection::vec(any::<u128>(), 0..40), tail in "[,;]{0,6}") {
            let mut texts = Texts([vec![1; 3], vec![], vec![1], vec![], vec![7; 50]]);
            let found = texts.fill(&ids, tail.as_bytes());
            prop_assert!(found.words.iter().all(|words| words.len() == ids.len()));
            let after = if Ids::takes(tail.as_bytes()) { &tail } else { "" };
            for ((row, id), words) in ids.iter().enumerate().zip(found.iter(0..ids.len())) {
                let (mut text, mut alone) = ([0; 40], [0; 36]);
                let len = found.put(words, &mut text);
                put_uuid::<false>(*id, &mut alone);
                let alone = format!("{}{after}", std::str::from_utf8(&alone).unwrap());
                prop_assert_eq!((&text[..len], words), (alone.as_bytes(), found.get(row)));
            }
        }
    }
}
