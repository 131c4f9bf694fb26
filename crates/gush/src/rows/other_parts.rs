//! Part files of another run in a directory: whoever reads the folder reads them too, and so rows twice.

use std::path::Path;

use gush_diagnostics::counted;
use gush_generate::request::Prepared;

/// A line for each table whose folder has parts of another number of files.
pub(super) fn notes(request: &Prepared, directory: &Path) -> Vec<String> {
    let Some(files) = request.output.files.map(u64::from) else { return Vec::new() };
    let count = files.max(request.job.shard().count());
    if count < 2 {
        return Vec::new();
    }
    let note = |table: &gush_generate::Table| {
        let folder = directory.join(table.name());
        let others = others(&folder, count, table.extension());
        let text = || {
            let others = counted(others as u64, "more part");
            let folder = folder.display();
            format!(
                "{folder} has {others}, of a run with another number of files; who reads the folder reads them too"
            )
        };
        (others > 0).then(text)
    };
    request.job.tables().iter().filter_map(note).collect()
}

/// How many parts of another number of files a folder has. One that cannot be read has none.
fn others(folder: &Path, count: u64, extension: &str) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let is_other = |name: &str| {
        let of = name.strip_prefix("part-").and_then(|rest| rest.get(5..)?.strip_prefix("-of-"));
        let of = of.and_then(|rest| Some((rest.get(..5)?.parse::<u64>().ok()?, rest.get(5..)?)));
        of.is_some_and(|(of, end)| {
            of != count && end.strip_prefix('.').is_some_and(|end| end.starts_with(extension))
        })
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| is_other(name)).count()
}
