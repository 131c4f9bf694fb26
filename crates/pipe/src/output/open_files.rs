//! How many files may be open at once.

use crate::sys;

/// Asks the system for at least `wanted` open files in this process, as far as its user may have them, and gives how many
/// there may be.
pub fn open_file_limit(wanted: u64) -> u64 {
    sys::open_file_limit(wanted)
}
