//! The rows: tasks of one transaction each, done by as many connections as were asked for.

use super::super::catalogue;
use super::super::connection::Fault;
use super::super::copy;
use super::form::CopyForm;
use super::notes;
use super::prepare::empties_itself;
use super::session::Session;
use super::state::{Load, Step};
use crate::error::{Error, to_see};
use crate::load::{self, ForeignKey, Note, Queue, Task, rows_text};
use crate::options::TableToLoad;

/// Loads what is left of all tables.
pub(super) fn rows(session: &mut Session<'_>, load: &Load<'_>, steps: &[Step]) -> Result<(), Error> {
    load::run(
        session,
        load,
        steps,
        |session| session.another(load.config),
        |session, queue, task| done(session, load, steps, queue, task),
    )
}

/// Does a task in one transaction.
fn done(
    session: &mut Session<'_>,
    load: &Load<'_>,
    steps: &[Step],
    queue: &Queue,
    task: &Task,
) -> Result<(), Error> {
    if let Task::Circle { tables } = task {
        return circle(session, load, steps, queue, tables);
    }
    let index = task.tables()[0];
    let (table, statements, step) = (&load.tables[index], &load.statements.tables[index], &steps[index]);
    let name = &statements.name;
    let mut transaction = Transaction { session, load, index };
    transaction.run("beginning", "BEGIN")?;
    let mut is_frozen = false;
    match (task, &step.found) {
        (Task::Whole { .. }, None) => {
            transaction.run("making it", &statements.create)?;
            transaction.note(&Note::Made)?;
            is_frozen = true;
        }
        (Task::Whole { .. }, Some(found)) if empties_itself(load, step) => {
            transaction.run("emptying it", &format!("TRUNCATE {name}"))?;
            is_frozen = found.kind == 'r';
        }
        _ => {}
    }
    match task {
        Task::Whole { .. } | Task::Part { .. } => {
            let rows = match task {
                Task::Part { rows, .. } => rows,
                _ => &table.rows,
            };
            let part = TableToLoad { name: table.name, plan: table.plan, rows: rows.clone() };
            transaction.copy(&part, step, is_frozen, queue)?;
            transaction.note(&Note::Rows(&rows_text(rows)))?;
        }
        Task::Keys { .. } | Task::Circle { .. } => {}
    }
    if step.is_ours && !matches!(task, Task::Part { .. }) {
        for key in &statements.keys {
            transaction.run("its keys", key)?;
        }
        transaction.note(&Note::Keys)?;
    }
    transaction.run("committing", "COMMIT")
}

/// Loads tables that refer to each other, and has the server check that at the end of the transaction. Only these keys can wait until
/// then, and only within the transaction: at its end they are as they were.
fn circle(
    session: &mut Session<'_>,
    load: &Load<'_>,
    steps: &[Step],
    queue: &Queue,
    tables: &[usize],
) -> Result<(), Error> {
    // Those to a table that comes later, and is among these.
    let is_late = |key: &&ForeignKey| key.parent > key.child && tables.contains(&key.parent);
    let altered = |to: &str| -> Vec<(usize, String)> {
        let keys = tables.iter().filter_map(|&table| steps[table].found.as_ref());
        let keys =
            keys.flat_map(|found| &found.foreign_keys).filter(is_late).filter(|key| !key.is_deferrable);
        let alter = |key: &ForeignKey| {
            let child = &load.statements.tables[key.child].name;
            (key.child, format!("ALTER TABLE {child} ALTER CONSTRAINT {} {to}", key.name))
        };
        keys.map(alter).collect()
    };
    let run = |session: &mut Session<'_>, index: usize, doing: &str, sql: &str| {
        Transaction { session, load, index }.run(doing, sql)
    };
    let first = tables[0];
    run(session, first, "beginning", "BEGIN")?;
    for (index, sql) in altered("DEFERRABLE") {
        run(session, index, "letting its foreign key wait for rows of later tables", &sql)?;
    }
    run(session, first, "deferring its foreign keys", "SET CONSTRAINTS ALL DEFERRED")?;
    for &index in tables {
        let (table, step) = (&load.tables[index], &steps[index]);
        let part = TableToLoad { name: table.name, plan: table.plan, rows: table.rows.clone() };
        let mut transaction = Transaction { session, load, index };
        transaction.copy(&part, step, false, queue)?;
        transaction.note(&Note::Rows(&rows_text(&table.rows)))?;
    }
    run(session, first, "checking its foreign keys", "SET CONSTRAINTS ALL IMMEDIATE")?;
    for (index, sql) in altered("NOT DEFERRABLE") {
        run(session, index, "checking its foreign key at once again", &sql)?;
    }
    run(session, first, "committing", "COMMIT")
}

/// A transaction about a table.
struct Transaction<'t, 's> {
    session: &'t mut Session<'s>,
    load: &'t Load<'t>,
    index: usize,
}

impl Transaction<'_, '_> {
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

    /// Sends rows. The server must count as many.
    fn copy(
        &mut self,
        part: &TableToLoad<'_>,
        step: &Step,
        is_frozen: bool,
        queue: &Queue,
    ) -> Result<(), Error> {
        let load = self.load;
        let statements = &load.statements.tables[self.index];
        let made = match &step.found {
            None if !self.session.is_dry() => {
                let asked = |connection: &mut _| catalogue::table(connection, &statements.name);
                self.session.ask(&format!("looking at {}", statements.name), asked)?
            }
            _ => None,
        };
        let form = CopyForm::of(part, statements, made.as_ref().or(step.found.as_ref()), is_frozen);
        form.note.into_iter().for_each(|note| self.session.shared.note(note));
        if self.session.is_dry() {
            self.session.show(&form.sql);
            return Ok(());
        }
        load.progress.begin(self.index);
        let control = copy::Control {
            progress: load.progress,
            is_stopped: &|| queue.is_failed() || load.progress.is_stopped(),
        };
        // Rows of text have all columns of their plan.
        let plan =
            form.format.is_none().then(|| part.plan.without(|field| form.skipped.contains(&field.name)));
        let sent = TableToLoad {
            name: part.name,
            plan: plan.as_ref().unwrap_or(part.plan),
            rows: part.rows.clone(),
        };
        let sent = copy::rows(&mut self.session.connection, &form.sql, &sent, form.format.as_ref(), &control);
        let found = sent.map_err(|fault| self.of_rows(part, fault))?;
        let sent = part.rows.end - part.rows.start;
        if found == sent {
            return Ok(());
        }
        // What was sent is rolled back when the connection closes.
        let (server, kept) = (self.session.shared.server.clone(), self.session.shared.kept());
        Err(Error::Count { server, table: statements.name.clone(), sent, found, kept })
    }

    /// The error of rows: which one, where the server says it.
    fn of_rows(&self, part: &TableToLoad<'_>, fault: Fault) -> Error {
        let (rows, table) = (part.rows.clone(), self.load.statements.tables[self.index].name.clone());
        match fault {
            Fault::Server(error) => {
                // The context has the table's name without that of its schema.
                let plain = part.name.rsplit('.').next().unwrap_or(part.name);
                let row = error
                    .copy_line(plain)
                    .filter(|_| error.is_of_row())
                    .map(|line| rows.start + line.saturating_sub(1));
                let (server, kept) = (self.session.shared.server.clone(), self.session.shared.kept());
                let see = to_see(self.load.options.seed, part.name, row);
                Error::Rows { server, table, rows, row, see, error: Box::new((*error).into()), kept }
            }
            fault => self.session.failed(&format!("{table}: rows {}..{}", rows.start, rows.end), fault),
        }
    }
}
