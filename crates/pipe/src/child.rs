//! A child process that is measured: what it used up, and that nothing of it is left when it is over.
//!
//! It leads a process group of its own, and dies with the thread that started it where the system can do that. What it
//! starts and leaves becomes a child of this process on Linux, and is ended too, even when it has left the group and
//! the session. A mark in the environment shows whose it is; without one it is found only in a process that
//! [claims](claim_orphans) all orphans. A process that cannot be killed, as one of another user, is left running after a
//! while, and reported.

use std::fmt;
use std::io;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{MARK, Termination};
use crate::sys;

pub use crate::process::Usage;

/// How often a child is looked at while its end is awaited.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// How long to wait for the end of a process that was killed. One that is of another user cannot be.
const TIMEOUT: Duration = Duration::from_secs(2);

/// How a child ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Its exit code or its signal.
    pub status: ExitStatus,
    /// Whether it ended before it was asked to.
    pub unasked: bool,
    /// What it used up; `None` where the system does not report it.
    pub usage: Option<Usage>,
    /// Processes that it started and that could not be ended: they are left running.
    pub left: Vec<u32>,
}

/// A process that could not be ended and is left running.
#[derive(Clone, Copy, Debug)]
pub struct LeftRunning(pub u32);

impl fmt::Display for LeftRunning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} cannot be ended (it may be another user's) and is left running", self.0)
    }
}

impl std::error::Error for LeftRunning {}

/// Declares that this process starts others by [`Child::spawn`] alone, or leaves them in its own process group. Whatever else
/// is among its children is then an orphan that one of these left, and is ended with the next one that ends, also where
/// it has an environment without the mark. Libraries must not call this: it is for the main program.
pub fn claim_orphans() {
    sys::orphans::claim_orphans();
}

/// The processes that were started by a child of any thread, could not be ended, and still run.
pub fn left_running() -> Vec<u32> {
    sys::orphans::left_running()
}

/// Sends a signal to the process with this ID, which must be a child that nobody has waited for yet. Nothing happens where
/// there is no such process or signal.
pub fn send_signal(id: u32, signal: i32) {
    sys::send_signal(id, signal);
}

/// A child process; dropped, it is killed. See the [module](self).
#[derive(Debug)]
pub struct Child {
    process: sys::Process,
    mark: String,
    collected: bool,
}

impl Child {
    /// Starts `command`, and consumes it, so that nothing here keeps its ends of pipes open.
    ///
    /// # Errors
    /// When there is no such program, or it cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<Child> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}.{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.env(MARK, &mark);
        let mark = format!("{MARK}={mark}");
        let process = sys::Process::spawn(&mut command, &mark)?;
        Ok(Child { process, mark, collected: false })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Whether it has ended; what it started may run still.
    pub fn is_over(&mut self) -> bool {
        // What cannot be asked about now is dealt with in `end`.
        self.process.is_over().unwrap_or(false)
    }

    /// Waits for its end, at most for `timeout`; whether that came.
    pub fn is_over_within(&mut self, timeout: Duration) -> bool {
        let begin = Instant::now();
        loop {
            if self.is_over() {
                return true;
            }
            if begin.elapsed() >= timeout {
                return false;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Sees to its end: it has `grace` to end by itself, as those do whose reader has left, and as long again once it was
    /// asked to; then it is killed, with all that it started.
    ///
    /// # Errors
    /// When it cannot be waited for, or does not end even when it is killed: [`LeftRunning`].
    pub fn end(mut self, grace: Duration) -> io::Result<Ended> {
        let unasked = self.is_over_within(grace);
        if !unasked {
            self.process.signal(Termination::Graceful);
            let _ = self.is_over_within(grace);
        }
        self.collect(unasked)
    }

    fn collect(&mut self, unasked: bool) -> io::Result<Ended> {
        self.collected = true;
        // Before it is waited for, so that its number is still its own.
        self.process.signal(Termination::Forced);
        let ended = match self.is_gone() {
            true => self.process.reap(),
            false => {
                self.process.abandon();
                Err(io::Error::new(io::ErrorKind::TimedOut, LeftRunning(self.id())))
            }
        };
        let left = sys::orphans::end_strays(&self.mark, TIMEOUT);
        ended.map(|(status, usage)| Ended { status, unasked, usage, left })
    }

    /// Waits for the end of one that was killed; one that cannot be asked about is gone.
    fn is_gone(&mut self) -> bool {
        let begin = Instant::now();
        while !self.process.is_over().unwrap_or(true) {
            if begin.elapsed() >= TIMEOUT {
                return false;
            }
            thread::sleep(POLL_INTERVAL);
        }
        true
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.collected {
            let _ = self.collect(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_os = "linux")]
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    #[cfg(target_os = "linux")]
    const GRACE: Duration = Duration::from_millis(50);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts a script that prints the number of some process in its first line, and returns that number.
    #[cfg(target_os = "linux")]
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
        crate::procfs::is_running(process)
    }

    #[test]
    fn a_child_that_ends_by_itself_is_not_hurried() {
        let _alone = alone();
        let ended = Child::spawn(shell("exit 7")).unwrap().end(Duration::from_secs(60)).unwrap();
        assert_eq!((ended.status.code(), ended.unasked), (Some(7), true));
    }

    #[test]
    fn what_it_used_up_is_known() {
        let _alone = alone();
        let busy = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";
        let usage = Child::spawn(shell(busy)).unwrap().end(Duration::from_secs(60)).unwrap().usage.unwrap();
        assert!(usage.user > Duration::ZERO && usage.peak_memory > 100_000, "{usage:?}");
    }

    #[test]
    fn a_program_that_there_is_not_is_an_error() {
        let _alone = alone();
        let error = Child::spawn(Command::new("/no/such/program")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn who_does_not_listen_is_killed() {
        let _alone = alone();
        let (child, process) = telling("trap '' TERM PIPE; echo $$; while :; do sleep 1; done");
        let ended = child.end(GRACE).unwrap();
        assert!(!ended.unasked && ended.status.code().is_none(), "{ended:?}");
        assert!(!is_alive(process));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn dropped_children_are_killed() {
        let _alone = alone();
        let (child, process) = telling("echo $$; sleep 1000");
        assert!(is_alive(process));
        drop(child);
        assert!(!is_alive(process));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_child_leaves_behind_goes_too() {
        let _alone = alone();
        let (mut child, left) = telling("sleep 1000 >/dev/null & echo $!");
        assert!(child.is_over_within(Duration::from_secs(60)) && is_alive(left));
        child.end(GRACE).unwrap();
        crate_wait(|| !is_alive(left));
    }

    #[test]
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    fn also_what_left_the_group() {
        let _alone = alone();
        let (mut child, left) = telling("setsid sh -c 'echo $$; exec sleep 1000 >/dev/null' & wait");
        assert!(!child.is_over() && is_alive(left));
        child.end(GRACE).unwrap();
        assert!(!is_alive(left));
    }

    #[test]
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    fn also_what_left_the_session_with_an_environment_of_its_own() {
        let _alone = alone();
        claim_orphans();
        // The second one is found only once the first is gone.
        let inner = "echo \\$\\$; exec sleep 1000 >/dev/null";
        let script = format!("env -i setsid sh -c \"setsid sh -c '{inner}' & wait\" & wait");
        let (child, left) = telling(&script);
        assert_eq!(child.end(GRACE).unwrap().left, [0; 0]);
        assert!(!is_alive(left));
    }

    #[test]
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    fn children_of_others_are_spared() {
        let _alone = alone();
        let (mut other, left) = telling("setsid sh -c 'echo $$; exec sleep 1000 >/dev/null' &");
        assert!(other.is_over_within(Duration::from_secs(60)));
        // A process has no environment, and so no mark, at the moment in which it becomes another program.
        crate_wait(|| {
            std::fs::read_to_string(format!("/proc/{left}/comm")).is_ok_and(|name| name == "sleep\n")
        });
        let plain = Command::new("sleep").arg("1000").spawn().unwrap();
        let (child, own) = telling("echo $$; exec sleep 1000 >/dev/null");
        child.end(GRACE).unwrap();
        assert_eq!([own, left, plain.id()].map(is_alive), [false, true, true]);
        other.end(GRACE).unwrap();
        assert_eq!([left, plain.id()].map(is_alive), [false, true]);
        let mut plain = plain;
        plain.kill().unwrap();
        plain.wait().unwrap();
    }

    /// One at a time: orphans come to the process, not to a test, so the end of one test's child would take another's.
    fn alone() -> std::sync::MutexGuard<'static, ()> {
        static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
        ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    #[cfg(target_os = "linux")]
    fn crate_wait(condition: impl Fn() -> bool) {
        while !condition() {
            thread::sleep(POLL_INTERVAL);
        }
    }
}
