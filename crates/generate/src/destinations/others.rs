//! What a directory has of other runs: whoever reads the directory reads that too, and so rows twice or of another seed.

use std::fs;
use std::path::Path;

use gush_diagnostics::counted;

use super::journal;
use crate::job::Job;
use crate::request::Output;
use crate::request::fingerprint::Fingerprint;
use crate::table::Table;

impl Job {
    /// A line for each table whose folder has parts of another number of files, and for the shards of other jobs.
    pub fn other_runs(&self, output: &Output) -> Vec<String> {
        let (Some(directory), Some(files)) = (&output.path, output.files) else { return Vec::new() };
        let count = files.get().max(self.shard().count());
        if count < 2 || output.layout.is_some() {
            return Vec::new();
        }
        let parts = self.tables().iter().filter_map(|table| other_parts(directory, table, count));
        let shards = self.record().and_then(|record| other_shards(directory, &record.request));
        parts.chain(shards).collect()
    }
}

/// What to say of a table whose folder has parts of another number of files than `count`.
fn other_parts(directory: &Path, table: &Table, count: u64) -> Option<String> {
    let folder = directory.join(table.name());
    let others = names(&folder).filter(|name| is_other(name, count, table.extension())).count();
    let parts = counted(others as u64, "more part");
    let folder = folder.display();
    let text = format!(
        "{folder} has {parts}, of a run with another number of files; who reads the folder reads them too"
    );
    (others > 0).then_some(text)
}

/// Whether this is the name of a part of another number of files.
fn is_other(name: &str, count: u64, extension: &str) -> bool {
    let of = name.strip_prefix("part-").and_then(|rest| rest.get(5..)?.strip_prefix("-of-"));
    let of = of.and_then(|rest| Some((rest.get(..5)?.parse::<u64>().ok()?, rest.get(5..)?)));
    of.is_some_and(|(of, end)| {
        of != count && end.strip_prefix('.').is_some_and(|end| end.starts_with(extension))
    })
}

/// What to say of the other shards in a directory whose records are those of other jobs.
fn other_shards(directory: &Path, request: &Fingerprint) -> Option<String> {
    let (_, count) = request.shard()?;
    let mut records: Vec<String> =
        names(directory).filter(|name| journal::is_of_shard(name, count)).collect();
    records.sort();
    let known = records.iter().filter_map(|name| journal::request_in(&directory.join(name)));
    let differences: Vec<&str> = known
        .filter_map(|other| other.difference(&Fingerprint { shard: other.shard.clone(), ..request.clone() }))
        .collect();
    let (directory, what) = (directory.display(), *differences.first()?);
    let shards = counted(differences.len() as u64, "shard");
    Some(format!(
        "{directory} has {shards} of another job, of which {what} differs; who reads the directory reads both"
    ))
}

/// The names of the files in a folder. One that cannot be read has none.
fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok())
}
