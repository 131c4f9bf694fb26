//! Shards of all rows, and those that keep children with their parents.

use std::ops::Range;

use gush_diagnostics::{Message, parse_count};
use gusher::plan::{Planner, Selection};
use gusher::schema::DatasetSpec;
use gusher::schema::file::RowExtent;

use super::now;
use super::options::Opt;
use super::resolver::Resolver;
use super::rows::stream_option;
use crate::shard::Shard;

/// The shard that is asked for. Without a seed they would not be of the same rows.
pub(super) fn shard(resolver: &mut Resolver<'_>, rows: &RowExtent, seed: Option<u64>) -> Shard {
    let Some(text) = resolver.request.text(Opt::Shard) else { return Shard::ALL };
    if seed.is_none() && !resolver.request.has(Opt::Seed) {
        let text = format!(
            "give all shards the same {}: without one each has other values, and @unique ones come twice",
            resolver.name(Opt::Seed)
        );
        resolver.refuse(Opt::Shard, text);
    }
    if now::is_moving(resolver) {
        let text = "each shard starts at another moment; give all of them the same time";
        resolver.conflict(now::MOVING, (Opt::Shard, None), text);
    }
    if *rows == RowExtent::Stream {
        let text = format!("a stream has no end to be divided; give a {}", resolver.name(Opt::Limit));
        resolver.conflict((stream_option(resolver), None), (Opt::Shard, None), text);
    }
    let numbers = text.split_once('/').map(|(i, n)| (parse_count(i), parse_count(n)));
    let Some((Some(number), Some(count))) = numbers else {
        resolver.wrong(Opt::Shard, text, "expected the part and the number of parts, such as 1/4");
        return Shard::ALL;
    };
    Shard::numbered(number, count).unwrap_or_else(|| {
        resolver.wrong(Opt::Shard, text, NO_SUCH_SHARD);
        Shard::ALL
    })
}

/// The message for a shard that there is not.
pub const NO_SUCH_SHARD: &str = "the number of the part runs from 1 to the number of parts";

/// The note for a shard that is a part of one transaction where nobody asked for that: loaded by itself, it would vanish
/// without a word.
pub(super) fn transaction_note(resolver: &Resolver<'_>) -> String {
    format!(
        "the first shard begins a transaction that the last one commits; give {} to load them by themselves",
        resolver.written(Opt::Transaction, "shard")
    )
}

/// The table by whose rows all are divided.
pub(super) fn divided_table(resolver: &mut Resolver<'_>, dataset: &DatasetSpec) -> Option<usize> {
    let name = resolver.request.text(Opt::ShardBy)?;
    let found = dataset.find(name);
    if found.is_none() {
        let known = dataset.tables.iter().map(|table| table.schema.table());
        let text = Message::unknown("the schema file has no such table", name, known);
        resolver.wrong(Opt::ShardBy, name, text);
    }
    found
}

/// The rows of a table that a shard has where the rows of the table `by` are divided: those themselves, their descendants, and
/// of any other table the same share of `all`.
pub(super) fn share(
    planner: &mut Planner<'_>,
    dataset: &DatasetSpec,
    table: usize,
    all: &Range<u64>,
    by: usize,
    shard: Shard,
) -> Selection {
    let parents = shard.of(&(0..dataset.tables[by].count()));
    if table == by {
        // Rows that are not made may have children that are.
        let start = parents.start.max(all.start);
        return Selection::run(start..parents.end.max(start));
    }
    planner.descendants(table, by, parents).unwrap_or_else(|| Selection::run(shard.of(all)))
}
