//! Builds a schema from columns as they were written.

use std::collections::HashMap;

use gush_diagnostics::{Diagnostic, Diagnostics};

use super::computed::{self, Pending};
use super::{Column, ColumnSource, Schema, column, correlate, entity, nested};
use crate::generators::Context;

impl Schema {
    /// Parses columns of the form `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]` or `NAME=expr:EXPRESSION`.
    ///
    /// The schema has the columns that made sense; the mistakes tell of all the others.
    pub fn parse<W: AsRef<str>>(
        table: &str,
        words: &[W],
        context: &Context<'_>,
    ) -> (Schema, Vec<Diagnostic>) {
        Schema::build(table, words.iter().map(|word| ColumnSource::word(word.as_ref())), context)
    }

    /// Parses columns wherever they were written; see [`Schema::parse`].
    pub fn build(
        table: &str,
        sources: impl IntoIterator<Item = ColumnSource>,
        context: &Context<'_>,
    ) -> (Schema, Vec<Diagnostic>) {
        let mut mistakes = Vec::new();
        let mut known = column::Known::new();
        let mut pending = Vec::new();
        let mut names = Vec::new();
        for source in sources {
            let name = source.given_name();
            names.extend(name.clone());
            pending.push(nested::parse(source, context, &mut known).unwrap_or_else(|found| {
                mistakes.extend(found);
                Pending::Broken { name }
            }));
        }
        let all = pending.len();
        let mut columns = computed::resolve(pending, context, &mut mistakes);
        let mut occurrences = HashMap::new();
        for column in &mut columns {
            let seen = occurrences.entry(column.name.clone()).or_insert(0);
            column.take_place(*seen);
            *seen += 1;
        }
        mistakes.extend(entity::check(&columns));
        mistakes.extend(correlate::resolve(&mut columns, &names));
        // What is missing is wrong, and could be the one that is written.
        mistakes.extend(computed::all_hidden(&columns).filter(|_| columns.len() == all));
        (Schema { table: table.into(), columns }, mistakes)
    }
}

impl Column {
    /// Parses a column that reads no other: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.
    ///
    /// ```
    /// # use gusher::{Column, Context};
    /// let age = Column::parse("age=int:18,90@null=0.1", &Context::default())?;
    /// assert_eq!((age.name(), age.field().nullable), ("age", true));
    /// # Ok::<(), gusher::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str, context: &Context<'_>) -> Result<Column, Diagnostics> {
        let (schema, found) = Schema::parse("", &[text], context);
        let mut columns = Diagnostics::check(schema, found)?.into_columns();
        Ok(columns.pop().unwrap_or_else(|| unreachable!("a column without a diagnostic is in the schema")))
    }
}
