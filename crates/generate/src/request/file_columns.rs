//! Columns of a file that an option names: those that there are not, and those that are in the name of a folder alone.

use std::ops::Range;

use gush_diagnostics::Message;
use gusher::plan::Plan;
use gusher::schema::{Column, DatasetSpec};

use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::partition::Transform;

/// Why an option may not name a column that is in the name of a folder.
pub(super) const IN_FOLDER: &str =
    "all rows of a file have one value of it, which is in the name of the folder; leave it out";

/// Whether a column is in the name of a folder, and not in the files.
pub(super) fn is_folder(output: &Output, name: &str) -> bool {
    let layout = output.layout.as_ref().filter(|layout| !layout.keeps_columns);
    let mut fields = layout.into_iter().flat_map(|layout| &layout.fields);
    fields.any(|field| field.transform == Transform::Identity && field.column == name)
}

/// Reports what is wrong at a span of an option's text.
pub(super) fn wrong(
    resolver: &mut Resolver<'_>,
    option: Opt,
    at: &Range<usize>,
    message: impl Into<Message>,
) {
    let text = resolver.request.text(option).unwrap_or_default();
    resolver.wrong_at(option, text, at.clone(), message);
}

/// Reports a column that a planned table does not have.
pub(super) fn unknown(
    resolver: &mut Resolver<'_>,
    option: Opt,
    table: &str,
    (name, at): (&str, &Range<usize>),
    plan: &Plan,
) {
    let known: Vec<&str> = plan.fields().map(|field| field.name.as_str()).collect();
    wrong(resolver, option, at, message(table, name, &known));
}

/// Reports columns that there are not, where something else is wrong and so no table is planned.
pub(super) fn check_names(
    resolver: &mut Resolver<'_>,
    option: Opt,
    columns: &[(&str, &Range<usize>)],
    dataset: &DatasetSpec,
    chosen: &[Chosen],
) {
    for schema in chosen.iter().map(|(table, _)| &dataset.tables[*table].schema) {
        let known: Vec<&str> = schema.visible().map(Column::name).collect();
        for (name, at) in columns.iter().filter(|(name, _)| !known.contains(name)) {
            wrong(resolver, option, at, message(schema.table(), name, &known));
        }
    }
}

fn message(table: &str, name: &str, known: &[&str]) -> Message {
    Message::unknown(format!("`{table}` has no such column"), name, known.iter().copied())
}
