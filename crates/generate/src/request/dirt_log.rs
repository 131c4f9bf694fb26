//! The list of what is dirty, where one is asked for: in which format, and that there is anything to list.

use std::path::Path;

use super::options::Opt;
use super::prepared::{Prepared, RequestError};
use super::resolver::Resolver;
use crate::compress::Compression;
use crate::dirt::DirtFormat;
use crate::job::Job;
use crate::table::Table;

/// The request with the job that lists what is dirty, where that is asked for.
pub(super) fn added(resolver: &mut Resolver<'_>, mut prepared: Prepared) -> Result<Prepared, RequestError> {
    let request = resolver.request;
    if let Some(path) = request.path(Opt::DirtLog).filter(|_| !request.has(Opt::PrintSchema)) {
        match list(resolver, path, &prepared) {
            Ok(list) => prepared.dirt_log = Some((path.to_owned(), list)),
            Err(text) => resolver.wrong(Opt::DirtLog, &path.to_string_lossy(), text),
        }
    }
    resolver.check()?;
    Ok(prepared)
}

fn list(
    resolver: &Resolver<'_>,
    path: &Path,
    Prepared { job, output, .. }: &Prepared,
) -> Result<Job, String> {
    if !job.is_dirty() {
        return Err("no column that is written is dirty; add @dirty=0.02 to one".into());
    }
    if job.tables().iter().any(Table::is_stream) {
        let limit = resolver.name(Opt::Limit);
        return Err(format!("a stream has no end, and neither would its list; give {limit}"));
    }
    if path.as_os_str() == "-" {
        return Err("the list is a file; expected its path".into());
    }
    if output.path.as_deref().is_some_and(|output| resolver.environment.are_one(path, output)) {
        return Err("the rows are written to this file; expected another one".into());
    }
    let format = DirtFormat::of_name(path).ok_or(
        "the list is csv or ndjson; expected a name that ends so, or in .csv.gz, .ndjson.zst and the like",
    )?;
    job.dirt_log(format, Compression::of_name(path)).map_err(|errors| errors.to_string())
}
