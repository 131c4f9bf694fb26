//! A connection of a load, and what all of them share.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::catalogue;
use super::super::config::Config;
use super::super::connect::open;
use super::super::connection::Connection;
use super::super::fault::Fault;
use crate::error::{Error, reason};
use crate::load::{Shared, Worker};
use crate::progress::Progress;

/// What all connections of a load share.
pub(super) struct Context<'l> {
    pub shared: Shared,
    pub progress: &'l Progress,
    /// Whether it was said that the server takes no rows by LOAD DATA LOCAL.
    has_said_insert: AtomicBool,
    left: Mutex<Left>,
}

/// What may have to be tidied up after a load that fails.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// The tables that were made, by their indices.
    pub made: Vec<usize>,
    /// The numbers of connections.
    pub connections: Vec<u32>,
}

impl<'l> Context<'l> {
    pub fn new(shared: Shared, progress: &'l Progress) -> Context<'l> {
        Context { shared, progress, has_said_insert: AtomicBool::new(false), left: Mutex::default() }
    }

    pub fn left(&self) -> MutexGuard<'_, Left> {
        // What is in it is never half written.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say_insert(&self) {
        if !self.has_said_insert.swap(true, Ordering::Relaxed) {
            self.progress.note(
                "the server takes no rows by LOAD DATA LOCAL (local_infile is off): they go by INSERT statements, which is slower",
            );
        }
    }
}

/// A connection of a load.
pub(super) struct Session<'s> {
    pub connection: Connection,
    pub context: &'s Context<'s>,
    pub takes_local: bool,
    /// The most bytes of a statement.
    pub max_statement: u64,
    /// Whether foreign keys and unique indexes are checked.
    is_checked: bool,
}

impl<'s> Session<'s> {
    pub fn open(config: &Config, context: &'s Context<'s>) -> Result<Session<'s>, Error> {
        let connection = connect(config, context)?;
        context.left().connections.push(connection.server.id);
        let mut session =
            Session { connection, context, takes_local: true, max_statement: 0, is_checked: true };
        session.max_statement = session.ask("looking at the server", catalogue::max_statement)?;
        if !session.ask("looking at the server", catalogue::takes_local)? {
            session.insert_from_now_on();
        }
        Ok(session)
    }

    /// Another one like it.
    pub fn another(&self, config: &Config) -> Result<Session<'s>, Error> {
        Session::open(config, self.context)
    }

    pub fn is_dry(&self) -> bool {
        self.context.shared.is_dry()
    }

    /// Sends rows by INSERT statements.
    pub fn insert_from_now_on(&mut self) {
        self.takes_local = false;
        self.context.say_insert();
    }

    /// Has the server check foreign keys and unique indexes, or not.
    pub fn set_checks(&mut self, is_checked: bool) -> Result<(), Error> {
        if is_checked == self.is_checked {
            return Ok(());
        }
        self.is_checked = is_checked;
        let on = u8::from(is_checked);
        let sql = format!("SET SESSION unique_checks = {on}, foreign_key_checks = {on}");
        self.execute("choosing what is checked", &sql)
    }

    /// Runs a statement that changes something, or shows it in a dry run.
    pub fn execute(&mut self, doing: &str, sql: &str) -> Result<(), Error> {
        if self.is_dry() {
            self.context.shared.show(sql);
            return Ok(());
        }
        match self.connection.execute(sql) {
            Ok(_) => Ok(()),
            Err(fault) => Err(self.failed(doing, fault)),
        }
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
        let shared = &self.context.shared;
        let (server, doing, kept) = (shared.server.clone(), doing.to_owned(), shared.kept());
        match fault {
            Fault::Server(error) => {
                Error::Statement { server, doing, error: Box::new((*error).into()), kept }
            }
            Fault::Io(error) => Error::Lost { server, doing, reason: lost(&error), kept },
            Fault::Refused(reason) => Error::Lost { server, doing, reason, kept },
            Fault::Stopped => Error::Stopped,
        }
    }
}

impl Worker for Session<'_> {
    fn shared(&self) -> &Shared {
        &self.context.shared
    }

    fn close(self) {
        self.connection.close();
    }
}

/// Why a connection is lost: whether it was found by reading or by writing says nothing.
fn lost(error: &io::Error) -> String {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    match error.kind() {
        BrokenPipe | ConnectionAborted | ConnectionReset => "the server closed the connection".into(),
        _ => reason(error),
    }
}

/// Opens a connection; an error says to whom.
fn connect(config: &Config, context: &Context<'_>) -> Result<Connection, Error> {
    open(config, &context.progress.stop_flag()).map_err(|fault| {
        let reason = match fault {
            Fault::Server(error) => error.to_string(),
            Fault::Io(error) => format!("no connection to {}: {}", config.host_text(), reason(&error)),
            Fault::Refused(text) => text,
            Fault::Stopped => return Error::Stopped,
        };
        Error::Connect { server: context.shared.server.clone(), reason }
    })
}
