//! How many files a process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Asks for at least this many open files, and gives how many there may be.
pub(crate) fn open_file_limit(wanted: u64) -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let (Some(current), most) = (limit.current, limit.maximum.unwrap_or(u64::MAX)) else { return u64::MAX };
    let raised = wanted.min(most);
    if current >= raised {
        return current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum: limit.maximum }) {
        Ok(()) => raised,
        Err(_) => current,
    }
}
