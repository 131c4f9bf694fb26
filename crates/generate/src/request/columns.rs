//! What is asked for where columns are given: a dataset of one table.

use std::path::Path;

use gusher::generators::Context;
use gusher::schema::file::RowExtent;
use gusher::schema::{DEFAULT_ROWS, DatasetSpec};

use super::prepared::{Prepared, RequestError, TablesToMake};
use super::resolver::Resolver;
use super::{files, format, now, output, rows, shard, values};
use crate::columns::diagnostics;

/// The request of columns.
pub(super) fn prepared(resolver: &mut Resolver<'_>) -> Result<Prepared, RequestError> {
    let rows = rows::asked(resolver).unwrap_or(RowExtent::Range(0..DEFAULT_ROWS));
    let seed = values::seed(resolver, None);
    let present = now::present(resolver, None, seed);
    let shard = shard::shard(resolver, &rows, seed);
    let locale = values::locale(resolver, None);
    let format = format::format(resolver, &rows);
    let output = output::output(resolver, format.options.format());
    output::resume(resolver, &output, seed);
    output::schema_output(resolver);
    let table = values::table(resolver);
    let folder = Path::new("");
    let row_count = rows::counted(resolver, &rows);
    let parse = |context: &Context<'_>| resolver.columns(table, &context.rows(row_count));
    let (mut schema, found) = files::with_context(resolver, folder, locale, present.now, parse);
    resolver.extend(found);
    let rows = rows::of_stream(rows, &schema);
    let all_rows = rows::all(&rows);
    // What is wrong is reported in the order in which the columns were given.
    if diagnostics(&schema, &all_rows, &format.options).is_empty() {
        (resolver.program.arrange)(&mut schema, format.options.spec());
    }
    let dataset = DatasetSpec::single(schema, rows);
    let chosen = vec![(0, all_rows)];
    let drawn = values::given_or_random(resolver, seed).map_err(RequestError::Seed)?;
    let tables = TablesToMake {
        dataset: &dataset,
        folder,
        chosen,
        seed,
        drawn,
        present,
        locale,
        format,
        output,
        shard,
        by: None,
        plans: None,
    };
    let prepared = tables.prepared(resolver)?;
    Ok(Prepared { dataset: Some(dataset), ..prepared })
}
