//! How a run of the pump ends.

/// How a run without an error ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every part was written.
    Done,
    /// [`Watch::stop`](super::Watch::stop) ended it earlier. What was written are all parts from the first one on, and maybe pieces of the next.
    Stopped,
}
