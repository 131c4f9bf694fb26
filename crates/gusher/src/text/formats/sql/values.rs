//! How a dialect of SQL writes values.

use crate::text::dialect::Dialect;
use crate::text::engine::floats::FloatTexts;
use crate::text::engine::style::Style;

/// Texts in apostrophes.
#[derive(Debug)]
pub(super) struct SqlText(pub Dialect);

impl Style for SqlText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        self.0.escape(text, out);
    }

    fn growth(&self) -> usize {
        2
    }

    fn quotes(&self) -> &'static str {
        "'"
    }

    fn null(&self) -> &'static str {
        "NULL"
    }

    fn bools(&self) -> [&'static str; 2] {
        self.0.bools()
    }

    fn bytes(&self) -> Option<(&'static str, &'static str)> {
        Some(self.0.bytes())
    }

    fn date_time(&self) -> (u8, &'static str) {
        self.0.date_time()
    }

    fn zone(&self) -> &'static str {
        self.0.zone()
    }

    fn floats(&self) -> FloatTexts {
        self.0.floats()
    }

    fn has_plus_signs(&self) -> bool {
        self.0 != Dialect::DuckDb
    }
}
