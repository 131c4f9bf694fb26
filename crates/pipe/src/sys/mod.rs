//! The door to the operating system: the same signatures on every platform, and no other file of the crate asks which
//! one it is. `linux` speaks to the kernel; `portable` is the standard library alone.

#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod linux;
#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub(crate) use linux::{
    Affinity, Direct, FRAGMENT, Input, Output, PIPE_STEP, Pipe, Relay, Socket, VmSplicer, close_stdout,
    empty_call, hold, identity, ignore_write_signals, inherit, is_foreground, is_ignored, link, lock_file,
    names_in, new_file_permissions, own_descriptor, own_id, owns, processor_time, remove_abandoned,
    restore_sigpipe, sync_folder, terminal_size, unlock_file, unnamed_file, was_open,
};
#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub(crate) use linux::{Process, claim_orphans, end_strays, is_own, left_running};

#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod portable;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
pub(crate) use portable::{
    Affinity, Direct, FRAGMENT, Input, Output, PIPE_STEP, Pipe, Relay, Socket, VmSplicer, close_stdout,
    empty_call, hold, identity, ignore_write_signals, inherit, is_foreground, is_ignored, link, lock_file,
    names_in, new_file_permissions, own_descriptor, own_id, owns, processor_time, remove_abandoned,
    restore_sigpipe, sync_folder, terminal_size, unlock_file, unnamed_file, was_open,
};
#[cfg(all(unix, not(all(target_os = "linux", not(feature = "portable")))))]
pub(crate) use portable::{Process, claim_orphans, end_strays, is_own, left_running};
