//! Lists that are stored as arrays: the literals of PostgreSQL, such as `{1,NULL}`, and the lists of DuckDB, such as `[1, NULL]`.

use super::values::SqlText;
use crate::text::dialect::Dialect;
use crate::text::engine::layout::{Layout, Nesting};
use crate::text::engine::style::{Style, rewrite};
use crate::types::{Field, StorageType};

/// The texts that PostgreSQL reads as arrays (its manual, section "Array Input and Output Syntax").
#[derive(Debug)]
pub(in crate::text) struct ArrayLiterals;

impl Nesting for ArrayLiterals {
    fn takes(&self, field: &Field) -> bool {
        is_array(field)
    }

    fn list(&self) -> [&'static str; 2] {
        ["{", "}"]
    }

    fn items(&self) -> Layout {
        Layout { nesting: Some(&ArrayLiterals), ..Layout::rows(ArrayText, [""], ",") }
    }

    fn map(&self) -> [&'static str; 2] {
        no_array()
    }

    fn entries(&self) -> Layout {
        no_array()
    }

    fn structure(&self, _names: &[&str]) -> Layout {
        no_array()
    }
}

/// Texts, times and all else that is no number in quotes, in which a backslash is before each quote and each backslash.
#[derive(Debug)]
struct ArrayText;

impl Style for ArrayText {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        rewrite(text, out, |byte| match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            _ => "",
        });
    }

    fn growth(&self) -> usize {
        2
    }

    fn quotes(&self) -> &'static str {
        "\""
    }

    fn null(&self) -> &'static str {
        "NULL"
    }

    fn bytes(&self) -> Option<(&'static str, &'static str)> {
        Some(("\"\\\\x", "\""))
    }

    fn date_time(&self) -> (u8, &'static str) {
        Dialect::Postgres.date_time()
    }
}

/// The lists of DuckDB's SQL, whose items are written as other values are.
#[derive(Debug)]
pub(super) struct DuckLists;

impl Nesting for DuckLists {
    fn takes(&self, field: &Field) -> bool {
        is_array(field)
    }

    fn list(&self) -> [&'static str; 2] {
        ["[", "]"]
    }

    fn items(&self) -> Layout {
        Layout { nesting: Some(&DuckLists), ..Layout::rows(SqlText(Dialect::DuckDb), [""], ", ") }
    }

    fn map(&self) -> [&'static str; 2] {
        no_array()
    }

    fn entries(&self) -> Layout {
        no_array()
    }

    fn structure(&self, _names: &[&str]) -> Layout {
        no_array()
    }
}

fn is_array(field: &Field) -> bool {
    matches!(field.storage(), StorageType::Array(_))
}

/// Maps and structs are JSON, in arrays too.
fn no_array() -> ! {
    unreachable!("only lists are arrays")
}
