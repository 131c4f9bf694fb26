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
        for (_, table) in steps.iter().zip(&load.statements.tables).filter(|(step, _)| step.is_replaced) {
            session.shared.is_gone(&table.name, "dropped");
        }
    }
    let is_made = |&table: &usize| steps[table].found.is_none();
    for of in load.statements.types.iter().filter(|of| of.tables.iter().any(is_made)) {
        let asked = |connection: &mut _| catalogue::enum_words(connection, &of.name);
        // What was dropped is still there in a dry run.
        let is_dropped = load.options.create == Create::Replace && !is_begun;
        if is_dropped || session.ask("looking for types", asked)?.is_none() {
            session.execute(&format!("making the type {}", of.name), &of.create)?;
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

/// Empties what is there, but for the tables that are emptied by the transactions that load them. Tables that refer to each other are
/// emptied by one statement.
fn empty(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    let there = steps.iter().zip(&load.statements.tables).filter(|(step, _)| step.found.is_some());
    let now = there.filter(|(step, _)| !empties_itself(load, step));
    let names: Vec<&str> = now.map(|(_, table)| table.name.as_str()).collect();
    if !names.is_empty() {
        session.execute("emptying tables", &format!("TRUNCATE {}", names.join(", ")))?;
        names.iter().for_each(|name| session.shared.is_gone(name, "emptied"));
    }
    forget(session, load)
}

/// Whether a table is emptied in the transaction that loads it, so that its rows are there until the new ones are. One that has foreign
/// keys to others, or these to it, has to be emptied together with them.
pub(super) fn empties_itself(load: &Load<'_>, step: &Step) -> bool {
    let is_alone = step.found.as_ref().is_some_and(|found| !found.is_linked);
    is_alone && !step.is_parted && step.done.is_empty() && load.options.existing == Existing::Truncate
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
