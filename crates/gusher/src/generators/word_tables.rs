//! The dictionaries of the files in `words/`: one entry a line, or a column of a table.

use std::sync::Arc;

use crate::types::Dictionary;

/// A list of the entries of a file, one a line.
macro_rules! lines {
    ($file:literal) => {
        crate::generators::phrase::List::new(|| {
            std::sync::Arc::new(crate::types::Dictionary::lines(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/words/",
                $file
            ))))
        })
    };
}
pub(crate) use lines;

/// A column of a table of tab-separated values.
pub(crate) fn column(table: &'static str, which: usize) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(table.lines().filter_map(|line| line.split('\t').nth(which))))
}
