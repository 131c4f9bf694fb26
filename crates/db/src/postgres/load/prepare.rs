//! What comes before the rows: tables are dropped or emptied, types made, and the tables that are loaded in parts.

use super::super::catalogue;
use super::notes;
use super::session::Session;
use super::state::{Load, Step};
use crate::error::Error;
use crate::load::Note;
use crate::options::{Create, Existing};

/// Drops and empties what is there, and makes what several transactions need.
pub(super) fn prepare(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    let is_begun = steps.iter().any(|step| !step.done.is_empty());
    if load.is_noted() && !is_begun {
        session.execute("making the table gush_loads", notes::CREATE)?;
    }
    if load.options.create == Create::Replace && !is_begun {
        drop_all(session, load)?;
    }
    if steps.iter().any(|step| step.found.is_none()) {
        for of in &load.statements.types {
            let has = load.options.create != Create::Replace
                && session
                    .ask("looking for types", |connection| catalogue::has_type(connection, &of.name))?;
            if !has {
                session.execute(&format!("making the type {}", of.name), &of.create)?;
            }
        }
    }
    if load.options.existing == Existing::Truncate && !is_begun {
        empty(session, load, steps)?;
    }
    make_parted(session, load, steps)
}

fn drop_all(session: &mut Session<'_>, load: &Load<'_>) -> Result<(), Error> {
    let types = load.statements.types.iter().map(|of| format!("DROP TYPE IF EXISTS {}", of.name));
    let begin = std::iter::once("BEGIN".to_owned());
    let drops = load.statements.drops.iter().cloned().chain(types);
    for statement in begin.chain(drops).chain(["COMMIT".into()]) {
        session.execute("dropping tables", &statement)?;
    }
    forget(session, load)
}

/// Empties what is there, but for the only table of a load in one transaction, which does it itself. Tables that refer to each other
/// are emptied by one statement.
fn empty(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    let there = steps.iter().zip(&load.statements.tables).filter(|(step, _)| step.found.is_some());
    let names: Vec<&str> = there.map(|(_, table)| table.name.as_str()).collect();
    if !names.is_empty() && !empties_itself(load, steps) {
        session.execute("emptying tables", &format!("TRUNCATE {}", names.join(", ")))?;
    }
    forget(session, load)
}

/// Whether the only table is emptied in the transaction that loads it.
pub(super) fn empties_itself(load: &Load<'_>, steps: &[Step]) -> bool {
    let is_one = matches!(steps, [step] if step.found.is_some() && !step.is_parted && step.done.is_empty());
    is_one && load.options.existing == Existing::Truncate
}

/// Forgets what was noted of tables whose rows are gone.
fn forget(session: &mut Session<'_>, load: &Load<'_>) -> Result<(), Error> {
    if !load.is_noted() {
        return Ok(());
    }
    let id = super::super::connection::literal(&load.options.id);
    session.execute("forgetting an earlier run", &format!("DELETE FROM gush_loads WHERE load = {id}"))
}

/// Makes the tables that are loaded in parts, and notes it.
fn make_parted(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    let tables = load.tables.iter().zip(&load.statements.tables).zip(steps);
    for ((table, statements), _) in tables.filter(|(_, step)| step.is_parted && step.found.is_none()) {
        let doing = format!("making {}", statements.name);
        let note = notes::insert(&load.options.id, table.name, &Note::Made);
        for statement in ["BEGIN", &statements.create, &note, "COMMIT"] {
            session.execute(&doing, statement)?;
        }
    }
    Ok(())
}
