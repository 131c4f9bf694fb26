//! The numbers of texts that were seen before, in an open table, by a hash of eight bytes at a time.
//!
//! The texts themselves are elsewhere, so that a table of millions of texts takes 12 to 24 bytes for each.

/// Numbers of texts by their hash.
#[derive(Debug, Default)]
pub(crate) struct TextIndex {
    /// The upper half of a hash over the number and one; 0 where there is nothing. A power of two of them, or none.
    slots: Vec<u64>,
    len: usize,
}

impl TextIndex {
    /// The number of `text`; `next` where it is new, which must be below 2^32 - 1. `is` checks whether the text of a
    /// number is this one.
    pub fn number(&mut self, text: &[u8], next: u32, is: impl Fn(u32) -> bool) -> u32 {
        if 3 * self.slots.len() <= 4 * self.len {
            self.grow();
        }
        let hash = hash(text);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            match self.slots[at] {
                0 => break,
                slot if slot >> 32 == hash >> 32 && is(slot as u32 - 1) => return slot as u32 - 1,
                _ => at = (at + 1) & mask,
            }
        }
        self.slots[at] = (hash >> 32 << 32) | u64::from(next + 1);
        self.len += 1;
        next
    }

    /// Doubles the table. The half of a hash that a slot keeps selects its new slot.
    fn grow(&mut self) {
        let len = (2 * self.slots.len()).max(16);
        let slots = std::mem::replace(&mut self.slots, vec![0; len]);
        for slot in slots.into_iter().filter(|&slot| slot != 0) {
            let mut at = (slot >> 32) as usize & (len - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// A hash of the bytes whose upper half is well mixed.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    /// 2^64 by the golden ratio, odd.
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |sum: u64, chunk: u64| {
        let product = u128::from(sum ^ chunk) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (chunks, rest) = bytes.as_chunks::<8>();
    let sum = chunks.iter().fold(!(bytes.len() as u64), |sum, chunk| mix(sum, u64::from_le_bytes(*chunk)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(sum, u64::from_le_bytes(last)), FACTOR)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::{TextIndex, hash};

    proptest! {
        #[test]
        fn numbers_are_those_of_the_naive_twin(texts in prop::collection::vec("[ab]{0,10}", 0..400)) {
            let (mut seen, mut twin, mut known) = (TextIndex::default(), HashMap::new(), Vec::<&str>::new());
            for text in &texts {
                let next = twin.len() as u32;
                let expected = *twin.entry(text).or_insert(next);
                let found = seen.number(text.as_bytes(), next, |number| known[number as usize] == text);
                prop_assert_eq!(found, expected);
                if found == next {
                    known.push(text);
                }
            }
        }
    }

    #[test]
    fn upper_halves_of_hashes_spread() {
        // Of a hundred thousand numbers as text, one pair in about 43,000 pairs of 2^32 would be the same by chance: one
        // or two in all.
        let mut halves: Vec<u64> = (0..100_000).map(|n| hash(n.to_string().as_bytes()) >> 32).collect();
        halves.sort_unstable();
        halves.dedup();
        assert!(halves.len() > 99_980, "{}", halves.len());
    }
}
