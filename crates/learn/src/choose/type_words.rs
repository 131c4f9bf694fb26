//! Columns of words that say which table the keys beside them refer to: `owner_type` beside `owner_id`.

use super::name::{singular, words};
use crate::model::{Kind, Table};

/// The column that says which table a column of keys refers to, if there is one.
pub fn type_of<'t>(table: &'t Table, id: &str) -> Option<&'t str> {
    let lower = id.to_lowercase();
    let stem = lower.strip_suffix("id")?;
    let types = [format!("{stem}type"), format!("{stem}class")];
    let column = table.columns.iter().find(|column| types.contains(&column.name.to_lowercase()))?;
    Some(&column.name)
}

/// The table that a word names: `Post`, `posts`, `App\Models\Post`, `Blog::Post`.
pub fn table_of(tables: &[&Table], word: &str) -> Option<usize> {
    let last = word.rsplit([':', '\\', '/', '.']).next().unwrap_or(word);
    [word, last].iter().find_map(|word| {
        let wanted = singular(&words(word).join("_"));
        let is_it = |table: &&Table| singular(&words(&table.name.name).join("_")) == wanted;
        tables.iter().position(is_it).filter(|_| !wanted.is_empty())
    })
}

/// The tables that columns of a table may refer to by words that its definition or its rows have, so that they come before it.
pub fn wanted(tables: &[&Table], index: usize) -> Vec<usize> {
    let table = tables[index];
    let mut found = Vec::new();
    for column in &table.columns {
        let Some(of) = type_of(table, &column.name).and_then(|name| table.column(name)) else { continue };
        let listed = match &of.kind {
            Kind::Enum(words) => words.clone(),
            _ => Vec::new(),
        };
        let common = of.statistics.iter().flat_map(|statistics| &statistics.common);
        // Every other part of a condition between its quotes is a word.
        let checks = table.checks.iter().map(|check| &check.condition).filter(|text| text.contains(&of.name));
        let of_checks = checks.flat_map(|text| text.split('\'').skip(1).step_by(2)).map(str::to_owned);
        let all = listed.into_iter().chain(common.map(|common| common.value.clone())).chain(of_checks);
        found.extend(all.filter_map(|word| table_of(tables, &word)).filter(|&found| found != index));
    }
    found.sort_unstable();
    found.dedup();
    found
}
