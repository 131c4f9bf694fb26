//! What makes one text of several tables: the statements before the first and after the last one.

use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::{ScriptKey, ScriptTable, sql_script};

use super::options::Opt;
use super::resolver::Resolver;
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

fn script_table<'p>(
    dataset: &'p DatasetSpec,
    table: usize,
    chosen: &[Chosen],
    plan: &'p Plan,
) -> ScriptTable<'p> {
    let index = |table: usize| chosen.iter().position(|(chosen, _)| *chosen == table);
    // What is hidden is in no key either.
    let visible = |table: usize, columns: &[usize]| dataset.tables[table].schema.visible_indices(columns);
    let unique = dataset.tables[table].unique.iter();
    let foreign_keys = dataset.foreign_keys(table).into_iter();
    ScriptTable {
        name: dataset.tables[table].schema.table(),
        columns: plan.heads().columns,
        primary_key: dataset.primary_key(table).and_then(|key| visible(table, &key)).unwrap_or_default(),
        unique: unique.filter_map(|columns| visible(table, columns)).collect(),
        foreign_keys: foreign_keys
            // A table that is not made has nothing to refer to.
            .filter_map(|key| {
                let columns = visible(table, &key.columns)?;
                Some(ScriptKey { columns, table: index(key.parent)?, key: visible(key.parent, &key.key)? })
            })
            .collect(),
    }
}
