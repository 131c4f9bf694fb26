//! `--dirt-log`: the list of what `@dirty` makes dirty, by which whoever cleans it can be scored.

use std::path::Path;

use gush_diagnostics::Diagnostic;
use gush_generate::request::Prepared;
use gush_generate::{Compression, DirtFormat, Job, Table};

use super::flags::DIRT_LOG;
use super::make;
use crate::failure::Failure;

/// Writes the list, if one is asked for. It appears whole or not at all.
pub fn write(request: &Prepared, path: &Path) -> Result<(), Failure> {
    let job = job(request, path).map_err(|text| Failure::Mistakes(vec![mistake(path, text)]))?;
    make::file(&job, path, request.output.durability())
}

/// What is wrong with a list to this file; nothing is made.
pub fn check(request: &Prepared, path: &Path) -> Result<(), Failure> {
    job(request, path).map(|_| ()).map_err(|text| Failure::Mistakes(vec![mistake(path, text)]))
}

fn mistake(path: &Path, text: String) -> Diagnostic {
    DIRT_LOG.wrong(&path.to_string_lossy(), text)
}

fn job(request: &Prepared, path: &Path) -> Result<Job, String> {
    if !request.job.is_dirty() {
        return Err("no column that is written is dirty; add @dirty=0.02 to one".into());
    }
    if request.job.tables().iter().any(Table::is_stream) {
        return Err("a stream has no end, and neither would its list; give --limit".into());
    }
    if request.output.path.as_deref() == Some(path) {
        return Err("the rows are written to this file; expected another one".into());
    }
    let format = DirtFormat::of_name(path).ok_or(
        "the list is csv or ndjson; expected a name that ends so, or in .csv.gz, .ndjson.zst and the like",
    )?;
    request.job.dirt_log(format, Compression::of_name(path)).map_err(|errors| errors.to_string())
}
