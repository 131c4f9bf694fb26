//! The positions of another process's file descriptors, from `/proc`.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;

use gush_pipe::procfs::is_running;

/// An open file of another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    process: u32,
    descriptor: u32,
    /// The file's path.
    pub path: PathBuf,
    /// Its length; `None` where it has none, or is being written.
    pub size: Option<u64>,
    writes: bool,
}

/// What `/proc` shows of a descriptor.
struct State {
    position: u64,
    writes: bool,
}

impl Watched {
    /// Descriptor `descriptor` of process `process`.
    ///
    /// # Errors
    /// When there is no such process or descriptor, it has no positions, or we may not look at it.
    pub fn open(process: u32, descriptor: u32) -> io::Result<Watched> {
        let path = fs::read_link(link(process, descriptor))?;
        let writes = state(process, descriptor)?.writes;
        // By the link in /proc and not by the path, as that also knows files without a name.
        let metadata = fs::metadata(link(process, descriptor))?;
        if !metadata.is_file() && !metadata.file_type().is_block_device() {
            let text = format!("{}: not a regular file or block device", path.display());
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        }
        let size = Some(metadata.len()).filter(|_| metadata.is_file() && !writes);
        Ok(Watched { process, descriptor, path, size, writes })
    }

    /// The position in it; `None` once it is closed, or has become something else.
    pub fn position(&self) -> Option<u64> {
        let path = fs::read_link(link(self.process, self.descriptor)).ok()?;
        let state = state(self.process, self.descriptor).ok()?;
        (path == self.path && state.writes == self.writes).then_some(state.position)
    }

    /// The process that has it open.
    pub fn process(&self) -> u32 {
        self.process
    }

    /// The descriptor's number.
    pub fn descriptor(&self) -> u32 {
        self.descriptor
    }
}

impl Watched {
    /// Whether this is still the same opening of the same file, as far as `/proc` shows.
    pub fn is(&self, other: &Watched) -> bool {
        (self.process, self.descriptor, &self.path, self.writes)
            == (other.process, other.descriptor, &other.path, other.writes)
    }
}

/// The regular files and block devices that a process has open, by their descriptors.
///
/// # Errors
/// When there is no such process, or we may not look at it.
pub fn all(process: u32) -> io::Result<Vec<Watched>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(format!("/proc/{process}/fd"))? {
        let Ok(entry) = entry else { continue };
        let Some(descriptor) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let Ok(metadata) = fs::metadata(entry.path()) else { continue };
        if metadata.is_file() || metadata.file_type().is_block_device() {
            found.extend(Watched::open(process, descriptor).ok());
        }
    }
    found.sort_by_key(Watched::descriptor);
    Ok(found)
}

/// The processes of this name, but for this one: what the kernel calls them, or what they were started as.
pub fn named(name: &str) -> Vec<u32> {
    let ids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_called = |id: &u32| {
        let command = fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
        let arguments = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let first = arguments.split(|&byte| byte == 0).next().unwrap_or_default();
        let last_part = first.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        command.trim_end_matches('\n') == name || last_part == name.as_bytes()
    };
    let mut found: Vec<u32> =
        ids.filter(is_called).filter(|&id| id != std::process::id() && is_running(id)).collect();
    found.sort_unstable();
    found
}

fn link(process: u32, descriptor: u32) -> PathBuf {
    format!("/proc/{process}/fd/{descriptor}").into()
}

fn state(process: u32, descriptor: u32) -> io::Result<State> {
    let text = fs::read_to_string(format!("/proc/{process}/fdinfo/{descriptor}"))?;
    parse(&text).ok_or_else(|| ErrorKind::InvalidData.into())
}

fn parse(text: &str) -> Option<State> {
    let field = |name: &str| text.lines().find_map(|line| Some(line.strip_prefix(name)?.trim()));
    let flags = u64::from_str_radix(field("flags:")?, 8).ok()?;
    Some(State { position: field("pos:")?.parse().ok()?, writes: flags & 0o3 != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek, Write};
    use std::os::fd::AsRawFd;
    use std::path::Path;

    #[test]
    fn what_proc_says_is_understood() {
        let state = parse("pos:\t2500000\nflags:\t0100000\nmnt_id:\t29\n").unwrap();
        assert_eq!((state.position, state.writes), (2_500_000, false));
        assert!(parse("pos:\t0\nflags:\t0100001\n").unwrap().writes);
        assert!(parse("flags:\t0").is_none());
    }

    #[test]
    fn our_own_files_are_followed() {
        if !Path::new("/proc/self/fdinfo").exists() {
            return gush_testkit::need::not_run("there is no /proc here");
        }
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[7; 100]).unwrap();
        file.rewind().unwrap();
        let reading = fs::File::open(format!("/proc/self/fd/{}", file.as_raw_fd())).unwrap();
        let (id, descriptor) = (std::process::id(), reading.as_raw_fd() as u32);
        let watched = Watched::open(id, descriptor).unwrap();
        assert_eq!((watched.size, watched.position()), (Some(100), Some(0)));
        (&reading).read_exact(&mut [0; 40]).unwrap();
        assert_eq!(watched.position(), Some(40));
        assert!(all(id).unwrap().contains(&watched));
        drop(reading);
        assert_eq!(watched.position(), None);
        assert!(Watched::open(id, 9999).is_err());
    }
}
