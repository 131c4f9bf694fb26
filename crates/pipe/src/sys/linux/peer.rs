//! Users, by the kernel's word.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;

use rustix::net::sockopt::socket_peercred;
use rustix::process::geteuid;

pub(crate) fn own_id() -> u32 {
    geteuid().as_raw()
}

pub(crate) fn owns(file: &Metadata) -> bool {
    file.uid() == own_id()
}

pub(crate) fn is_own(socket: &UnixStream) -> bool {
    socket_peercred(socket).is_ok_and(|peer| peer.uid == geteuid() || peer.uid.is_root())
}
