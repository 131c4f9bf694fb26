//! What is left out: numbers of a series with gaps, and rows that a sparse link never refers to.

use gusher::generators::IntSeries;

use super::names::{Names, is_number};
use super::promise::{Counted, Promise};

/// The promises of a table.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let columns = 0..names.schema(table).columns().len();
    let mut all: Vec<Promise> = columns.filter_map(|index| series(names, table, index)).collect();
    all.extend((0..names.spec(table).links.len()).filter_map(|link| left_out(names, table, link)));
    all
}

/// A series has none of the numbers that it leaves out.
fn series(names: &Names<'_>, table: usize, index: usize) -> Option<Promise> {
    let column = &names.schema(table).columns()[index];
    let IntSeries { start, step, used, of, skipped } = column.generate().properties().series?;
    let is_asked = used < of && names.is_clean(table, index) && column.relation().is_none();
    let own = names.column("t", table, index).filter(|_| is_asked)?;
    if !names.field(table, index).is_some_and(is_number) {
        return None;
    }
    let unsigned = step.unsigned_abs();
    let (all, taken) = (unsigned.checked_mul(of)?, unsigned.checked_mul(used)?);
    i64::try_from(all).ok()?;
    // Both ends are 64 bits apart at most, and a server's numbers may overflow.
    let first = i128::from(start) - if step > 0 { i128::from(skipped) } else { 0 };
    let first = i64::try_from(first).ok().filter(|first| first.unsigned_abs() < 1 << 62)?;
    let (index_of, before) = match step > 0 {
        true => (format!("({own} - ({first}))"), format!("{own} < {start}")),
        false => (format!("({first} - ({own}))"), format!("{own} > {start}")),
    };
    let condition = format!("({before} OR {index_of} % {unsigned} <> 0 OR {index_of} % {all} >= {taken})");
    let text = format!("is one of the first {used} of every {of} numbers from {start} on");
    Some(names.of_rows(table, vec![index], text, condition))
}

/// No row refers to one of those that a sparse link leaves out.
fn left_out(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    let spec = &names.spec(table).links[link];
    let (used, of) = spec.sparse?.ratio();
    let parent = spec.parent;
    let columns = names.link_columns(table, link).filter(|_| names.is_whole(parent))?;
    // The rows are in the order of a series.
    let (order, series) = (0..names.schema(parent).columns().len()).find_map(|index| {
        let column = &names.schema(parent).columns()[index];
        let is_read = column.relation().is_none() && column.null_share().is_none();
        let is_there = names.is_clean(parent, index) && names.field(parent, index).is_some_and(is_number);
        Some((index, column.generate().properties().series.filter(|_| is_read && is_there)?))
    })?;
    let direction = if series.step > 0 { "" } else { " DESC" };
    let (own, its): (Vec<usize>, Vec<usize>) = columns.iter().copied().unzip();
    let from = format!(
        "{} AS t JOIN (SELECT {}, row_number() OVER (ORDER BY {}{direction}) - 1 AS place FROM {} AS p) AS a ON {}",
        names.table(table),
        names.as_keys("p", parent, &its),
        names.column("p", parent, order)?,
        names.table(parent),
        names.on_keys(table, &own)
    );
    let text =
        format!("refers to none but the first {used} of every {of} rows of {}", names.schema(parent).table());
    let mut promise = names.of_query(table, own, text, (&from, &format!("a.place % {of} >= {used}")), &[]);
    promise.counted = Counted::Rows;
    promise.reads.extend(its.iter().chain([&order]).map(|&read| (parent, read)));
    promise.is_expression = true;
    Some(promise)
}
