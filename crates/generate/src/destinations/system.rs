//! The environment of a process: its clock, its source of chance, and its files.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use gush_pipe::{output, reason, startup};

use crate::request::{Environment, ReadLimit};

/// The environment of this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Environment for System {
    fn clock(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
    }

    fn random_seed(&self) -> Result<u64, String> {
        getrandom::u64().map_err(|error| error.to_string())
    }

    fn read(&self, path: &Path, limit: ReadLimit) -> io::Result<Vec<u8>> {
        // What has a size is not read in vain.
        if fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() > limit.bytes) {
            return Err(too_large(limit));
        }
        startup::open(path).and_then(|file| read_all(file, limit)).map_err(|error| with_reason(&error))
    }

    fn read_stdin(&self, limit: ReadLimit) -> io::Result<Vec<u8>> {
        // Some of it may have been read already, to see whether there is any.
        startup::stdin().and_then(|stdin| read_all(stdin.lock(), limit)).map_err(|error| with_reason(&error))
    }

    fn is_terminal(&self, path: Option<&Path>) -> bool {
        path.map_or_else(|| io::stdout().is_terminal(), output::is_terminal)
    }

    fn is_direct(&self, path: &Path) -> bool {
        output::is_direct(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn are_one(&self, one: &Path, other: &Path) -> bool {
        output::are_one(one, other)
    }

    fn absolute(&self, path: &Path) -> Option<PathBuf> {
        real_path(path).ok()
    }
}

/// The path from the root without links and dots, also of what is not there yet.
///
/// # Errors
/// The working folder is not known.
pub(super) fn real_path(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let real = |ancestor: &Path| Some((fs::canonicalize(ancestor).ok()?, path.strip_prefix(ancestor).ok()?));
    let found = path.ancestors().find_map(real);
    Ok(found
        .map(|(real, rest)| if rest.as_os_str().is_empty() { real } else { real.join(rest) })
        .unwrap_or(path.clone()))
}

fn read_all(source: impl Read, limit: ReadLimit) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit.bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit.bytes { Err(too_large(limit)) } else { Ok(bytes) }
}

fn too_large(limit: ReadLimit) -> io::Error {
    io::Error::other(format!("it is larger than {}", limit.text))
}

/// The error with the reason alone, without its number.
fn with_reason(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), reason(error))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::System;
    use crate::request::{Environment, ReadLimit};

    #[test]
    fn a_file_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, "12345").unwrap();
        let read = |bytes| System.read(&path, ReadLimit { bytes, text: "four bytes" });
        assert_eq!(read(5).unwrap(), b"12345");
        assert_eq!(read(4).unwrap_err().to_string(), "it is larger than four bytes");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_device_without_an_end_is_refused() {
        let limit = ReadLimit { bytes: 1 << 16, text: "64 KiB" };
        let error = System.read(Path::new("/dev/zero"), limit).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 64 KiB");
    }
}
