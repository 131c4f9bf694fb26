//! Asks a database of PostgreSQL whether what a schema promises is true, and what it has, in a transaction that sees one state of it and changes nothing.

use std::sync::Arc;

use gusher::text::Dialect;

use super::catalogue;
use super::config::Config;
use super::connection::{Connection, Fault};
use super::load::connect;
use super::url::Url;
use crate::check::{Ask, Found, Promised, Report, Row, report};
use crate::describe::{self, Listener};
use crate::environment::Environment;
use crate::error::{Error, reason};

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
    let report = report(&mut reader, Dialect::Postgres, promised, is_dry)?;
    reader.end()?;
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
    describe::describe(&mut reader, Dialect::Postgres, has_samples, listener)?;
    reader.end()
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
        let connection = connect(&config, &server, &Arc::default())?;
        let mut reader = Reader { connection, server };
        reader.execute("BEGIN TRANSACTION READ ONLY, ISOLATION LEVEL REPEATABLE READ")?;
        Ok(reader)
    }

    fn end(mut self) -> Result<(), Error> {
        self.execute("COMMIT")?;
        self.connection.close();
        Ok(())
    }

    fn execute(&mut self, sql: &str) -> Result<(), Error> {
        self.connection.execute(sql).map_err(|fault| self.lost(fault))
    }

    /// The connection that can be asked no more.
    fn lost(&self, fault: Fault) -> Error {
        let reason = match fault {
            Fault::Server(error) => error.to_string(),
            Fault::Io(error) => format!("the connection was lost: {}", reason(&error)),
            Fault::Refused(text) => text,
        };
        Error::Connect { server: self.server.clone(), reason }
    }
}

impl Ask for Reader {
    fn server(&self) -> String {
        self.server.clone()
    }

    fn table(&mut self, _name: &str, written: &str) -> Result<Option<Found>, Error> {
        let found = catalogue::table(&mut self.connection, written).map_err(|fault| self.lost(fault))?;
        Ok(found.map(|table| Found {
            columns: table.columns.into_iter().map(|column| column.name).collect(),
            may_read: table.may_select_some,
        }))
    }

    fn rows(&mut self, query: &str) -> Result<Result<Vec<Row>, String>, Error> {
        self.execute("SAVEPOINT asked")?;
        match self.connection.query(query) {
            Ok(rows) => self.execute("RELEASE SAVEPOINT asked").map(|()| Ok(rows)),
            Err(Fault::Server(error)) if error.severity == "ERROR" => {
                self.execute("ROLLBACK TO SAVEPOINT asked").map(|()| Err(error.to_string()))
            }
            Err(fault) => Err(self.lost(fault)),
        }
    }
}
