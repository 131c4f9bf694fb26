//! What is asked for where a schema file is given: one table of it, some of them, or all.

use std::path::Path;
use std::sync::Arc;

use gush_diagnostics::SourceText;
use gusher::generators::Context;
use gusher::plan::{Plan, Planner};
use gusher::schema::DatasetSpec;
use gusher::schema::file::Rows;

use super::files::Loaded;
use super::options::Opt;
use super::prepared::{PlannedTables, Prepared, RequestError, Settings};
use super::resolver::Resolver;
use super::tables::{self, Chosen};
use super::{files, format, now, output, shard, values};
use crate::columns::mistakes;
use crate::shard::Shard;

/// The request of a schema file's tables.
pub(super) fn prepared(mut resolver: Resolver<'_>, path: &Path) -> Result<Prepared, RequestError> {
    let Loaded { schema: file, folder } = files::schema(&mut resolver, path);
    refuse_columns(&mut resolver);
    let selection = tables::selection(&mut resolver, &file);
    let sizes = tables::sizes(&mut resolver, &file);
    let is_several = file.tables.len() > 1;
    let asked = if is_several { tables::asked_of_several(&mut resolver, &selection) } else { None };
    let seed = values::seed(&mut resolver, file.seed);
    let present = now::present(&mut resolver, file.now, seed);
    let locale = values::locale(&mut resolver, file.locale);
    let (environment, program) = (resolver.environment, resolver.program);
    let read = |path: &str| files::words(environment, &folder, path);
    let context =
        Context::default().locale(locale).now(present.now).files(&read).expressions(program.expressions);
    let text = file.text.unwrap_or_else(|| Arc::new(SourceText::new(path.display().to_string(), "")));
    let (dataset, found) = DatasetSpec::build(&text, file.tables, &context, &sizes);
    let is_known = found.is_empty() && resolver.is_clean();
    resolver.extend(found);
    // What the tables have is checked where they make sense.
    let (mut chosen, mut by) = (Vec::new(), None);
    if is_known {
        chosen = tables::chosen(&mut resolver, &dataset, &selection, asked);
        by = shard::divided_table(&mut resolver, &dataset);
    }
    let rows = match &chosen[..] {
        [(table, _)] => dataset.tables[*table].made.clone(),
        _ => Rows::Range(0..0),
    };
    let shard = shard::shard(&mut resolver, &rows, seed);
    let format = format::format(&mut resolver, &rows);
    let mut output = output::output(&mut resolver, format.options.format());
    output::schema_output(&mut resolver);
    if is_known {
        let name = |(table, _): &Chosen| dataset.tables[*table].schema.table();
        let names: Vec<&str> = chosen.iter().map(name).collect();
        tables::destination(&mut resolver, &names, &format.options, &mut output);
        output::resume(&mut resolver, &output, seed);
    }
    for (table, rows) in &chosen {
        resolver.extend(mistakes(&dataset.tables[*table].schema, rows, &format.options));
    }
    resolver.sort();
    let seed = values::given_or_random(&resolver, seed).map_err(RequestError::Seed)?;
    let all_rows = PlannedTables::rows_of(&dataset, &chosen);
    let by = by.map(|by| (by, shard));
    let plans =
        if resolver.is_clean() { plans(&mut resolver, &dataset, &mut chosen, seed, by) } else { Vec::new() };
    if !resolver.is_clean() {
        return Err(RequestError::Findings(resolver.found));
    }
    let settings = Settings { seed, now: present.now, locale };
    let tables = PlannedTables { dataset: &dataset, folder: &folder, settings, chosen, all_rows, plans };
    let (print_schema, save_schema) = tables.schema_texts(&resolver);
    let notes = tables.notes(&resolver, present, &format, !shard.is_whole() && by.is_none());
    let job = tables.job(resolver, format, &output, shard, by.is_some())?;
    Ok(Prepared { job, output, dataset: Some(dataset), now: present.now, print_schema, save_schema, notes })
}

/// Refuses columns beside a schema file.
fn refuse_columns(resolver: &mut Resolver<'_>) {
    let columns = resolver.request.columns();
    if !columns.is_empty() {
        let schema = resolver.name(Opt::Schema);
        let text =
            format!("the columns are those of the schema file; leave these out, or leave out {schema}");
        resolver.refuse_value(Opt::Columns, &columns.join(" "), text);
    }
}

/// The plans of the tables. Where the rows of a table are divided and the others follow it, each is of its share, which
/// takes the place of its rows.
fn plans(
    resolver: &mut Resolver<'_>,
    dataset: &DatasetSpec,
    chosen: &mut [Chosen],
    seed: u64,
    by: Option<(usize, Shard)>,
) -> Vec<Plan> {
    let mut planner = Planner::new(dataset, seed);
    let mut plans = Vec::new();
    for (table, rows) in chosen {
        match planner.plan(*table) {
            Ok(mut plan) => {
                if let Some((by, shard)) = by {
                    let share = shard::share(&mut planner, dataset, *table, rows, by, shard);
                    *rows = 0..share.count();
                    plan = plan.select(share);
                }
                plans.push(plan);
            }
            Err(found) => resolver.extend(found),
        }
    }
    plans
}
