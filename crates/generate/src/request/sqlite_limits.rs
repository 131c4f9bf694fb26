//! What SQLite does not take: names of tables that differ in case alone, and very many columns.

use gush_diagnostics::grouped;
use gusher::text::ScriptTable;

use super::options::Opt;
use super::resolver::Resolver;

/// As many columns has a table (`SQLITE_MAX_COLUMN`).
const MAX_COLUMNS: usize = 2_000;

/// Refuses tables that SQLite does not take.
pub(super) fn check(resolver: &mut Resolver<'_>, tables: &[ScriptTable<'_>]) {
    for (index, table) in tables.iter().enumerate() {
        if table.columns.len() > MAX_COLUMNS {
            let [columns, most] = [table.columns.len(), MAX_COLUMNS].map(|count| grouped(count as u64));
            let text =
                format!("a table of SQLite has at most {most} columns, and `{}` has {columns}", table.name);
            resolver.refuse(Opt::Into, text);
        }
        let is_same = |other: &&ScriptTable<'_>| other.name.eq_ignore_ascii_case(table.name);
        if let Some(other) = tables[..index].iter().find(is_same) {
            let text = format!(
                "SQLite takes `{}` and `{}` for the same table; give them names that differ in more than their case",
                other.name, table.name
            );
            resolver.refuse(Opt::Into, text);
        }
    }
}
