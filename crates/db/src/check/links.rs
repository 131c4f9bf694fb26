//! What keys and links promise: rows that differ, parents that are there, and how many children these have.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use gush_diagnostics::counted;
use gusher::links::PairOrder;
use gusher::schema::{Choice, Other, TableRows};
use gusher::text::Dialect;

use super::names::{Beside, Names, is_comparable};
use super::promise::{Counted, Promise};

/// The promises of the keys and links of a table.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let mut all = unique(names, table);
    for link in 0..names.spec(table).links.len() {
        all.extend(parents(names, table, link));
        all.extend(earlier(names, table, link));
        all.extend(others(names, table, link));
        all.extend(ordered(names, table, link));
        all.extend(root(names, table, link));
        all.extend(together(names, table, link));
    }
    all.extend(degrees(names, table));
    all
}

/// The columns whose values come once: keys, what is unique, and what links choose once. Each set of columns is asked once.
fn unique(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let mut known = HashSet::new();
    let mut promise = |columns: Vec<usize>, text: &str| {
        let mut sorted = columns.clone();
        sorted.sort_unstable();
        let is_new = !columns.is_empty() && known.insert(sorted);
        let is_comparable = |column| names.field(table, column).is_some_and(is_comparable);
        let is_clean = columns.iter().all(|&column| names.is_clean(table, column) && is_comparable(column));
        (is_new && is_clean).then(|| once(names, table, &columns, text.to_owned()))
    };
    let spec = names.spec(table);
    let mut all: Vec<Promise> =
        promise(names.key(table), "is the key: different in each row").into_iter().collect();
    for (index, column) in spec.schema.columns().iter().enumerate() {
        if column.is_unique() || column.generate().properties().is_serial && column.relation().is_none() {
            all.extend(promise(vec![index], "has no value twice"));
        }
    }
    for columns in &spec.unique {
        all.extend(promise(columns.clone(), "have no combination twice"));
    }
    let label = |link: usize| {
        let columns = names.link_columns(table, link)?;
        Some(columns.into_iter().map(|(own, _)| own).collect::<Vec<usize>>())
    };
    for (index, link) in spec.links.iter().enumerate() {
        let columns = match &link.choice {
            Choice::Once => label(index),
            Choice::Pairs { links, which: 0, .. } => {
                links.iter().map(|&link| label(link)).collect::<Option<Vec<_>>>().map(|lists| lists.concat())
            }
            Choice::Distinct(_) | Choice::Given { is_distinct: true, .. } => {
                label(0).zip(label(index)).map(|(owner, own)| [owner, own].concat())
            }
            _ => None,
        };
        let text = match &link.choice {
            Choice::Once => "refers to no row twice",
            _ => "refer to no combination of rows twice",
        };
        all.extend(columns.and_then(|columns| promise(columns, text)));
    }
    all
}

fn once(names: &Names<'_>, table: usize, columns: &[usize], text: String) -> Promise {
    let figures = [("times", "count(*)".to_owned())];
    names.of_values(table, (columns.to_vec(), columns), text, &figures, "count(*) > 1")
}

/// Each row has its parent: by the key that it copies, or else by all that it copies.
fn parents(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    let parent = names.spec(table).links[link].parent;
    let columns = names.link_columns(table, link).unwrap_or_else(|| names.copies(table, link));
    if columns.is_empty() {
        return None;
    }
    let (own, its): (Vec<usize>, Vec<usize>) = columns.iter().copied().unzip();
    let (set, on) = (names.are_set("t", table, &own), names.on(["t", "p"], [table, parent], &columns));
    let (child, of) = (names.table(table), names.table(parent));
    let (from, condition) = match names.sql.0 {
        // It makes an index for a join where there is none, and for nothing else.
        Dialect::Sqlite => (
            format!("{child} AS t LEFT JOIN {of} AS p ON {on}"),
            format!("{set} AND {} IS NULL", names.column("p", parent, *its.first()?)?),
        ),
        _ => (format!("{child} AS t"), format!("{set} AND NOT EXISTS (SELECT 1 FROM {of} AS p WHERE {on})")),
    };
    let its_names: Vec<&str> = its.iter().map(|&column| names.name(parent, column)).collect();
    let text = format!("refers to a row of {} ({})", names.schema(parent).table(), its_names.join(", "));
    let mut promise = names.of_query(table, own, text, (&from, &condition), &[]);
    promise.reads.extend(its.iter().map(|&column| (parent, column)));
    Some(promise)
}

/// The column of a link to earlier rows of its own table, and the key of the table, where that counts the rows.
fn tree(names: &Names<'_>, table: usize, link: usize) -> Option<(usize, usize)> {
    let of = &names.spec(table).links[link];
    let columns = names.link_columns(table, link).filter(|_| of.choice == Choice::Earlier)?;
    let [(own, key)] = columns[..] else { return None };
    names.schema(table).columns()[key].generate().properties().is_serial.then_some((own, key))
}

/// The first row of a tree is its root, and the only one unless some rows have no parent.
fn root(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    let (own, key) = tree(names, table, link)?;
    let has_own_nulls = names.schema(table).columns()[own].null_share().is_some();
    let of = &names.spec(table).links[link];
    // With fewer candidates, more rows may have none.
    let has_more = of.null.is_some() || of.within.is_some() || !of.others.is_empty();
    if has_more || has_own_nulls || !names.is_whole(table) {
        return None;
    }
    let (of_root, rows) = (names.column("r", table, key)?, names.table(table));
    let (own_name, key_name) = (names.column("t", table, own)?, names.column("t", table, key)?);
    let (last, text) = match of.tree.roots {
        1 => (format!("SELECT min({of_root}) FROM {rows} AS r"), "is null in the first row only".to_owned()),
        roots => {
            let first = format!("SELECT {of_root} FROM {rows} AS r ORDER BY {of_root} LIMIT {roots}");
            let of_first = of_root.replacen("r.", "f.", 1);
            (
                format!("SELECT max({of_first}) FROM ({first}) AS f"),
                format!("is null in the first {roots} rows only"),
            )
        }
    };
    let condition = format!("{own_name} IS NULL AND {key_name} > ({last})");
    Some(names.of_rows(table, vec![own], text, condition))
}

/// The columns of a link are null in the same rows.
fn together(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    // A column that is part of the key by another link, too, is not null with this one.
    let copies = names.copies(table, link);
    let columns = names.link_columns(table, link)?.into_iter().filter(|pair| copies.contains(pair));
    let own: Vec<usize> = columns.map(|(own, _)| own).collect();
    let is_null_itself = |&column: &usize| names.schema(table).columns()[column].null_share().is_some();
    if own.len() < 2 || !is_optional(names, table, link) || own.iter().any(is_null_itself) {
        return None;
    }
    let (null, set) = (names.are_null("t", table, &own), names.are_set("t", table, &own));
    let condition = format!("NOT ({null}) AND NOT ({set})");
    Some(names.of_rows(table, own, "are null in the same rows".into(), condition))
}

/// Whether rows may have no parent by a link.
pub(super) fn is_optional(names: &Names<'_>, table: usize, link: usize) -> bool {
    names.spec(table).links[link].is_optional()
}

/// Rows refer to earlier ones of their own table, where its key counts them.
fn earlier(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    let (own, key) = tree(names, table, link)?;
    let condition = format!("{} >= {}", names.column("t", table, own)?, names.column("t", table, key)?);
    Some(names.of_rows(table, vec![own], "refers to an earlier row".into(), condition))
}

/// No row has the parent that its link leaves out.
fn others(names: &Names<'_>, table: usize, link: usize) -> Vec<Promise> {
    let of = &names.spec(table).links[link];
    let Some(own) = names.link_columns(table, link) else { return Vec::new() };
    let left_out = of.others.iter().filter_map(|other| {
        let (columns, text): (Vec<(usize, usize)>, String) = match other {
            Other::OwnRow => {
                let key = names.key(table);
                (key.iter().map(|&column| (column, column)).collect(), "does not refer to its own row".into())
            }
            Other::ParentBy(other) => {
                let label = &names.spec(table).links[*other].label;
                (names.link_columns(table, *other)?, format!("does not refer to the same row as {label}"))
            }
        };
        let equal = own.iter().map(|&(column, of)| {
            let (other, _) = columns.iter().find(|(_, its)| *its == of)?;
            Some(format!("{} = {}", names.column("t", table, column)?, names.column("t", table, *other)?))
        });
        let equal: Vec<String> = equal.collect::<Option<_>>()?;
        let columns = own.iter().map(|(column, _)| *column).collect();
        Some(names.of_rows(table, columns, text, format!("({})", equal.join(" AND "))))
    });
    left_out.collect()
}

/// The two rows that a pair refers to differ, or are in order.
fn ordered(names: &Names<'_>, table: usize, link: usize) -> Option<Promise> {
    let Choice::Pairs { links, which: 0, order } = &names.spec(table).links[link].choice else { return None };
    let (sign, text) = match order {
        PairOrder::Any => return None,
        PairOrder::Different => ("=", "refer to different rows"),
        PairOrder::Ascending => (">=", "refer to two rows, the first before the second"),
    };
    let &[one, other] = &links[..] else { return None };
    let (one, other) = (names.link_columns(table, one)?, names.link_columns(table, other)?);
    let ([(one, _)], [(other, _)]) = (&one[..], &other[..]) else { return None };
    let condition =
        format!("{} {sign} {}", names.column("t", table, *one)?, names.column("t", table, *other)?);
    Some(names.of_rows(table, vec![*one, *other], text.into(), condition))
}

/// How many rows there are for each of the table that counts them.
fn degrees(names: &Names<'_>, table: usize) -> Option<Promise> {
    let TableRows::Per(degrees) = &names.spec(table).rows else { return None };
    let parent = names.spec(table).links.first()?.parent;
    degrees_of(names, table, degrees.range_of(names.spec(parent).count())?, "", None)
}

/// The same for those of the other table, called `p`, of which a condition is true.
pub(super) fn degrees_of(
    names: &Names<'_>,
    table: usize,
    range: RangeInclusive<u64>,
    whose: &str,
    condition: Option<&str>,
) -> Option<Promise> {
    let parent = names.spec(table).links.first()?.parent;
    let columns = names.link_columns(table, 0).filter(|_| names.is_whole(table) && names.is_whole(parent))?;
    let (least, most) = (range.start(), range.end());
    let condition = condition.map_or_else(String::new, |condition| format!(" WHERE {condition}"));
    let (own, its): (Vec<usize>, Vec<usize>) = columns.iter().copied().unzip();
    let list = names.list("p", parent, &its);
    let count = format!("count({})", names.column("t", table, *own.first()?)?);
    let rest = format!(
        "{} AS p LEFT JOIN {} AS t ON {}{condition} GROUP BY {list} HAVING {count} NOT BETWEEN {least} AND {most}",
        names.table(parent),
        names.table(table),
        names.on(["t", "p"], [table, parent], &columns)
    );
    let parent_name = names.schema(parent).table();
    let many = if least == most { counted(*least, "row") } else { format!("{least} to {most} rows") };
    let shown = its.iter().map(|&column| names.name(parent, column).to_owned());
    Some(Promise {
        table,
        columns: own.clone(),
        text: format!("has {many} for each of {parent_name}{whose}"),
        counted: Counted::RowsOf(parent_name.to_owned()),
        selected: format!("{list}, {count} AS found"),
        rest,
        shown: shown.chain(["found".to_owned()]).collect(),
        condition: None,
        reads: own.iter().map(|&own| (table, own)).chain(its.iter().map(|&its| (parent, its))).collect(),
        is_expression: false,
    })
}

/// What a row has beside what its parent has.
pub(super) fn beside(names: &Names<'_>, alias: &str, table: usize, column: usize) -> Option<Beside> {
    Some(Beside {
        sql: names.column(alias, table, column)?,
        shown: format!("{}.{}", names.schema(table).table(), names.name(table, column)),
        reads: (table, column),
    })
}
