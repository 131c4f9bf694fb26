//! What somebody who looks at a terminal sees: the first rows as a table, which table and which columns they are, and what to
//! ask for next.

use std::ops::Range;

use gush_diagnostics::grouped;
use gusher::schema::DatasetSpec;
use gusher::schema::file::RowExtent;

use super::options::Opt;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::display::{Key, TableOptions};
use crate::format::AnyOptions;

/// How many rows of a table are shown at most, unless somebody asks for all of them.
const ALL_SHOWN: u64 = 40;
/// How many rows of a longer table are shown.
const SHOWN: u64 = 20;
/// How many rows of each of several tables are shown.
const SHOWN_OF_EACH: u64 = 5;

/// Whether rows that nobody named a format for are shown as a table.
pub(super) fn is_wanted(resolver: &Resolver<'_>, rows: &RowExtent) -> bool {
    let is_written = || resolver.request.given().any(Opt::is_of_writing);
    resolver.program.screen.is_terminal && *rows != RowExtent::Stream && !is_written()
}

/// The rows and the options of each of these tables, where they are shown as tables, one below the other or (not `is_one`) in a file each.
pub(super) fn shown(
    resolver: &Resolver<'_>,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    options: &AnyOptions,
    is_one: bool,
) -> Vec<(Range<u64>, TableOptions)> {
    let AnyOptions::Table(options) = options else { return Vec::new() };
    let is_several = chosen.len() > 1;
    let last = chosen.len().saturating_sub(1);
    let of_table = |(index, (table, rows)): (usize, &Chosen)| {
        let mut options = TableOptions { keys: keys(dataset, *table), ..options.clone() };
        let name = dataset.tables[*table].schema.table();
        let shown = if options.is_preview { first(rows, is_several) } else { rows.clone() };
        if is_several {
            options.follows_another = is_one && index > 0;
            let count = options.is_preview.then(|| format!(": {}", counted(&shown, rows)));
            options.title = Some(format!("{name}{}", count.unwrap_or_default()));
        }
        if options.is_preview && index == last {
            options.notes =
                if is_several { more_of_several(resolver) } else { more(resolver, name, &shown, rows) };
        }
        (shown, options)
    };
    chosen.iter().enumerate().map(of_table).collect()
}

/// The rows of a table that are shown.
fn first(rows: &Range<u64>, is_several: bool) -> Range<u64> {
    let shown = match rows.end - rows.start {
        _ if is_several => SHOWN_OF_EACH,
        0..=ALL_SHOWN => ALL_SHOWN,
        _ => SHOWN,
    };
    rows.start..rows.end.min(rows.start + shown)
}

/// How many rows are shown, and of how many.
fn counted(shown: &Range<u64>, all: &Range<u64>) -> String {
    let (count, all) = (shown.end - shown.start, all.end - all.start);
    let rows = if all == 1 { "row" } else { "rows" };
    if count == all {
        format!("{} {rows}", grouped(all))
    } else {
        format!("{} of {} {rows}", grouped(count), grouped(all))
    }
}

/// What to ask for next, below one table.
fn more(resolver: &Resolver<'_>, name: &str, shown: &Range<u64>, all: &Range<u64>) -> Vec<String> {
    let file = resolver.written(Opt::Output, &format!("{name}.csv"));
    let next = match shown == all {
        true if resolver.request.has(Opt::Limit)
            || resolver.request.has(Opt::Schema)
            || resolver.request.has(Opt::Rows) =>
        {
            format!("{file} writes a file")
        }
        true => format!("{} {file} writes a million to a file", resolver.written(Opt::Limit, "1M")),
        false => format!("{} shows all, {file} writes a file", resolver.written(Opt::Format, "table")),
    };
    vec![format!("{}; {next}", counted(shown, all))]
}

/// The same below several.
fn more_of_several(resolver: &Resolver<'_>) -> Vec<String> {
    let (folder, sql) = (resolver.written(Opt::Output, "DIRECTORY/"), resolver.written(Opt::Format, "sql"));
    vec![String::new(), format!("{folder} writes all rows, {sql} one script of them")]
}

/// The parts that the columns of a table have in keys, by the indices of those that are shown.
fn keys(dataset: &DatasetSpec, table: usize) -> Vec<(usize, Key)> {
    // A table of the command line has no keys: a counter is only a column.
    if dataset.tables.len() == 1 && dataset.tables[table].key.is_none() {
        return Vec::new();
    }
    let visible =
        |columns: &[usize]| dataset.tables[table].schema.visible_indices(columns).unwrap_or_default();
    let primary = dataset.primary_key(table).map(|key| visible(&key)).unwrap_or_default();
    let mut keys: Vec<(usize, Key)> = primary.into_iter().map(|column| (column, Key::Primary)).collect();
    for foreign in dataset.foreign_keys(table) {
        let parent = dataset.tables[foreign.parent].schema.table();
        keys.extend(
            visible(&foreign.columns).into_iter().map(|column| (column, Key::Foreign(parent.into()))),
        );
    }
    keys
}
