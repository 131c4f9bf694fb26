//! The catalogue of a table: what makes its files a table of Delta Lake or Apache Iceberg. It is written last, so that a reader who finds it
//! finds all files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gush_columnar::lake::fields;
use gush_pipe::OutputFile;
use serde_json::Value;

use super::super::error::{DestinationError, Error};
use super::super::system::real_path;
use super::checkpoint::{self, Checkpoint};
use super::delta::DeltaTable;
use super::iceberg::{IcebergTable, Records, records};
use super::identity::Identity;
use super::partition_file::Written;
use super::run::Run;
use super::version::Version;
use crate::request::Catalog;

/// Writes the catalogue that was asked for, of a table in this folder.
pub(super) fn write(run: &Run<'_>, index: usize, folder: &Path, files: &[Written]) -> Result<(), Error> {
    let table = &run.job.tables()[index];
    let Some((catalog, plan)) = run.layout.catalog.zip(table.plan()) else { return Ok(()) };
    let identity = Identity { seed: run.job.seed(), table: table.name(), now: run.layout.now };
    let version = Version {
        number: run.version(),
        time: run.time(),
        rows: table.rows(run.job.shard()),
        record: run.layout.records.get(index),
    };
    let in_files = fields(plan);
    let entry = entry(run, folder);
    let all = table.partitions().map(|by| fields(&by.plan));
    let keys = table.partitions().map_or(&[][..], |by| &by.fields);
    match catalog {
        Catalog::Delta => {
            let fields = all.as_ref().unwrap_or(&in_files);
            let log =
                DeltaTable { identity, version: &version, fields, in_files: &in_files, keys, files }.log();
            let folder = folder.join("_delta_log");
            create(run, &folder)?;
            write_new(run, &entry, &log)?;
            write_checkpoint(run, &folder)
        }
        Catalog::Iceberg => {
            let failed = |error: io::Error| Error::Write { target: folder.display().to_string(), error };
            let known = run.layout.append.as_ref().and_then(|state| state.location());
            let location = match (known, &run.layout.location) {
                (Some(known), _) => known.to_owned(),
                (None, Some(uri)) if run.job.tables().len() > 1 => format!("{uri}/{}", table.name()),
                (None, Some(uri)) => uri.clone(),
                (None, None) => format!("file://{}", real_path(folder).map_err(failed)?.display()),
            };
            let location = location.trim_end_matches('/');
            let folder = folder.join("metadata");
            let before = run.layout.append.as_ref().map(|state| &state.metadata);
            let manifests = before.map(|before| previous_manifests(&folder, before)).transpose()?;
            let table = IcebergTable {
                identity,
                version: &version,
                before,
                manifests: manifests.unwrap_or_default(),
                location,
                fields: &in_files,
                keys,
                files,
            };
            create(run, &folder)?;
            let (manifests, metadata, hint) = table.metadata();
            for (name, bytes) in manifests {
                write_file(run, &folder.join(name), &bytes)?;
            }
            write_new(run, &entry, &metadata)?;
            write_file(run, &folder.join(hint.0), &hint.1)
        }
    }
}

/// Writes the checkpoint of the version of a Delta table, where it is to have one: the log is in this folder.
fn write_checkpoint(run: &Run<'_>, folder: &Path) -> Result<(), Error> {
    let version = run.version();
    if !checkpoint::is_due(version) {
        return Ok(());
    }
    let path = folder.join(checkpoint::name(version));
    let failed = |error: io::Error| Error::Write { target: path.display().to_string(), error };
    let Checkpoint { file, pointer } = checkpoint::checkpoint(folder, version).map_err(failed)?;
    write_file(run, &path, &file)?;
    // Readers that do not find it look for checkpoints themselves.
    write_file(run, &folder.join("_last_checkpoint"), &pointer)
}

/// The file that makes the version of the table in this folder: only checkpoints and hints are written after it.
fn entry(run: &Run<'_>, folder: &Path) -> PathBuf {
    let number = run.version();
    match run.layout.catalog {
        Some(Catalog::Iceberg) => folder.join("metadata").join(format!("v{number}.metadata.json")),
        _ => folder.join("_delta_log").join(format!("{number:020}.json")),
    }
}

/// Refuses a version that another process has written since the state of the table was read: its files have the names that those of this
/// run would get.
pub(super) fn check_next(run: &Run<'_>, folder: &Path) -> Result<(), Error> {
    let entry = entry(run, folder);
    match entry.exists() {
        true => Err(DestinationError::Overtaken { file: entry.display().to_string() }.into()),
        false => Ok(()),
    }
}

/// The records of the manifests of the latest snapshot, by the metadata of the table.
fn previous_manifests(folder: &Path, metadata: &Value) -> Result<Records, Error> {
    let snapshots = metadata["snapshots"].as_array();
    let list = snapshots.and_then(|snapshots| snapshots.last()?["manifest-list"].as_str());
    // Wherever the table is, its list of manifests is beside its metadata.
    let name = list.and_then(|list| list.rsplit('/').next()).unwrap_or_default();
    let path = folder.join(name);
    let failed = |error: io::Error| Error::Write { target: path.display().to_string(), error };
    let bytes = fs::read(&path).map_err(failed)?;
    records(&bytes).ok_or_else(|| failed(io::Error::other("the list of manifests is damaged")))
}

fn create(run: &Run<'_>, folder: &Path) -> Result<(), Error> {
    run.undo.create_directory(folder, run.durability).map_err(Error::Output)
}

fn write_file(run: &Run<'_>, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    run.undo.commit(filled(path, bytes)?, path, run.durability).map_err(Error::Output)
}

/// Writes the file that makes a version of the table: of several processes, one succeeds.
fn write_new(run: &Run<'_>, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let file = filled(path, bytes)?;
    run.undo.commit_new(file, path, run.durability).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            DestinationError::Overtaken { file: path.display().to_string() }.into()
        }
        _ => Error::Output(error),
    })
}

fn filled(path: &Path, bytes: &[u8]) -> Result<OutputFile, Error> {
    let mut file = OutputFile::create(path).map_err(Error::Output)?;
    let written = file.sink().write_all(bytes);
    written.map_err(|error| Error::Write { target: path.display().to_string(), error })?;
    Ok(file)
}
