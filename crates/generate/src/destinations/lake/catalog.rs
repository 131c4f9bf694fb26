//! The catalogue of a table: what makes its files a table of Delta Lake or Apache Iceberg. It is written last, so that a reader who finds it
//! finds all files.

use std::io;
use std::path::{Path, absolute};

use gush_columnar::lake::fields;
use gush_pipe::OutputFile;

use super::super::error::Error;
use super::delta::DeltaTable;
use super::iceberg::IcebergTable;
use super::identity::Identity;
use super::partition_file::Written;
use super::run::Run;
use crate::request::Catalog;
use crate::table::Table;

/// Writes the catalogue that was asked for, of a table in this folder.
pub(super) fn write(run: &Run<'_>, table: &Table, folder: &Path, files: &[Written]) -> Result<(), Error> {
    let Some((catalog, plan)) = run.layout.catalog.zip(table.plan()) else { return Ok(()) };
    let identity = Identity { seed: run.job.seed(), table: table.name(), now: run.layout.now };
    let in_files = fields(plan);
    let all = table.partitions().map(|by| fields(&by.plan));
    let keys = table.partitions().map_or(&[][..], |by| &by.fields);
    match catalog {
        Catalog::Delta => {
            let fields = all.as_ref().unwrap_or(&in_files);
            let log = DeltaTable { identity, fields, in_files: &in_files, keys, files }.log();
            let folder = folder.join("_delta_log");
            create(run, &folder)?;
            write_file(run, &folder.join("00000000000000000000.json"), &log)
        }
        Catalog::Iceberg => {
            let failed = |error: io::Error| Error::Write { target: folder.display().to_string(), error };
            let location = absolute(folder).map_err(failed)?;
            let location = format!("file://{}", location.display());
            let location = location.trim_end_matches('/');
            let table = IcebergTable { identity, location, fields: &in_files, keys, files };
            let folder = folder.join("metadata");
            create(run, &folder)?;
            for (name, bytes) in table.metadata() {
                write_file(run, &folder.join(name), &bytes)?;
            }
            Ok(())
        }
    }
}

fn create(run: &Run<'_>, folder: &Path) -> Result<(), Error> {
    run.undo.create_directory(folder, run.durability).map_err(Error::Output)
}

fn write_file(run: &Run<'_>, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = OutputFile::create(path).map_err(Error::Output)?;
    let written = file.sink().write_all(bytes);
    written.map_err(|error| Error::Write { target: path.display().to_string(), error })?;
    run.undo.commit(file, path, run.durability).map_err(Error::Output)
}
