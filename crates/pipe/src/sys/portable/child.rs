//! Child processes by the standard library alone: what they use up is not known.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::process::{Termination, Usage};

/// A child that leads a process group.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn spawn(command: &mut Command, _mark: &str) -> io::Result<Process> {
        command.process_group(0).spawn().map(Process)
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    pub(crate) fn is_over(&mut self) -> io::Result<bool> {
        Ok(self.0.try_wait()?.is_some())
    }

    /// The standard library does not speak to groups; a program that does is on every Unix.
    pub(crate) fn signal(&self, termination: Termination) {
        let signal = match termination {
            Termination::Graceful => "TERM",
            Termination::Forced => "KILL",
        };
        let group = format!("-{}", self.0.id());
        let mut kill = Command::new("kill");
        kill.args(["-s", signal, "--", &group])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // That nobody is there any more is all the better.
        let _ = kill.status();
    }

    /// Nobody waits for it any more.
    pub(crate) fn abandon(&self) {}

    pub(crate) fn reap(&mut self) -> io::Result<(ExitStatus, Option<Usage>)> {
        // Where there is no such program, at least the child itself goes.
        let _ = self.0.kill();
        self.0.wait().map(|status| (status, None))
    }
}

/// What left the group cannot be found.
pub(crate) fn end_strays(_mark: &str, _patience: Duration) -> Vec<u32> {
    Vec::new()
}

/// Nobody adopts any.
pub(crate) fn claim_orphans() {}

/// Whoever was given up was reported then.
pub(crate) fn left_running() -> Vec<u32> {
    Vec::new()
}
