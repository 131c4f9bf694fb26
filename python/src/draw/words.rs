//! The random words of one value.

use std::collections::HashMap;

use gusher::rng::Key;

/// How many keys are kept: most values need no more words.
const KEPT: usize = 16;
/// Up to this bound one word is enough: no number is likelier than another by more than a 2^32nd of its share.
const SMALL: u128 = 1 << 32;

/// What all values of one method are drawn from.
#[derive(Debug)]
pub struct Source {
    pub seed: u64,
    pub name: String,
    key: Key,
    first: [Key; KEPT],
}

impl Source {
    /// That of the method `name` under a seed.
    pub fn new(seed: u64, name: String) -> Source {
        let key = Key::seed(seed).table("fake").derive(&name);
        let mut draw = 0;
        let first = [(); KEPT].map(|()| {
            draw += 1;
            key.draw(draw - 1)
        });
        Source { seed, name, key, first }
    }

    fn key(&self, draw: u64) -> Key {
        let kept = usize::try_from(draw).ok().and_then(|draw| self.first.get(draw));
        kept.copied().unwrap_or_else(|| self.key.draw(draw))
    }
}

/// The random words of the value of one call, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    source: &'a Source,
    row: u64,
    /// The number of the next word.
    pub next: u64,
}

impl<'a> Words<'a> {
    /// Those of call `row`, from word `next` on.
    pub fn new(source: &'a Source, row: u64, next: u64) -> Words<'a> {
        Words { source, row, next }
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        let key = self.source.key(self.next);
        self.next += 1;
        key.bits(self.row)
    }

    /// A whole number below `count`, which is at most 2^64; 0 if that is 0.
    pub fn below(&mut self, count: u128) -> u64 {
        if count <= SMALL {
            return ((u128::from(self.word()) * count) >> 64) as u64;
        }
        // The upper 64 bits of a product of 128 bits and the count.
        let (upper, lower) = (u128::from(self.word()), u128::from(self.word()));
        if count > u128::from(u64::MAX) {
            return upper as u64;
        }
        ((upper * count + ((lower * count) >> 64)) >> 64) as u64
    }

    /// An index below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        self.below(count as u128) as usize
    }

    /// A whole number from `low` to `high`, both included; `low` where that is above `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let count = (i128::from(high) - i128::from(low) + 1).max(0) as u128;
        low.wrapping_add(self.below(count) as i64)
    }

    /// A number from 0 up to, but not including, 1.
    pub fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number within 40 per cent of this one, and at least 1, as Faker varies the lengths of its texts and lists.
    pub fn around(&mut self, number: i64) -> i64 {
        (number.saturating_mul(self.between(60, 140)).div_euclid(100)).max(1)
    }

    /// What each of the first `count` of `size` things changes places with: the first steps of Fisher and Yates.
    pub fn steps(&mut self, count: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..count).map(move |at| (at, at + self.index(size - at)))
    }

    /// `count` different numbers below `size`, in a random order.
    pub fn sample(&mut self, count: usize, size: usize) -> Vec<usize> {
        // Where numbers are that have changed places; all others are where they were.
        let mut moved: HashMap<usize, usize> = HashMap::new();
        let mut sample = Vec::with_capacity(count);
        for (at, other) in self.steps(count, size) {
            let here = moved.get(&at).copied().unwrap_or(at);
            sample.push(moved.insert(other, here).unwrap_or(other));
        }
        sample
    }
}
