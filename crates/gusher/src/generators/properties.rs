//! The properties of a generator that a schema and a plan need, besides the type of its values and their cardinality.

use std::fmt::Debug;

use crate::types::Field;

/// Facts about a generator's values. Most generators have the default: values that may be unique, and that follow from the
/// draws alone.
///
/// # Example
/// ```
/// use gusher::generators::Properties;
///
/// // The values of a generator that sums dice, of which several make the same sum:
/// let dice = Properties::not_unique("a sum of dice");
/// // The same where they depend on the time of the run, too:
/// let dice_of_today = Properties { uses_now: true, ..dice };
/// assert!(!dice.uses_now && dice_of_today.unique_support.is_err());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Properties<'a> {
    /// Whether the values can all differ. The error is why `@unique` is unsupported: what each value is, such as "a part of a
    /// person".
    pub unique_support: Result<(), &'static str>,
    /// Whether under `@unique` all columns of one entity use the same index of the permutation, so that they still agree.
    pub is_unique_as_entity: bool,
    /// How many rows have a value, where there is a limit.
    pub max_rows: Option<RowLimit>,
    /// Whether the values count the rows, so that each value says which row it is.
    pub is_serial: bool,
    /// Whether the values follow from the row numbers: two rows with the same draws may have different values. True of whatever
    /// is serial or has a limit of rows.
    pub is_by_row: bool,
    /// Whether nothing is drawn for a row: however often it is asked for, it has one value. True of whatever has a limit of rows.
    pub is_one_a_row: bool,
    /// Whether the words of one dictionary are dealt out to the rows of the table by [`Permutation::dealing`](crate::rng::Permutation::dealing).
    pub is_dealt: bool,
    /// The bounds of the first rows, where they are narrower than those of all rows.
    pub row_bounds: Option<&'a dyn RowBounds>,
    /// What the values of all rows add up to, as a multiple of the last decimal place, where that is given.
    pub total: Option<i128>,
    /// The numbers of a series of integers, where the values are one.
    pub series: Option<IntSeries>,
    /// Whether the values depend on "now".
    pub uses_now: bool,
}

/// A series of integers, of every few of which only the first ones are used; of every one number that one, where none is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntSeries {
    /// The first number.
    pub start: i64,
    /// How much greater each next number is.
    pub step: i64,
    /// How many of every `of` numbers are used.
    pub used: u64,
    /// Of how many numbers.
    pub of: u64,
    /// How many of the first `of` are before the start.
    pub skipped: u64,
}

impl Default for Properties<'_> {
    fn default() -> Self {
        Properties {
            unique_support: Ok(()),
            is_unique_as_entity: false,
            max_rows: None,
            is_serial: false,
            is_by_row: false,
            is_one_a_row: false,
            is_dealt: false,
            row_bounds: None,
            total: None,
            series: None,
            uses_now: false,
        }
    }
}

impl Properties<'_> {
    /// Those of values that cannot all differ, each of which is `what`.
    pub fn not_unique(what: &'static str) -> Self {
        Properties { unique_support: Err(what), ..Properties::default() }
    }

    /// Those of values that follow from the row numbers.
    pub fn by_row() -> Self {
        Properties { is_by_row: true, ..Properties::default() }
    }
}

/// How many rows a generator can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLimit {
    /// The rows below this number can be filled.
    pub rows: u64,
    /// What becomes of its series there, after "the series".
    pub reason: &'static str,
}

/// Implemented by generators whose first rows have narrower bounds than all rows, as those of a series have.
pub trait RowBounds: Debug {
    /// [`Generate::field`](super::Generate::field) for the first `rows` rows alone.
    fn field_within(&self, rows: u64) -> Field;
}
