//! What comes once all rows are there: foreign keys and indexes of the tables that were made, sequences, statistics.

use gusher::text::TableStatements;

use super::super::catalogue;
use super::notes;
use super::session::Session;
use super::state::{Load, Step};
use crate::error::Error;
use crate::load::Note;

/// Finishes all tables.
pub(super) fn finish(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    if load.progress.is_stopped() {
        return Err(Error::Stopped);
    }
    let all = || load.tables.iter().zip(&load.statements.tables).zip(steps);
    for ((table, statements), _) in all().filter(|(_, step)| step.is_ours && !step.done.has_links) {
        if statements.links.is_empty() && !load.is_noted() {
            continue;
        }
        let doing = format!("{}: its foreign keys and indexes", statements.name);
        let note = load.is_noted().then(|| notes::insert(&load.options.id, table.name, &Note::Links));
        let begin = std::iter::once("BEGIN".to_owned());
        let work = links(session, &doing, statements)?.into_iter().chain(note);
        for statement in begin.chain(work).chain(["COMMIT".into()]) {
            session.execute(&doing, &statement)?;
        }
    }
    for ((_, statements), _) in all().filter(|(_, step)| step.found.is_some()) {
        let doing = format!("{}: its sequences", statements.name);
        let found = session.ask(&doing, |connection| catalogue::sequences(connection, &statements.name))?;
        for statement in found {
            session.execute(&doing, &statement)?;
        }
    }
    for statements in &load.statements.tables {
        let sql = format!("ANALYZE {}", statements.name);
        session.execute(&format!("{}: its statistics", statements.name), &sql)?;
    }
    Ok(())
}

/// What adds the foreign keys and indexes of a table. Where the name of an index is taken, the server chooses another.
fn links(session: &mut Session<'_>, doing: &str, statements: &TableStatements) -> Result<Vec<String>, Error> {
    let mut links = statements.links.clone();
    for index in &statements.indexes {
        let asked = |connection: &mut _| catalogue::has_relation(connection, &statements.name, &index.name);
        if !session.ask(doing, asked)? {
            continue;
        }
        let (taken, free) = (index.create(), index.unnamed());
        links.iter_mut().filter(|link| **link == taken).for_each(|link| link.clone_from(&free));
        session.shared.note(format!(
            "the index of {} has a name that the server chooses, as {} is something else there",
            index.on, index.name
        ));
    }
    Ok(links)
}
