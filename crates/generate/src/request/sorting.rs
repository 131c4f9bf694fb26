//! By which columns the rows of each group are sorted: whether there are such columns, and whether their values have an order.

use gush_columnar::Columnar;
use gush_diagnostics::Message;
use gusher::plan::Plan;
use gusher::schema::{Column, DatasetSpec};

use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::format::{AnyOptions, ColumnarOptions};
use crate::partition::Transform;
use crate::sort::{SortColumn, SortError, parse, sort_column};

/// The columns that are asked for, those included whose directions are wrong.
pub(super) fn columns(resolver: &mut Resolver<'_>) -> Option<Vec<SortColumn>> {
    let text = resolver.request.text(Opt::SortBy)?;
    let mut columns = Vec::new();
    for column in parse(text) {
        match column {
            Ok(column) => columns.push(column),
            Err(error) => {
                resolver.wrong_at(Opt::SortBy, text, error.at, error.message);
                columns.extend(error.column);
            }
        }
    }
    Some(columns)
}

/// What was chosen of a format of columns whose rows are to be sorted.
fn sorted(options: &AnyOptions) -> Option<&ColumnarOptions> {
    match options {
        AnyOptions::Columnar(options) if !options.sort_by.is_empty() => Some(options),
        _ => None,
    }
}

fn unknown(resolver: &mut Resolver<'_>, table: &str, column: &SortColumn, known: &[&str]) {
    let text = resolver.request.text(Opt::SortBy).unwrap_or_default();
    let what = format!("`{table}` has no such column");
    let message = Message::unknown(what, &column.name, known.iter().copied());
    resolver.wrong_at(Opt::SortBy, text, column.at.clone(), message);
}

/// Reports columns that there are not, where something else is wrong and so no table is planned.
pub(super) fn check_columns(
    resolver: &mut Resolver<'_>,
    options: &AnyOptions,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
) {
    let Some(options) = sorted(options) else { return };
    for schema in chosen.iter().map(|(table, _)| &dataset.tables[*table].schema) {
        let known: Vec<&str> = schema.visible().map(Column::name).collect();
        for column in options.sort_by.iter().filter(|column| !known.contains(&column.name.as_str())) {
            unknown(resolver, schema.table(), column, &known);
        }
    }
}

/// Reports columns by which the rows of these tables cannot be sorted.
pub(super) fn check(
    resolver: &mut Resolver<'_>,
    options: &AnyOptions,
    output: &Output,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: &[Plan],
) {
    let Some(options) = sorted(options) else { return };
    let parquet = (options.format == Columnar::Parquet).then_some(&options.parquet);
    let is_folder = |name: &str| {
        let layout = output.layout.as_ref().filter(|layout| !layout.keeps_columns);
        let mut fields = layout.into_iter().flat_map(|layout| &layout.fields);
        fields.any(|field| field.transform == Transform::Identity && field.column == name)
    };
    for ((table, _), plan) in chosen.iter().zip(plans) {
        let table = dataset.tables[*table].schema.table();
        for column in &options.sort_by {
            let text = match sort_column(plan, column, parquet) {
                Ok(_) if is_folder(&column.name) => {
                    "all rows of a file have one value of it, which is in the name of the folder; leave it out"
                }
                Ok(_) => continue,
                Err(SortError::Refused(text)) => text,
                Err(SortError::Unknown) => {
                    let known: Vec<&str> = plan.fields().map(|field| field.name.as_str()).collect();
                    unknown(resolver, table, column, &known);
                    continue;
                }
            };
            let value = resolver.request.text(Opt::SortBy).unwrap_or_default();
            resolver.wrong_at(Opt::SortBy, value, column.at.clone(), text);
        }
    }
}
