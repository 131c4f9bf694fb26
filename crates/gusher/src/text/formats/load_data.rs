//! The text that LOAD DATA of MySQL and MariaDB reads as it is, for whoever fills one of their tables and writes no file.

use crate::text::dialect::Dialect;
use crate::text::engine::floats::FloatTexts;
use crate::text::engine::layout::Layout;
use crate::text::engine::style::{Style, rewrite};
use crate::text::format::{Body, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

/// It is in no list: nobody chooses it by its name.
pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &LoadData,
    spec: FormatSpec {
        name: "load-data",
        about: "what LOAD DATA reads; null is \\N, bytes are hexadecimal digits",
        names: Names::DistinctIgnoringCase,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct LoadData;

impl RowFormat for LoadData {
    fn body(&self, head: &TableHead<'_>) -> Body {
        Body::text(Layout::separated(LoadText, b"\t", false, head.names()))
    }
}

/// Escaped with backslashes, never quoted (the manual of MySQL, "LOAD DATA Statement", "Field and Line Handling").
#[derive(Debug)]
struct LoadText;

impl Style for LoadText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| match byte {
            b'\\' => "\\\\",
            b'\t' => "\\t",
            b'\n' => "\\n",
            b'\r' => "\\r",
            0 => "\\0",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        2
    }

    fn null(&self) -> &'static str {
        "\\N"
    }

    /// BOOLEAN is a number there.
    fn bools(&self) -> [&'static str; 2] {
        ["0", "1"]
    }

    fn bytes(&self) -> Option<(&'static str, &'static str)> {
        Some(("", ""))
    }

    fn date_time(&self) -> (u8, &'static str) {
        Dialect::MySql.date_time()
    }

    fn floats(&self) -> FloatTexts {
        FloatTexts { negative_zero: "-0", ..FloatTexts::USUAL }
    }
}

#[cfg(test)]
mod tests {
    use super::{LoadText, Style};

    #[test]
    fn what_ends_a_field_or_a_row_is_escaped() {
        let mut out = Vec::new();
        LoadText.escape("a\tb\\N\r\n\0'\"π", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "a\\tb\\\\N\\r\\n\\0'\"π");
    }
}
