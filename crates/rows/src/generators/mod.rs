//! Generators: how the fractions of a row become a value. One registry lists them all.

mod adapt;
mod checksum;
mod choice;
mod codes;
mod commerce;
mod compat;
mod constraint;
mod file;
mod hash;
mod id;
mod list;
mod local;
mod net;
mod number;
mod pattern;
mod person;
mod phrase;
mod place;
mod regex;
mod registry;
mod size;
mod sortable;
mod text;
mod time;
mod token;
mod web;

use std::fmt::Debug;
use std::sync::Arc;

use crate::batch::{Shape, Values};
use crate::law::Draws;

pub use compat::fakedata_name;
pub use constraint::{ConstraintError, Context};
pub use registry::{ConstraintHelp, Entry, GENERATORS, find, names};

pub use time::{parse_now, time_text};

pub(crate) use adapt::{Case, affixed, cased};
use compat::is_fakedata;
pub(crate) use constraint::{Constraint, ESCAPED, Field, Settings, unescape, unescaped};

/// What making a generator gives.
pub(crate) type Made = Result<Arc<dyn Generate>, ConstraintError>;

/// The largest domain that is counted exactly; a generator of more values than this says this.
pub const MOST_VALUES: u64 = 1 << 62;

/// Makes the values of a column.
///
/// `fill` must be a pure function of the draws and the row numbers. The first draw, and only it, tells
/// different values apart: under `@unique` two fractions x with different ⌊x·domain / 2^64⌋ must give
/// different values, whatever the other draws are.
pub trait Generate: Debug + Send + Sync {
    /// What the values look like.
    fn shape(&self) -> Shape;

    /// How many values the first draw tells apart, from 1 to [`MOST_VALUES`].
    fn domain(&self) -> u64;

    /// Why `@unique` cannot be asked of it, where that is so: what it is instead of "made of different values".
    fn repeats(&self) -> Option<&'static str> {
        None
    }

    /// The number of the first row that this generator cannot make, where there is one.
    fn end(&self) -> Option<u64> {
        None
    }

    /// What becomes of its series behind that row, after "the series".
    fn limit(&self) -> &'static str {
        "leaves the 64-bit numbers"
    }

    /// Makes one value for each row of `draws`.
    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values);
}

#[cfg(test)]
mod tests;
