//! The file that is written until it is complete, with or without a name.
//!
//! The process that writes one holds a shared lock on it, from before it has a name until after it has the target's: `leftovers`
//! removes only what no process holds.

use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;

use tempfile::{Builder, TempPath};

use super::Durability;
use crate::sink::Sink;
use crate::sys;

/// What the names of parts begin and end with.
pub(super) const PREFIX: &str = ".gush-";
pub(super) const SUFFIX: &str = ".part";

/// How often a new part may be taken for a leftover before it is locked.
const ATTEMPTS: usize = 8;

/// What a file that is not complete is called, if it has a name. It goes when this is dropped.
#[derive(Debug)]
pub(super) struct PartFile(Option<TempPath>);

impl PartFile {
    /// A new file in `folder`.
    pub(super) fn create(folder: &Path) -> io::Result<(File, PartFile)> {
        match sys::unnamed_file(folder) {
            Ok(file) => Ok((file, PartFile(None))),
            Err(_) => create_named(folder).map(|(file, name)| (file, PartFile(Some(name)))),
        }
    }

    /// Closes the file that `sink` writes to, which is in `folder`, and calls it `target`; unless it replaces files, none has that name yet.
    pub(super) fn finish(
        self,
        sink: Sink,
        folder: &Path,
        target: &Path,
        (durability, replaces): (Durability, bool),
    ) -> io::Result<()> {
        let (sink, name) = match self.0 {
            Some(name) => (sink, name),
            None => give_name(sink, folder)?,
        };
        // Not before it has a name: it may be a copy.
        if durability == Durability::Disk {
            sink.sync_all()?;
        }
        // Closing gives up the lock.
        let _held = File::open(&name).map(|file| sys::hold(&file).map(|_| file));
        sink.close()?;
        let named = if replaces { name.persist(target) } else { name.persist_noclobber(target) };
        named.map_err(|failed| failed.error)
    }
}

fn create_named(folder: &Path) -> io::Result<(File, TempPath)> {
    for _ in 0..ATTEMPTS {
        let mut builder = builder();
        if let Some(permissions) = sys::new_file_permissions() {
            builder.permissions(permissions);
        }
        let (file, name) = builder.tempfile_in(folder)?.into_parts();
        match sys::hold(&file) {
            Ok(false) => {}
            // Where there are no locks, no part is taken for a leftover either.
            Ok(true) | Err(_) => return Ok((file, name)),
        }
    }
    Err(io::Error::other("another process removes what is being written there"))
}

/// Gives an unnamed file a name; where the system refuses that, a copy of it.
fn give_name(sink: Sink, folder: &Path) -> io::Result<(Sink, TempPath)> {
    if let Ok(linked) = builder().make_in(folder, |path| sys::link(sink.output(), path)) {
        return Ok((sink, linked.into_temp_path()));
    }
    let (mut copy, name) = create_named(folder)?;
    let mut written = sink.into_file()?;
    sys::inherit(&copy, &written.metadata()?)?;
    written.rewind()?;
    io::copy(&mut written, &mut copy)?;
    Ok((Sink::from_file(copy)?, name))
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}
