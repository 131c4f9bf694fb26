//! Who is at the other end of a socket, by the kernel's record.

use std::os::unix::net::UnixStream;

use rustix::net::sockopt::socket_peercred;
use rustix::process::geteuid;

pub(crate) fn is_own(socket: &UnixStream) -> bool {
    socket_peercred(socket).is_ok_and(|peer| peer.uid == geteuid() || peer.uid.is_root())
}
