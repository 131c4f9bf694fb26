//! Builds a schema from columns as they were written.

use std::collections::HashMap;

use gush_diagnostics::Diagnostic;

use super::{Schema, Source, column, entity, nested};
use crate::generators::Context;

impl Schema {
    /// Parses columns of the form `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.
    ///
    /// The schema has the columns that made sense; the mistakes tell of all the others.
    pub fn parse<W: AsRef<str>>(
        table: &str,
        words: &[W],
        context: &Context<'_>,
    ) -> (Schema, Vec<Diagnostic>) {
        Schema::build(table, words.iter().map(|word| Source::word(word.as_ref())), context)
    }

    /// Parses columns wherever they were written; see [`Schema::parse`].
    pub fn build(
        table: &str,
        sources: impl IntoIterator<Item = Source>,
        context: &Context<'_>,
    ) -> (Schema, Vec<Diagnostic>) {
        let mut columns = Vec::new();
        let mut mistakes = Vec::new();
        let mut occurrences = HashMap::new();
        let mut known = column::Known::new();
        for source in sources {
            match nested::parse(source, context, &mut known) {
                Ok(mut column) => {
                    let seen = occurrences.entry(column.name.clone()).or_insert(0);
                    column.occurrence = *seen;
                    *seen += 1;
                    columns.push(column);
                }
                Err(found) => mistakes.extend(found),
            }
        }
        mistakes.extend(entity::check(&columns));
        (Schema { table: table.into(), columns }, mistakes)
    }
}
