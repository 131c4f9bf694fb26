//! The door to the operating system: the same signatures on every platform, and no other file of the crate asks which
//! one it is. `linux` speaks to the kernel; `portable` is the standard library alone.

#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod linux;
#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub(crate) use linux::{
    Affinity, Direct, FRAGMENT, Input, Output, PIPE_STEP, Pipe, Relay, Socket, VmSplicer, empty_call,
    ignore_write_signals, inherit, is_foreground, is_ignored, new_file_permissions, own_id, owns,
    processor_time, restore_sigpipe, stdout_was_closed, terminal_size,
};
#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub(crate) use linux::{Process, claim_orphans, end_strays, is_own, left_running};

#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod portable;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
pub(crate) use portable::{
    Affinity, Direct, FRAGMENT, Input, Output, PIPE_STEP, Pipe, Relay, Socket, VmSplicer, empty_call,
    ignore_write_signals, inherit, is_foreground, is_ignored, new_file_permissions, own_id, owns,
    processor_time, restore_sigpipe, stdout_was_closed, terminal_size,
};
#[cfg(all(unix, not(all(target_os = "linux", not(feature = "portable")))))]
pub(crate) use portable::{Process, claim_orphans, end_strays, is_own, left_running};
