//! Waiting for something to become true, with a limit that only a hang can reach.

use std::time::{Duration, Instant};

/// How long anything may take before it counts as hung. A safety net, not a measurement: far above what
/// the slowest machine needs.
pub(crate) const HUNG_AFTER: Duration = Duration::from_secs(300);

/// Waits until `ready` is true.
///
/// # Panics
/// When it has not come true after five minutes: the test hangs.
#[track_caller]
pub fn wait_until(what: &str, mut ready: impl FnMut() -> bool) {
    let start = Instant::now();
    while !ready() {
        assert!(start.elapsed() < HUNG_AFTER, "waited {HUNG_AFTER:?} in vain for: {what}");
        nap();
    }
}

/// The pause between two looks.
pub(crate) fn nap() {
    std::thread::sleep(Duration::from_millis(1));
}
