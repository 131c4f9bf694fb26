//! What comes before the rows: tables are dropped, emptied and made.

use super::notes;
use super::session::Session;
use super::state::{Load, Step};
use super::unfinished;
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
        for statement in &load.statements.drops {
            session.execute("dropping tables", statement)?;
        }
        for (_, table) in steps.iter().zip(&load.statements.tables).filter(|(step, _)| step.is_replaced) {
            session.context.shared.is_gone(&table.name, "dropped");
        }
        forget(session, load)?;
    }
    if load.options.existing == Existing::Truncate && !is_begun {
        empty(session, load, steps)?;
    }
    for (index, step) in steps.iter().enumerate() {
        if step.is_parted && step.found.is_none() {
            make(session, load, index)?;
        }
    }
    Ok(())
}

/// Empties what is there. Tables may refer to each other; whatever else refers to them has no rows.
fn empty(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    let there = steps.iter().zip(&load.statements.tables).filter(|(step, _)| step.found.is_some());
    session.set_checks(false)?;
    for (_, table) in there {
        session.execute("emptying tables", &format!("TRUNCATE TABLE {}", table.name))?;
        session.context.shared.is_gone(&table.name, "emptied");
    }
    session.set_checks(true)?;
    forget(session, load)
}

/// Forgets what was noted of tables whose rows are gone.
fn forget(session: &mut Session<'_>, load: &Load<'_>) -> Result<(), Error> {
    if !load.is_noted() {
        return Ok(());
    }
    session.execute("forgetting an earlier run", &notes::forget(&load.options.id))
}

/// Makes a table. That it is made is noted first: it commits by itself, so that otherwise it could be there and not be known as ours.
pub(super) fn make(session: &mut Session<'_>, load: &Load<'_>, index: usize) -> Result<(), Error> {
    let (table, statements) = (&load.tables[index], &load.statements.tables[index]);
    let doing = format!("{}: making it", statements.name);
    if load.is_noted() {
        session.execute(&doing, &notes::insert(&load.options.id, table.name, &Note::Made))?;
    }
    session.execute(&doing, &unfinished::create(statements))?;
    session.context.left().made.push(index);
    Ok(())
}
