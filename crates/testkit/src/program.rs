//! A program and the circumstances under which it is to run.

use crate::capture::Capture;
use crate::running::Started;
use crate::stream::Source;
use crate::sys::{self, Setup};
use crate::wait::HUNG_AFTER;
use crate::{Fault, Outcome, Pipeline, Running, Scratch, Stream};
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Environment variables that a program under test inherits; it sees no others but `LC_ALL=C` and those
/// that the test sets.
const INHERITED: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// From this size of the tests on, in bytes, a fork takes longer than what is gained by it: the peak memory of a program that is started
/// without one begins at the peak of the tests.
const LARGE: u64 = 32 << 20;

/// A program and the circumstances under which it is to run: nothing on standard input, standard output and
/// error captured, SIGPIPE as usual, a bare environment, by default.
#[derive(Debug)]
#[must_use = "a program does nothing until it is run"]
pub struct Program {
    path: PathBuf,
    name: Option<OsString>,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    folder: Option<PathBuf>,
    stdin: Input,
    stdout: Stream,
    stderr: Stream,
    close_after: Option<usize>,
    ignore_sigpipe: bool,
    ignore_hangup: bool,
    faults: Vec<Fault>,
    timeout: Duration,
    user: Option<User>,
}

/// An account by its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct User {
    pub id: u32,
    pub group: u32,
}

#[derive(Debug)]
enum Input {
    Empty,
    Bytes(Vec<u8>),
    Open,
    Fd(OwnedFd),
}

impl Program {
    /// The program at `path`.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            path: path.as_ref().to_owned(),
            name: None,
            args: Vec::new(),
            env: Vec::new(),
            folder: None,
            stdin: Input::Empty,
            stdout: Stream::Pipe,
            stderr: Stream::Pipe,
            close_after: None,
            ignore_sigpipe: false,
            ignore_hangup: false,
            faults: Vec::new(),
            timeout: HUNG_AFTER,
            user: None,
        }
    }

    /// A command line for `/bin/sh`.
    pub fn shell(command: &str) -> Self {
        Self::new("/bin/sh").args(["-c", command])
    }

    /// Adds one argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Adds arguments that are written in one line. It is split at white space; there is no quoting.
    pub fn arg_line(self, line: &str) -> Self {
        self.args(line.split_whitespace())
    }

    /// The name it is called by (`argv[0]`).
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// The folder to run it in.
    pub fn within(mut self, folder: &Path) -> Self {
        self.folder = Some(folder.to_owned());
        self
    }

    /// Sets its standard input.
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Input::Bytes(bytes.into());
        self
    }

    /// Standard input is a pipe that stays open and stays empty as long as the program runs.
    pub fn stdin_open(mut self) -> Self {
        self.stdin = Input::Open;
        self
    }

    /// Standard input is this descriptor.
    pub fn stdin_fd(mut self, fd: OwnedFd) -> Self {
        self.stdin = Input::Fd(fd);
        self
    }

    /// Sets its standard output.
    pub fn stdout(mut self, stream: Stream) -> Self {
        self.stdout = stream;
        self
    }

    /// Sets its standard error.
    pub fn stderr(mut self, stream: Stream) -> Self {
        self.stderr = stream;
        self
    }

    /// The reader of standard output leaves after `bytes`; with 0 it has left before the program starts.
    pub fn stdout_closes_after(mut self, bytes: usize) -> Self {
        self.close_after = Some(bytes);
        self
    }

    /// Starts it with SIGHUP ignored, as nohup does.
    pub fn hangup_ignored(mut self) -> Self {
        self.ignore_hangup = true;
        self
    }

    /// Starts it with SIGPIPE ignored, as some parents do.
    pub fn sigpipe_ignored(mut self) -> Self {
        self.ignore_sigpipe = true;
        self
    }

    /// Makes system calls fail. The test must have asked for `strace` by [`need!`](crate::need!), and the
    /// run fails when the call concerned never came.
    pub fn fault(mut self, fault: Fault) -> Self {
        self.faults.push(fault);
        self
    }

    /// Runs it as another user.
    pub(crate) fn run_as(mut self, user: Option<User>) -> Self {
        self.user = user;
        self
    }

    /// How long it may take before it counts as hung; five minutes by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// When it cannot be started, or hangs.
    #[track_caller]
    pub fn run(self) -> Outcome {
        self.start(false).finish()
    }

    /// Runs it with its standard output going into `consumer`, a command line for the shell, until both
    /// have ended.
    ///
    /// # Panics
    /// When one of them cannot be started, or hangs.
    #[track_caller]
    pub fn pipe_into(self, consumer: &str) -> Pipeline {
        let (reading, writing) = std::io::pipe().expect("a pipe can be made");
        let consumer =
            Self { stdin: Input::Fd(reading.into()), ..Self::shell(consumer).timeout(self.timeout) };
        let consumer = consumer.start(false);
        let producer = self.stdout(Stream::Fd(writing.into())).start(false);
        Pipeline { consumer: consumer.finish(), producer: producer.finish() }
    }

    /// Starts it. It does not outlive the thread that does.
    ///
    /// # Panics
    /// When it cannot be started.
    #[track_caller]
    pub fn spawn(self) -> Running {
        self.start(true)
    }

    #[track_caller]
    fn start(self, ends_with_thread: bool) -> Running {
        let floor = crate::outcome::own_size();
        let log = (!self.faults.is_empty()).then(Scratch::new);
        let mut command = self.command(log.as_ref());
        let what = command_line(&command);
        let over = Arc::new(AtomicBool::new(false));
        let open = |stream: Stream| stream.open().unwrap_or_else(|why| panic!("{what}: {why}"));
        let (out, err) = (open(self.stdout), open(self.stderr));
        let setup = Setup {
            ignore_sigpipe: self.ignore_sigpipe,
            ignore_hangup: self.ignore_hangup,
            close_stdout: out.closed,
            close_stderr: err.closed,
            ends_with_thread,
            // What a program may use is measured from a small process.
            is_forked: floor < LARGE,
        };
        command.stdout(out.theirs).stderr(err.theirs);
        let capture =
            |source: Option<Source>, limit| source.map(|s| Capture::start(s, limit, Arc::clone(&over)));
        let (stdout, stderr) = (capture(out.ours, self.close_after), capture(err.ours, None));
        let _stdin_kept = feed(&mut command, self.stdin);
        sys::prepare(&mut command, setup);
        let child = command.spawn().unwrap_or_else(|why| panic!("{what}: {why}"));
        drop(command);
        let timeout = self.timeout;
        Started {
            child,
            what,
            stdout,
            stderr,
            terminal: err.terminal,
            _stdin_kept,
            over,
            log,
            floor,
            timeout,
        }
        .into()
    }

    /// The command without its streams.
    fn command(&self, log: Option<&Scratch>) -> Command {
        let mut command = match log {
            None => self.by_its_path(),
            Some(log) => self.traced(log),
        };
        if let Some(name) = &self.name {
            assert!(log.is_none(), "strace cannot give a program another name");
            command.arg0(name);
        }
        command.args(&self.args).env_clear().env("LC_ALL", "C");
        command.envs(INHERITED.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if let Some(user) = self.user {
            command.uid(user.id).gid(user.group);
        }
        command
    }

    /// The program by its path, which the standard library asks for before it starts one without a copy of this process.
    fn by_its_path(&self) -> Command {
        let found = self.path.to_str().filter(|name| !name.contains('/')).and_then(|name| find(name).ok());
        let Some(found) = found else { return Command::new(&self.path) };
        let mut command = Command::new(found);
        command.arg0(&self.path);
        command
    }

    /// The program under `strace` with all its faults.
    fn traced(&self, log: &Scratch) -> Command {
        let mut command = Command::new("strace");
        let calls: Vec<&str> = self.faults.iter().map(Fault::calls).collect();
        command.args(["-f", "-qq", "-o"]).arg(log.path("calls"));
        command.arg("-e").arg(format!("trace={}", calls.join(",")));
        for fault in &self.faults {
            command.arg("-e").arg(fault.expression());
        }
        command.arg("--").arg(&self.path);
        command
    }
}

/// The command line, for messages.
fn command_line(command: &Command) -> String {
    let args = std::iter::once(command.get_program()).chain(command.get_args());
    args.map(|arg| arg.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Connects standard input; returns the end that has to stay open while the program runs.
fn feed(command: &mut Command, input: Input) -> Option<OwnedFd> {
    let (reading, mut writing) = std::io::pipe().expect("a pipe can be made");
    let (stdin, kept) = match input {
        Input::Empty => (Stdio::null(), None),
        Input::Fd(fd) => (fd.into(), None),
        Input::Open => (reading.into(), Some(writing.into())),
        Input::Bytes(bytes) => {
            // A program may well leave its input unread: that is no failure of the test.
            std::thread::spawn(move || drop(writing.write_all(&bytes)));
            (reading.into(), None)
        }
    };
    command.stdin(stdin);
    kept
}

/// Where a program is, by `PATH`.
pub(crate) fn find(name: &str) -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed (script/bootstrap test)"))
}
