//! Whether a row has a parent: where a column has one of a few words.

use std::sync::Arc;

use crate::links::Decide;
use crate::plan::column::PlannedColumn;
use crate::rng::Rows;
use crate::types::{Array, DataType, Scratch, TextPart, Utf8};

/// Rows where a column of words, or of truths, has one of these.
#[derive(Debug)]
pub(in crate::plan) struct HasWord {
    column: Arc<PlannedColumn>,
    /// For each word of the column, or for false and true, whether it is one of these.
    is_meant: Vec<bool>,
}

impl HasWord {
    pub fn new(column: Arc<PlannedColumn>, words: &[String]) -> HasWord {
        let is_meant = |word: &str| words.iter().any(|meant| meant == word);
        let is_meant = match &column.field().data_type {
            DataType::Utf8(Utf8::Composed(parts)) => match &parts[..] {
                [TextPart { dictionary, .. }] => dictionary.iter().map(is_meant).collect(),
                _ => Vec::new(),
            },
            _ => vec![is_meant("false"), is_meant("true")],
        };
        HasWord { column, is_meant }
    }
}

impl Decide for HasWord {
    fn decide(&self, rows: Rows<'_>, scratch: &mut Scratch) -> Vec<bool> {
        let (mut values, mut fractions) = (scratch.take(), vec![0; rows.len()]);
        self.column.fill(rows, &mut fractions, scratch, &mut values);
        let is_meant = |at: usize| {
            let index = match &values.values {
                Array::Indices(parts) => parts[0][at] as usize,
                Array::Bools(truths) => usize::from(truths[at]),
                _ => return false,
            };
            !values.validity.is_null(at) && self.is_meant[index]
        };
        let found = (0..rows.len()).map(is_meant).collect();
        scratch.give(values);
        found
    }
}
