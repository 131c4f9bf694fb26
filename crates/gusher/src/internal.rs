//! What the sister crates share with this one, and programs do not need: expressions, templates and the `fakedata` command.
//! It is no part of what this crate promises, and changes with any version.

pub use crate::catalogue::custom::choice::end_of_words;
pub use crate::catalogue::fakedata::{fakedata_constraint, fakedata_name, fakedata_takes_constraint};
pub use crate::rng::bounded::TWO_64;
pub use crate::text::formats::FAKEDATA_FORMATS;

/// Dates by their days, and what months and weekdays are called.
pub mod calendar {
    pub use crate::calendar::*;
}

/// What a language of expressions implements, to compute columns of a batch.
pub mod computed {
    pub use crate::computed::*;
}

/// Values in the middle of a text: of templates, and of expressions.
pub mod fragment {
    pub use crate::fragment::*;
}
