//! Tables that are planned, for whoever reads their values instead of writing them; and what of them is then written.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use gush_diagnostics::SourceText;
use gusher::generators::Context;
use gusher::plan::{Plan, SeededValues};
use gusher::schema::DatasetSpec;
use gusher::schema::file::{self, RowExtent};

use super::now::Present;
use super::prepared::{Prepared, RequestError, TablesToMake, plans};
use super::resolver::Resolver;
use super::settings::Settings;
use super::{files, format, now, output, tables, values};
use crate::shard::Shard;

/// Tables with a plan for each.
#[derive(Debug)]
pub struct PlannedDataset {
    /// The tables.
    pub dataset: DatasetSpec,
    /// Their plans, in the same order.
    pub plans: Vec<Plan>,
    /// What the values follow from.
    pub settings: Settings,
}

/// These rows of a table of columns.
pub(super) fn columns(resolver: &mut Resolver<'_>, rows: Range<u64>) -> Result<PlannedDataset, RequestError> {
    let settings = settings(resolver, &file::SchemaFile::default())?;
    let table = values::table(resolver);
    let Settings { now, locale, .. } = settings;
    let row_count = Some(rows.end).filter(|end| rows.start == 0 && *end > 0);
    let parse = |context: &Context<'_>| resolver.columns(table, &context.rows(row_count));
    let (schema, found) = files::with_context(resolver, Path::new(""), locale, now, parse);
    resolver.extend(found);
    planned(resolver, DatasetSpec::single(schema, RowExtent::Range(rows)), settings)
}

/// The tables of the text of a schema file, which messages call `name`. Paths in it begin at `folder`.
pub(super) fn file(
    resolver: &mut Resolver<'_>,
    name: &str,
    text: &str,
    folder: &Path,
) -> Result<PlannedDataset, RequestError> {
    let (file, found) = file::parse(name, text);
    resolver.extend(found);
    let settings = settings(resolver, &file)?;
    let sizes = tables::sizes(resolver, &file);
    let source = file.text.unwrap_or_else(|| Arc::new(SourceText::new(name, "")));
    let seeded = SeededValues(settings.seed);
    let build = |context: &Context<'_>| DatasetSpec::build(&source, file.tables, context, &sizes, &seeded);
    let (dataset, found) = files::with_context(resolver, folder, settings.locale, settings.now, build);
    resolver.extend(found);
    resolver.sort();
    planned(resolver, dataset, settings)
}

/// What values follow from: by the options, or else by a schema file.
fn settings(resolver: &mut Resolver<'_>, file: &file::SchemaFile) -> Result<Settings, RequestError> {
    let seed = values::seed(resolver, file.seed);
    let now = now::present(resolver, file.now, seed).now;
    let locale = values::locale(resolver, file.locale);
    let seed = values::given_or_random(resolver, seed).map_err(RequestError::Seed)?;
    Ok(Settings { seed, now, locale })
}

/// The tables with their plans, if nothing is wrong.
fn planned(
    resolver: &mut Resolver<'_>,
    dataset: DatasetSpec,
    settings: Settings,
) -> Result<PlannedDataset, RequestError> {
    resolver.check()?;
    let mut all =
        (dataset.tables.iter().enumerate().map(|(table, of)| (table, of.row_range()))).collect::<Vec<_>>();
    let plans = plans(resolver, &dataset, &mut all, settings.seed, None);
    resolver.check()?;
    Ok(PlannedDataset { dataset, plans, settings })
}

/// Tables of a dataset that are to be written.
#[derive(Debug)]
pub struct TablesToWrite<'d> {
    /// All tables.
    pub dataset: &'d DatasetSpec,
    /// Where paths in the schema begin.
    pub folder: &'d Path,
    /// What the values follow from.
    pub settings: Settings,
    /// Those that are written: the index, the rows and the plan of each.
    pub tables: Vec<(usize, Range<u64>, Plan)>,
}

/// The job that writes tables, and where to.
pub(super) fn write(
    resolver: &mut Resolver<'_>,
    tables: TablesToWrite<'_>,
) -> Result<Prepared, RequestError> {
    let TablesToWrite { dataset, folder, settings, mut tables } = tables;
    let order = dataset.parents_first();
    tables.sort_by_key(|(table, ..)| order.iter().position(|index| index == table));
    let rows = match &tables[..] {
        [(_, rows, _)] => RowExtent::Range(rows.clone()),
        _ => RowExtent::Range(0..0),
    };
    let format = format::format(resolver, &rows);
    let mut output = output::output(resolver, format.options.format());
    let name = |(table, ..): &(usize, Range<u64>, Plan)| dataset.tables[*table].schema.table();
    let names: Vec<&str> = tables.iter().map(name).collect();
    tables::destination(resolver, &names, &format.options, &mut output, &|_, _| None);
    output::resume(resolver, &output, Some(settings.seed));
    let (chosen, plans) = tables.into_iter().map(|(table, rows, plan)| ((table, rows), plan)).unzip();
    let Settings { seed, now, locale } = settings;
    let tables = TablesToMake {
        dataset,
        folder,
        chosen,
        seed: Some(seed),
        drawn: seed,
        present: Present::given(now),
        locale,
        format,
        output,
        shard: Shard::ALL,
        by: None,
        plans: Some(plans),
    };
    tables.prepared(resolver)
}
