//! What the program knows of a column: how long its texts are, how many values there are, whether it is valid at all.

use std::cell::RefCell;
use std::collections::HashMap;

use gush_expr::Sql;
use gusher::internal::fragment::ValueTexts;
use gusher::schema::Schema;
use gusher::types::{DataType, Field, StorageType, Utf8};
use gusher::{Context, Dataset, Table};

use super::spec::Spec;

/// What is known of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The most characters of a value as text.
    pub letters: usize,
    /// How many values there are.
    pub values: u64,
}

/// Asks the program about columns, and remembers the answers.
#[derive(Debug, Default)]
pub struct Probe {
    answers: RefCell<HashMap<String, Option<Known>>>,
    /// The same, by what a schema file has.
    of_specs: RefCell<HashMap<String, Option<Known>>>,
}

impl Probe {
    /// What is known of a column, written as on the command line; nothing where it is refused.
    pub fn ask(&self, column: &str) -> Option<Known> {
        if let Some(known) = self.answers.borrow().get(column) {
            return *known;
        }
        let context = Context::default().expressions(&Sql);
        let (schema, diagnostics) = Schema::parse("t", &[format!("x={column}")], &context);
        let known = schema.columns().first().filter(|_| diagnostics.is_empty()).map(|column| Known {
            letters: letters(&column.field()),
            values: column.generate().cardinality(),
        });
        self.answers.borrow_mut().insert(column.to_owned(), known);
        known
    }

    /// What is known of a column as a schema file has it; nothing where it is refused.
    pub fn of(&self, spec: &Spec) -> Option<Known> {
        let text = spec.to_toml();
        if let Some(known) = self.of_specs.borrow().get(&text) {
            return *known;
        }
        let known = table(&text).and_then(|table| {
            let column = table.schema().columns().first()?;
            Some(Known { letters: letters(&column.field()), values: column.generate().cardinality() })
        });
        self.of_specs.borrow_mut().insert(text, known);
        known
    }

    /// The type that a column as a schema file has it is stored as; nothing where it is refused.
    pub fn storage(&self, spec: &Spec) -> Option<StorageType> {
        let table = table(&spec.to_toml())?;
        Some(table.schema().columns().first()?.field().storage())
    }

    /// The texts of some values of a column that are not null; none where it is refused.
    pub fn samples(&self, spec: &Spec, rows: u64) -> Vec<String> {
        let Some(table) = table(&spec.to_toml()) else { return Vec::new() };
        let Ok(batches) = table.seed(1).batches(0..rows) else { return Vec::new() };
        let mut texts = Vec::new();
        for batch in batches {
            let column = batch.columns().next().map(|column| column.texts());
            texts.extend(column.iter().flat_map(|texts| texts.iter().flatten().map(str::to_owned)));
        }
        texts
    }
}

/// A table of one column, which is this value of `columns.x` in a schema file.
fn table(column: &str) -> Option<Table> {
    let context = Context::default().expressions(&Sql);
    let text = format!("[table.t]\nrows = 1_000\ncolumns.x = {column}\n");
    Dataset::parse("schema.toml", &text, &context).ok()?.tables().next()
}

/// The most characters of a value of this field as text, or some more.
fn letters(field: &Field) -> usize {
    let around =
        field.display.affixes.as_ref().map_or(0, |affixes| affixes.prefix.len() + affixes.suffix.len());
    let inner = match &field.data_type {
        DataType::Utf8(Utf8::Composed(parts)) => {
            let longest = |part: &gusher::types::TextPart| {
                let entries = part.dictionary.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
                entries + part.after.chars().count()
            };
            parts.iter().map(longest).sum()
        }
        DataType::Utf8(Utf8::Joined(parts)) => {
            parts.iter().map(|(field, after)| letters(field) + after.chars().count()).sum()
        }
        DataType::Utf8(Utf8::Free { longest, .. }) => *longest,
        DataType::Utf8(Utf8::Encoded { len }) => 2 * len,
        _ => ValueTexts::of(field).max_bytes(),
    };
    inner + around
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_numbers_of_values_are_known() {
        let probe = Probe::default();
        let known = |column| probe.ask(column).unwrap_or_else(|| panic!("{column} is refused"));
        assert_eq!((known("country.code:any").letters, known("hash.sha256").letters), (2, 64));
        assert_eq!(known("pattern:####").values, 10_000);
        assert!(known("postcode").letters <= 10 && known("name").letters <= 40);
        assert!(probe.ask("nothing:1").is_none() && probe.ask("name@unique").is_none());
    }
}
