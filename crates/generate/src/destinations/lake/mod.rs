//! Tables as folders of files: one folder for each partition, and files of a limited size.
//!
//! ```text
//! rows ─→ keys of a window of rows, on all threads      partition/keys.rs
//!      ─→ numbers of rows that wait, by partition       rounds.rs
//!      ─→ groups of rows, each of one partition         unit.rs, on all threads
//!      ─→ the partition's open file, in order           partition_file.rs
//!      ─→ all files get their names                     undo.rs
//!      ─→ the catalogue, if one is asked for            catalog.rs, delta.rs, checkpoint.rs, iceberg/
//! ```
//! No row is moved: what waits are the numbers of rows, and the rows of a group are generated once it is complete. The bytes of
//! a file depend on which rows are in its groups alone, which is decided on one thread, in the order of the rows.

mod catalog;
mod checkpoint;
mod delta;
mod iceberg;
mod identity;
mod keys;
mod orphans;
mod partition_file;
mod rounds;
mod run;
mod undo;
mod unit;
mod version;

use std::fs::{self, File, TryLockError};
use std::path::Path;

use gush_pipe::Durability;
use gush_pipe::pump::Outcome;

use super::error::{DestinationError, Error};
use super::monitor::Monitor;
use crate::job::Job;
use crate::request::{Catalog, Layout};
use run::{DATA, Run};
use undo::Undo;

/// Writes all tables of a job to the directory `path`. If that fails or is stopped, nothing of it is left.
pub(super) fn write(
    job: &Job,
    path: &Path,
    layout: &Layout,
    durability: Durability,
    monitor: &Monitor,
) -> Result<Outcome, Error> {
    // It is dropped last: what is undone is undone before another process writes.
    let held;
    let undo = Undo::default();
    undo.create_directory(path, durability).map_err(Error::Output)?;
    held = if layout.catalog.is_some() { lock(path)? } else { None };
    if layout.append.is_none() && job.shard().is_all() {
        check_empty(path)?;
    }
    let run = Run { job, layout, durability, monitor, undo: &undo, is_alone: held.is_some() };
    if layout.append.is_some() {
        catalog::check_next(&run, path)?;
    }
    for (index, table) in job.tables().iter().enumerate() {
        let own = path.join(table.name());
        let folder = if job.tables().len() == 1 { path } else { &own };
        let data = folder.join(DATA);
        let data = if layout.catalog == Some(Catalog::Iceberg) { &data } else { folder };
        undo.create_directory(data, durability).map_err(Error::Output)?;
        if run.is_alone && layout.append.is_some() {
            let depth = table.partitions().map_or(0, |by| by.fields.len());
            orphans::remove(data, depth, run.version()).map_err(Error::Output)?;
        }
        let Some(files) = rounds::table(&run, index, data)? else { return Ok(Outcome::Stopped) };
        catalog::write(&run, index, folder, &files)?;
    }
    undo.keep();
    Ok(Outcome::Done)
}

/// Keeps other processes from writing to the tables in this directory until the lock is dropped; `None` where the system has no such locks.
fn lock(path: &Path) -> Result<Option<File>, Error> {
    let Ok(folder) = File::open(path) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => {
            Err(DestinationError::Busy { directory: path.display().to_string() }.into())
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Refuses a directory that has anything: a reader takes all files in it for rows of the table.
fn check_empty(path: &Path) -> Result<(), Error> {
    let is_seen = |name: &std::ffi::OsStr| !name.as_encoded_bytes().starts_with(b".gush-");
    let found = fs::read_dir(path).ok().into_iter().flatten().flatten();
    match found.map(|entry| entry.file_name()).find(|name| is_seen(name)) {
        None => Ok(()),
        Some(name) => {
            let (directory, name) = (path.display().to_string(), name.to_string_lossy().into_owned());
            Err(DestinationError::NotEmpty { directory, name }.into())
        }
    }
}
