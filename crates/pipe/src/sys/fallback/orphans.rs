//! Orphans of children: here they cannot be found.

use std::io;
use std::process::Command;
use std::time::Duration;

use rustix::process::Pid;

/// Starts a child.
pub(crate) fn spawn(command: &mut Command, _mark: &str) -> io::Result<Pid> {
    Ok(Pid::from_child(&command.spawn()?))
}

/// Forgets a child that was waited for: it was not noted.
pub(crate) fn forget(_pid: Pid) {}

/// Gives a child up, which was reported: it is not waited for any more.
pub(crate) fn abandon(_pid: Pid) {}

/// What left the group cannot be found.
pub(crate) fn end_strays(_mark: &str, _timeout: Duration) -> Vec<u32> {
    Vec::new()
}

/// Nobody adopts any.
pub(crate) fn claim_orphans() {}

/// None: what was given up is not noted here.
pub(crate) fn left_running() -> Vec<u32> {
    Vec::new()
}
