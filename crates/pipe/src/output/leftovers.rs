//! What runs that were killed have left behind.

use std::fs;
use std::path::Path;

use super::part::{PREFIX, SUFFIX};
use crate::sys;

/// A folder of more entries than this is not searched to its end: a run should start at once.
const MOST_ENTRIES: usize = 100_000;

/// Removes the parts in `folder` that nobody is writing. Whatever cannot be removed stays: that is no reason not to write
/// another file.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.take(MOST_ENTRIES).flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            let _ = sys::remove_abandoned(&folder.join(name));
        }
    }
}
