//! Shards that keep children with their parents: `--shard-by`.

use std::ops::Range;

use gush_diagnostics::Message;
use gush_generate::Shard;
use gusher::plan::{Planner, Selection};
use gusher::schema::Dataset;

use super::check::Check;
use super::flags::SHARD_BY;

impl Check<'_> {
    /// The table by whose rows all are divided.
    pub(super) fn shard_by(&mut self, dataset: &Dataset) -> Option<usize> {
        let name = self.args.text(&SHARD_BY)?;
        let found = dataset.find(name);
        if found.is_none() {
            let known = dataset.tables.iter().map(|table| table.schema.table());
            let text = Message::unknown("the schema file has no such table", name, known);
            self.wrong(&SHARD_BY, name, text);
        }
        found
    }
}

/// The rows of a table that a shard has where the rows of the table `by` are divided: those themselves, their descendants, and
/// of any other table the same share of `whole`.
pub(super) fn share(
    planner: &mut Planner<'_>,
    dataset: &Dataset,
    table: usize,
    whole: &Range<u64>,
    by: usize,
    shard: Shard,
) -> Selection {
    let parents = shard.of(&(0..dataset.tables[by].count()));
    if table == by {
        // Rows that are not made may have children that are.
        let start = parents.start.max(whole.start);
        return Selection::run(start..parents.end.max(start));
    }
    planner.descendants(table, by, parents).unwrap_or_else(|| Selection::run(shard.of(whole)))
}
