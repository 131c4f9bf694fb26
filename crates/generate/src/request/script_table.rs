//! A table as statements of SQL need it: its columns and its keys.

use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::{ScriptKey, ScriptTable};

use super::tables::Chosen;

/// A table with its keys: those that refer to tables which are made too.
pub(super) fn script_table<'p>(
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
                let (table, is_forward) = (index(key.parent)?, key.is_forward);
                Some(ScriptKey { columns, table, key: visible(key.parent, &key.key)?, is_forward })
            })
            .collect(),
    }
}
