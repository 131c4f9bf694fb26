//! By which columns the rows of each group are sorted: whether there are such columns, and whether their values have an order.

use gush_columnar::Columnar;
use gusher::plan::Plan;
use gusher::schema::DatasetSpec;

use super::file_columns::{self, IN_FOLDER, is_folder};
use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::format::{AnyOptions, ColumnarOptions};
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

/// Reports columns that there are not, where something else is wrong and so no table is planned.
pub(super) fn check_columns(
    resolver: &mut Resolver<'_>,
    options: &AnyOptions,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
) {
    let Some(options) = sorted(options) else { return };
    let columns: Vec<_> = options.sort_by.iter().map(|column| (column.name.as_str(), &column.at)).collect();
    file_columns::check_names(resolver, Opt::SortBy, &columns, dataset, chosen);
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
    for ((table, _), plan) in chosen.iter().zip(plans) {
        let table = dataset.tables[*table].schema.table();
        for column in &options.sort_by {
            let text = match sort_column(plan, column, parquet) {
                Ok(_) if is_folder(output, &column.name) => IN_FOLDER,
                Ok(_) => continue,
                Err(SortError::Refused(text)) => text,
                Err(SortError::Unknown) => {
                    let column = (column.name.as_str(), &column.at);
                    file_columns::unknown(resolver, Opt::SortBy, table, column, plan);
                    continue;
                }
            };
            file_columns::wrong(resolver, Opt::SortBy, &column.at, text);
        }
    }
}
