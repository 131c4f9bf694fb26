//! What the checks of a table promise. Where the conditions are columns of the database, as in what `gush check --rows-of` makes, these
//! are asked; elsewhere a server is asked for conditions that it computes as gush does.

use gusher::schema::{CheckKind, Relation, TableCheck};
use gusher::text::Dialect;
use gusher::types::Field;

use super::expressions::is_standard;
use super::names::Names;
use super::promise::Promise;

/// The promises of the checks of a table.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let checks = names.spec(table).checks.iter();
    checks.filter_map(|check| of_check(names, table, check)).collect()
}

/// Whether a column of a table is that of a check.
pub(super) fn has_column(names: &Names<'_>, table: usize, column: usize) -> bool {
    names.spec(table).checks.iter().flat_map(TableCheck::columns).any(|of| of == column)
}

fn of_check(names: &Names<'_>, table: usize, check: &TableCheck) -> Option<Promise> {
    let text = check.text(names.schema(table));
    let text = match &check.name {
        Some(name) => format!("meets {name}: {text}"),
        None => format!("meets {text}"),
    };
    match &check.kind {
        CheckKind::Condition(column) => {
            let reads = reads(names, table, *column);
            let condition = condition(names, table, *column)?;
            let promise = names.of_rows(table, reads, text, format!("NOT ({condition})"));
            Some(Promise { columns: Vec::new(), is_expression: true, ..promise })
        }
        CheckKind::Unique { columns, condition: of_rows } => {
            let all = columns.iter().chain(of_rows);
            // Expressions are not asked of a server that may compare their values otherwise.
            let are_there = all.clone().all(|&column| names.column("t", table, column).is_some());
            let figures = [("times", "count(*)".to_owned())];
            let by = (Vec::new(), &columns[..]);
            let mut promise =
                are_there.then(|| names.of_values(table, by, text, &figures, "count(*) > 1"))?;
            if let Some(condition) = of_rows.and_then(|column| names.column("t", table, column)) {
                promise.rest = promise.rest.replacen(" WHERE ", &format!(" WHERE {condition} AND "), 1);
            }
            for (shown, &column) in promise.shown.iter_mut().zip(columns) {
                *shown = names.schema(table).columns()[column].expression().unwrap_or_default().to_owned();
            }
            Some(promise)
        }
    }
}

/// A condition as a query has it: its own column where that is in the database, else what it is computed from.
fn condition(names: &Names<'_>, table: usize, column: usize) -> Option<String> {
    if let Some(own) = names.column("t", table, column) {
        return Some(own);
    }
    let expression = names.schema(table).columns()[column].expression()?;
    let reads = reads(names, table, column);
    let fields: Option<Vec<(&str, &Field)>> =
        reads.iter().map(|&read| Some((names.name(table, read), names.field(table, read)?))).collect();
    let is_asked = names.sql.0 == Dialect::Postgres && is_standard(expression, &fields?);
    is_asked.then(|| expression.to_owned())
}

/// The columns that an expression reads.
fn reads(names: &Names<'_>, table: usize, column: usize) -> Vec<usize> {
    match names.schema(table).columns()[column].relation() {
        Some(Relation::Computed { reads, .. }) => {
            let mut reads: Vec<usize> =
                reads.iter().copied().filter(|&read| names.is_clean(table, read)).collect();
            reads.dedup();
            reads
        }
        _ => Vec::new(),
    }
}
