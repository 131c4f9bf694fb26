//! The order of a load: what is there is looked at; tables get their rows, each in one transaction, parents first; then come foreign
//! keys, indexes and sequences.

use std::fmt::Write as _;

use gush_diagnostics::nearest;
use gusher::text::{Statements, TableStatements};

use super::binary::RowFormat;
use super::catalogue;
use super::config::Config;
use super::connect::open;
use super::connection::{Connection, Fault};
use super::copy;
use super::environment::Environment;
use super::table::{PgTable, PgType};
use super::url::Url;
use crate::error::Error;
use crate::options::{Create, Existing, Load, LoadOptions, LoadedTable, Summary, TableToLoad};
use crate::progress::Progress;

/// Loads tables, parents first, with the statements around their rows in the same order.
///
/// # Errors
/// Why rows are not there. Tables that were complete before stay; of the others nothing does.
pub fn load(
    url: &Url,
    environment: &dyn Environment,
    tables: &[TableToLoad<'_>],
    statements: &Statements,
    options: LoadOptions,
    progress: &Progress,
) -> Result<Summary, Error> {
    let config =
        Config::of(url, environment).map_err(|reason| Error::Connect { server: url.to_string(), reason })?;
    let server = config.server().to_string();
    let refused = |reason: String| {
        let reason =
            std::iter::once(reason).chain(config.notes.iter().cloned()).collect::<Vec<_>>().join("\n  ");
        Error::Connect { server: server.clone(), reason }
    };
    let connection = open(&config).map_err(|fault| {
        refused(match fault {
            Fault::Server(error) => error.to_string(),
            Fault::Io(error) => format!("no connection to {}: {}", config.host_text(), reason(&error)),
            Fault::Refused(text) => text,
        })
    })?;
    let summary = Summary { server: server.clone(), notes: config.notes, ..Summary::default() };
    let load = Load { tables, statements, options };
    let mut loader = Loader { connection, server, load, summary };
    loader.run(progress)?;
    loader.summary.notes.extend(loader.connection.take_warnings());
    loader.connection.close();
    Ok(loader.summary)
}

/// A load while it runs.
struct Loader<'p> {
    connection: Connection,
    server: String,
    load: Load<'p>,
    summary: Summary,
}

/// What is done with a table.
struct Step {
    /// The table that is there; `None` for one that is made.
    found: Option<PgTable>,
}

impl Loader<'_> {
    fn run(&mut self, progress: &Progress) -> Result<(), Error> {
        let steps = self.look()?;
        self.prepare(&steps)?;
        for (index, step) in steps.iter().enumerate() {
            progress.begin(index);
            self.table(index, step, progress)?;
        }
        self.finish(&steps)
    }

    /// What is there of each table, and all that does not fit.
    fn look(&mut self) -> Result<Vec<Step>, Error> {
        let LoadOptions { create, existing, .. } = self.load.options;
        let (mut steps, mut wrong) = (Vec::new(), Vec::new());
        for (table, statements) in self.load.tables.iter().zip(&self.load.statements.tables) {
            let asked = catalogue::table(&mut self.connection, &statements.name);
            let found = asked.map_err(|fault| self.failed("looking for tables", fault))?;
            let found = if create == Create::Replace { None } else { found };
            match &found {
                None if create == Create::Never => {
                    wrong.push(format!("there is no table {}; --create missing makes it", statements.name));
                }
                None => {}
                Some(found) => {
                    wrong.extend(misfits(table, statements, found));
                    if existing == Existing::Refuse && found.may_insert && "rp".contains(found.kind) {
                        let asked = catalogue::has_rows(&mut self.connection, &statements.name);
                        if asked.map_err(|fault| self.failed("looking for rows", fault))? {
                            wrong.push(format!(
                                "{} has rows; --append adds to them, --truncate removes them, --create replace makes the table anew",
                                statements.name
                            ));
                        }
                    }
                }
            }
            steps.push(Step { found });
        }
        match wrong.is_empty() {
            true => Ok(steps),
            false => Err(Error::Refused { server: self.server.clone(), found: wrong }),
        }
    }

    /// Drops and empties what is there, and makes types.
    fn prepare(&mut self, steps: &[Step]) -> Result<(), Error> {
        let LoadOptions { create, existing, .. } = self.load.options;
        let statements = self.load.statements;
        if create == Create::Replace {
            let types = statements.types.iter().map(|of| format!("DROP TYPE IF EXISTS {}", of.name));
            let drops: Vec<String> = statements.drops.iter().cloned().chain(types).collect();
            self.in_transaction("dropping tables", &drops)?;
        }
        if steps.iter().any(|step| step.found.is_none()) {
            for of in &statements.types {
                let has = create != Create::Replace
                    && catalogue::has_type(&mut self.connection, &of.name)
                        .map_err(|fault| self.failed("looking for types", fault))?;
                if !has {
                    self.execute(&format!("making the type {}", of.name), &of.create)?;
                }
            }
        }
        // Tables that refer to each other are emptied by one statement.
        let there = steps.iter().zip(&statements.tables).filter(|(step, _)| step.found.is_some());
        let names: Vec<&str> = there.map(|(_, table)| table.name.as_str()).collect();
        if existing == Existing::Truncate && names.len() > 1 {
            self.execute("emptying tables", &format!("TRUNCATE {}", names.join(", ")))?;
        }
        Ok(())
    }

    /// Loads a table in one transaction.
    fn table(&mut self, index: usize, step: &Step, progress: &Progress) -> Result<(), Error> {
        let (table, statements) = (&self.load.tables[index], &self.load.statements.tables[index]);
        let name = &statements.name;
        let is_emptied = self.load.options.existing == Existing::Truncate
            && step.found.is_some()
            && self.load.statements.tables.len() == 1;
        self.execute(&format!("{name}: beginning"), "BEGIN")?;
        match &step.found {
            None => self.execute(&format!("making {name}"), &statements.create)?,
            Some(_) if is_emptied => {
                self.execute(&format!("emptying {name}"), &format!("TRUNCATE {name}"))?;
            }
            Some(_) => {}
        }
        // What no other transaction has seen needs no second visit of its pages.
        let is_frozen = step.found.as_ref().is_none_or(|found| is_emptied && found.kind == 'r');
        let made = match &step.found {
            None if !self.load.options.is_dry => catalogue::table(&mut self.connection, name)
                .map_err(|fault| self.failed(&format!("looking at {name}"), fault))?,
            _ => None,
        };
        let form = CopyForm::of(table, statements, made.as_ref().or(step.found.as_ref()), is_frozen);
        self.summary.notes.extend(form.note);
        let loaded = if self.load.options.is_dry {
            self.summary.statements.push(form.sql);
            table.rows.end - table.rows.start
        } else {
            let sent = copy::rows(&mut self.connection, &form.sql, table, form.format.as_ref(), progress);
            sent.map_err(|fault| self.of_rows(index, fault))?
        };
        let rows = table.rows.end - table.rows.start;
        if loaded != rows {
            // What was sent is rolled back when the connection closes.
            let (server, loaded_tables) = (self.server.clone(), self.loaded());
            let table = name.clone();
            return Err(Error::Count { server, table, sent: rows, found: loaded, loaded: loaded_tables });
        }
        if step.found.is_none() {
            for key in &statements.keys {
                self.execute(&format!("{name}: its keys"), key)?;
            }
        }
        self.execute(&format!("{name}: committing"), "COMMIT")?;
        self.summary.tables.push(LoadedTable { name: table.name.to_owned(), rows: loaded });
        Ok(())
    }

    /// Foreign keys, indexes, sequences and statistics, once all rows are there.
    fn finish(&mut self, steps: &[Step]) -> Result<(), Error> {
        for (step, statements) in steps.iter().zip(&self.load.statements.tables) {
            for link in statements.links.iter().filter(|_| step.found.is_none()) {
                self.execute(&format!("{}: its foreign keys and indexes", statements.name), link)?;
            }
        }
        for (step, statements) in steps.iter().zip(&self.load.statements.tables) {
            let name = &statements.name;
            let doing = format!("{name}: its sequences");
            if step.found.is_some() {
                let found = catalogue::sequences(&mut self.connection, name);
                for statement in found.map_err(|fault| self.failed(&doing, fault))? {
                    self.execute(&doing, &statement)?;
                }
            }
        }
        for statements in &self.load.statements.tables {
            self.execute(
                &format!("{}: its statistics", statements.name),
                &format!("ANALYZE {}", statements.name),
            )?;
        }
        Ok(())
    }

    fn in_transaction(&mut self, doing: &str, statements: &[String]) -> Result<(), Error> {
        self.execute(doing, "BEGIN")?;
        for statement in statements {
            self.execute(doing, statement)?;
        }
        self.execute(doing, "COMMIT")
    }

    /// Runs a statement, or notes it in a dry run.
    fn execute(&mut self, doing: &str, sql: &str) -> Result<(), Error> {
        if self.load.options.is_dry {
            self.summary.statements.push(sql.to_owned());
            return Ok(());
        }
        self.connection.execute(sql).map_err(|fault| self.failed(doing, fault))
    }

    /// The tables that are complete.
    fn loaded(&self) -> Vec<String> {
        self.summary.tables.iter().map(|table| table.name.clone()).collect()
    }

    fn failed(&self, doing: &str, fault: Fault) -> Error {
        let (server, doing, loaded) = (self.server.clone(), doing.to_owned(), self.loaded());
        match fault {
            Fault::Server(error) => Error::Statement { server, doing, error, loaded },
            Fault::Io(error) => Error::Lost { server, doing, reason: reason(&error), loaded },
            Fault::Refused(reason) => Error::Lost { server, doing, reason, loaded },
        }
    }

    /// The error of rows: which one, where the server says it.
    fn of_rows(&self, index: usize, fault: Fault) -> Error {
        let table = &self.load.tables[index];
        let rows = table.rows.clone();
        let name = &self.load.statements.tables[index].name;
        match fault {
            Fault::Server(error) => {
                // The context has the table's name without that of its schema.
                let plain = table.name.rsplit('.').next().unwrap_or(table.name);
                let row = error.copy_line(plain).map(|line| rows.start + line.saturating_sub(1));
                let (server, table, loaded) = (self.server.clone(), name.clone(), self.loaded());
                Error::Rows { server, table, rows, row, error, loaded }
            }
            fault => self.failed(&format!("{name}: rows {}..{}", rows.start, rows.end), fault),
        }
    }
}

/// How the rows of a table are sent.
struct CopyForm {
    sql: String,
    /// None for text.
    format: Option<RowFormat>,
    note: Option<String>,
}

impl CopyForm {
    /// The form for a table of the server; of one that is not there yet, as in a dry run, all columns have a binary form.
    fn of(
        table: &TableToLoad<'_>,
        statements: &TableStatements,
        found: Option<&PgTable>,
        is_frozen: bool,
    ) -> CopyForm {
        let fields: Vec<_> = table.plan.fields().collect();
        let is_sent = |index: &usize| {
            let column = found.and_then(|found| found.column(&fields[*index].name));
            column.is_none_or(|column| !column.is_generated)
        };
        let sent: Vec<usize> = (0..fields.len()).filter(is_sent).collect();
        let of = |index: usize| {
            let column = found.and_then(|found| found.column(&fields[index].name));
            column.map_or(&PgType::Other, |column| &column.of)
        };
        let format = RowFormat::of(sent.iter().map(|&index| (index, fields[index], of(index))));
        let is_binary = format.is_ok() || found.is_none();
        let note = format.as_ref().err().filter(|_| found.is_some()).map(|without| {
            let names: Vec<String> = without.iter().map(|&index| statements.columns[index].clone()).collect();
            format!(
                "{} is loaded as text, as no binary form is known of {}",
                statements.name,
                names.join(", ")
            )
        });
        let mut sql = format!("COPY {} (", statements.name);
        let names: Vec<&str> = sent.iter().map(|&index| statements.columns[index].as_str()).collect();
        // Writing to a string cannot fail.
        let _ = write!(sql, "{}) FROM STDIN", names.join(", "));
        match (is_binary, is_frozen) {
            (true, true) => sql.push_str(" (FORMAT binary, FREEZE)"),
            (true, false) => sql.push_str(" (FORMAT binary)"),
            (false, true) => sql.push_str(" (FREEZE)"),
            (false, false) => {}
        }
        CopyForm { sql, format: format.ok(), note }
    }
}

/// What does not fit between the columns that are made and a table that is there.
fn misfits(table: &TableToLoad<'_>, statements: &TableStatements, found: &PgTable) -> Vec<String> {
    let name = &statements.name;
    if !"rp".contains(found.kind) {
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
            let has: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
            let near = nearest(&field.name, has.iter().copied());
            wrong.push(match near {
                Some(near) => format!("{name} has no column {column}; did you mean {near}?"),
                None => format!("{name} has no column {column}; it has {}", has.join(", ")),
            });
        }
    }
    let form = CopyForm::of(table, statements, Some(found), false);
    for column in found.columns.iter().filter(|column| column.is_generated && form.format.is_none()) {
        // Rows of text have all columns.
        if fields.iter().any(|field| field.name == column.name) {
            wrong.push(format!("{name} computes {} itself; leave that column out", column.name));
        }
    }
    for column in found.columns.iter().filter(|column| column.is_needed) {
        if !fields.iter().any(|field| field.name == column.name) {
            wrong.push(format!(
                "{name} needs a value of {} ({}) in each row; make that column too",
                column.name, column.type_text
            ));
        }
    }
    wrong
}

/// The words of the system, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_owned(),
        None => text,
    }
}
