//! Output files appear atomically: they are written without a name, or under another one beside their target,
//! and get their name when they are complete.
//!
//! Where the file system has unnamed files (`O_TMPFILE`), nothing is left however the process ends. Elsewhere one that
//! is killed outright (SIGKILL) leaves a file `.gush-….part`, which the next run that writes to the same folder
//! removes.
//!
//! A target that is replaced keeps its permissions; another hard link to it keeps the old content. The system reports
//! some errors only when a file is closed (a full quota on NFS), so it is closed, with a check, before it gets its name. The
//! data is forced to the disk only on request ([`Durability`]).

mod directory;
mod durability;
mod leftovers;
mod open_files;
mod part;
mod target;

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

pub use directory::OutputDirectory;
use part::PartFile;
pub(crate) use target::descriptor;
use target::{Target, find, folder};
pub use target::{are_one, is_direct, is_terminal};

pub use durability::Durability;
pub use leftovers::sweep;
pub use open_files::open_file_limit;

use crate::reason;
use crate::sink::Sink;
use crate::sys;

/// A file being written. Dropped without [`commit`](OutputFile::commit), it leaves nothing.
#[derive(Debug)]
pub struct OutputFile {
    sink: Sink,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// To a new file that will take the target's name.
    Beside { part: PartFile, target: PathBuf },
    /// To a device, a FIFO or an open descriptor: nothing to rename.
    Direct(PathBuf),
}

impl OutputFile {
    /// Prepares to write the file `path`. Where that is a symbolic link, the file that it points to will be replaced,
    /// or created, and the link stays. Devices and FIFOs are opened and written to directly; a name of one of our open
    /// descriptors (`/dev/stdout`, `/dev/fd/3`) is that descriptor.
    ///
    /// # Errors
    /// When `path` is a folder, its folder is missing, or one of them may not be written to; the text names which.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let failed = |error: io::Error| named(path, &error);
        match find(path).map_err(failed)? {
            Target::New(target) => OutputFile::beside(target, None),
            Target::Regular(target) => {
                // Renaming would get around a file's own write protection: ask the system whether we may.
                let old = OpenOptions::new().write(true).open(&target).map_err(|e| named(&target, &e))?;
                OutputFile::beside(target, Some(&old))
            }
            Target::Descriptor(number) => {
                Ok(OutputFile::direct(path, own_descriptor(number, path).map_err(failed)?))
            }
            Target::Special => {
                let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
                Ok(OutputFile::direct(path, Sink::from_file(file).map_err(failed)?))
            }
        }
    }

    fn direct(path: &Path, sink: Sink) -> OutputFile {
        OutputFile { sink, way: Way::Direct(path.to_owned()) }
    }

    /// Prepares to write `target`, which replaces `old` where that is there.
    fn beside(target: PathBuf, old: Option<&File>) -> io::Result<OutputFile> {
        let folder = folder(&target);
        sweep(folder);
        let (file, part) = PartFile::create(folder).map_err(|e| explain(&target, folder, &e))?;
        if let Some(old) = old {
            let inherited = old.metadata().and_then(|old| sys::inherit(&file, &old));
            inherited.map_err(|e| named(&target, &e))?;
        }
        Ok(OutputFile { sink: Sink::from_file(file)?, way: Way::Beside { part, target } })
    }

    /// What writes to the file.
    pub fn sink(&mut self) -> &mut Sink {
        &mut self.sink
    }

    /// Closes the file and gives it its name. From here on it is there, and complete.
    ///
    /// # Errors
    /// When the system could not store the data, which some file systems report only now, or refuses to rename; the
    /// target is then as it was before. With [`Durability::Disk`] also when the folder could not be forced to the disk,
    /// although the file is there.
    pub fn commit(self, durability: Durability) -> io::Result<()> {
        self.close(durability, true)
    }

    /// The same, unless there is a file of this name by now: of several processes that write one, only the first succeeds.
    ///
    /// # Errors
    /// As with [`commit`](OutputFile::commit), and of the kind [`ErrorKind::AlreadyExists`] where another file has the name.
    pub fn commit_new(self, durability: Durability) -> io::Result<()> {
        self.close(durability, false)
    }

    fn close(self, durability: Durability, replaces: bool) -> io::Result<()> {
        let OutputFile { mut sink, way } = self;
        let to_disk = durability == Durability::Disk;
        match way {
            Way::Beside { part, target } => {
                let failed = |error: io::Error| named(&target, &error);
                let folder = folder(&target);
                part.finish(sink, folder, &target, (durability, replaces)).map_err(failed)?;
                if to_disk { sys::sync_folder(folder).map_err(|e| unforced(folder, &e)) } else { Ok(()) }
            }
            Way::Direct(path) => {
                sink.restore_pipe();
                let forced = if to_disk { sink.sync_all() } else { Ok(()) };
                forced.and_then(|()| sink.close()).map_err(|e| named(&path, &e))
            }
        }
    }
}

/// A sink on the open descriptor that `path` is a name of (`/dev/stdout`, `/dev/fd/3`), which continues at its position;
/// `None` where `path` is the name of anything else.
pub fn open_descriptor(path: &Path) -> Option<io::Result<Sink>> {
    descriptor(path).map(|number| own_descriptor(number, path))
}

/// A sink on the open descriptor `number`, which `path` is a name of.
fn own_descriptor(number: u32, path: &Path) -> io::Result<Sink> {
    if number == 1 { Sink::stdout() } else { sys::own_descriptor(number, path).and_then(Sink::from_file) }
}

/// The error when no file could be created beside the target: which folder is at fault.
fn explain(target: &Path, folder: &Path, error: &io::Error) -> io::Error {
    let target = target.display();
    let fault = match error.kind() {
        ErrorKind::NotFound if !folder.is_dir() => {
            format!("the folder '{}' does not exist", folder.display())
        }
        ErrorKind::NotADirectory => format!("'{}' is not a folder", folder.display()),
        ErrorKind::PermissionDenied => format!("the folder '{}' may not be written to", folder.display()),
        ErrorKind::ReadOnlyFilesystem => format!("the folder '{}' is read-only", folder.display()),
        _ => reason(error),
    };
    io::Error::new(error.kind(), format!("cannot create '{target}': {fault}"))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    let fault = match error.kind() {
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => reason(error),
    };
    io::Error::new(error.kind(), format!("cannot write to '{}': {fault}", path.display()))
}

fn unforced(folder: &Path, error: &io::Error) -> io::Error {
    let text = format!("cannot force the folder '{}' to the disk: {}", folder.display(), reason(error));
    io::Error::new(error.kind(), text)
}
