//! Signals while other threads work: Python sees them in its main thread only, and only when asked.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often a wait for work looks for signals.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Does work in a thread of its own, while Python runs on and this thread looks for signals. The first one asks the work to `stop`.
///
/// # Errors
/// What the signal raised, once the work has ended.
///
/// # Panics
/// If the work does.
pub fn watched<T: Send>(py: Python<'_>, stop: impl Fn(), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let mut signal = Ok(());
    let ended = thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            py.detach(|| thread::sleep(POLL_INTERVAL));
            if signal.is_ok() {
                signal = py.check_signals().inspect_err(|_| stop());
            }
        }
        worker.join()
    });
    signal?;
    Ok(ended.unwrap_or_else(|panic| resume_unwind(panic)))
}
