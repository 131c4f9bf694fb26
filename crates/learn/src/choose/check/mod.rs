//! What a CHECK condition says of columns, read from its SQL.
//!
//! ```text
//! parse.rs    the text of a condition → sqlparser's expression
//! read.rs     and, or, not, case → what each part says
//! compare.rs  one comparison, list or pattern → what it says; null.rs where it is about nulls
//! ```
//! What is read may be narrower than the condition, never wider: of `a or b` one side is kept.

mod compare;
mod null;
mod parse;
mod read;
#[cfg(test)]
mod tests;

pub use compare::ANY;
pub use parse::parsed;
pub use read::read;

use super::number::Number;

/// One thing that a condition says.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// Of one column.
    Of(String, Fact),
    /// The first column is less than the second one, or the same.
    Order {
        /// The column with the smaller value.
        less: String,
        /// The column with the larger one.
        more: String,
        /// Whether they may not be the same.
        is_strict: bool,
    },
    /// Two columns differ.
    Differ(String, String),
    /// How many of these columns are not null.
    Filled {
        /// The columns.
        columns: Vec<String>,
        /// At least n.
        least: usize,
        /// At most n.
        most: usize,
    },
    /// These columns are null in the same rows.
    Together(Vec<String>),
    /// A column is not null in the rows in which another one has one of these words, and null in the others; or the other way round.
    When {
        /// The column with the words.
        column: String,
        /// The words.
        words: Vec<String>,
        /// The column that is null or not.
        filled: String,
        /// Whether it is not null where the other one has such a word.
        is_filled: bool,
    },
    /// The column is what an expression makes of others.
    Equal(String, String),
}

/// What is known of the values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A smallest number, and whether it is included.
    Min(Number, bool),
    /// A largest number, and whether it is included.
    Max(Number, bool),
    /// The first day or moment, and whether it is included.
    From(String, bool),
    /// The last one, and whether it is included.
    Until(String, bool),
    /// One of these.
    OneOf(Vec<String>),
    /// None of these.
    NoneOf(Vec<String>),
    /// At least n characters.
    MinLength(u32),
    /// At most n.
    MaxLength(u32),
    /// At least n items.
    MinItems(u32),
    /// At most n.
    MaxItems(u32),
    /// Matches a regular expression, which may be in any part of the text.
    Matches(String),
    /// In lower case, or in upper case.
    Case(Letters),
    /// Never null.
    NotNull,
    /// Always null.
    Null,
    /// A document of JSON.
    Json,
}

/// The case of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// All are small.
    Lower,
    /// All are capitals.
    Upper,
}
