//! Builds a schema from columns as they were written.

use std::collections::HashMap;

use gush_diagnostics::{Diagnostic, Diagnostics};

use super::computed::{self, Pending};
use super::{Column, ColumnSource, Schema, column, correlate, entity, nested};
use crate::generators::Context;

impl Schema {
    /// Parses columns of the form `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]` or `NAME=expr:EXPRESSION`.
    ///
    /// The schema has the valid columns; the diagnostics report all the others. A column whose `@by` or `@with` names no
    /// column is in the schema without that link, so that what names it is checked too: only a schema without diagnostics
    /// is complete.
    pub fn parse<W: AsRef<str>>(
        table: &str,
        specs: &[W],
        context: &Context<'_>,
    ) -> (Schema, Vec<Diagnostic>) {
        Schema::build(table, specs.iter().map(|spec| ColumnSource::new(spec.as_ref())), context)
    }

    /// Parses columns wherever they were written; see [`Schema::parse`].
    pub fn build(
        table: &str,
        sources: impl IntoIterator<Item = ColumnSource>,
        context: &Context<'_>,
    ) -> (Schema, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut known = column::Known::new();
        let mut pending = Vec::new();
        let mut names = Vec::new();
        for source in sources {
            let name = source.given_name();
            names.extend(name.clone());
            pending.push(nested::parse(source, context, &mut known).unwrap_or_else(|found| {
                diagnostics.extend(found);
                Pending::Broken { name }
            }));
        }
        let all = pending.len();
        let mut columns = computed::resolve(pending, context, &mut diagnostics);
        let mut occurrences = HashMap::new();
        for column in &mut columns {
            let seen = occurrences.entry(column.name.clone()).or_insert(0);
            column.set_occurrence(*seen);
            *seen += 1;
        }
        diagnostics.extend(entity::check(&columns));
        diagnostics.extend(correlate::resolve(&mut columns, &names));
        // A missing column is invalid, and may be the only one that is not hidden.
        diagnostics.extend(computed::all_hidden(&columns).filter(|_| columns.len() == all));
        (Schema { table: table.into(), columns }, diagnostics)
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
