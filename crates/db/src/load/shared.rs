//! What all connections of a load share: what was loaded, and what to say.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Kept, Losses};
use crate::options::{LoadedTable, Summary};

/// What all connections of a load share.
pub(crate) struct Shared {
    pub server: String,
    is_dry: bool,
    /// Whether what is done is noted.
    is_noted: bool,
    summary: Mutex<Summary>,
    losses: Mutex<Losses>,
}

impl Shared {
    pub fn new(server: String, [is_dry, is_noted]: [bool; 2], notes: Vec<String>) -> Shared {
        let summary = Summary { server: server.clone(), notes, ..Summary::default() };
        Shared { server, is_dry, is_noted, summary: Mutex::new(summary), losses: Mutex::default() }
    }

    pub fn is_dry(&self) -> bool {
        self.is_dry
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
        Kept { tables, is_noted: self.is_noted, losses: Box::new(self.losses().clone()) }
    }

    fn losses(&self) -> MutexGuard<'_, Losses> {
        // What is in it is never half written.
        self.losses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that rows of a table stay where a load fails, once.
    #[cfg(feature = "mysql")]
    pub fn lasts(&self, text: String) {
        let mut losses = self.losses();
        if !losses.lasting.contains(&text) {
            losses.lasting.push(text);
        }
    }

    /// Notes what was done to a table that was there: no error takes it back.
    pub fn is_gone(&self, name: &str, done: &str) {
        if !self.is_dry {
            self.losses().gone.push(format!("{name} was {done} before; the rows that it had are gone"));
        }
    }

    /// Notes what to say at the end, once.
    pub fn note(&self, text: String) {
        let mut summary = self.lock();
        if !summary.notes.contains(&text) {
            summary.notes.push(text);
        }
    }

    /// Shows a statement of a dry run.
    pub fn show(&self, sql: &str) {
        self.lock().statements.push(sql.to_owned());
    }
}
