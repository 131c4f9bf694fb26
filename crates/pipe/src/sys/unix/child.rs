//! Child processes: their groups, signals, and what they used up, by the kernel's own account.
#![expect(unsafe_code, reason = "wait4, and what runs between fork and exec")]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use crate::process::{Termination, Usage};
use crate::sys::orphans;

/// The unit of `ru_maxrss` in bytes.
const MEMORY_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

/// Sends a signal to a process.
pub(crate) fn send_signal(id: u32, signal: i32) {
    let id = i32::try_from(id).ok().and_then(Pid::from_raw);
    if let (Some(id), Some(signal)) = (id, Signal::from_named_raw(signal)) {
        // It may just have ended.
        let _ = kill_process(id, signal);
    }
}

/// A child that leads a process group, and that no other thread waits for.
#[derive(Debug)]
pub(crate) struct Process(Pid);

impl Process {
    pub(crate) fn spawn(command: &mut Command, mark: &str) -> io::Result<Process> {
        command.process_group(0);
        orphans::spawn(command, mark).map(Process)
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.as_raw_nonzero().get().unsigned_abs()
    }

    /// It stays a zombie until it is reaped, so that its number cannot become another process's.
    pub(crate) fn is_over(&mut self) -> io::Result<bool> {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(self.0), look)?.is_some())
    }

    pub(crate) fn signal(&self, termination: Termination) {
        let signal = match termination {
            Termination::Graceful => Signal::TERM,
            Termination::Forced => Signal::KILL,
        };
        // An empty group is fine.
        let _ = kill_process_group(self.0, signal);
    }

    /// Gives it up: it cannot be killed, and is not waited for any more.
    pub(crate) fn abandon(&self) {
        orphans::abandon(self.0);
    }

    pub(crate) fn reap(&mut self) -> io::Result<(ExitStatus, Option<Usage>)> {
        let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
        let pid = self.0.as_raw_nonzero().get();
        loop {
            // SAFETY: both pointers are to live local variables of the types that the call writes.
            let waited = unsafe { libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr()) };
            if waited == pid {
                orphans::forget(self.0);
                // SAFETY: the structure is made of integers, for which zero is a value, and was written besides.
                let usage = unsafe { usage.assume_init() };
                return Ok((ExitStatus::from_raw(status), Some(from_rusage(&usage))));
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
}

fn from_rusage(usage: &libc::rusage) -> Usage {
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.max(0) as u64) + Duration::from_micros(time.tv_usec.max(0) as u64)
    };
    let count = |count: libc::c_long| count.max(0) as u64;
    Usage {
        user: time(usage.ru_utime),
        system: time(usage.ru_stime),
        peak_memory: count(usage.ru_maxrss) * MEMORY_UNIT,
        voluntary_switches: count(usage.ru_nvcsw),
        involuntary_switches: count(usage.ru_nivcsw),
    }
}
