//! The rows: tasks done by as many connections as were asked for.

use std::ops::Range;

use super::super::catalogue;
use super::super::connection::Affected;
use super::super::fault::Fault;
use super::super::foreign_keys;
use super::super::form::RowForm;
use super::super::rows::Control;
use super::super::{insert, rows as load_data};
use super::notes;
use super::prepare::make;
use super::refused::{self, Problem};
use super::session::Session;
use super::state::{Load, Step};
use crate::error::Error;
use crate::load::{self, Note, Queue, Task, rows_text};
use crate::options::{Existing, TableToLoad};
use crate::progress::Progress;

/// As often a transaction is begun anew that waits for another one, which waits for it.
const MAX_DEADLOCKS: u32 = 10;

/// Loads what is left of all tables.
pub(super) fn rows(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    load::run(
        session,
        load,
        steps,
        |session| session.another(load.config),
        |session, queue, task| match task {
            Task::Circle { tables } => circle(session, load, steps, queue, tables),
            task => {
                let index = task.tables()[0];
                Doing { session, load, queue, step: &steps[index], index }.task(task)
            }
        },
    )
}

/// Loads tables that refer to each other, in one transaction in which the server checks no foreign keys. At its end it is asked for rows
/// that refer to none.
fn circle(
    session: &mut Session<'_>,
    load: &Load<'_>,
    steps: &[Step],
    queue: &Queue,
    tables: &[usize],
) -> Result<(), Error> {
    // Unique indexes are checked.
    session.set_checks(true)?;
    session.execute("leaving foreign keys for later", "SET SESSION foreign_key_checks = 0")?;
    session.execute("beginning", "START TRANSACTION")?;
    let mut rows = || -> Result<(), Error> {
        for &index in tables {
            let table = &load.tables[index];
            let part = TableToLoad { name: table.name, plan: table.plan, rows: table.rows.clone() };
            let mut doing = Doing { session, load, queue, step: &steps[index], index };
            doing.send(&part, false)?;
            doing.note(&Note::Rows(&rows_text(&table.rows)))?;
        }
        for &index in tables {
            let name = &load.statements.tables[index].name;
            let asked = |connection: &mut _| foreign_keys::orphan(connection, load.tables[index].name, name);
            if let Some(orphan) = session.ask("checking foreign keys", asked)? {
                return Err(
                    session.failed(&format!("{name}: checking its foreign keys"), Fault::Refused(orphan))
                );
            }
        }
        session.execute("committing", "COMMIT")
    };
    let done = rows();
    if done.is_err() {
        session.connection.roll_back();
    }
    done.and_then(|()| session.execute("checking foreign keys again", "SET SESSION foreign_key_checks = 1"))
}

/// A task that is done.
struct Doing<'t, 's> {
    session: &'t mut Session<'s>,
    load: &'t Load<'t>,
    queue: &'t Queue,
    step: &'t Step,
    index: usize,
}

impl Doing<'_, '_> {
    fn task(&mut self, task: &Task) -> Result<(), Error> {
        match task {
            Task::Whole { .. } => {
                if self.step.found.is_none() {
                    make(self.session, self.load, self.index)?;
                }
                self.transaction(&self.load.tables[self.index].rows)?;
                self.keys()
            }
            Task::Part { rows, .. } => self.transaction(rows),
            Task::Keys { .. } => self.keys(),
            Task::Circle { .. } => unreachable!("a circle is of several tables"),
        }
    }

    fn run(&mut self, doing: &str, sql: &str) -> Result<(), Error> {
        let name = &self.load.statements.tables[self.index].name;
        self.session.execute(&format!("{name}: {doing}"), sql)
    }

    /// Notes what is done, where that is noted.
    fn note(&mut self, note: &Note<'_>) -> Result<(), Error> {
        if !self.load.is_noted() {
            return Ok(());
        }
        let sql = notes::insert(&self.load.options.id, self.load.tables[self.index].name, note);
        self.run("noting it", &sql)
    }

    /// Loads rows, and notes it, in one transaction.
    fn transaction(&mut self, rows: &Range<u64>) -> Result<(), Error> {
        self.session.set_checks(!self.has_nothing_to_check())?;
        self.run("beginning", "START TRANSACTION")?;
        let table = &self.load.tables[self.index];
        let part = TableToLoad { name: table.name, plan: table.plan, rows: rows.clone() };
        let done = self.send(&part, true).and_then(|()| {
            self.note(&Note::Rows(&rows_text(rows)))?;
            self.run("committing", "COMMIT")
        });
        if done.is_err() {
            self.session.connection.roll_back();
        }
        done
    }

    /// Whether the table has only its primary key, and was made or emptied: what is not to be checked then is not there, and an empty
    /// table is filled faster without checks.
    fn has_nothing_to_check(&self) -> bool {
        let has_no_keys = |step: &Step| {
            step.found.as_ref().is_none_or(|found| found.unique_indexes == 0 && found.foreign_keys == 0)
        };
        let is_emptied = self.load.options.existing == Existing::Truncate;
        (self.step.is_ours || is_emptied) && has_no_keys(self.step)
    }

    /// Sends rows. The server must count as many, and warn of nothing. Rows of a transaction that has no others may be sent once more
    /// where the server has ended it.
    fn send(&mut self, part: &TableToLoad<'_>, is_alone: bool) -> Result<(), Error> {
        let load = self.load;
        let statements = &load.statements.tables[self.index];
        let is_mariadb = self.session.connection.server.is_mariadb;
        let form = RowForm::of(part, statements, self.step.found.as_ref(), is_mariadb);
        if self.session.is_dry() {
            let sql = if self.session.takes_local { form.load() } else { format!("{}…", form.insert()) };
            self.session.context.shared.show(&sql);
            return Ok(());
        }
        load.progress.begin(self.index);
        let engine = self.step.found.as_ref().and_then(|found| found.engine_without_transactions.as_ref());
        if let Some(engine) = engine {
            let text = format!("rows of {} stay, as {engine} has no transactions", statements.name);
            self.session.context.shared.lasts(text);
        }
        // Without transactions, rows that are sent once more would stay.
        self.send_until_taken(&form, part, engine.is_none() && is_alone)
    }

    /// Sends rows, and once more where the server has ended the transaction so that another one can go on.
    fn send_until_taken(
        &mut self,
        form: &RowForm,
        part: &TableToLoad<'_>,
        may_repeat: bool,
    ) -> Result<(), Error> {
        let (load, name) = (self.load, &self.load.statements.tables[self.index].name);
        let mut attempts = 0;
        loop {
            let problem = match self.sent(form, part, attempts == 0) {
                Ok(affected) => match refused::problem(self.session, part, affected)? {
                    None => return Ok(()),
                    Some(problem) => problem,
                },
                Err((row, Fault::Server(error))) => Problem { row, error },
                Err((_, fault)) => {
                    let doing = format!("{name}: rows {}..{}", part.rows.start, part.rows.end);
                    return Err(self.session.failed(&doing, fault));
                }
            };
            if !(problem.error.is_deadlock() && may_repeat && attempts < MAX_DEADLOCKS) {
                return Err(refused::error(self.session, load, name, part, (form, may_repeat), problem));
            }
            attempts += 1;
            self.session.connection.roll_back();
            self.run("beginning again", "START TRANSACTION")?;
        }
    }

    /// Sends rows in the way that the server takes. They are counted the first time.
    fn sent(
        &mut self,
        form: &RowForm,
        part: &TableToLoad<'_>,
        is_counted: bool,
    ) -> Result<Affected, (Option<u64>, Fault)> {
        let (queue, progress, uncounted) = (self.queue, self.load.progress, Progress::default());
        let is_in_vain = || queue.is_failed() || progress.is_stopped();
        let progress = if is_counted { progress } else { &uncounted };
        let control = Control { progress, is_in_vain: &is_in_vain };
        let max_statement = self.session.max_statement;
        let connection = &mut self.session.connection;
        if self.session.takes_local {
            match load_data::load(connection, form, part, max_statement, &control) {
                Err(Fault::Server(error)) if error.refuses_local() => self.session.insert_from_now_on(),
                Err(Fault::Server(error)) => {
                    let row = error.row().map(|row| part.rows.start + row - 1);
                    return Err((row, Fault::Server(error)));
                }
                sent => return sent.map_err(|fault| (None, fault)),
            }
        }
        insert::rows(&mut self.session.connection, form, part, max_statement, &control)
    }

    /// Adds the keys of a table that this load has made, all at once.
    fn keys(&mut self) -> Result<(), Error> {
        if !self.step.is_ours {
            return Ok(());
        }
        let (table, statements) = (&self.load.tables[self.index], &self.load.statements.tables[self.index]);
        let mut keys = &statements.keys[..];
        if !keys.is_empty() && (!self.step.done.is_empty() || self.step.found.is_some()) {
            // An earlier run may have added them, and not have come to note it.
            let asked = |connection: &mut _| catalogue::unique_indexes(connection, table.name);
            if self.session.ask("looking for keys", asked)? >= keys.len() as u64 {
                keys = &[];
            }
        }
        if let Some(sql) = at_once(&statements.name, keys) {
            self.session.set_checks(true)?;
            self.run("its keys", &sql)?;
        }
        self.note(&Note::Keys)
    }
}

/// One statement for several that add something to a table, which then reads its rows once.
pub(super) fn at_once(name: &str, statements: &[String]) -> Option<String> {
    let (first, others) = statements.split_first()?;
    let start = format!("ALTER TABLE {name} ADD ");
    let others = others.iter().map(|other| format!(", ADD {}", other.strip_prefix(&start).unwrap_or(other)));
    Some(others.fold(first.clone(), |sql, other| sql + &other))
}
