//! Rows that the server refuses: which one it is, and why.
//!
//! LOAD DATA LOCAL leaves out what a table refuses and warns of it, as the client could not be stopped. A warning of a value has the
//! number of the row; one of a key or a constraint has none, so that the rows are inserted again until the server refuses one.

use super::super::connection::{Affected, Connection};
use super::super::fault::Fault;
use super::super::form::RowForm;
use super::super::insert;
use super::super::rows::Control;
use super::super::server_error::ServerError;
use super::session::Session;
use super::state::Load;
use crate::error::{Error, to_see};
use crate::options::TableToLoad;
use crate::progress::Progress;

/// What the server says of rows.
pub(super) struct Problem {
    /// The row that it names.
    pub row: Option<u64>,
    pub error: Box<ServerError>,
}

/// What is wrong with rows that were sent, if something is.
pub(super) fn problem(
    session: &mut Session<'_>,
    part: &TableToLoad<'_>,
    affected: Affected,
) -> Result<Option<Problem>, Error> {
    let sent = part.rows.end - part.rows.start;
    if affected.warnings > 0 {
        let Some(error) = session.ask("reading warnings", Connection::warning)? else {
            let found = vec![format!("{}: the server has changed values, and does not say which", part.name)];
            return Err(Error::Refused { server: session.context.shared.server.clone(), found });
        };
        let row = error.row().map(|row| part.rows.start + row - 1);
        return Ok(Some(Problem { row, error: Box::new(error) }));
    }
    if affected.rows == sent {
        return Ok(None);
    }
    let shared = &session.context.shared;
    let (server, kept) = (shared.server.clone(), shared.kept());
    Err(Error::Count { server, table: part.name.to_owned(), sent, found: affected.rows, kept })
}

/// The error of rows, which are taken back: which one is at fault, where that can be found. They are sent once more for that, if they
/// may be.
pub(super) fn error(
    session: &mut Session<'_>,
    load: &Load<'_>,
    name: &str,
    part: &TableToLoad<'_>,
    (form, may_repeat): (&RowForm, bool),
    problem: Problem,
) -> Error {
    session.connection.roll_back();
    let Problem { mut row, mut error } = problem;
    if row.is_none() && may_repeat && error.is_of_row() {
        match found(session, load, part, form) {
            Ok(Some((number, words))) => (row, error) = (Some(number), words),
            Ok(None) => {}
            Err(error) => return error,
        }
    }
    let shared = &session.context.shared;
    Error::Rows {
        server: shared.server.clone(),
        table: name.to_owned(),
        rows: part.rows.clone(),
        row,
        see: to_see(load.options.seed, part.name, row),
        error: Box::new(error.without_row().into()),
        kept: shared.kept(),
    }
}

/// The first row that the table refuses when they are inserted, and why.
fn found(
    session: &mut Session<'_>,
    load: &Load<'_>,
    part: &TableToLoad<'_>,
    form: &RowForm,
) -> Result<Option<insert::Refused>, Error> {
    session.set_checks(true)?;
    session.execute("looking for the row", "START TRANSACTION")?;
    // These rows are not counted once more.
    let (uncounted, progress) = (Progress::default(), load.progress);
    let control = Control { progress: &uncounted, is_in_vain: &|| progress.is_stopped() };
    let max_statement = session.max_statement;
    let inserted = insert::rows(&mut session.connection, form, part, max_statement, &control);
    session.connection.roll_back();
    match inserted {
        Err((Some(row), Fault::Server(error))) => Ok(Some((row, error))),
        _ if progress.is_stopped() => Err(Error::Stopped),
        _ => Ok(None),
    }
}
