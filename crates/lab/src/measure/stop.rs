//! Why a round is not counted, and how one is asked to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gush_pipe::reason;

/// Asks for the end from elsewhere, as a signal does. The round that is running is not kept.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// What to set to ask for the end.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a round is not counted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    /// It was asked to stop.
    Asked,
    /// It failed, and why.
    Error(String),
}

impl StopReason {
    /// That something failed, with the system's reason.
    pub(super) fn of(what: &str, error: &io::Error) -> StopReason {
        StopReason::Error(format!("{what}: {}", reason(error)))
    }
}
