//! Asks a file of SQLite whether what a schema promises is true, and what it has. It is only read.

use std::fs::File;
use std::io::Read as _;

use gusher::text::Dialect;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use super::fault::{Fault, explained};
use super::lock;
use super::look;
use super::path::SqlitePath;
use crate::check::{Ask, Found, Promised, Report, Row, report};
use crate::describe::{self, Listener};
use crate::error::{Error, reason};

/// The first bytes of a file, which say what it is (SQLite's documentation, "Database File Format").
const HEAD: usize = 20;
/// The offset of the journal mode in the header.
const WRITE_VERSION: usize = 18;
/// The journal mode of write-ahead logs.
const LOGGED: u8 = 2;

/// Asks a file for everything that the schema promises; a dry run only collects the queries.
///
/// # Errors
/// Why it cannot be asked: tables and columns that are missing, all at once, or no database.
pub fn check(path: &SqlitePath, promised: &Promised<'_>, is_dry: bool) -> Result<Report, Error> {
    report(&mut reader(path)?, Dialect::Sqlite, promised, is_dry)
}

/// Reports what a file has; rows are read where `has_samples`.
///
/// # Errors
/// Why it cannot be asked.
pub fn describe(path: &SqlitePath, has_samples: bool, listener: &mut dyn Listener) -> Result<(), Error> {
    describe::describe(&mut reader(path)?, Dialect::Sqlite, has_samples, listener)
}

fn reader(path: &SqlitePath) -> Result<Reader, Error> {
    let server = path.to_string();
    let refused = |reason: String| Error::Connect { server: server.clone(), reason };
    match path.is_there() {
        Ok(true) => {}
        Ok(false) => return Err(refused("there is no such file".into())),
        Err(error) => return Err(refused(reason(&error))),
    }
    let connection = open(path).map_err(|error| refused(explained(&error)))?;
    Ok(Reader { connection, server })
}

/// Opens the file, so that all queries see one state of it.
fn open(path: &SqlitePath) -> rusqlite::Result<Connection> {
    let access = match leaves_log(path) {
        true => OpenFlags::SQLITE_OPEN_READ_WRITE,
        false => OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let connection = Connection::open_with_flags(path.path(), access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.busy_timeout(lock::TIMEOUT)?;
    connection.execute_batch("BEGIN")?;
    // The state is that of the first query.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Whether a connection that only reads would leave a log (`-wal`, `-shm`) beside the file, where there is none: only one that may write
/// removes what it has made. It writes nothing else, as the log is empty.
fn leaves_log(path: &SqlitePath) -> bool {
    let mut head = [0; HEAD];
    let read = File::open(path.path()).and_then(|mut file| file.read_exact(&mut head));
    let has_log = read.is_ok() && head[WRITE_VERSION] == LOGGED;
    has_log && !path.beside("-wal").exists()
}

struct Reader {
    connection: Connection,
    server: String,
}

impl Ask for Reader {
    fn server(&self) -> String {
        self.server.clone()
    }

    fn table(&mut self, name: &str, _written: &str) -> Result<Option<Found>, Error> {
        let refused = |fault: Fault| fault.into_error(&self.server, "looking at its tables");
        let found = look::table(&self.connection, name).map_err(refused)?;
        Ok(found.map(|table| Found {
            columns: table.columns.into_iter().map(|column| column.name).collect(),
            may_read: true,
        }))
    }

    fn rows(&mut self, query: &str) -> Result<Result<Vec<Row>, String>, Error> {
        let rows = || -> rusqlite::Result<Vec<Row>> {
            let mut statement = self.connection.prepare(query)?;
            let columns = statement.column_count();
            let mut rows = statement.query([])?;
            let mut all = Vec::new();
            while let Some(row) = rows.next()? {
                all.push((0..columns).map(|column| row.get_ref(column).map(text)).collect::<Result<_, _>>()?);
            }
            Ok(all)
        };
        Ok(rows().map_err(|error| explained(&error)))
    }
}

/// A value as a text.
fn text(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(int) => Some(int.to_string()),
        ValueRef::Real(real) => Some(real.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => {
            Some(format!("x'{}'", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
        }
    }
}
