//! Tables that are planned, for whoever reads their values instead of writing them; and what of them is then written.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use gush_diagnostics::SourceText;
use gusher::generators::Context;
use gusher::plan::{Plan, Planner};
use gusher::schema::DatasetSpec;
use gusher::schema::file::{self, Rows};

use super::output::Output;
use super::prepared::{PlannedTables, RequestError, Settings};
use super::resolver::Resolver;
use super::tables::{self, Chosen};
use super::{files, format, now, output, values};
use crate::columns::mistakes;
use crate::job::Job;
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
pub(super) fn columns(mut resolver: Resolver<'_>, rows: Range<u64>) -> Result<PlannedDataset, RequestError> {
    let settings = settings(&mut resolver, &file::SchemaFile::default())?;
    let table = values::table(&mut resolver);
    let (environment, program) = (resolver.environment, resolver.program);
    let read = |path: &str| files::words(environment, Path::new(""), path);
    let context = Context::default()
        .locale(settings.locale)
        .now(settings.now)
        .files(&read)
        .expressions(program.expressions);
    let (schema, found) = (program.parse)(table, &context);
    resolver.extend(found);
    planned(resolver, DatasetSpec::single(schema, Rows::Range(rows)), settings)
}

/// The tables of the text of a schema file, which messages call `name`. Paths in it begin at `folder`.
pub(super) fn file(
    mut resolver: Resolver<'_>,
    name: &str,
    text: &str,
    folder: &Path,
) -> Result<PlannedDataset, RequestError> {
    let (file, found) = file::parse(name, text);
    resolver.extend(found);
    let settings = settings(&mut resolver, &file)?;
    let sizes = tables::sizes(&mut resolver, &file);
    let (environment, program) = (resolver.environment, resolver.program);
    let read = |path: &str| files::words(environment, folder, path);
    let context = Context::default()
        .locale(settings.locale)
        .now(settings.now)
        .files(&read)
        .expressions(program.expressions);
    let source = file.text.unwrap_or_else(|| Arc::new(SourceText::new(name, "")));
    let (dataset, found) = DatasetSpec::build(&source, file.tables, &context, &sizes);
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
    mut resolver: Resolver<'_>,
    dataset: DatasetSpec,
    settings: Settings,
) -> Result<PlannedDataset, RequestError> {
    let mut plans = Vec::new();
    if resolver.is_clean() {
        let mut planner = Planner::new(&dataset, settings.seed);
        for table in 0..dataset.tables.len() {
            match planner.plan(table) {
                Ok(plan) => plans.push(plan),
                Err(found) => resolver.extend(found),
            }
        }
    }
    resolver.done().map_err(RequestError::Findings)?;
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
    mut resolver: Resolver<'_>,
    tables: TablesToWrite<'_>,
) -> Result<(Job, Output), RequestError> {
    let TablesToWrite { dataset, folder, settings, mut tables } = tables;
    let order = dataset.parents_first();
    tables.sort_by_key(|(table, ..)| order.iter().position(|index| index == table));
    let rows = match &tables[..] {
        [(_, rows, _)] => Rows::Range(rows.clone()),
        _ => Rows::Range(0..0),
    };
    let format = format::format(&mut resolver, &rows);
    let mut output = output::output(&mut resolver, format.options.format());
    let name = |(table, ..): &(usize, Range<u64>, Plan)| dataset.tables[*table].schema.table();
    let names: Vec<&str> = tables.iter().map(name).collect();
    tables::destination(&mut resolver, &names, &format.options, &mut output);
    output::resume(&mut resolver, &output, Some(settings.seed));
    for (table, rows, _) in &tables {
        resolver.extend(mistakes(&dataset.tables[*table].schema, rows, &format.options));
    }
    resolver.sort();
    if !resolver.is_clean() {
        return Err(RequestError::Findings(resolver.found));
    }
    let (chosen, plans): (Vec<Chosen>, Vec<Plan>) =
        tables.into_iter().map(|(table, rows, plan)| ((table, rows), plan)).unzip();
    let all_rows = PlannedTables::rows_of(dataset, &chosen);
    let planned = PlannedTables { dataset, folder, settings, chosen, all_rows, plans };
    let job = planned.job(resolver, format, &output, Shard::WHOLE, false)?;
    Ok((job, output))
}
