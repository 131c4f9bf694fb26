//! What a platform backend has to know about child processes: their mark, how they are ended, and what they used up.

use std::time::Duration;

/// The variable that marks a child and all that it starts.
pub(crate) const MARK: &str = "GUSH_CHILD";

/// How a child is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Termination {
    /// It is asked to end, and may clean up.
    Graceful,
    /// It is killed.
    Forced,
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
    /// How often it was preempted.
    pub involuntary_switches: u64,
}
