//! What was wrong with the input, where, and what would be right.
//!
//! A [`Diagnostic`] points at the bytes of an argument or of a line in a file, says what is wrong, and suggests the nearest valid
//! name. It knows no command: advice such as "`gush rows -G` lists them" is added by whoever shows it
//! ([`Diagnostic::with_advice`]). Numbers and sizes are read here too, so that every command reads them alike.

mod diagnostic;
mod diagnostics;
mod excerpt;
mod message;
mod nearest;
mod number;
mod quantity;
mod source;

pub use diagnostic::{Code, Diagnostic, Position, WithAdvice, printable};
pub use diagnostics::Diagnostics;
pub use excerpt::excerpt;
pub use message::{Message, Topic};
pub use nearest::{Reach, edit_distance, nearest, nearest_within};
pub use number::{
    counted, grouped, integer_error, parse_count, parse_count_saturating, parse_int, parse_range, parse_share,
};
pub use quantity::{Base, Quantity, QuantityError, QuantitySyntax, Unit};
pub use source::SourceText;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
