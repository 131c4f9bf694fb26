//! Waiting for other programs that have the file.

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::ErrorCode;

use super::fault::Fault;
use super::job::Load;

/// How long to wait for other programs before rows are made, and when to say that the end waits for them.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);
/// How often to try.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Tries until the file is free, but no longer than `TIMEOUT`.
pub(super) fn wait<T>(load: &Load<'_>, attempt: impl FnMut() -> rusqlite::Result<T>) -> Result<T, Fault> {
    poll(load, attempt, |waited| waited < TIMEOUT)
}

/// Tries until the file is free: what was made is not given up because another program reads. After `TIMEOUT`, a note says so.
pub(super) fn wait_to_commit<T>(
    load: &Load<'_>,
    attempt: impl FnMut() -> rusqlite::Result<T>,
) -> Result<T, Fault> {
    let mut is_noted = false;
    poll(load, attempt, |waited| {
        if waited >= TIMEOUT && !is_noted {
            is_noted = true;
            load.progress.note(&format!(
                "{}: all rows are made; waiting to commit them until another program has read what it reads",
                load.path
            ));
        }
        true
    })
}

/// Tries while the file is locked, for as long as `may_wait` of the time that has passed, and nobody asks for the end.
fn poll<T>(
    load: &Load<'_>,
    mut attempt: impl FnMut() -> rusqlite::Result<T>,
    mut may_wait: impl FnMut(Duration) -> bool,
) -> Result<T, Fault> {
    let start = Instant::now();
    loop {
        match attempt() {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                if load.progress.is_stopped() {
                    return Err(Fault::Stopped);
                }
                if !may_wait(start.elapsed()) {
                    return Err(error.into());
                }
                thread::sleep(POLL_INTERVAL);
            }
            other => return other.map_err(Fault::from),
        }
    }
}
