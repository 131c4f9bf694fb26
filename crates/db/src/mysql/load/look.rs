//! What is there of each table before a load, and all that does not fit.

use gusher::text::TableStatements;

use super::super::catalogue;
use super::super::foreign_keys;
use super::super::table::{MyTable, parts, quoted};
use super::changed::{changed, doubtful};
use super::notes;
use super::session::Session;
use super::state::{Load, Step};
use super::unfinished;
use crate::error::Error;
use crate::load::{Noted, has_rows, no_column, order};
use crate::options::{Create, Existing, TableToLoad};

/// What is known of each table. Whatever does not fit is reported at once, before anything is changed.
pub(super) fn steps(session: &mut Session<'_>, load: &Load<'_>) -> Result<Vec<Step>, Error> {
    let options = load.options;
    let mut noted = match load.is_noted() && options.resume {
        true => {
            session.ask("looking for an earlier run", |connection| notes::read(connection, &options.id))?
        }
        false => Noted::default(),
    };
    let (mut steps, mut wrong) = (Vec::new(), Vec::new());
    for (table, statements) in load.tables.iter().zip(&load.statements.tables) {
        let done = noted.remove(table.name).unwrap_or_default();
        let is_begun = !done.is_empty();
        let asked = |connection: &mut _| catalogue::table(connection, table.name);
        let found = session.ask("looking for tables", asked)?;
        // What an earlier run has made stays.
        let is_replaced = found.is_some() && options.create == Create::Replace && !is_begun;
        let found = found.filter(|_| !is_replaced);
        let mut is_left = false;
        match &found {
            // One that was noted and not yet made has no rows.
            None if is_begun && !done.rows.is_empty() => {
                let name = &statements.name;
                wrong.push(format!("an earlier run has loaded {name}, which is gone; leave --resume out"));
            }
            None if options.create == Create::Never => {
                wrong.push(format!("there is no table {}; --create missing makes it", statements.name));
            }
            None => {}
            Some(found) => {
                let misfits = misfits(table, statements, found, load.is_noted());
                for (field, column) in table.plan.fields().zip(&statements.columns) {
                    if let Some(text) = found.column(&field.name).and_then(|found| doubtful(field, found)) {
                        load.progress.note(&format!("{}.{column} is {text}", statements.name));
                    }
                }
                let may_look = misfits.is_empty();
                wrong.extend(misfits);
                let asked = |connection: &mut _| catalogue::has_rows(connection, &statements.name);
                let keeps_rows = options.existing != Existing::Truncate && !is_begun && may_look;
                let has_some = keeps_rows && session.ask("looking for rows", asked)?;
                is_left = !is_begun && !has_some && unfinished::is_left(found, statements);
                if !is_begun && !is_left && unfinished::is_unfinished(found) {
                    wrong.push(format!(
                        "{} was made by a load that did not end, and lacks keys; --create replace makes it anew",
                        statements.name
                    ));
                } else if has_some && options.existing == Existing::Refuse {
                    wrong.push(has_rows(&statements.name));
                }
                if options.existing == Existing::Truncate && !is_begun {
                    wrong.extend(referring(session, load, table.name, &statements.name)?);
                }
                if let Some(engine) = &found.engine_without_transactions {
                    let name = &statements.name;
                    load.progress.note(&format!(
                        "{name} is stored by {engine}, which has no transactions: if the load fails, some of its rows stay"
                    ));
                }
            }
        }
        let is_ours = found.is_none() || done.is_made || is_left;
        let is_parted = options.is_parted(&table.rows);
        let (parents, circle) = (Vec::new(), Vec::new());
        steps.push(Step { found, is_replaced, is_ours, is_parted, parents, circle, done });
    }
    keys_of_server(session, load, &mut steps)?;
    match wrong.is_empty() {
        true => Ok(steps),
        false => Err(Error::Refused { server: session.context.shared.server.clone(), found: wrong }),
    }
}

/// Finds the order that the foreign keys of the server ask for.
fn keys_of_server(session: &mut Session<'_>, load: &Load<'_>, steps: &mut [Step]) -> Result<(), Error> {
    let there = load.tables.iter().zip(&*steps);
    let there: Vec<_> = there.map(|(table, step)| step.found.as_ref().map(|_| table.name)).collect();
    let asked = |connection: &mut _| foreign_keys::among(connection, &there);
    let keys = session.ask("looking at foreign keys", asked)?;
    order(load, steps, &keys);
    Ok(())
}

/// Tables that are not loaded and have rows which refer to those of a table that is emptied.
fn referring(
    session: &mut Session<'_>,
    load: &Load<'_>,
    name: &str,
    written: &str,
) -> Result<Vec<String>, Error> {
    let mut wrong = Vec::new();
    let children =
        session.ask("looking for foreign keys", |connection| catalogue::referring(connection, name))?;
    for (database, child) in children {
        let is_loaded = load.tables.iter().any(|table| parts(table.name) == (database.as_deref(), &child));
        let child = match &database {
            Some(database) => format!("{}.{}", quoted(database), quoted(&child)),
            None => quoted(&child),
        };
        let has_rows = |connection: &mut _| catalogue::has_rows(connection, &child);
        if !is_loaded && session.ask("looking for rows", has_rows)? {
            let child = child.replace('`', "");
            wrong.push(format!(
                "{child}, which is not loaded, has rows that refer to {written}; load {child} too, or empty it first"
            ));
        }
    }
    Ok(wrong)
}

/// What does not fit between the columns that are made and a table that is there.
fn misfits(
    table: &TableToLoad<'_>,
    statements: &TableStatements,
    found: &MyTable,
    is_noted: bool,
) -> Vec<String> {
    let name = &statements.name;
    if !found.is_loadable {
        return vec![format!("{name} is a view, which is not loaded; name the table that it shows")];
    }
    let mut wrong = Vec::new();
    if let Some(engine) = found.engine_without_transactions.as_ref().filter(|_| is_noted) {
        wrong.push(format!(
            "{name} is stored by {engine}, which has no transactions, so that a load cannot be resumed; leave --resume out, and load it in \
             one part by a large --batch"
        ));
    }
    let fields: Vec<_> = table.plan.fields().collect();
    let mut may_insert = true;
    for (field, column) in fields.iter().zip(&statements.columns) {
        match found.column(&field.name) {
            Some(found) => {
                may_insert &= found.may_insert || found.is_generated;
                if let Some(text) = changed(field, found) {
                    wrong.push(format!("{name}.{column} is {}, {text}", found.type_text));
                }
            }
            None => {
                let has = found.columns.iter().map(|column| column.name.as_str());
                wrong.push(no_column(name, (&field.name, column), has));
            }
        }
    }
    if !may_insert {
        wrong.push(format!("this user may not insert into {name}; GRANT INSERT lets him"));
    }
    let has_field = |name: &str| fields.iter().any(|field| field.name.to_lowercase() == name.to_lowercase());
    for column in found.columns.iter().filter(|column| column.is_needed && !has_field(&column.name)) {
        let (column, of) = (&column.name, &column.type_text);
        wrong.push(format!("{name} needs a value of {column} ({of}) in each row; make that column too"));
    }
    wrong
}
