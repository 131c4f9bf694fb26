//! Unfinished files of runs that were killed.

use std::path::Path;

use super::part::{PREFIX, SUFFIX};
use crate::sys;

/// A folder of more entries than this is not searched to its end: a run should start at once.
const MAX_ENTRIES: usize = 100_000;

/// Removes the parts in `folder` that no process is writing: files of this crate, and others of the same form (a name that begins with `.gush-` and
/// ends with `.part`, with a shared lock for as long as it is written). Whatever cannot be removed stays: that is no reason not to write
/// another file.
pub fn sweep(folder: &Path) {
    let is_part = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    for name in sys::names_in(folder, MAX_ENTRIES, is_part) {
        let _ = sys::remove_abandoned(&folder.join(name));
    }
}
