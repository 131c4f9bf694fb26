//! Random functions: a value is a pure function of (seed, table, column, row), the law of values.
//!
//! Keys form a tree (seed, then table, then column, then draw) and [`Key::bits`] gives 64 random bits for a
//! row. Nothing here has state, so nothing has to be replayed: any rows can be filled alone, anywhere.

pub(crate) mod bounded;
mod draws;
mod fill;
mod kernel;
mod key;
mod permutation;
mod rows;

pub(crate) use bounded::TWO_64;
pub(crate) use bounded::index_fraction;
pub use bounded::{bounded, bounded_word, take_digit};
pub use draws::Draws;
#[cfg(test)]
pub(crate) use kernel::run_up_to;
pub(crate) use kernel::{
    Instructions, Kernel, best_instructions, fill_between, mark_at_least, run, take_digits,
};
pub use key::Key;
pub use permutation::Permutation;
pub use rows::Rows;

#[cfg(test)]
mod tests;
