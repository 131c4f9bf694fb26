//! The fractions that a generator turns into values: one for each row of a batch and each draw.

use std::ops::Range;

use super::{Key, Permutation, kernel::fill_bits};

/// The random fractions of one column for one run of rows.
///
/// A fraction is a `u64` x that stands for x / 2^64. Under `@unique` the first draw is not random: it is the
/// row's own place in a permutation of the generator's domain, so that a generator that maps equal shares
/// of [0, 1) to different values is unique without knowing of it.
#[derive(Debug)]
pub struct Draws<'a> {
    key: Key,
    /// The key of the thing that several columns describe.
    shared: Key,
    /// Where the draws are counted from.
    base: u64,
    first_row: u64,
    unique: Option<&'a Permutation>,
    fractions: &'a mut [u64],
}

impl<'a> Draws<'a> {
    /// Draws for the rows from `first_row` on, as many as `fractions` has room for.
    /// `shared` is the key of the thing that several columns describe; the same where they describe none.
    pub fn new(
        key: Key,
        shared: Key,
        first_row: u64,
        unique: Option<&'a Permutation>,
        fractions: &'a mut [u64],
    ) -> Draws<'a> {
        Draws { key, shared, base: 0, first_row, unique, fractions }
    }

    /// The rows that are asked for.
    pub fn rows(&self) -> Range<u64> {
        self.first_row..self.first_row + self.fractions.len() as u64
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
                for (x, row) in self.fractions.iter_mut().zip(self.first_row..) {
                    *x = permutation.fraction(row);
                }
            }
            _ => fill_bits(self.key.draw(self.base + draw), self.first_row, self.fractions),
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
        fill_bits(self.shared.draw(draw), self.first_row, self.fractions);
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
            first_row: self.first_row,
            unique: self.unique,
            fractions: self.fractions,
        }
    }
}
