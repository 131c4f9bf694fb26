//! The system calls that neither the standard library nor `rustix` offers: the exit status together with
//! the peak memory of one child, and what has to be arranged between `fork` and `exec`.
#![expect(unsafe_code, reason = "wait4, and what runs between fork and exec")]

use crate::End;
use rustix::process::Pid;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// The settings of a child process.
#[derive(Clone, Copy, Default)]
pub(crate) struct Setup {
    pub ignore_sigpipe: bool,
    pub ignore_hangup: bool,
    pub close_stdout: bool,
    pub close_stderr: bool,
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

/// Arranges `setup` in the child of `command`, makes it the leader of a process group of its own, and has
/// the kernel kill it should the thread that starts it be gone first.
pub(crate) fn prepare(command: &mut Command, setup: Setup) {
    command.process_group(0);
    // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are allowed: it
    // makes nothing but plain system calls and allocates nothing.
    unsafe { command.pre_exec(move || arrange(setup)) };
}

fn arrange(setup: Setup) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    // A test run in the background may have been started with some of these ignored.
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGQUIT, libc::SIGHUP] {
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
