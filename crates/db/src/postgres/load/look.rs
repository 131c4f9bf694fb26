//! What is there of each table before a load, and all that does not fit.

use gusher::text::TableStatements;

use super::super::catalogue;
use super::super::table::PgTable;
use super::notes;
use super::session::Session;
use super::state::{Load, Step};
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
        let asked = |connection: &mut _| catalogue::table(connection, &statements.name);
        let found = session.ask("looking for tables", asked)?;
        // What an earlier run has made stays. Only tables are dropped.
        let is_dropped =
            |found: &PgTable| options.create == Create::Replace && !is_begun && found.is_loadable();
        let is_replaced = found.as_ref().is_some_and(is_dropped);
        let found = found.filter(|_| !is_replaced);
        if found.is_none() && !is_begun {
            wrong.extend(statements.keyless.clone());
        }
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
        let (parents, circle) = (Vec::new(), Vec::new());
        steps.push(Step { found, is_replaced, is_ours, is_parted, parents, circle, done });
    }
    wrong.extend(types(session, load, &steps)?);
    foreign_keys(session, load, &mut steps)?;
    match wrong.is_empty() {
        true => Ok(steps),
        false => Err(Error::Refused { server: session.shared.server.clone(), found: wrong }),
    }
}

/// Finds the order that the foreign keys of the server ask for.
fn foreign_keys(session: &mut Session<'_>, load: &Load<'_>, steps: &mut [Step]) -> Result<(), Error> {
    let oids: Vec<_> = steps.iter().map(|step| step.found.as_ref().map(|found| &found.oid[..])).collect();
    let asked = |connection: &mut _| catalogue::foreign_keys(connection, &oids);
    let keys = session.ask("looking at foreign keys", asked)?;
    order(load, steps, &keys);
    for key in keys {
        if let Some(found) = &mut steps[key.child].found {
            found.foreign_keys.push(key);
        }
    }
    Ok(())
}

/// What does not fit between the types of the tables that are made and types that are there.
fn types(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<Vec<String>, Error> {
    let mut wrong = Vec::new();
    let is_made = |&table: &usize| steps[table].found.is_none();
    if load.options.create == Create::Replace {
        return Ok(wrong);
    }
    for of in load.statements.types.iter().filter(|of| of.tables.iter().any(is_made)) {
        let asked = |connection: &mut _| catalogue::enum_words(connection, &of.name);
        let name = &of.name;
        match session.ask("looking for types", asked)? {
            None => {}
            Some(None) => {
                wrong.push(format!("the type {name} is there and is no enumeration; name another, as in type = \"enum(NAME)\""));
            }
            Some(Some(words)) => {
                let missing: Vec<&str> =
                    of.words.iter().filter(|word| !words.contains(word)).map(String::as_str).collect();
                if !missing.is_empty() {
                    wrong.push(format!(
                        "the type {name} is there, without {}; drop it, or name another, as in type = \"enum(NAME)\"",
                        missing.join(", ")
                    ));
                }
            }
        }
    }
    Ok(wrong)
}

/// What does not fit between the columns that are made and a table that is there.
fn misfits(table: &TableToLoad<'_>, statements: &TableStatements, found: &PgTable) -> Vec<String> {
    let name = &statements.name;
    if !found.is_loadable() {
        let what = found.what();
        return vec![match found.kind {
            'v' | 'm' | 'f' => format!("{name} is {what}, which COPY does not load"),
            _ => format!(
                "{name} is {what} of this database, so no table can have this name; name the table otherwise"
            ),
        }];
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
    for column in found.columns.iter().filter(|column| column.is_needed && !has_field(&column.name)) {
        let (column, of) = (&column.name, &column.type_text);
        wrong.push(format!("{name} needs a value of {column} ({of}) in each row; make that column too"));
    }
    wrong
}
