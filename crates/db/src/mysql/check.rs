//! Asks a database of MySQL or MariaDB whether what a schema promises is true, and what it has, in a transaction that sees one state of it and changes nothing.

use std::sync::Arc;

use gusher::text::Dialect;

use super::catalogue;
use super::config::Config;
use super::connect::open;
use super::connection::Connection;
use super::fault::Fault;
use super::url::Url;
use crate::check::{Ask, Found, Promised, Report, Row, report};
use crate::describe::{self, Listener};
use crate::environment::Environment;
use crate::error::{Error, reason};

/// What begins a transaction that sees one state of all tables.
const BEGIN: [&str; 2] = [
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
];

/// Asks a database for everything that the schema promises; a dry run only collects the queries.
///
/// # Errors
/// Why it cannot be asked: tables and columns that are missing, all at once, or no connection.
pub fn check(
    url: &Url,
    environment: &dyn Environment,
    promised: &Promised<'_>,
    is_dry: bool,
) -> Result<Report, Error> {
    let mut reader = Reader::begin(url, environment)?;
    let report = report(&mut reader, Dialect::MySql, promised, is_dry)?;
    reader.end();
    Ok(report)
}

/// Reports what a database has; rows are read where `has_samples`.
///
/// # Errors
/// Why it cannot be asked.
pub fn describe(
    url: &Url,
    environment: &dyn Environment,
    has_samples: bool,
    listener: &mut dyn Listener,
) -> Result<(), Error> {
    let mut reader = Reader::begin(url, environment)?;
    describe::describe(&mut reader, Dialect::MySql, has_samples, listener)?;
    reader.end();
    Ok(())
}

struct Reader {
    connection: Connection,
    server: String,
}

impl Reader {
    /// A connection in a transaction that only reads.
    fn begin(url: &Url, environment: &dyn Environment) -> Result<Reader, Error> {
        let config = Config::of(url, environment)
            .map_err(|reason| Error::Connect { server: url.to_string(), reason })?;
        let server = config.server().to_string();
        let connection = open(&config, &Arc::default()).map_err(|fault| {
            let reason = match fault {
                Fault::Io(error) => format!("no connection to {}: {}", config.host_text(), reason(&error)),
                fault => words(fault),
            };
            Error::Connect { server: server.clone(), reason }
        })?;
        let mut reader = Reader { connection, server };
        for statement in BEGIN {
            reader.connection.execute(statement).map_err(|fault| reader.lost(fault))?;
        }
        Ok(reader)
    }

    fn end(mut self) {
        self.connection.roll_back();
        self.connection.close();
    }

    /// The connection that can be asked no more.
    fn lost(&self, fault: Fault) -> Error {
        Error::Connect { server: self.server.clone(), reason: words(fault) }
    }
}

/// The text of a fault.
fn words(fault: Fault) -> String {
    match fault {
        Fault::Server(error) => error.to_string(),
        Fault::Io(error) => format!("the connection was lost: {}", reason(&error)),
        Fault::Refused(text) => text,
        Fault::Stopped => "stopped".into(),
    }
}

impl Ask for Reader {
    fn server(&self) -> String {
        self.server.clone()
    }

    fn table(&mut self, name: &str, _written: &str) -> Result<Option<Found>, Error> {
        let found = catalogue::table(&mut self.connection, name).map_err(|fault| self.lost(fault))?;
        Ok(found.map(|table| Found {
            may_read: table.columns.iter().any(|column| column.may_select),
            columns: table.columns.into_iter().map(|column| column.name).collect(),
        }))
    }

    fn rows(&mut self, query: &str) -> Result<Result<Vec<Row>, String>, Error> {
        match self.connection.query(query) {
            Ok(rows) => Ok(Ok(rows)),
            Err(Fault::Server(error)) => Ok(Err(error.to_string())),
            Err(fault) => Err(self.lost(fault)),
        }
    }
}
