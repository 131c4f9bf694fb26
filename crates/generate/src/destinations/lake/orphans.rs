//! Data files that a killed run has left: they have the names of the next version, and no catalogue names them.

use std::fs;
use std::io;
use std::path::Path;

/// Removes the files of a version that was never completed from a table's folder, and from those of its partitions, `depth` levels below.
/// Folders that are empty then are removed, too.
pub(super) fn remove(folder: &Path, depth: usize, version: u64) -> io::Result<()> {
    remove_named(folder, depth, &format!("part-v{version}-")).map(drop)
}

/// Whether something was removed.
fn remove_named(folder: &Path, depth: usize, start: &str) -> io::Result<bool> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        entries => entries?,
    };
    let mut has_removed = false;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let kind = entry.file_type()?;
        if depth > 0 && kind.is_dir() && name.contains(&b'=') {
            if remove_named(&entry.path(), depth - 1, start)? {
                // Fails where other versions have files in it.
                let _ = fs::remove_dir(entry.path());
                has_removed = true;
            }
        } else if depth == 0 && kind.is_file() && name.starts_with(start.as_bytes()) {
            fs::remove_file(entry.path())?;
            has_removed = true;
        }
    }
    Ok(has_removed)
}

#[cfg(test)]
mod tests {
    use super::remove;
    use std::fs;

    #[test]
    fn only_files_of_the_version_are_removed() {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name);
        for (folder, files) in [
            ("a=1", &["part-v3-0.parquet", "part-v31-0.parquet", "part-0.parquet"][..]),
            ("a=2", &["part-v3-0.parquet", "part-v3-1.parquet"]),
            ("_delta_log", &["part-v3-0.parquet"]),
        ] {
            fs::create_dir(path(folder)).unwrap();
            files.iter().for_each(|file| fs::write(path(folder).join(file), "x").unwrap());
        }
        fs::write(path("part-v3-0.parquet"), "x").unwrap();
        remove(scratch.path(), 1, 3).unwrap();
        assert!(!path("a=1/part-v3-0.parquet").exists() && path("a=1/part-v31-0.parquet").exists());
        assert!(path("a=1/part-0.parquet").exists() && !path("a=2").exists());
        assert!(path("part-v3-0.parquet").exists() && path("_delta_log/part-v3-0.parquet").exists());
        remove(&path("none"), 0, 3).unwrap();
    }
}
