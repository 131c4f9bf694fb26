//! What values follow from besides the columns.

use gusher::locale::Locale;

/// What values follow from besides the columns.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The seed.
    pub seed: u64,
    /// The present, in Unix seconds.
    pub now: i64,
    /// The locale of columns that name none.
    pub locale: &'static Locale,
}
