//! A run that writes tables as folders.

use std::io;
use std::path::Path;

use gush_pipe::{Durability, OutputFile};

use super::super::monitor::Monitor;
use super::undo::Undo;
use crate::job::Job;
use crate::request::{Catalog, Layout};

/// The folder of the files of an Iceberg table.
pub(super) const DATA: &str = "data";

/// What all files of a run have in common.
pub(super) struct Run<'r> {
    pub job: &'r Job,
    pub layout: &'r Layout,
    pub durability: Durability,
    pub monitor: &'r Monitor,
    pub undo: &'r Undo,
    /// Whether no other process writes to the directory, as far as the system can tell: files that a killed run has left are replaced.
    pub is_alone: bool,
}

impl Run<'_> {
    /// Gives a file of rows, which will be `path`, its name.
    pub fn commit(&self, file: OutputFile, path: &Path) -> io::Result<()> {
        match self.is_alone || self.layout.append.is_none() {
            true => self.undo.commit(file, path, self.durability),
            false => self.undo.commit_new(file, path, self.durability),
        }
    }

    /// The number of the version that is written: the first is 0 in Delta Lake, and 1 in Iceberg.
    pub fn version(&self) -> u64 {
        match (&self.layout.append, self.layout.catalog) {
            (Some(state), _) => state.version + 1,
            (None, Some(Catalog::Iceberg)) => 1,
            (None, _) => 0,
        }
    }

    /// The time of the version, in milliseconds since 1970-01-01T00:00:00Z: the present, and after that of the version before.
    pub fn time(&self) -> i64 {
        let after = self.layout.append.as_ref().map(|state| state.time.saturating_add(1));
        after.map_or(self.layout.now, |after| after.max(self.layout.now))
    }
}
