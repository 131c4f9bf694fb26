//! Orphans of children: they become ours, and are found by `/proc`.
#![expect(unsafe_code, reason = "what runs between fork and exec")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpgid, getpgrp, getpid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, waitpid,
};

use crate::process::MARK;
use crate::procfs;

/// How often strays are looked at while their end is awaited.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

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

/// Starts a child with this mark, which ends with the thread that starts it.
pub(crate) fn spawn(command: &mut Command, mark: &str) -> io::Result<Pid> {
    static ADOPT: Once = Once::new();
    // Orphans of a child become ours, so that they can be found.
    ADOPT.call_once(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
    // SAFETY: between fork and exec only async-signal-safe calls are allowed. This is one plain system call, made without a
    // C library in between; it allocates nothing, and its error is a number.
    unsafe { command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?)) };
    // Held, so that one that is not noted yet is not taken for an orphan.
    let mut known = known();
    let pid = Pid::from_child(&command.spawn()?);
    known.started.insert(raw(pid), mark.to_owned());
    Ok(pid)
}

/// Forgets a child that was waited for.
pub(crate) fn forget(pid: Pid) {
    known().started.remove(&raw(pid));
}

/// Gives a child up: it cannot be killed, and is not waited for any more.
pub(crate) fn abandon(pid: Pid) {
    known().left.insert(raw(pid));
}

/// Kills what the child with this mark has left: its orphans become ours, and their orphans become ours
/// in turn. Gives those up that have not ended within `timeout`.
pub(crate) fn end_strays(mark: &str, timeout: Duration) -> Vec<u32> {
    let begin = Instant::now();
    // Those that do not end at once are remembered: a process that is ending has no mark any more.
    let mut ending: Vec<Pid> = Vec::new();
    loop {
        let strays = strays(mark).into_iter().filter(|pid| !ending.contains(pid)).collect::<Vec<_>>();
        ending.extend(strays);
        if ending.is_empty() {
            return Vec::new();
        }
        ending.retain(|&pid| {
            let _ = kill_process(pid, Signal::KILL);
            matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None))
        });
        if begin.elapsed() >= timeout {
            known().left.extend(ending.iter().copied().map(raw));
            return ending.into_iter().map(number).collect();
        }
        if !ending.is_empty() {
            thread::sleep(POLL_INTERVAL);
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
    let children = procfs::children("self").into_iter();
    children.filter_map(|id| Pid::from_raw(i32::try_from(id).ok()?)).filter(is_stray).collect()
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

/// The mark in the environment that a process was started with.
fn mark_of(pid: Pid) -> Option<String> {
    let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
    let mut variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
    let is_mark = |variable: &str| variable.strip_prefix(MARK).is_some_and(|rest| rest.starts_with('='));
    variables.find(|variable| is_mark(variable)).map(std::borrow::Cow::into_owned)
}
