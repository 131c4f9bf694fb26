//! Where a path leads: to a new file, to one that is there, or to something that is written to as it is.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf, is_separator};

use crate::sys;

/// More links in a row than any system follows.
const MAX_LINKS: usize = 40;

/// Where a path leads in the end.
pub(super) enum Target {
    New(PathBuf),
    Regular(PathBuf),
    /// One of our own open descriptors, by its number.
    Descriptor(u32),
    /// A device, a FIFO, or an open descriptor of another process.
    Special,
}

/// Whether `path` leads to a device, a FIFO or an open descriptor, which is written to as it is.
pub fn is_direct(path: &Path) -> bool {
    matches!(find(path), Ok(Target::Special | Target::Descriptor(_)))
}

/// Whether `path` leads to a terminal, as far as its name shows.
pub fn is_terminal(path: &Path) -> bool {
    match find(path) {
        Ok(Target::Descriptor(0)) => io::stdin().is_terminal(),
        Ok(Target::Descriptor(1)) => io::stdout().is_terminal(),
        Ok(Target::Descriptor(2)) => io::stderr().is_terminal(),
        Ok(Target::Special) => ["/dev/tty", "/dev/pts/", "/dev/console"]
            .iter()
            .any(|name| path.to_str().is_some_and(|path| path.starts_with(name))),
        _ => false,
    }
}

/// Whether both paths lead to one file, whether it is there yet or not.
pub fn are_one(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(a), Ok(b)) => match (sys::identity(&a), sys::identity(&b)) {
            (Some(a), Some(b)) => a == b,
            _ => same(&[one, other].map(|path| fs::canonicalize(path).ok())),
        },
        (Err(_), Err(_)) => one == other || same(&[one, other].map(new_path)),
        _ => false,
    }
}

/// Whether both paths are known, and one.
fn same([one, other]: &[Option<PathBuf>; 2]) -> bool {
    one.is_some() && one == other
}

/// The path without links of a file that is not there yet.
fn new_path(path: &Path) -> Option<PathBuf> {
    let Ok(Target::New(path)) = find(path) else { return None };
    Some(fs::canonicalize(folder(&path)).ok()?.join(path.file_name()?))
}

/// The number of the open descriptor of ours that `path` leads to, as `/dev/stdin` does.
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    match find(path) {
        Ok(Target::Descriptor(number)) => Some(number),
        _ => None,
    }
}

/// Follows `path` to what would be written.
pub(super) fn find(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Some(number) = own_number(&path) {
            return Ok(Target::Descriptor(number));
        }
        if !fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) {
            return look_at(path);
        }
        if is_descriptor(&path) {
            return Ok(Target::Special);
        }
        let link = fs::read_link(&path)?;
        path = folder(&path).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

fn look_at(path: PathBuf) -> io::Result<Target> {
    match fs::metadata(&path) {
        Ok(m) if m.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(m) if m.is_file() => Ok(Target::Regular(path)),
        Ok(_) => Ok(Target::Special),
        Err(e) if e.kind() == ErrorKind::NotFound && !names_a_folder(&path) => Ok(Target::New(path)),
        Err(e) if e.kind() == ErrorKind::NotFound => Err(ErrorKind::IsADirectory.into()),
        Err(e) => Err(e),
    }
}

/// The number of our own descriptor that Linux has this path for (`/proc/self/fd/1`, to which `/dev/stdout` leads),
/// whether it is open or not.
fn own_number(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder(path)).ok().filter(|folder| folder.ends_with("fd"))?;
    let own = fs::canonicalize("/proc/self").ok()?;
    folder.starts_with(own).then_some(number)
}

/// Whether a link is one of Linux's names for an open descriptor, which is not a path.
fn is_descriptor(link: &Path) -> bool {
    fs::canonicalize(folder(link)).is_ok_and(|folder| folder.starts_with("/proc"))
}

fn names_a_folder(path: &Path) -> bool {
    path.file_name().is_none() || path.to_string_lossy().ends_with(is_separator)
}

/// The folder that a path is in, to be used as a path itself.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        Some(_) => Path::new("."),
        None => path,
    }
}
