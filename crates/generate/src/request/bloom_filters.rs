//! Which columns have bloom filters: whether there are such columns, and whether their values can have one.

use gush_diagnostics::Message;
use gusher::plan::Plan;
use gusher::schema::{Column, DatasetSpec};

use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::bloom::{BloomColumn, parse, refusal};
use crate::format::AnyOptions;
use crate::partition::Transform;

/// The columns that are asked for, without those that are wrong.
pub(super) fn columns(resolver: &mut Resolver<'_>) -> Option<Vec<BloomColumn>> {
    let text = resolver.request.text(Opt::BloomFilter)?;
    let mut columns = Vec::new();
    for column in parse(text) {
        match column {
            Ok(column) => columns.push(column),
            Err(error) => resolver.wrong_at(Opt::BloomFilter, text, error.at, error.message),
        }
    }
    Some(columns)
}

/// The columns of a format of columns that are to have bloom filters.
fn chosen_columns(options: &AnyOptions) -> &[BloomColumn] {
    match options {
        AnyOptions::Columnar(options) => &options.bloom_filters,
        AnyOptions::Rows(_) | AnyOptions::Table(_) => &[],
    }
}

fn unknown(resolver: &mut Resolver<'_>, table: &str, column: &BloomColumn, known: &[&str]) {
    let text = resolver.request.text(Opt::BloomFilter).unwrap_or_default();
    let what = format!("`{table}` has no such column");
    let message = Message::unknown(what, &column.name, known.iter().copied());
    resolver.wrong_at(Opt::BloomFilter, text, column.at.clone(), message);
}

/// Reports columns that there are not, where something else is wrong and so no table is planned.
pub(super) fn check_columns(
    resolver: &mut Resolver<'_>,
    options: &AnyOptions,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
) {
    for schema in chosen.iter().map(|(table, _)| &dataset.tables[*table].schema) {
        let known: Vec<&str> = schema.visible().map(Column::name).collect();
        let is_unknown = |column: &&BloomColumn| !known.contains(&column.name.as_str());
        for column in chosen_columns(options).iter().filter(is_unknown) {
            unknown(resolver, schema.table(), column, &known);
        }
    }
}

/// Reports columns of these tables that cannot have bloom filters.
pub(super) fn check(
    resolver: &mut Resolver<'_>,
    options: &AnyOptions,
    output: &Output,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: &[Plan],
) {
    let is_folder = |name: &str| {
        let layout = output.layout.as_ref().filter(|layout| !layout.keeps_columns);
        let mut fields = layout.into_iter().flat_map(|layout| &layout.fields);
        fields.any(|field| field.transform == Transform::Identity && field.column == name)
    };
    for ((table, _), plan) in chosen.iter().zip(plans) {
        let table = dataset.tables[*table].schema.table();
        for column in chosen_columns(options) {
            let Some(field) = plan.fields().find(|field| field.name == column.name) else {
                let known: Vec<&str> = plan.fields().map(|field| field.name.as_str()).collect();
                unknown(resolver, table, column, &known);
                continue;
            };
            let text = match refusal(field) {
                Some(text) => text,
                None if is_folder(&column.name) => {
                    "all rows of a file have one value of it, which is in the name of the folder; leave it out"
                }
                None => continue,
            };
            let value = resolver.request.text(Opt::BloomFilter).unwrap_or_default();
            resolver.wrong_at(Opt::BloomFilter, value, column.at.clone(), text);
        }
    }
}
