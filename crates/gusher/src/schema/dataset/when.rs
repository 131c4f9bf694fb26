//! Links that only some rows have: those where a column has one of a few words.

use super::build::DatasetBuilder;
use super::{Choice, When};
use crate::schema::draft::Draft;
use crate::schema::file::FileWhen;
use crate::types::{DataType, Field};
use gush_diagnostics::Message;

impl DatasetBuilder<'_> {
    /// Applies `when`, which decides which rows of a table have a parent.
    pub(super) fn choose_rows(&mut self, table: usize, link: usize, when: &FileWhen) {
        if self.tables[table].links[link].choice == Choice::Earlier {
            let text = "in a table that refers to itself all rows but the first have a parent; leave `when` out, and say null = 0.1";
            return self.wrong(when.column.at.clone(), text);
        }
        let Some(column) = self.column(table, &when.column.text) else {
            return self.wrong(when.column.at.clone(), self.no_column(table, &when.column.text));
        };
        let words = match &self.tables[table].columns[column] {
            // It was reported.
            Draft::Broken(_) => return,
            Draft::Column(column) if column.keyed.is_set() => None,
            Draft::Column(column) => words(&column.generate.field()),
            Draft::Related(_) | Draft::Computed(_) => None,
        };
        let Some(known) = words else {
            let text = "expected a column of words that follows from no other one, such as enum:posts,photos, or a bool";
            return self.wrong(when.column.at.clone(), text);
        };
        for word in when.words.iter().filter(|word| !known.contains(&word.text)) {
            let text = format!("`{}` has no such word", when.column.text);
            self.wrong(
                word.at.clone(),
                Message::unknown(text, &word.text, known.iter().map(|word| &word[..])),
            );
        }
        let words = when.words.iter().map(|word| word.text.clone()).collect();
        self.tables[table].links[link].when = Some(When { column, words });
    }
}

/// The words that a column may have; none where they are not known.
pub(super) fn words(field: &Field) -> Option<Vec<String>> {
    match field.data_type {
        DataType::Bool => Some(vec!["true".into(), "false".into()]),
        _ => Some(field.words()?.into_iter().map(str::to_owned).collect()),
    }
}
