//! A program while it runs.

use crate::capture::Capture;
use crate::stream::set_size;
use crate::wait::nap;
use crate::{End, Outcome, Scratch, Signal, sys, wait_until};
use rustix::process::{Pid, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// All that belongs to a program that has just been started.
pub(crate) struct Started {
    pub child: Child,
    pub what: String,
    pub stdout: Option<Capture>,
    pub stderr: Option<Capture>,
    pub terminal: Option<OwnedFd>,
    /// Held open as long as it runs.
    pub _stdin_kept: Option<OwnedFd>,
    pub over: Arc<AtomicBool>,
    pub log: Option<Scratch>,
    pub floor: u64,
    pub timeout: Duration,
}

/// A program that runs. Dropping it kills it.
pub struct Running {
    started: Started,
    pid: Pid,
    deadline: Instant,
    end: Option<(End, u64)>,
}

impl From<Started> for Running {
    fn from(started: Started) -> Self {
        let pid = Pid::from_child(&started.child);
        let deadline = Instant::now() + started.timeout;
        Self { started, pid, deadline, end: None }
    }
}

impl Running {
    /// Sends it a signal.
    ///
    /// # Panics
    /// When it is already gone.
    #[track_caller]
    pub fn signal(&self, signal: Signal) {
        assert!(!self.is_over(), "{} is over already: no signal can reach it", self.started.what);
        kill_process(self.pid, signal).expect("a running child takes signals");
    }

    /// Gives the terminal that its standard error is another size, and signals the change to all that it has started.
    ///
    /// # Panics
    /// When its standard error is no terminal.
    #[track_caller]
    pub fn resize(&self, columns: u16, rows: u16) {
        let terminal = self.started.terminal.as_ref().expect("standard error is a terminal");
        set_size(terminal, columns, rows).expect("a terminal can have any size");
        kill_process_group(self.pid, Signal::WINCH).expect("a running child takes signals");
    }

    /// Waits until at least n bytes have come from its standard output.
    ///
    /// # Panics
    /// When it ends without that.
    #[track_caller]
    pub fn wait_for_output(&self, bytes: usize) {
        let stdout = self.started.stdout.as_ref().expect("standard output is captured");
        wait_until("output", || {
            let over = stdout.is_over();
            let came = stdout.so_far();
            assert!(came >= bytes || !over, "{}: over after {came} bytes", self.started.what);
            came >= bytes
        });
    }

    /// Its standard error so far.
    #[must_use]
    pub fn errors_so_far(&self) -> String {
        let came = self.started.stderr.as_ref().map(Capture::peek).unwrap_or_default();
        String::from_utf8_lossy(&came).into_owned()
    }

    /// Whether it sleeps in a system call at this moment, as one that waits does. Known on Linux only.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.state_is(" S")
    }

    /// Whether a signal has stopped it. Known on Linux only.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state_is(" T")
    }

    fn state_is(&self, letter: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid.as_raw_nonzero()));
        stat.is_ok_and(|stat| stat.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(letter)))
    }

    /// Whether a fault that was asked for has come by now.
    #[must_use]
    pub fn had_fault(&self) -> bool {
        let calls = self.started.log.as_ref().map(|log| std::fs::read(log.path("calls")).unwrap_or_default());
        String::from_utf8_lossy(&calls.unwrap_or_default()).contains("(INJECTED)")
    }

    /// How many bytes it has written so far, to whatever it was. Known on Linux only.
    #[must_use]
    pub fn written(&self) -> Option<u64> {
        let io = std::fs::read_to_string(format!("/proc/{}/io", self.pid.as_raw_nonzero())).ok()?;
        io.lines().find_map(|line| line.strip_prefix("wchar: ")?.parse().ok())
    }

    /// Whether it has ended. It stays a zombie until it is [finished](Self::finish), so that its number
    /// cannot become another process's.
    ///
    /// # Panics
    /// When the system does not know.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.end.is_some()
            || waitid(WaitId::Pid(self.pid), look).expect("an own child can be waited for").is_some()
    }

    /// Waits for its end.
    ///
    /// # Panics
    /// When it hangs, or when a fault was asked for and the call concerned never came.
    #[track_caller]
    pub fn finish(mut self) -> Outcome {
        while !self.is_over() {
            if Instant::now() > self.deadline {
                let (what, timeout) = (self.started.what.clone(), self.started.timeout);
                drop(self);
                panic!("{what}: still running after {timeout:?}: killed");
            }
            nap();
        }
        let (end, peak) = self.stop();
        let take = |capture: Option<Capture>| capture.map(Capture::finish).unwrap_or_default();
        let (out, err) = (take(self.started.stdout.take()), take(self.started.stderr.take()));
        self.check_faults(&err.bytes);
        Outcome::new(std::mem::take(&mut self.started.what), end, out, err.bytes, [peak, self.started.floor])
    }

    /// A fault that was never injected would make a test that cannot fail.
    #[track_caller]
    fn check_faults(&self, stderr: &[u8]) {
        let Some(log) = &self.started.log else { return };
        let calls = String::from_utf8_lossy(&log.read("calls")).into_owned();
        assert!(
            calls.contains("(INJECTED)"),
            "{}: the call that should have failed never came\nstderr: {}\ncalls:\n{calls}",
            self.started.what,
            String::from_utf8_lossy(stderr),
        );
    }

    /// Ends all that is left of it: the program itself and whatever it started.
    fn stop(&mut self) -> (End, u64) {
        *self.end.get_or_insert_with(|| {
            // On some systems a group of zombies cannot be killed, which is all the better.
            let _ = kill_process_group(self.pid, Signal::KILL);
            let end = sys::reap(self.pid).expect("an own child can be waited for");
            self.started.over.store(true, Ordering::Release);
            end
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}
