//! Child processes, by the kernel's own account.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpgid, getpgrp, getpid, kill_process,
    kill_process_group, set_child_subreaper, set_parent_process_death_signal, waitid, waitpid,
};

use crate::process::{MARK, Termination, Usage};

/// How often strays are looked at while their end is awaited.
const NAP: Duration = Duration::from_millis(1);

/// What is known of the children of this process.
struct Known {
    /// Those that were started here, each with its mark.
    started: BTreeMap<i32, String>,
    /// Those that could not be ended.
    left: BTreeSet<i32>,
    /// Whether all others that have a group of their own are orphans.
    claims: bool,
}

static KNOWN: Mutex<Known> =
    Mutex::new(Known { started: BTreeMap::new(), left: BTreeSet::new(), claims: false });

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child that leads a process group, and that nobody else waits for.
#[derive(Debug)]
pub(crate) struct Process(Pid);

impl Process {
    pub(crate) fn spawn(command: &mut Command, mark: &str) -> io::Result<Process> {
        static ADOPT: Once = Once::new();
        // Whatever a child lets go of becomes ours, so that it can be found.
        ADOPT.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
        command.process_group(0);
        // SAFETY: between fork and exec only async-signal-safe calls are allowed. This is one plain call of the system, made
        // without a C library in between; it allocates nothing, and its error is a number.
        unsafe { command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?)) };
        // Held, so that nobody takes one that is not noted yet for a stray.
        let mut known = known();
        let pid = Pid::from_child(&command.spawn()?);
        known.started.insert(raw(pid), mark.to_owned());
        Ok(Process(pid))
    }

    pub(crate) fn id(&self) -> u32 {
        number(self.0)
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
        // That nobody is there any more is all the better.
        let _ = kill_process_group(self.0, signal);
    }

    /// Gives it up: it cannot be killed, and nobody waits for it any more.
    pub(crate) fn abandon(&self) {
        known().left.insert(raw(self.0));
    }

    pub(crate) fn reap(&mut self) -> io::Result<(ExitStatus, Option<Usage>)> {
        let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
        let pid = self.0.as_raw_nonzero().get();
        loop {
            // SAFETY: both pointers are to live local variables of the types that the call writes.
            let waited = unsafe { libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr()) };
            if waited == pid {
                known().started.remove(&pid);
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
        peak_memory: count(usage.ru_maxrss) * 1024,
        voluntary_switches: count(usage.ru_nvcsw),
        involuntary_switches: count(usage.ru_nivcsw),
    }
}

/// Kills what the child with this mark has left: what it lets go of becomes ours, and what that leaves behind becomes ours
/// in turn. Gives those up that have not ended after so long.
pub(crate) fn end_strays(mark: &str, patience: Duration) -> Vec<u32> {
    let begin = Instant::now();
    loop {
        let mut strays = strays(mark);
        if strays.is_empty() {
            return Vec::new();
        }
        strays.retain(|&pid| {
            let _ = kill_process(pid, Signal::KILL);
            matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None))
        });
        if begin.elapsed() >= patience {
            known().left.extend(strays.iter().copied().map(raw));
            return strays.into_iter().map(number).collect();
        }
        if !strays.is_empty() {
            thread::sleep(NAP);
        }
    }
}

/// From now on all children with a group of their own that were not started here are orphans.
pub(crate) fn claim_orphans() {
    known().claims = true;
}

/// Those of our children that were adopted from the child with this mark, or from one that is gone.
fn strays(mark: &str) -> Vec<Pid> {
    let known = known();
    let is_stray = |pid: &Pid| {
        // Who is in our own group was started by other means than ours: those of ours have groups of their own.
        let is_plain = getpgid(Some(*pid)).is_ok_and(|group| group == getpgrp());
        if is_plain || known.started.contains_key(&raw(*pid)) || known.left.contains(&raw(*pid)) {
            return false;
        }
        // What has no mark, or is over, may be anybody's, as long as other children are not ours alone.
        match mark_of(*pid) {
            Some(found) if found == mark => true,
            Some(found) => known.claims && known.started.values().all(|other| *other != found),
            None => known.claims,
        }
    };
    children().into_iter().filter(is_stray).collect()
}

/// Those that were given up and still run.
pub(crate) fn left_running() -> Vec<u32> {
    let mut known = known();
    let runs = |pid: i32| matches!(waitpid(Pid::from_raw(pid), WaitOptions::NOHANG), Ok(None));
    known.left.retain(|&pid| runs(pid));
    known.left.iter().map(|pid| pid.unsigned_abs()).collect()
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}

fn number(pid: Pid) -> u32 {
    raw(pid).unsigned_abs()
}

/// Our children, as far as the kernel tells.
fn children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = lists
        .flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>());
    numbers.filter_map(Pid::from_raw).collect()
}

/// The mark in the environment that a process was started with.
fn mark_of(pid: Pid) -> Option<String> {
    let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
    let mut variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
    let is_mark = |variable: &str| variable.strip_prefix(MARK).is_some_and(|rest| rest.starts_with('='));
    variables.find(|variable| is_mark(variable)).map(std::borrow::Cow::into_owned)
}
