//! A file that is there: one transaction of the library, after which all rows are there or none.

use std::time::Duration;

use gush_diagnostics::nearest;
use gusher::text::TableStatements;
use rusqlite::{Connection, OpenFlags, OptionalExtension, ffi};

use super::fault::Fault;
use super::insert;
use super::job::Load;
use super::links::{self, ForeignKey};
use super::lock;
use super::look::{self, Table};
use super::value::Affinity;
use crate::error::Error;
use crate::options::{Create, Existing, Summary, TableToLoad};

/// Loads tables into the file.
pub(super) fn load(load: &Load<'_>) -> Result<Summary, Error> {
    let connection = open(load).map_err(|fault| load.failed("opening it", fault))?;
    let mut session = Session { load, connection, keys: Vec::new(), statements: Vec::new() };
    // Whoever writes first has the file until the end, so that what was looked at stays.
    session.run("beginning", "BEGIN IMMEDIATE")?;
    session.keys = links::foreign_keys(&session.connection)
        .map_err(|fault| load.failed("looking at its foreign keys", fault))?;
    let found = session.look()?;
    // Tables of the load may refer to each other in any order.
    session.run("beginning", "PRAGMA defer_foreign_keys = ON")?;
    session.prepare(&found)?;
    for (index, found) in found.iter().enumerate() {
        load.progress.begin(index);
        session.fill(index, found.as_ref())?;
    }
    for (statements, _) in load.statements.tables.iter().zip(&found).filter(|(_, found)| found.is_none()) {
        session.add_indexes(statements)?;
    }
    session.commit()?;
    Ok(Summary { statements: session.statements, ..load.summary(Vec::new()) })
}

fn open(load: &Load<'_>) -> Result<Connection, Fault> {
    let access = match load.options.is_dry {
        true => OpenFlags::SQLITE_OPEN_READ_ONLY,
        false => OpenFlags::SQLITE_OPEN_READ_WRITE,
    };
    let connection = Connection::open_with_flags(load.path.path(), access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    load.watch(&connection);
    // What is written waits in `lock`, where a signal ends it.
    connection.busy_timeout(if load.options.is_dry { lock::TIMEOUT } else { Duration::ZERO })?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Asks for what is in the file, so that one that is no database is reported.
    lock::wait(load, || connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())))?;
    if !load.options.is_dry && connection.is_readonly("main")? {
        return Err(Fault::Text("this user may not write to the file".into()));
    }
    Ok(connection)
}

struct Session<'s> {
    load: &'s Load<'s>,
    connection: Connection,
    /// Those of the file before the load.
    keys: Vec<ForeignKey>,
    /// Those of a dry run.
    statements: Vec<String>,
}

impl Session<'_> {
    /// Runs a statement that changes something, or shows it in a dry run.
    fn run(&mut self, doing: &str, sql: &str) -> Result<(), Error> {
        if self.load.options.is_dry {
            self.statements.push(sql.to_owned());
            return Ok(());
        }
        lock::wait(self.load, || self.connection.execute_batch(sql))
            .map_err(|fault| self.load.failed(doing, fault))
    }

    /// What is there of each table; none for one that is to be made. Whatever does not fit is reported at once.
    fn look(&self) -> Result<Vec<Option<Table>>, Error> {
        let options = self.load.options;
        let look = || -> Result<_, Fault> {
            let (mut all, mut wrong, mut emptied) = (Vec::new(), Vec::new(), Vec::new());
            for (table, statements) in self.load.tables.iter().zip(&self.load.statements.tables) {
                let found = look::table(&self.connection, table.name)?;
                if found.is_some()
                    && (options.create == Create::Replace || options.existing == Existing::Truncate)
                {
                    emptied.push(table.name);
                }
                let found = found.filter(|found| options.create != Create::Replace || found.is_view);
                match &found {
                    None if options.create == Create::Never => {
                        wrong.push(format!(
                            "there is no table {}; --create missing makes it",
                            statements.name
                        ));
                    }
                    None => {}
                    Some(found) => {
                        wrong.extend(misfits(table, statements, found));
                        let may_have_rows = options.existing != Existing::Refuse || found.is_view;
                        if !may_have_rows && look::has_rows(&self.connection, &statements.name)? {
                            wrong.push(format!(
                                "{} has rows; --append adds to them, --truncate removes them, --create replace makes the table anew",
                                statements.name
                            ));
                        }
                    }
                }
                all.push(found);
            }
            wrong.extend(self.reached(&emptied)?);
            if wrong.is_empty() { Ok(all) } else { Err(Fault::Refused(wrong)) }
        };
        look().map_err(|fault| self.load.failed("looking at its tables", fault))
    }

    /// Why tables must not be emptied: others that are not loaded would lose rows or change.
    fn reached(&self, emptied: &[&str]) -> Result<Vec<String>, Fault> {
        let mut wrong: Vec<String> = Vec::new();
        for key in links::reaching_beyond(&self.load.names(), emptied, &self.keys) {
            let child = format!("\"{}\"", key.child.replace('"', "\"\""));
            let text = links::refusal(key);
            if !wrong.contains(&text) && look::has_rows(&self.connection, &child)? {
                wrong.push(text);
            }
        }
        Ok(wrong)
    }

    /// Drops and empties what is there, children first, and makes what is missing.
    fn prepare(&mut self, found: &[Option<Table>]) -> Result<(), Error> {
        let (options, statements) = (self.load.options, self.load.statements);
        for index in links::children_first(&self.load.names(), &self.keys) {
            let name = &statements.tables[index].name;
            if options.create == Create::Replace {
                self.run("dropping tables", &format!("DROP TABLE IF EXISTS {name}"))?;
            } else if found[index].is_some() && options.existing == Existing::Truncate {
                self.run(&format!("{name}: emptying it"), &format!("DELETE FROM {name}"))?;
            }
        }
        for (table, _) in statements.tables.iter().zip(found).filter(|(_, found)| found.is_none()) {
            self.run(&format!("{}: making it", table.name), &table.create)?;
        }
        Ok(())
    }

    fn fill(&mut self, index: usize, found: Option<&Table>) -> Result<(), Error> {
        let (load, table) = (self.load, &self.load.tables[index]);
        let is_computed =
            |name: &str| found.and_then(|found| found.column(name)).is_some_and(|column| column.is_generated);
        let written: Vec<bool> = table.plan.fields().map(|field| !is_computed(&field.name)).collect();
        let columns = load.statements.tables[index].columns.iter().zip(&written);
        let columns: Vec<&str> =
            columns.filter(|(_, is_written)| **is_written).map(|(name, _)| &name[..]).collect();
        let sql = insert::statement(&load.statements.tables[index].name, &columns);
        if load.options.is_dry {
            self.statements.push(sql);
            return Ok(());
        }
        let made = match found {
            None => look::table(&self.connection, table.name)
                .map_err(|fault| load.failed("looking at its tables", fault))?,
            Some(_) => None,
        };
        let plan = table.plan.without(|field| is_computed(&field.name));
        let affinities: Vec<Affinity> =
            found.or(made.as_ref()).map(|found| found.affinities(&plan)).unwrap_or_default();
        let inserted = TableToLoad { name: table.name, plan: &plan, rows: table.rows.clone() };
        insert::rows(&self.connection, &inserted, &sql, &affinities, load.progress)
            .map_err(|(row, fault)| load.failed_in_row(table.name, row, fault))
    }

    /// Adds the indexes of a table; one whose name is taken gets a number at its end.
    fn add_indexes(&mut self, statements: &TableStatements) -> Result<(), Error> {
        let doing = format!("{}: its indexes", statements.name);
        for index in &statements.indexes {
            let names = (2u64..).map(|number| format!("{}_{number}", index.name));
            let mut names = std::iter::once(index.name.clone()).chain(names);
            let is_free = |name: &String| look::has_name(&self.connection, name).map(|has| !has);
            let free = names.find_map(|name| match is_free(&name) {
                Ok(false) => None,
                Ok(true) => Some(Ok(name)),
                Err(fault) => Some(Err(fault)),
            });
            let name = free.transpose().map_err(|fault| self.load.failed(&doing, fault))?;
            // What is dropped first is still there in a dry run.
            let name = name.filter(|name| *name != index.name && !self.load.options.is_dry);
            let sql = name.map_or_else(|| index.create(), |name| index.named(&name));
            self.run(&doing, &sql)?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), Error> {
        if self.load.options.is_dry {
            self.statements.push("COMMIT".into());
            return Ok(());
        }
        lock::wait_to_commit(self.load, || self.connection.execute_batch("COMMIT")).map_err(|fault| {
            let fault = match fault {
                Fault::Sql(error) if is_foreign_key(&error) => {
                    orphan(&self.connection).map_or(Fault::Sql(error), Fault::Text)
                }
                fault => fault,
            };
            self.load.failed("committing", fault)
        })
    }
}

/// Whether a row refers to one that is not there.
fn is_foreign_key(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY)
}

/// The first row that refers to one that is not there.
fn orphan(connection: &Connection) -> Option<String> {
    let sql = "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT 1";
    let found = connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional();
    let (table, rowid, parent): (String, Option<i64>, String) = found.ok()??;
    let row = rowid.map(|rowid| format!(" with the number (rowid) {rowid}")).unwrap_or_default();
    Some(format!(
        "a foreign key is broken: the row of {table}{row} refers to one of {parent} that is not there; load {parent} too, or before"
    ))
}

/// What does not fit between the columns that are made and a table that is there.
fn misfits(table: &TableToLoad<'_>, statements: &TableStatements, found: &Table) -> Vec<String> {
    let name = &statements.name;
    if found.is_view {
        return vec![format!("{name} is a view, which has no rows of its own")];
    }
    let mut wrong = Vec::new();
    for (field, column) in table.plan.fields().zip(&statements.columns) {
        match found.column(&field.name) {
            Some(_) => {}
            None => {
                let has: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
                wrong.push(match nearest(&field.name, has.iter().copied()) {
                    Some(near) => format!("{name} has no column {column}; did you mean {near}?"),
                    None => format!("{name} has no column {column}; it has {}", has.join(", ")),
                });
            }
        }
    }
    let has_field = |name: &str| table.plan.fields().any(|field| field.name.eq_ignore_ascii_case(name));
    for column in found.columns.iter().filter(|column| column.is_needed && !has_field(&column.name)) {
        let of = match &column.declared[..] {
            "" => String::new(),
            declared => format!(" ({declared})"),
        };
        wrong.push(format!("{name} needs a value of {}{of} in each row; make that column too", column.name));
    }
    wrong
}
