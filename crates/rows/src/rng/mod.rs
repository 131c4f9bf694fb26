//! Random functions: a value is a pure function of (seed, table, column, row), the law of values.
//!
//! Keys form a tree (seed, then table, then column, then draw) and [`Key::bits`] gives 64 random bits for a
//! row. Nothing here has state, so nothing has to be replayed: any rows can be made alone, anywhere.

mod draws;
mod kernel;
mod permutation;
mod rows;

pub use draws::Draws;
pub(crate) use kernel::mark_at_least;
pub use permutation::Permutation;
pub use rows::Rows;

/// 2^64 divided by the golden ratio, made odd: consecutive rows land far apart (Knuth's multiplicative hashing).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// The multipliers and shifts of David Stafford's 13th variant of the 64-bit finaliser, which `SplitMix64` uses
/// too (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
const FIRST: u64 = 0xBF58_476D_1CE4_E5B9;
const SECOND: u64 = 0x94D0_49BB_1331_11EB;

/// 2^64, of which a threshold takes its share.
pub const TWO_64: f64 = 18_446_744_073_709_551_616.0;

/// What a part of a key stands for, so that a table and a column of one name have different keys.
#[derive(Clone, Copy)]
enum Level {
    Seed = 1,
    Table,
    Column,
    Draw,
    Derived,
}

/// The root of one stream of values: 128 bits that stand for a seed, a table, a column or a draw.
///
/// Streams of different keys are unrelated: `offset` moves the counter and `tweak` changes the function itself,
/// so two keys do not walk through the same sequence from different places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    offset: u64,
    tweak: u64,
}

impl Key {
    /// The key of a seed: the root of everything that is made from it.
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

    /// 64 random bits for a row.
    ///
    /// A counter times an odd constant, then a keyed two-multiplication finaliser; a bijection of the row.
    #[inline(always)]
    pub fn bits(self, row: u64) -> u64 {
        self.finish(self.counter(row))
    }

    /// The counter of a row; that of the next row is [`GOLDEN`] more.
    #[inline(always)]
    fn counter(self, row: u64) -> u64 {
        row.wrapping_mul(GOLDEN).wrapping_add(self.offset)
    }

    /// The bits of a row by its counter.
    #[inline(always)]
    fn finish(self, counter: u64) -> u64 {
        let mut x = counter;
        x = (x ^ (x >> 30)).wrapping_mul(FIRST);
        x = (x ^ (x >> 27) ^ self.tweak).wrapping_mul(SECOND);
        x ^ (x >> 31)
    }

    /// The random bits of many rows, those of [`Key::bits`], by the best instructions that this machine has.
    ///
    /// # Panics
    /// If `bits` has another length than `rows`.
    #[inline]
    pub fn fill_bits(self, rows: Rows<'_>, bits: &mut [u64]) {
        match rows {
            Rows::Run { first, len } => {
                assert_eq!(bits.len(), len, "there must be as much room as rows");
                kernel::fill_bits(self, first, bits);
            }
            Rows::At(rows) => kernel::fill_bits_at(self, rows, bits),
        }
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

/// Takes a digit in `0..n` off the front of the fraction `x / 2^64` and leaves the rest in `x`.
///
/// One multiplication (Lemire's multiply-shift) gives both. Taking digits n₁, n₂ … off one fraction yields
/// exactly the mixed-radix digits of ⌊x·n₁·n₂… / 2^64⌋. The bias of a digit is at most n / 2^64 (of a second
/// digit n₁·n₂ / 2^64): for a thousand words a value is off by 5·10⁻¹⁷ of its share, which no test can see.
#[inline(always)]
pub fn take_digit(x: &mut u64, n: u64) -> u64 {
    let product = u128::from(*x) * u128::from(n);
    *x = product as u64;
    (product >> 64) as u64
}

/// A number in `0..n` from 64 random bits, by multiply-shift; `n` = 0 stands for 2^64.
///
/// The bias is at most n / 2^64, see [`take_digit`].
#[inline(always)]
pub fn bounded(bits: u64, n: u64) -> u64 {
    if n == 0 { bits } else { ((u128::from(bits) * u128::from(n)) >> 64) as u64 }
}

/// The same for a bound of 32 bits, from two products of 32 bits, which every machine's vectors have.
#[inline(always)]
pub fn bounded_word(bits: u64, n: u32) -> u32 {
    bounded_by_words(bits, u64::from(n)) as u32
}

/// The same for a bound of at most 2^32.
#[inline(always)]
fn bounded_by_words(bits: u64, n: u64) -> u64 {
    let (upper, lower) = (bits >> 32, bits & 0xFFFF_FFFF);
    (upper * n + ((lower * n) >> 32)) >> 32
}

#[cfg(test)]
mod tests;
