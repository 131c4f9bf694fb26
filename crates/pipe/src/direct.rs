//! Files that bypass the system's cache for a while.

use crate::sys;

/// A file goes past the system's cache while this lives. The flag belongs to all who share the opening, and only we asked
/// for it, so it goes when this does.
#[derive(Debug)]
pub struct Direct {
    _flag: sys::Direct,
}

impl Direct {
    pub(crate) fn new(flag: sys::Direct) -> Direct {
        Direct { _flag: flag }
    }
}
