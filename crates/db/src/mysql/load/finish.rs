//! What comes once all rows are there: foreign keys of the tables that were made, and statistics.

use gusher::text::{ForeignKeyNames, TableStatements};

use super::super::catalogue;
use super::notes;
use super::session::Session;
use super::state::{Load, Step};
use super::unfinished;
use super::work::at_once;
use crate::error::Error;
use crate::load::Note;
use crate::options::TableToLoad;

/// Finishes all tables.
pub(super) fn finish(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    let all = load.tables.iter().zip(&load.statements.tables).zip(steps);
    for ((table, statements), step) in all.filter(|(_, step)| step.is_ours && !step.done.has_links) {
        link(session, table, statements, step)?;
        if let Some(sql) = unfinished::finish(statements) {
            session.execute(&format!("{}: finishing it", statements.name), &sql)?;
        }
        if load.is_noted() {
            let doing = format!("{}: noting its foreign keys", statements.name);
            session.execute(&doing, &notes::insert(&load.options.id, table.name, &Note::Links))?;
        }
    }
    session.set_checks(true)?;
    for statements in &load.statements.tables {
        let sql = format!("ANALYZE TABLE {}", statements.name);
        session.execute(&format!("{}: its statistics", statements.name), &sql)?;
    }
    Ok(())
}

/// Adds the foreign keys of a table. With its own check, the server would copy the table to add them, which takes as long as the load;
/// so the rows are looked at first, and only if one refers to nothing, the server is left to say so.
fn link(
    session: &mut Session<'_>,
    table: &TableToLoad<'_>,
    statements: &TableStatements,
    step: &Step,
) -> Result<(), Error> {
    let doing = format!("{}: its foreign keys", statements.name);
    let Some(sql) = at_once(&statements.name, &statements.links) else { return Ok(()) };
    if !step.done.is_empty() || step.found.is_some() {
        // An earlier run may have added them, and not have come to note it.
        let found = session.ask(&doing, |connection| catalogue::foreign_keys(connection, table.name))?;
        if found >= statements.links.len() as u64 {
            return Ok(());
        }
    }
    let mut has_orphans = false;
    if !session.is_dry() {
        for key in &statements.foreign_keys {
            let sql = orphan(&statements.name, key);
            has_orphans |= !session.ask(&doing, |connection| connection.query(&sql))?.is_empty();
        }
    }
    session.set_checks(has_orphans)?;
    session.execute(&doing, &sql)
}

/// The question for a row that refers to none.
fn orphan(name: &str, key: &ForeignKeyNames) -> String {
    let pairs = key.columns.iter().zip(&key.key);
    let on: Vec<String> = pairs.map(|(column, its)| format!("c.{column} = p.{its}")).collect();
    let there: Vec<String> = key.columns.iter().map(|column| format!("c.{column} IS NOT NULL")).collect();
    let missing = key.key.first().map_or("", String::as_str);
    format!(
        "SELECT 1 FROM {name} AS c LEFT JOIN {} AS p ON {} WHERE {} AND p.{missing} IS NULL LIMIT 1",
        key.table,
        on.join(" AND "),
        there.join(" AND ")
    )
}
