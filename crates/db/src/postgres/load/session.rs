//! A connection of a load.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::super::config::Config;
use super::super::connect::open;
use super::super::connection::{Connection, Fault};
use crate::error::{Error, reason};
use crate::load::{Shared, Worker};

/// A connection of a load.
pub(super) struct Session<'s> {
    pub connection: Connection,
    pub shared: &'s Shared,
    /// Whether someone asks for the end.
    stop: Arc<AtomicBool>,
}

impl<'s> Session<'s> {
    pub fn open(config: &Config, shared: &'s Shared, stop: Arc<AtomicBool>) -> Result<Session<'s>, Error> {
        Ok(Session { connection: connect(config, &shared.server, &stop)?, shared, stop })
    }

    /// Another one like it.
    pub fn another(&self, config: &Config) -> Result<Session<'s>, Error> {
        Session::open(config, self.shared, Arc::clone(&self.stop))
    }

    pub fn is_dry(&self) -> bool {
        self.shared.is_dry()
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
        self.shared.show(sql);
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
            Fault::Server(error) => {
                Error::Statement { server, doing, error: Box::new((*error).into()), kept }
            }
            Fault::Io(error) => Error::Lost { server, doing, reason: reason(&error), kept },
            Fault::Refused(reason) => Error::Lost { server, doing, reason, kept },
        }
    }
}

impl Worker for Session<'_> {
    fn shared(&self) -> &Shared {
        self.shared
    }

    /// Notes what the server warned of, and says goodbye.
    fn close(mut self) {
        self.connection.take_warnings().into_iter().for_each(|warning| self.shared.note(warning));
        self.connection.close();
    }
}

/// Opens a connection; an error says to whom.
pub(in crate::postgres) fn connect(
    config: &Config,
    server: &str,
    stop: &Arc<AtomicBool>,
) -> Result<Connection, Error> {
    open(config, stop).map_err(|fault| {
        let reason = match fault {
            Fault::Server(error) => error.to_string(),
            Fault::Io(error) => format!("no connection to {}: {}", config.host_text(), reason(&error)),
            Fault::Refused(text) => text,
        };
        let reasons: Vec<String> = std::iter::once(reason).chain(config.notes.iter().cloned()).collect();
        Error::Connect { server: server.to_owned(), reason: reasons.join("\n  ") }
    })
}
