//! What is there of each table before a load, and all that does not fit.

use gusher::text::TableStatements;

use super::super::catalogue;
use super::super::table::PgTable;
use super::form::CopyForm;
use super::notes;
use super::session::Session;
use super::state::{Load, Step};
use crate::error::Error;
use crate::load::{Noted, has_rows, no_column};
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
        let asked = |connection: &mut _| catalogue::table(connection, &statements.name);
        let found = session.ask("looking for tables", asked)?;
        // What an earlier run has made stays.
        let found = if options.create == Create::Replace && !is_begun { None } else { found };
        match &found {
            None if is_begun => {
                let name = &statements.name;
                wrong.push(format!("an earlier run has loaded {name}, which is gone; leave --resume out"));
            }
            None if options.create == Create::Never => {
                wrong.push(format!("there is no table {}; --create missing makes it", statements.name));
            }
            None => {}
            Some(found) => {
                wrong.extend(misfits(table, statements, found));
                let may_look = found.is_loadable() && found.may_insert && found.may_select;
                if options.existing == Existing::Refuse && !is_begun && may_look {
                    let asked = |connection: &mut _| catalogue::has_rows(connection, &statements.name);
                    if session.ask("looking for rows", asked)? {
                        wrong.push(has_rows(&statements.name));
                    }
                }
            }
        }
        let is_ours = found.is_none() || done.is_made;
        let is_parted = options.is_parted(&table.rows);
        steps.push(Step { found, is_ours, is_parted, done });
    }
    match wrong.is_empty() {
        true => Ok(steps),
        false => Err(Error::Refused { server: session.shared.server.clone(), found: wrong }),
    }
}

/// What does not fit between the columns that are made and a table that is there.
fn misfits(table: &TableToLoad<'_>, statements: &TableStatements, found: &PgTable) -> Vec<String> {
    let name = &statements.name;
    if !found.is_loadable() {
        let what = if found.kind == 'v' || found.kind == 'm' { "a view" } else { "no ordinary table" };
        return vec![format!("{name} is {what}, which COPY does not load")];
    }
    let mut wrong = Vec::new();
    if !found.may_insert {
        wrong.push(format!("this user may not insert into {name}; its owner can GRANT INSERT"));
    }
    let fields: Vec<_> = table.plan.fields().collect();
    for (field, column) in fields.iter().zip(&statements.columns) {
        if found.column(&field.name).is_none() {
            let has = found.columns.iter().map(|column| column.name.as_str());
            wrong.push(no_column(name, (&field.name, column), has));
        }
    }
    let has_field = |name: &str| fields.iter().any(|field| field.name == name);
    // Rows of text have all columns.
    let is_text = CopyForm::of(table, statements, Some(found), false).format.is_none();
    for column in found.columns.iter().filter(|column| column.is_generated && is_text) {
        if has_field(&column.name) {
            wrong.push(format!("{name} computes {} itself; leave that column out", column.name));
        }
    }
    for column in found.columns.iter().filter(|column| column.is_needed && !has_field(&column.name)) {
        let (column, of) = (&column.name, &column.type_text);
        wrong.push(format!("{name} needs a value of {column} ({of}) in each row; make that column too"));
    }
    wrong
}
