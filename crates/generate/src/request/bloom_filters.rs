//! Which columns have bloom filters: whether there are such columns, and whether their values can have one.

use gusher::plan::Plan;
use gusher::schema::DatasetSpec;

use super::file_columns::{self, IN_FOLDER, is_folder};
use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::bloom::{BloomColumn, parse, refusal};
use crate::format::AnyOptions;

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

/// Reports columns that there are not, where something else is wrong and so no table is planned.
pub(super) fn check_columns(
    resolver: &mut Resolver<'_>,
    options: &AnyOptions,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
) {
    let columns: Vec<_> =
        chosen_columns(options).iter().map(|column| (column.name.as_str(), &column.at)).collect();
    file_columns::check_names(resolver, Opt::BloomFilter, &columns, dataset, chosen);
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
    for ((table, _), plan) in chosen.iter().zip(plans) {
        let table = dataset.tables[*table].schema.table();
        for column in chosen_columns(options) {
            let Some(field) = plan.fields().find(|field| field.name == column.name) else {
                let column = (column.name.as_str(), &column.at);
                file_columns::unknown(resolver, Opt::BloomFilter, table, column, plan);
                continue;
            };
            let text = match refusal(field) {
                Some(text) => text,
                None if is_folder(output, &column.name) => IN_FOLDER,
                None => continue,
            };
            file_columns::wrong(resolver, Opt::BloomFilter, &column.at, text);
        }
    }
}
