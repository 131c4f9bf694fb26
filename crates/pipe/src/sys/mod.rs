//! The operating system: the same signatures on every platform, and no other file of the crate asks which one it is.
//!
//! | system | backend |
//! |---|---|
//! | Linux | `unix` and `linux` |
//! | macOS and every other Unix, and Linux with the feature `portable` | `unix` and `fallback` |
//! | Windows | `windows` and `fallback` |

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{
    CommandLine, Input, Output, Process, close_stdout, hold, identity, ignore_write_signals, inherit,
    is_foreground, is_ignored, lock_file, names_in, new_file_permissions, open_file_limit, own_descriptor,
    own_id, owns, remove_abandoned, restore_sigpipe, send_signal, stdout_size, sync_folder, terminal_size,
    try_lock_file, unlock_file, was_open,
};

#[cfg(not(unix))]
mod windows;
#[cfg(not(unix))]
pub(crate) use windows::{
    CommandLine, Input, Output, close_stdout, hold, identity, ignore_write_signals, inherit, is_foreground,
    is_ignored, lock_file, names_in, new_file_permissions, open_file_limit, own_descriptor, own_id, owns,
    remove_abandoned, restore_sigpipe, stdout_size, sync_folder, terminal_size, try_lock_file, unlock_file,
    was_open,
};

#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod linux;
#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub(crate) use linux::{
    Affinity, Direct, Enlarged, FRAGMENT, PIPE_STEP, Pipe, Relay, Socket, VmSplicer, empty_call, is_own,
    is_shared, link, orphans, processor_time, unnamed_file,
};

#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod fallback;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
pub(crate) use fallback::{
    Affinity, Direct, Enlarged, FRAGMENT, PIPE_STEP, Pipe, Relay, Socket, VmSplicer, empty_call, link,
    processor_time, unnamed_file,
};
#[cfg(all(unix, not(all(target_os = "linux", not(feature = "portable")))))]
pub(crate) use fallback::{is_own, is_shared, orphans};
