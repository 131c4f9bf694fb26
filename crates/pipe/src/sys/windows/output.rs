//! A file that takes bytes, or the terminal, by the standard library.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Seek, SeekFrom, Stdout, Write};
use std::time::Duration;

use super::{handles, system};
use crate::file_kind::FileKind;

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
            handles::duplicate(&stdout).map(Output::File)
        }
    }

    pub(crate) fn from_file(file: File) -> Output {
        Output::File(file)
    }

    pub(crate) fn kind(&self) -> FileKind {
        match self {
            Output::Terminal(_) => FileKind::Terminal,
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

    /// The system does not report it.
    pub(crate) fn is_unread(&self) -> bool {
        false
    }

    /// The same, and all that the system knows of the file.
    pub(crate) fn sync_all(&self) -> io::Result<()> {
        match self {
            Output::Terminal(_) => Ok(()),
            Output::File(file) => file.sync_all(),
        }
    }

    /// Whether what is written is cut into messages; the standard library does not report it.
    pub(crate) fn has_messages(&self) -> bool {
        false
    }

    /// Closes it. The standard library does not report the system's result.
    pub(crate) fn close(self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn into_file(self) -> io::Result<File> {
        match self {
            Output::Terminal(_) => Err(io::ErrorKind::Unsupported.into()),
            Output::File(file) => Ok(file),
        }
    }

    /// Whether all is written to the end, wherever the position is; the standard library does not report it, so it may be.
    pub(crate) fn appends(&self) -> bool {
        true
    }

    /// Leaves a hole of `bytes`, and returns where it ends.
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
            Output::File(file) => system::end_without_reader((&mut &*file).write(bytes)),
        }
    }

    /// The standard library cannot wait for a descriptor, so this sleeps.
    pub(crate) fn wait_writable(&self) {
        pause();
    }
}

pub(super) fn kind_of(file: &File) -> FileKind {
    if file.is_terminal() {
        return FileKind::Terminal;
    }
    file.metadata().map_or(FileKind::Other, |metadata| handles::kind(metadata.file_type()))
}

pub(super) fn pause() {
    std::thread::sleep(Duration::from_millis(1));
}
