//! The target of the standard output (or error) of a program under test.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// The target of the output of a program under test. The first four kinds are captured.
#[derive(Debug)]
pub enum Stream {
    /// An ordinary pipe, emptied as fast as the test can.
    Pipe,
    /// A pipe whose writing end is non-blocking. The reader does not begin before the pipe is full (or the
    /// program is over), so that a program with more to say than a pipe holds is certain to meet `EAGAIN`.
    NonBlocking,
    /// A connected stream socket.
    Socket,
    /// A terminal in raw mode, 80 columns wide.
    Terminal,
    /// A file, truncated first.
    File(PathBuf),
    /// A file that is appended to.
    Append(PathBuf),
    /// `/dev/null`.
    Null,
    /// `/dev/full`: every write fails with `ENOSPC`.
    Full,
    /// No open descriptor at all, as after `>&-` in a shell.
    Closed,
    /// This descriptor.
    Fd(OwnedFd),
}

/// The two sides of an opened stream.
pub(crate) struct Ends {
    /// The end that the program writes to.
    pub theirs: OwnedFd,
    /// Where the test reads it, if it does.
    pub ours: Option<Source>,
    /// Whether the program is to find the descriptor closed.
    pub closed: bool,
    /// The terminal that it is, for whoever changes its size.
    pub terminal: Option<OwnedFd>,
}

/// Where a test reads what a program wrote.
pub(crate) struct Source {
    pub fd: OwnedFd,
    /// A second handle on the writing end, for a reader that waits until the pipe is full.
    pub brim: Option<OwnedFd>,
}

impl Stream {
    /// Opens both sides.
    pub(crate) fn open(self) -> io::Result<Ends> {
        match self {
            Self::Pipe => std::io::pipe().map(|(ours, theirs)| captured(theirs.into(), ours.into())),
            Self::NonBlocking => non_blocking_pipe(),
            Self::Socket => UnixStream::pair().map(|(ours, theirs)| captured(theirs.into(), ours.into())),
            Self::Terminal => terminal(),
            Self::File(path) => File::create(path).map(written),
            Self::Append(path) => OpenOptions::new().append(true).create(true).open(path).map(written),
            Self::Null => device("/dev/null").map(written),
            Self::Full => device("/dev/full").map(written),
            Self::Closed => Ok(Ends { closed: true, ..written(device("/dev/null")?) }),
            Self::Fd(fd) => Ok(written(fd)),
        }
    }
}

fn captured(theirs: OwnedFd, ours: OwnedFd) -> Ends {
    Ends { theirs, ours: Some(Source { fd: ours, brim: None }), closed: false, terminal: None }
}

fn written(theirs: impl Into<OwnedFd>) -> Ends {
    Ends { theirs: theirs.into(), ours: None, closed: false, terminal: None }
}

fn device(path: &str) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

fn non_blocking_pipe() -> io::Result<Ends> {
    let (ours, theirs) = std::io::pipe()?;
    fcntl_setfl(&theirs, fcntl_getfl(&theirs)? | OFlags::NONBLOCK)?;
    let brim = Some(theirs.try_clone()?.into());
    let source = Source { fd: ours.into(), brim };
    Ok(Ends { ours: Some(source), ..written(theirs) })
}

/// Whether a write to this descriptor would have to wait.
pub(crate) fn is_full(writing_end: &OwnedFd) -> bool {
    let mut polled = [PollFd::new(writing_end, PollFlags::OUT)];
    poll(&mut polled, Some(&Timespec::default())).is_ok_and(|ready| ready == 0)
}

fn terminal() -> io::Result<Ends> {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    fcntl_setfd(&ours, FdFlags::CLOEXEC)?;
    grantpt(&ours)?;
    unlockpt(&ours)?;
    let name = ptsname(&ours, Vec::new())?.into_string().map_err(io::Error::other)?;
    let theirs = open_terminal(Path::new(&name))?;
    let mut mode = tcgetattr(&theirs)?;
    mode.make_raw();
    tcsetattr(&theirs, OptionalActions::Now, &mode)?;
    set_size(&ours, 80, 24)?;
    let terminal = Some(ours.try_clone()?);
    Ok(Ends { terminal, ..captured(theirs, ours) })
}

/// Gives a terminal another size.
pub(crate) fn set_size(terminal: &OwnedFd, columns: u16, rows: u16) -> io::Result<()> {
    Ok(tcsetwinsize(terminal, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 })?)
}

/// Opens a terminal without making it the one that controls the test.
fn open_terminal(path: &Path) -> io::Result<OwnedFd> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = i32::try_from(OFlags::NOCTTY.bits()).map_err(io::Error::other)?;
    OpenOptions::new().read(true).write(true).custom_flags(flags).open(path).map(OwnedFd::from)
}
