//! The system calls that neither the standard library nor `rustix` offers: the exit status together with
//! the peak memory of one child, and what has to be arranged between `fork` and `exec`.
#![expect(unsafe_code, reason = "wait4, and what runs between fork and exec")]

use crate::End;
use rustix::process::Pid;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::Once;

/// The settings of a child process.
#[derive(Clone, Copy, Default)]
pub(crate) struct Setup {
    pub ignore_sigpipe: bool,
    pub ignore_hangup: bool,
    pub close_stdout: bool,
    pub close_stderr: bool,
    /// The kernel kills it should the thread that starts it be gone first.
    pub ends_with_thread: bool,
    /// It starts as a copy of the tests, whatever else is asked for.
    pub is_forked: bool,
}

impl Setup {
    /// Whether something has to be arranged between `fork` and `exec`.
    fn needs_fork(self) -> bool {
        let Self { ignore_sigpipe, ignore_hangup, close_stdout, close_stderr, ends_with_thread, is_forked } =
            self;
        ignore_sigpipe || ignore_hangup || close_stdout || close_stderr || ends_with_thread || is_forked
    }
}

/// Waits for a child to end and returns how, and its peak resident memory, in bytes.
pub(crate) fn reap(pid: Pid) -> io::Result<(End, u64)> {
    let mut status = 0;
    // SAFETY: `rusage` is a plain C structure of integers, for which zero is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let raw = pid.as_raw_nonzero().get();
    loop {
        // SAFETY: both pointers refer to live local variables of the types that wait4(2) writes.
        if unsafe { libc::wait4(raw, &raw mut status, 0, &raw mut usage) } == raw {
            return Ok((End::from_wait_status(status), peak_bytes(&usage)));
        }
        let why = io::Error::last_os_error();
        if why.kind() != io::ErrorKind::Interrupted {
            return Err(why);
        }
    }
}

/// `ru_maxrss` counts bytes on macOS and KiB everywhere else.
fn peak_bytes(usage: &libc::rusage) -> u64 {
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    u64::try_from(usage.ru_maxrss).expect("a size is not negative") * unit
}

/// Arranges `setup` in the child of `command`, and makes it the leader of a process group of its own. Without any of it the
/// standard library starts a program by `posix_spawn`: a fork copies the tables of the memory of all tests so far, which
/// takes longer than most programs run.
pub(crate) fn prepare(command: &mut Command, setup: Setup) {
    static HEEDED: Once = Once::new();
    HEEDED.call_once(heed_signals);
    command.process_group(0);
    if setup.needs_fork() {
        // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are allowed: it
        // makes nothing but plain system calls and allocates nothing.
        unsafe { command.pre_exec(move || arrange(setup)) };
    }
}

/// Signals that end a program unless it was started with them ignored, as programs in the background are.
const ENDING: [libc::c_int; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGQUIT, libc::SIGHUP];

/// Where the tests were started with some of these ignored, they go on as before, but what they start is not: a handler is gone
/// with the program that has it.
fn heed_signals() {
    extern "C" fn go_on(_: libc::c_int) {}
    for signal in ENDING {
        // SAFETY: it is a plain C structure, for which zero is a valid value.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: it is written to a live local variable of its type.
        let asked = unsafe { libc::sigaction(signal, std::ptr::null(), &raw mut action) };
        if asked == 0 && action.sa_sigaction == libc::SIG_IGN {
            action.sa_sigaction = go_on as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            // SAFETY: it is read from a live local variable, and the handler does nothing.
            unsafe { libc::sigaction(signal, &raw const action, std::ptr::null_mut()) };
        }
    }
}

fn arrange(setup: Setup) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if setup.ends_with_thread {
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    }
    for signal in ENDING {
        let ignore = setup.ignore_hangup && signal == libc::SIGHUP;
        // SAFETY: both are valid dispositions and no Rust code is run by them.
        unsafe { libc::signal(signal, if ignore { libc::SIG_IGN } else { libc::SIG_DFL }) };
    }
    if setup.ignore_sigpipe {
        // SAFETY: SIG_IGN is a valid disposition and no Rust code is run by it.
        unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    }
    for (wanted, fd) in [(setup.close_stdout, 1), (setup.close_stderr, 2)] {
        if wanted {
            // SAFETY: nothing in the child uses the descriptor any more; it becomes another program.
            unsafe { libc::close(fd) };
        }
    }
    Ok(())
}
