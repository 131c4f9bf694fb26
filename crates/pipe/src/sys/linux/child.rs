//! Child processes, by the kernel's own account.

use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::sync::Once;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, kill_process_group,
    set_child_subreaper, set_parent_process_death_signal, waitid, waitpgid, waitpid,
};

use crate::child::{Urge, Usage};

/// A child that leads a process group, and that nobody else waits for.
#[derive(Debug)]
pub(crate) struct Process(Pid);

impl Process {
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Process> {
        static ADOPT: Once = Once::new();
        // Whatever a child lets go of becomes ours, so that it can be found.
        ADOPT.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
        command.process_group(0);
        // SAFETY: between fork and exec only async-signal-safe calls are allowed. This is one plain call of the system, made
        // without a C library in between; it allocates nothing, and its error is a number.
        unsafe { command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?)) };
        let child = command.spawn()?;
        Ok(Process(Pid::from_child(&child)))
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.as_raw_nonzero().get().unsigned_abs()
    }

    /// It stays a zombie until it is reaped, so that its number cannot become another process's.
    pub(crate) fn is_over(&mut self) -> io::Result<bool> {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(self.0), look)?.is_some())
    }

    pub(crate) fn urge(&self, urge: Urge) {
        let signal = match urge {
            Urge::Ask => Signal::TERM,
            Urge::Force => Signal::KILL,
        };
        // That nobody is there any more is all the better.
        let _ = kill_process_group(self.0, signal);
    }

    pub(crate) fn reap(&mut self) -> io::Result<(ExitStatus, Option<Usage>)> {
        let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
        let pid = self.0.as_raw_nonzero().get();
        loop {
            // SAFETY: both pointers are to live local variables of the types that the call writes.
            let waited = unsafe { libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr()) };
            if waited == pid {
                // Those of its group that are ours now were killed before, too.
                while waitpgid(self.0, WaitOptions::empty()).is_ok() {}
                // SAFETY: the structure is made of integers, for which zero is a value, and was written besides.
                let usage = unsafe { usage.assume_init() };
                return Ok((ExitStatus::from_raw(status), Some(told(&usage))));
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
}

fn told(usage: &libc::rusage) -> Usage {
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.max(0) as u64) + Duration::from_micros(time.tv_usec.max(0) as u64)
    };
    let count = |count: libc::c_long| count.max(0) as u64;
    Usage {
        user: time(usage.ru_utime),
        system: time(usage.ru_stime),
        peak_memory: count(usage.ru_maxrss) * 1024,
        voluntary_switches: count(usage.ru_nvcsw),
        involuntary_switches: count(usage.ru_nivcsw),
    }
}

/// Kills those of our children that have `mark` in their environment; what they leave behind becomes ours in turn.
pub(crate) fn end_strays(mark: &str) {
    loop {
        let marked: Vec<Pid> = children().into_iter().filter(|&pid| has_mark(pid, mark)).collect();
        if marked.is_empty() {
            return;
        }
        for pid in marked {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitpid(Some(pid), WaitOptions::empty());
        }
    }
}

/// Our children, as far as the kernel tells.
fn children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = lists
        .flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>());
    numbers.filter_map(Pid::from_raw).collect()
}

/// What is over has no environment any more, and is not found.
fn has_mark(pid: Pid, mark: &str) -> bool {
    let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
}
