//! Every other platform, and Linux when the `portable` feature asks for it: the standard library alone.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Seek, SeekFrom, Stdout, Write};
use std::path::Path;
use std::time::Duration;

use crate::kind::SinkKind;

#[cfg(unix)]
#[path = "unix.rs"]
mod family;
#[cfg(not(unix))]
#[path = "windows.rs"]
mod family;

#[cfg(unix)]
mod child;
mod input;
mod thread;
mod zero_copy;

#[cfg(unix)]
pub(crate) use child::{Process, claim_orphans, end_strays, left_running};
#[cfg(unix)]
pub(crate) use family::is_own;
pub(crate) use family::{identity, inherit, new_file_permissions, own_id, owns, sync_folder};
pub(crate) use input::Input;
pub(crate) use thread::{Affinity, empty_call, processor_time};
pub(crate) use zero_copy::{FRAGMENT, Pipe, Socket, VmSplicer};

/// How many bytes one `write` to a pipe is given.
pub(crate) const PIPE_STEP: usize = 64 << 10;

/// Locks are newer than the oldest compiler's standard library: here there are none.
pub(crate) fn lock_file(_: &File) -> io::Result<()> {
    Ok(())
}

/// See [`lock_file`].
pub(crate) fn unlock_file(_: &File) -> io::Result<()> {
    Ok(())
}

/// An open file, or the terminal, which some platforms reach by other calls than files.
#[derive(Debug)]
pub(crate) enum Output {
    Terminal(Stdout),
    File(File),
}

impl Output {
    pub(crate) fn stdout() -> io::Result<Output> {
        let stdout = io::stdout();
        if stdout.is_terminal() {
            Ok(Output::Terminal(stdout))
        } else {
            family::duplicate(&stdout).map(Output::File)
        }
    }

    pub(crate) fn from_file(file: File) -> Output {
        Output::File(file)
    }

    pub(crate) fn kind(&self) -> SinkKind {
        match self {
            Output::Terminal(_) => SinkKind::Terminal,
            Output::File(file) => kind_of(file),
        }
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        match self {
            Output::Terminal(_) => Err(io::ErrorKind::Unsupported.into()),
            Output::File(file) => file.metadata(),
        }
    }

    /// Forces what was written to the device.
    pub(crate) fn sync(&self) -> io::Result<()> {
        match self {
            Output::Terminal(_) => Ok(()),
            Output::File(file) => file.sync_data(),
        }
    }

    /// The same, and all that the system knows of the file.
    pub(crate) fn sync_all(&self) -> io::Result<()> {
        match self {
            Output::Terminal(_) => Ok(()),
            Output::File(file) => file.sync_all(),
        }
    }

    /// Whether what is written is cut into messages; the standard library does not tell.
    pub(crate) fn has_messages(&self) -> bool {
        false
    }

    /// Closes it. The standard library does not say what the system says then.
    pub(crate) fn close(self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn into_file(self) -> io::Result<File> {
        match self {
            Output::Terminal(_) => Err(io::ErrorKind::Unsupported.into()),
            Output::File(file) => Ok(file),
        }
    }

    pub(crate) fn go_direct(&self) -> io::Result<Option<Direct>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Whether all is written to the end, wherever the position is; the standard library does not tell, so it may be.
    pub(crate) fn appends(&self) -> bool {
        true
    }

    /// Leaves a hole of `bytes`, and says where that ends.
    pub(crate) fn skip(&self, bytes: u64) -> io::Result<u64> {
        let bytes = i64::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        match self {
            Output::Terminal(_) => Err(io::ErrorKind::Unsupported.into()),
            Output::File(file) => (&mut &*file).seek(SeekFrom::Current(bytes)),
        }
    }

    /// Ends the file here, so that a hole at its end counts.
    pub(crate) fn cut(&self) -> io::Result<()> {
        let end = self.skip(0)?;
        match self {
            Output::Terminal(_) => Ok(()),
            Output::File(file) => file.set_len(end),
        }
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // The standard library holds back what follows the last newline: let it go at once.
            Output::Terminal(stdout) => {
                let mut stdout = stdout.lock();
                let written = stdout.write(bytes)?;
                stdout.flush().map(|()| written)
            }
            Output::File(file) => (&mut &*file).write(bytes),
        }
    }

    /// The standard library cannot wait for a descriptor, so this sleeps.
    pub(crate) fn wait_writable(&self) {
        nap();
    }

    pub(crate) fn enlarge_pipe(&self, _bytes: usize) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

fn kind_of(file: &File) -> SinkKind {
    if file.is_terminal() {
        return SinkKind::Terminal;
    }
    file.metadata().map_or(SinkKind::Other, |metadata| family::kind(metadata.file_type()))
}

fn nap() {
    std::thread::sleep(Duration::from_millis(1));
}

/// Columns and rows of the terminal on standard error, where there is one that knows.
pub(crate) fn terminal_size() -> Option<(u16, u16)> {
    let (columns, rows) = terminal_size::terminal_size_of(io::stderr())?;
    (columns.0 > 0 && rows.0 > 0).then_some((columns.0, rows.0))
}

/// Nobody can be told from the foreground here.
pub(crate) fn is_foreground() -> bool {
    true
}

/// Files that go past the system's cache: the standard library knows no way.
#[derive(Debug)]
pub(crate) enum Direct {}

/// A cheaper way into a pipe than `write`: there is none.
#[derive(Debug)]
pub(crate) enum Relay {}

impl Relay {
    pub(crate) fn new() -> io::Result<Relay> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn load(&self, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    pub(crate) fn unload(&self, _output: &Output, _len: usize) -> io::Result<usize> {
        match *self {}
    }
}

pub(crate) fn restore_sigpipe() {}

/// The Rust runtime ignores SIGPIPE before `main`, and nothing here restores it.
pub(crate) fn ignore_write_signals() {}

pub(crate) fn is_ignored(_signal: i32) -> bool {
    false
}

/// Nobody can tell here what was closed at the start.
pub(crate) fn was_open(_fd: i32) -> io::Result<()> {
    Ok(())
}

/// The standard library does not close standard output.
pub(crate) fn close_stdout() -> io::Result<()> {
    Ok(())
}

/// The open descriptor that `path` is a name of: the standard library has no way but to open that once more, and then
/// the end of a file is the only safe place in it.
pub(crate) fn own_descriptor(_number: u32, path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

/// Files without a name: the standard library has none that could be given one.
pub(crate) fn unnamed_file(_folder: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(crate) fn link(_output: &Output, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Files are not locked here, and so nothing is taken for a leftover.
pub(crate) fn hold(_file: &File) -> io::Result<bool> {
    Ok(true)
}

/// None: without locks nobody can tell which are abandoned.
pub(crate) fn names_in(_folder: &Path, _most: usize, _wanted: impl Fn(&str) -> bool) -> Vec<String> {
    Vec::new()
}

pub(crate) fn remove_abandoned(_path: &Path) -> io::Result<()> {
    Ok(())
}
