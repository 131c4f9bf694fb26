//! A child process that is measured: what it used up, and that nothing of it is left when it is over.
//!
//! It leads a process group of its own, and dies with the thread that started it where the system can do that. What it
//! starts and lets go of is found again by a mark in its environment.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::sys;

/// The variable that marks a child and all that it starts.
const MARK: &str = "GUSH_CHILD";
/// How often a child is looked at while its end is awaited.
const NAP: Duration = Duration::from_millis(1);

/// How firmly a child is told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urge {
    /// It may tidy up.
    Ask,
    /// It is not asked.
    Force,
}

/// What a child used up, together with those of its own children that it waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time in its own code.
    pub user: Duration,
    /// Processor time in the kernel.
    pub system: Duration,
    /// The largest resident memory in bytes. The child is charged for the process that forked it, so it is never less
    /// than what that had.
    pub peak_memory: u64,
    /// How often it waited.
    pub voluntary_switches: u64,
    /// How often it was made to wait.
    pub involuntary_switches: u64,
}

/// How a child ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Its exit code or its signal.
    pub status: ExitStatus,
    /// Whether it ended before it was asked to.
    pub unasked: bool,
    /// What it used up; `None` where the system does not tell.
    pub usage: Option<Usage>,
}

/// A child process; dropped, it is killed. See the [module](self).
#[derive(Debug)]
pub struct Child {
    process: sys::Process,
    mark: String,
    collected: bool,
}

impl Child {
    /// Starts `command`. It is taken whole, so that nothing here keeps its ends of pipes open.
    ///
    /// # Errors
    /// When there is no such program, or it cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<Child> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}.{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let process = sys::Process::spawn(command.env(MARK, &mark))?;
        Ok(Child { process, mark: format!("{MARK}={mark}"), collected: false })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Whether it has ended; what it started may run still.
    pub fn is_over(&mut self) -> bool {
        // Whoever cannot be asked about is dealt with in the end.
        self.process.is_over().unwrap_or(false)
    }

    /// Waits for its end for so long, and says whether that came.
    pub fn is_over_within(&mut self, patience: Duration) -> bool {
        let begin = Instant::now();
        loop {
            if self.is_over() {
                return true;
            }
            if begin.elapsed() >= patience {
                return false;
            }
            thread::sleep(NAP);
        }
    }

    /// Sees to its end: it has `grace` to end by itself, as those do whose reader has left, and as long again once it was
    /// asked to; then it is killed, with all that it started.
    ///
    /// # Errors
    /// When it cannot be waited for.
    pub fn end(mut self, grace: Duration) -> io::Result<Ended> {
        let mut unasked = self.is_over_within(grace);
        if !unasked {
            self.process.urge(Urge::Ask);
            unasked = false;
            let _ = self.is_over_within(grace);
        }
        self.collect().map(|(status, usage)| Ended { status, unasked, usage })
    }

    fn collect(&mut self) -> io::Result<(ExitStatus, Option<Usage>)> {
        self.collected = true;
        // Before it is waited for, so that its number is still its own.
        self.process.urge(Urge::Force);
        let ended = self.process.reap();
        sys::end_strays(&self.mark);
        ended
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.collected {
            let _ = self.collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    const GRACE: Duration = Duration::from_millis(50);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts a script that tells the number of some process in its first line, and gives that.
    fn telling(script: &str) -> (Child, u32) {
        let (reader, writer) = io::pipe().unwrap();
        let mut command = shell(script);
        command.stdout(writer);
        let child = Child::spawn(command).unwrap();
        let mut line = String::new();
        BufReader::new(reader).read_line(&mut line).unwrap();
        (child, line.trim().parse().unwrap())
    }

    /// A process that is over but not waited for by its parent counts as gone.
    #[cfg(target_os = "linux")]
    fn is_alive(process: u32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
    }

    #[test]
    fn a_child_that_ends_by_itself_is_not_hurried() {
        let ended = Child::spawn(shell("exit 7")).unwrap().end(Duration::from_secs(60)).unwrap();
        assert_eq!((ended.status.code(), ended.unasked), (Some(7), true));
    }

    #[test]
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    fn what_it_used_up_is_known() {
        let busy = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";
        let usage = Child::spawn(shell(busy)).unwrap().end(Duration::from_secs(60)).unwrap().usage.unwrap();
        assert!(usage.user > Duration::ZERO && usage.peak_memory > 100_000, "{usage:?}");
    }

    #[test]
    fn a_program_that_there_is_not_is_an_error() {
        let error = Child::spawn(Command::new("/no/such/program")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn who_does_not_listen_is_killed() {
        let (child, process) = telling("trap '' TERM PIPE; echo $$; while :; do sleep 1; done");
        let ended = child.end(GRACE).unwrap();
        assert!(!ended.unasked && ended.status.code().is_none(), "{ended:?}");
        assert!(!is_alive(process));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn dropped_children_are_killed() {
        let (child, process) = telling("echo $$; sleep 1000");
        assert!(is_alive(process));
        drop(child);
        assert!(!is_alive(process));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_child_leaves_behind_goes_too() {
        let (mut child, left) = telling("sleep 1000 >/dev/null & echo $!");
        assert!(child.is_over_within(Duration::from_secs(60)) && is_alive(left));
        child.end(GRACE).unwrap();
        crate_wait(|| !is_alive(left));
    }

    #[test]
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    fn also_what_left_the_group() {
        let (mut child, left) = telling("setsid sh -c 'echo $$; exec sleep 1000 >/dev/null' & wait");
        assert!(!child.is_over() && is_alive(left));
        child.end(GRACE).unwrap();
        assert!(!is_alive(left));
    }

    #[cfg(target_os = "linux")]
    fn crate_wait(condition: impl Fn() -> bool) {
        while !condition() {
            thread::sleep(NAP);
        }
    }
}
