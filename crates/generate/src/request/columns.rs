//! What is asked for where columns are given: a dataset of one table.

use std::path::Path;

use gusher::generators::Context;
use gusher::plan::Planner;
use gusher::schema::file::Rows;
use gusher::schema::{DEFAULT_ROWS, DatasetSpec};

use super::prepared::{PlannedTables, Prepared, RequestError, Settings};
use super::resolver::Resolver;
use super::{files, format, now, output, rows, shard, values};
use crate::columns::mistakes;

/// The request of columns.
pub(super) fn prepared(mut resolver: Resolver<'_>) -> Result<Prepared, RequestError> {
    let rows = rows::asked(&mut resolver).unwrap_or(Rows::Range(0..DEFAULT_ROWS));
    let seed = values::seed(&mut resolver, None);
    let present = now::present(&mut resolver, None, seed);
    let shard = shard::shard(&mut resolver, &rows, seed);
    let locale = values::locale(&mut resolver, None);
    let format = format::format(&mut resolver, &rows);
    let output = output::output(&mut resolver, format.options.format());
    output::resume(&mut resolver, &output, seed);
    output::schema_output(&mut resolver);
    let table = values::table(&mut resolver);
    let (environment, program) = (resolver.environment, resolver.program);
    let read = |path: &str| files::words(environment, Path::new(""), path);
    let context =
        Context::default().locale(locale).now(present.now).files(&read).expressions(program.expressions);
    let (mut schema, found) = (program.parse)(table, &context);
    resolver.extend(found);
    let all_rows = rows::all(&rows);
    resolver.extend(mistakes(&schema, &all_rows, &format.options));
    resolver.sort();
    if !resolver.is_clean() {
        return Err(RequestError::Findings(resolver.found));
    }
    (program.arrange)(&mut schema, format.options.spec());
    let dataset = DatasetSpec::single(schema, rows);
    let seed = values::given_or_random(&resolver, seed).map_err(RequestError::Seed)?;
    let plan = Planner::new(&dataset, seed).plan(0);
    let plan = plan.map_err(|found| {
        resolver.extend(found);
        RequestError::Findings(std::mem::take(&mut resolver.found))
    })?;
    let chosen = vec![(0, all_rows)];
    let tables = PlannedTables {
        dataset: &dataset,
        folder: Path::new(""),
        settings: Settings { seed, now: present.now, locale },
        all_rows: PlannedTables::rows_of(&dataset, &chosen),
        chosen,
        plans: vec![plan],
    };
    let (print_schema, save_schema) = tables.schema_texts(&resolver);
    let notes = tables.notes(&resolver, present, &format, !shard.is_whole());
    let job = tables.job(resolver, format, &output, shard, false)?;
    Ok(Prepared { job, output, dataset: Some(dataset), now: present.now, print_schema, save_schema, notes })
}
