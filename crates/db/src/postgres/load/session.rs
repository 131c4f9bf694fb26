//! A connection of a load, and what all of its connections share: what was loaded, and what to say.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::config::Config;
use super::super::connect::open;
use super::super::connection::{Connection, Fault};
use crate::error::{Error, Kept, reason};
use crate::options::{LoadedTable, Summary};

/// What all connections of a load share.
pub(super) struct Shared {
    pub server: String,
    is_dry: bool,
    /// Whether what is done is noted.
    is_noted: bool,
    summary: Mutex<Summary>,
}

impl Shared {
    pub fn new(server: String, [is_dry, is_noted]: [bool; 2], notes: Vec<String>) -> Shared {
        let summary = Summary { server: server.clone(), notes, ..Summary::default() };
        Shared { server, is_dry, is_noted, summary: Mutex::new(summary) }
    }

    fn lock(&self) -> MutexGuard<'_, Summary> {
        // What is in it is never half written.
        self.summary.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was loaded, in this order.
    pub fn into_summary(self, order: &[&str]) -> Summary {
        let mut summary = self.summary.into_inner().unwrap_or_else(PoisonError::into_inner);
        summary.tables.sort_by_key(|table| order.iter().position(|name| *name == table.name));
        summary
    }

    /// Notes that a table is complete.
    pub fn loaded(&self, name: &str, rows: u64) {
        self.lock().tables.push(LoadedTable { name: name.to_owned(), rows });
    }

    /// What is there.
    pub fn kept(&self) -> Kept {
        let tables = self.lock().tables.iter().map(|table| table.name.clone()).collect();
        Kept { tables, is_noted: self.is_noted }
    }

    /// Notes what to say at the end, once.
    pub fn note(&self, text: String) {
        let mut summary = self.lock();
        if !summary.notes.contains(&text) {
            summary.notes.push(text);
        }
    }
}

/// A connection of a load.
pub(super) struct Session<'s> {
    pub connection: Connection,
    pub shared: &'s Shared,
}

impl<'s> Session<'s> {
    pub fn open(config: &Config, shared: &'s Shared) -> Result<Session<'s>, Error> {
        Ok(Session { connection: connect(config, &shared.server)?, shared })
    }

    /// Another one like it.
    pub fn another(&self, config: &Config) -> Result<Session<'s>, Error> {
        Session::open(config, self.shared)
    }

    pub fn is_dry(&self) -> bool {
        self.shared.is_dry
    }

    /// Runs a statement that changes something, or shows it in a dry run.
    pub fn execute(&mut self, doing: &str, sql: &str) -> Result<(), Error> {
        if self.is_dry() {
            self.show(sql);
            return Ok(());
        }
        self.connection.execute(sql).map_err(|fault| self.failed(doing, fault))
    }

    /// Shows a statement of a dry run.
    pub fn show(&self, sql: &str) {
        self.shared.lock().statements.push(sql.to_owned());
    }

    /// Asks what changes nothing.
    pub fn ask<T>(
        &mut self,
        doing: &str,
        ask: impl FnOnce(&mut Connection) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        ask(&mut self.connection).map_err(|fault| self.failed(doing, fault))
    }

    pub fn failed(&self, doing: &str, fault: Fault) -> Error {
        let (server, doing, kept) = (self.shared.server.clone(), doing.to_owned(), self.shared.kept());
        match fault {
            Fault::Server(error) => Error::Statement { server, doing, error, kept },
            Fault::Io(error) => Error::Lost { server, doing, reason: reason(&error), kept },
            Fault::Refused(reason) => Error::Lost { server, doing, reason, kept },
        }
    }

    /// Notes what the server warned of, and says goodbye.
    pub fn close(mut self) {
        self.connection.take_warnings().into_iter().for_each(|warning| self.shared.note(warning));
        self.connection.close();
    }
}

/// Opens a connection; an error says to whom.
pub(in crate::postgres) fn connect(config: &Config, server: &str) -> Result<Connection, Error> {
    open(config).map_err(|fault| {
        let reason = match fault {
            Fault::Server(error) => error.to_string(),
            Fault::Io(error) => format!("no connection to {}: {}", config.host_text(), reason(&error)),
            Fault::Refused(text) => text,
        };
        let reasons: Vec<String> = std::iter::once(reason).chain(config.notes.iter().cloned()).collect();
        Error::Connect { server: server.to_owned(), reason: reasons.join("\n  ") }
    })
}
