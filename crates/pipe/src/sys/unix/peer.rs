//! Users, by the kernel's record.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

use rustix::process::geteuid;

pub(crate) fn own_id() -> u32 {
    geteuid().as_raw()
}

pub(crate) fn owns(file: &Metadata) -> bool {
    file.uid() == own_id()
}
