//! Files, users, the terminal and signals, as far as the standard library knows of them.

use std::fs::{File, Metadata, Permissions};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The errors of Windows for a pipe that nobody reads: ERROR_BROKEN_PIPE, ERROR_NO_DATA and ERROR_PIPE_NOT_CONNECTED.
const NO_READER: [i32; 3] = [109, 232, 233];

/// New files get the permissions that their folder sets.
pub(crate) fn new_file_permissions() -> Option<Permissions> {
    None
}

/// Gives `file` the permissions of the file that it will replace.
pub(crate) fn inherit(file: &File, from: &Metadata) -> io::Result<()> {
    file.set_permissions(from.permissions())
}

/// The standard library does not distinguish files here.
pub(crate) fn identity(_file: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Folders cannot be forced to the disk here; the system does that by itself.
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Files are not counted here.
pub(crate) fn open_file_limit(_wanted: u64) -> u64 {
    u64::MAX
}

/// Users have no numbers here.
pub(crate) fn own_id() -> u32 {
    0
}

/// A folder of the user's own is all there is.
pub(crate) fn owns(_file: &Metadata) -> bool {
    true
}

/// Locks are newer than the oldest compiler's standard library: here there are none.
pub(crate) fn lock_file(_: &File) -> io::Result<()> {
    Ok(())
}

/// See [`lock_file`].
pub(crate) fn try_lock_file(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// See [`lock_file`].
pub(crate) fn unlock_file(_: &File) -> io::Result<()> {
    Ok(())
}

/// Files are not locked here, and so nothing is taken for a leftover.
pub(crate) fn names_in(_folder: &Path, _max: usize, _wanted: impl Fn(&str) -> bool) -> Vec<String> {
    Vec::new()
}

pub(crate) fn hold(_file: &File) -> io::Result<bool> {
    Ok(true)
}

pub(crate) fn remove_abandoned(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The open descriptor that `path` is a name of: the standard library can only open that once more, and then
/// the end of a file is the only safe position in it.
pub(crate) fn own_descriptor(_number: u32, path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

/// Columns and rows of the terminal on standard error, where there is one that knows.
pub(crate) fn terminal_size() -> Option<(u16, u16)> {
    known(terminal_size::terminal_size_of(io::stderr()))
}

/// The same of the terminal on standard output.
pub(crate) fn stdout_size() -> Option<(u16, u16)> {
    known(terminal_size::terminal_size_of(io::stdout()))
}

fn known(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<(u16, u16)> {
    let (columns, rows) = size?;
    (columns.0 > 0 && rows.0 > 0).then_some((columns.0, rows.0))
}

/// The foreground is unknown here.
pub(crate) fn is_foreground() -> bool {
    true
}

/// Whether a write into a pipe without a reader ends the process, as SIGPIPE would.
static ENDS_WITHOUT_READER: AtomicBool = AtomicBool::new(false);

pub(crate) fn restore_sigpipe() {
    ENDS_WITHOUT_READER.store(true, Ordering::Relaxed);
}

pub(crate) fn ignore_write_signals() {
    ENDS_WITHOUT_READER.store(false, Ordering::Relaxed);
}

/// What a write gave. There is no SIGPIPE here: where one would end the process, this does, and without an error, as the system
/// shows nobody by which signal a process ended.
pub(super) fn end_without_reader(written: io::Result<usize>) -> io::Result<usize> {
    if let Err(error) = &written
        && error.raw_os_error().is_some_and(|code| NO_READER.contains(&code))
        && ENDS_WITHOUT_READER.load(Ordering::Relaxed)
    {
        std::process::exit(0);
    }
    written
}

pub(crate) fn is_ignored(_signal: i32) -> bool {
    false
}

/// What was closed at the start is unknown here.
pub(crate) fn was_open(_fd: i32) -> io::Result<()> {
    Ok(())
}

/// The standard library does not close standard output.
pub(crate) fn close_stdout() -> io::Result<()> {
    Ok(())
}
