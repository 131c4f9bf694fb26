//! What the parent handed over, noted by a function that the loader runs before the Rust runtime does.
#![expect(unsafe_code, reason = "a function that the loader calls, and sigaction")]

use std::io;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

static SIGPIPE_WAS_IGNORED: AtomicBool = AtomicBool::new(false);
static STDIN_WAS_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);
static STDERR_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The loader calls every function in this section before `main`, and so before the runtime's own start.
// SAFETY: an entry of such a section has to be a function of the C ABI, which `note` is. The arguments that some C
// libraries pass are in registers, and ignored.
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static NOTE: extern "C" fn() = note;

extern "C" fn note() {
    STDIN_WAS_CLOSED.store(is_closed(libc::STDIN_FILENO), Ordering::Relaxed);
    STDOUT_WAS_CLOSED.store(is_closed(libc::STDOUT_FILENO), Ordering::Relaxed);
    STDERR_WAS_CLOSED.store(is_closed(libc::STDERR_FILENO), Ordering::Relaxed);
    SIGPIPE_WAS_IGNORED.store(is_ignored(libc::SIGPIPE), Ordering::Relaxed);
}

fn is_closed(fd: libc::c_int) -> bool {
    // SAFETY: asking for a descriptor's flags touches no memory and is allowed for any number.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
    // Only EBADF means closed; a sandbox that refuses the question does not.
    flags == -1 && io::Error::last_os_error().raw_os_error() == Some(libc::EBADF)
}

pub(crate) fn is_ignored(signal: libc::c_int) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: a null new action only asks; the old one is written to memory of the right type.
    let asked = unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) };
    // SAFETY: all bits zero are a valid `sigaction`, so it is initialised whether the call wrote to it or not.
    let action = unsafe { action.assume_init() };
    asked == 0 && action.sa_sigaction == libc::SIG_IGN
}

pub(crate) fn restore_sigpipe() {
    if !SIGPIPE_WAS_IGNORED.load(Ordering::Relaxed) {
        // SAFETY: the default action runs no code of ours.
        unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    }
}

pub(crate) fn ignore_write_signals() {
    for signal in [libc::SIGPIPE, libc::SIGXFSZ] {
        // SAFETY: an ignored signal runs no code at all.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

/// Fails where a descriptor from 0 to 2 was closed at the start; the runtime has put `/dev/null` there since.
pub(crate) fn was_open(fd: libc::c_int) -> io::Result<()> {
    let noted = match fd {
        libc::STDIN_FILENO => &STDIN_WAS_CLOSED,
        libc::STDOUT_FILENO => &STDOUT_WAS_CLOSED,
        libc::STDERR_FILENO => &STDERR_WAS_CLOSED,
        _ => return Ok(()),
    };
    if noted.load(Ordering::Relaxed) { Err(io::Error::from_raw_os_error(libc::EBADF)) } else { Ok(()) }
}
