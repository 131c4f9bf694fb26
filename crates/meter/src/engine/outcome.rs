//! How a transfer, or one strategy within it, ended.

use std::io;

/// Why a transfer did not come to its end.
#[derive(Debug)]
pub enum TransferError {
    /// The source could not be read.
    Read(io::Error),
    /// The sink could not be written.
    Write(io::Error),
}

/// Why a transfer came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The source has no more.
    EndOfInput,
    /// The given number of units have passed, or [`Controls::stop`](crate::shared_state::Controls::stop) was called.
    Stopped,
}

/// Why one strategy ended before the transfer did; another one may continue from there.
pub(super) enum StopReason {
    /// The system refuses, or has no more.
    Refused,
    Failed(TransferError),
}

impl From<TransferError> for StopReason {
    fn from(error: TransferError) -> StopReason {
        StopReason::Failed(error)
    }
}
