//! What makes one text of several tables: the statements before the first and after the last one.

use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::{ScriptTable, sql_script};

use super::options::Opt;
use super::resolver::Resolver;
use super::script_table::script_table;
use super::tables::Chosen;
use crate::format::AnyOptions;
use crate::job::Script;

/// The script of these tables.
pub(super) fn script(
    resolver: &mut Resolver<'_>,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: &[Plan],
    options: &AnyOptions,
) -> Script {
    let AnyOptions::Rows(options) = options else { return Script::default() };
    if !options.spec().transactions {
        return Script::default();
    }
    let tables: Vec<ScriptTable<'_>> = chosen
        .iter()
        .zip(plans)
        .map(|((table, _), plan)| script_table(dataset, *table, chosen, plan))
        .collect();
    match sql_script(&tables, options) {
        Ok([before, after]) => Script { before: before.into(), after: after.into() },
        Err(text) => {
            resolver.wrong(Opt::Format, "sql", text);
            Script::default()
        }
    }
}
