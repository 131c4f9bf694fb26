//! What a transfer, or one way of moving bytes, came to.

use std::io;

/// Why a transfer did not come to its end.
#[derive(Debug)]
pub enum Trouble {
    /// The source could not be read.
    Read(io::Error),
    /// The sink could not be written.
    Write(io::Error),
}

/// Why a transfer came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The source has no more.
    Dry,
    /// So many units have passed as were asked for, or [`Gauge::stop`](crate::Gauge::stop) was called.
    Stopped,
}

/// Why one way ended before the transfer did; another way may continue from there.
pub(super) enum StopReason {
    /// The system refuses, or has no more.
    Refused,
    Trouble(Trouble),
}

impl From<Trouble> for StopReason {
    fn from(trouble: Trouble) -> StopReason {
        StopReason::Trouble(trouble)
    }
}
