//! What all rows of a table promise together: a total that they add up to, and how many of them have each word.

use gusher::types::DataType;

use super::checks;
use super::drawn::MAX_WORDS;
use super::names::{Names, is_number, is_text};
use super::promise::{Counted, Promise};
use super::sql::decimal;

/// The promises of the columns of a table.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let all = 0..names.schema(table).columns().len();
    let is_asked = |&index: &usize| names.is_clean(table, index) && !checks::has_column(names, table, index);
    if !names.is_whole(table) {
        return Vec::new();
    }
    all.filter(is_asked)
        .flat_map(|index| total(names, table, index).into_iter().chain(shares(names, table, index)))
        .collect()
}

/// All rows add up to a number.
fn total(names: &Names<'_>, table: usize, index: usize) -> Option<Promise> {
    let column = &names.schema(table).columns()[index];
    let (total, field) = (column.generate().properties().total?, names.field(table, index)?);
    let scale = match field.data_type {
        DataType::Int64 { .. } => 0,
        DataType::Decimal { scale, .. } => scale,
        _ => return None,
    };
    if !is_number(field) || column.relation().is_some() || names.spec(table).count() == 0 {
        return None;
    }
    let (own, total) = (names.column("t", table, index)?, decimal(total, scale));
    let differ = names.sql.numbers_differ("s.found", &total, scale);
    Some(Promise {
        table,
        columns: vec![index],
        text: format!("adds up to {total}"),
        counted: Counted::All,
        selected: "s.found AS found".into(),
        rest: format!("(SELECT sum({own}) AS found FROM {} AS t) AS s WHERE {differ}", names.table(table)),
        shown: vec!["found".into()],
        condition: None,
        reads: vec![(table, index)],
        is_expression: false,
    })
}

/// Each word comes in its exact share of the rows.
fn shares(names: &Names<'_>, table: usize, index: usize) -> Option<Promise> {
    let column = &names.schema(table).columns()[index];
    let found = column.exact_counts(names.spec(table).count())?;
    let field = names.field(table, index).filter(|field| is_text(field))?;
    if found.len() > MAX_WORDS || column.relation().is_some() || field.display.affixes.is_some() {
        return None;
    }
    // A word may have several shares.
    let mut counts: Vec<(String, u64)> = Vec::new();
    for (word, rows) in found {
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, known)) => *known += rows,
            None => counts.push((word, rows)),
        }
    }
    let (own, sql) = (names.column("t", table, index)?, names.sql);
    let compared = sql.as_text(&own);
    let word = |(word, rows): &(String, u64)| format!("SELECT {} AS word, {rows} AS planned", sql.text(word));
    let words = counts.iter().map(word).collect::<Vec<_>>().join(" UNION ALL ");
    let rest = format!(
        "({words}) AS w LEFT JOIN {} AS t ON {compared} = {} GROUP BY w.word, w.planned HAVING count({own}) <> w.planned",
        names.table(table),
        sql.exact("w.word")
    );
    Some(Promise {
        table,
        columns: vec![index],
        text: "has each word in its exact share".into(),
        counted: Counted::Values,
        selected: format!("w.word, w.planned, count({own}) AS found"),
        rest,
        shown: ["word", "planned", "found"].map(str::to_owned).to_vec(),
        condition: None,
        reads: vec![(table, index)],
        is_expression: false,
    })
}
