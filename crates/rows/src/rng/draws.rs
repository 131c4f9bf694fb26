//! The fractions that a generator turns into values: one for each row of a batch and each draw.

use super::{Key, Permutation, Rows};

/// The random fractions of one column for some rows.
///
/// A fraction is a `u64` x that stands for x / 2^64. Under `@unique` the first draw is not random: it is the
/// row's own place in a permutation of the generator's cardinality, so that a generator that maps equal shares
/// of [0, 1) to different values is unique without knowing of it.
#[derive(Debug)]
pub struct Draws<'a> {
    key: Key,
    /// The key of the thing that several columns describe.
    shared: Key,
    /// Where the draws are counted from.
    base: u64,
    rows: Rows<'a>,
    unique: Option<&'a Permutation>,
    fractions: &'a mut [u64],
}

impl<'a> Draws<'a> {
    /// Draws for these rows, with room for one fraction each.
    /// `shared` is the key of the thing that several columns describe; the same where they describe none.
    ///
    /// # Panics
    /// If there is not as much room as there are rows.
    pub fn new(
        key: Key,
        shared: Key,
        rows: Rows<'a>,
        unique: Option<&'a Permutation>,
        fractions: &'a mut [u64],
    ) -> Draws<'a> {
        assert_eq!(rows.len(), fractions.len(), "there must be as much room as rows");
        Draws { key, shared, base: 0, rows, unique, fractions }
    }

    /// The rows that are asked for. They may be any: a value must depend on the number of its own row only.
    pub fn rows(&self) -> Rows<'a> {
        self.rows
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.fractions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.fractions.is_empty()
    }

    /// Whether the values must all differ.
    pub fn is_unique(&self) -> bool {
        self.unique.is_some()
    }

    /// The fractions of one draw, one for each row. What was loaded before is overwritten.
    #[inline]
    pub fn load(&mut self, draw: u64) -> &mut [u64] {
        match self.unique {
            Some(permutation) if self.base + draw == 0 => {
                permutation.fill_fractions(self.rows, self.fractions);
            }
            _ => self.key.draw(self.base + draw).fill_bits(self.rows, self.fractions),
        }
        self.fractions
    }

    /// The key of a draw after the first, for values that take the bits of several draws at a time.
    ///
    /// # Panics
    /// For the first draw, which may be a place in a permutation: [`Draws::load`] knows.
    pub fn key(&self, draw: u64) -> Key {
        assert!(self.base + draw > 0, "the first draw is not always random");
        self.key.draw(self.base + draw)
    }

    /// The fractions of one draw of the thing that this column and others describe: the same for all of them.
    #[inline]
    pub fn load_shared(&mut self, draw: u64) -> &mut [u64] {
        self.shared.draw(draw).fill_bits(self.rows, self.fractions);
        self.fractions
    }

    /// 64 bits that are the same for all rows: what a maker of ids draws once, when it starts.
    pub fn steady(&self, draw: u64) -> u64 {
        // No table has this row.
        self.key.draw(self.base + draw).bits(u64::MAX)
    }

    /// The same draws, counted from `base` on: for a generator inside another one.
    pub fn from(&mut self, base: u64) -> Draws<'_> {
        Draws {
            key: self.key,
            shared: self.shared,
            base: self.base + base,
            rows: self.rows,
            unique: self.unique,
            fractions: self.fractions,
        }
    }
}
