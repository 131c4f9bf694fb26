//! Keys: the roots of streams of values, and the function that gives a row's bits.

use crate::limits::STREAM_ROWS;

/// 2^64 divided by the golden ratio, made odd: consecutive rows land far apart (Knuth's multiplicative hashing).
pub(super) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// The multipliers and shifts of David Stafford's 13th variant of the 64-bit finaliser, which `SplitMix64` uses
/// too (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
const FIRST: u64 = 0xBF58_476D_1CE4_E5B9;
const SECOND: u64 = 0x94D0_49BB_1331_11EB;

/// What a part of a key represents, so that a table and a column of one name have different keys.
#[derive(Clone, Copy)]
enum Level {
    Seed = 1,
    Table,
    Column,
    Draw,
    Derived,
    Field,
    Items,
}

/// The root of one stream of values: 128 bits that represent a seed, a table, a column or a draw.
///
/// Streams of different keys are unrelated: `offset` moves the counter and `tweak` changes the function itself,
/// so two keys do not walk through the same sequence from different offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub(super) offset: u64,
    pub(super) tweak: u64,
}

impl Key {
    /// The key of a seed: the root of everything that is derived from it.
    pub fn seed(seed: u64) -> Key {
        Key { offset: GOLDEN, tweak: FIRST }.absorb(Level::Seed as u64).absorb(seed)
    }

    /// The key of a table under this seed.
    #[must_use]
    pub fn table(self, name: &str) -> Key {
        self.absorb(Level::Table as u64).absorb_text(name)
    }

    /// The key of a column under this table. `occurrence` counts from 0 where a table uses one name twice.
    #[must_use]
    pub fn column(self, name: &str, occurrence: u64) -> Key {
        self.absorb(Level::Column as u64).absorb_text(name).absorb(occurrence)
    }

    /// The key of one draw of a column: a value that needs more than 64 bits takes several draws a row.
    #[must_use]
    pub fn draw(self, draw: u64) -> Key {
        self.absorb(Level::Draw as u64).absorb(draw)
    }

    /// A key beside the draws, for what a modifier decides (`"null"`, `"unique"`), so that modifiers leave the values alone.
    #[must_use]
    pub fn derive(self, what: &str) -> Key {
        self.absorb(Level::Derived as u64).absorb_text(what)
    }

    /// The key of a struct's field under the struct's.
    #[must_use]
    pub fn field(self, name: &str) -> Key {
        self.absorb(Level::Field as u64).absorb_text(name)
    }

    /// The key of the items of a list under the list's. The bits of an item are those of its [`Key::item`].
    #[must_use]
    pub fn items(self) -> Key {
        self.absorb(Level::Items as u64)
    }

    /// What replaces the row's number where the bits of an item are asked for: `row` is the number of the
    /// list's row, or what replaces it where that list is an item itself, and `index` that of the item in the list,
    /// below 1024. No two items of lists in rows have the same.
    pub fn item(self, row: u64, index: u32) -> u64 {
        if row < STREAM_ROWS {
            row | u64::from(index) << STREAM_ROWS.ilog2()
        } else {
            self.bits(row).wrapping_add(u64::from(index))
        }
    }

    /// 64 random bits for a row.
    ///
    /// A counter times an odd constant, then a keyed two-multiplication finaliser; a bijection of the row.
    #[inline(always)]
    pub fn bits(self, row: u64) -> u64 {
        self.finish(self.counter(row))
    }

    /// The counter of a row; that of the next row is [`GOLDEN`] more.
    #[inline(always)]
    pub(super) fn counter(self, row: u64) -> u64 {
        row.wrapping_mul(GOLDEN).wrapping_add(self.offset)
    }

    /// The bits of a row by its counter.
    #[inline(always)]
    pub(super) fn finish(self, counter: u64) -> u64 {
        let mut x = counter;
        x = (x ^ (x >> 30)).wrapping_mul(FIRST);
        x = (x ^ (x >> 27) ^ self.tweak).wrapping_mul(SECOND);
        x ^ (x >> 31)
    }

    /// The key that follows this one along `word`.
    fn absorb(self, word: u64) -> Key {
        let offset = self.bits(word);
        let tweak = Key { offset: self.tweak, tweak: offset }.bits(word.rotate_left(32) ^ SECOND);
        Key { offset, tweak }
    }

    /// Absorbs the bytes of `text` in 8-byte little-endian words, then its length, so that no two texts agree.
    fn absorb_text(self, text: &str) -> Key {
        let mut key = self;
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key = key.absorb(u64::from_le_bytes(word));
        }
        key.absorb(text.len() as u64)
    }
}
