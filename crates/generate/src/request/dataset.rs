//! What is asked for where a schema file is given: one table of it, some of them, or all.

use std::path::Path;
use std::sync::Arc;

use gush_diagnostics::{Code, SourceText};
use gusher::generators::Context;
use gusher::plan::SeededValues;
use gusher::schema::DatasetSpec;
use gusher::schema::file::{RowExtent, SpannedText};

use super::files::Loaded;
use super::options::Opt;
use super::prepared::{Prepared, RequestError, TablesToMake};
use super::resolver::Resolver;
use super::tables::{self, Chosen};
use super::{files, format, now, output, shard, values};

/// The request of a schema file's tables.
pub(super) fn prepared(resolver: &mut Resolver<'_>, path: &Path) -> Result<Prepared, RequestError> {
    let Loaded { schema: file, folder } = files::schema(resolver, path);
    refuse_columns(resolver);
    let selection = tables::selection(resolver, &file);
    let sizes = tables::sizes(resolver, &file);
    let is_several = file.tables.len() > 1;
    let asked = if is_several { tables::asked_of_several(resolver, &selection) } else { None };
    let seed = values::seed(resolver, file.seed);
    let present = now::present(resolver, file.now, seed);
    let locale = values::locale(resolver, file.locale);
    let text = file.text.unwrap_or_else(|| Arc::new(SourceText::new(path.display().to_string(), "")));
    let written: Vec<SpannedText> = file.tables.iter().map(|table| table.name.clone()).collect();
    // How many rows there are may follow from it.
    let drawn = values::given_or_random(resolver, seed).map_err(RequestError::Seed)?;
    let seeded = SeededValues(drawn);
    let build = |context: &Context<'_>| DatasetSpec::build(&text, file.tables, context, &sizes, &seeded);
    let (mut dataset, found) = files::with_context(resolver, &folder, locale, present.now, build);
    if resolver.request.has(Opt::RowsOf) {
        dataset.show_checks();
    }
    let is_known = found.is_empty() && resolver.is_clean();
    resolver.extend(found);
    // What the tables have is checked where they make sense.
    let (mut chosen, mut by) = (Vec::new(), None);
    if is_known {
        chosen = tables::chosen(resolver, &dataset, &selection, asked);
        by = shard::divided_table(resolver, &dataset);
    }
    let rows = match &chosen[..] {
        [(table, _)] => dataset.tables[*table].planned_rows.clone(),
        _ => RowExtent::Range(0..0),
    };
    let shard = shard::shard(resolver, &rows, seed);
    let format = format::format(resolver, &rows);
    let mut output = output::output(resolver, format.options.format());
    output::schema_output(resolver);
    if is_known {
        let name = |(table, _): &Chosen| dataset.tables[*table].schema.table();
        let names: Vec<&str> = chosen.iter().map(name).collect();
        let at_name = |name: &str, message: &str| {
            let name = written.iter().find(|written| written.text == name)?;
            Some(text.diagnostic(Code::Schema, name.at.clone(), message))
        };
        tables::destination(resolver, &names, &format.options, &mut output, &at_name);
        output::resume(resolver, &output, seed);
    }
    let tables = TablesToMake {
        dataset: &dataset,
        folder: &folder,
        chosen,
        seed,
        drawn,
        present,
        locale,
        format,
        output,
        shard,
        by,
        plans: None,
    };
    let prepared = tables.prepared(resolver)?;
    Ok(Prepared { dataset: Some(dataset), ..prepared })
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
