//! Linux: system calls through `rustix`, one thin wrapper each.

mod child;
mod direct;
mod file;
mod input;
mod output;
mod peer;
mod relay;
mod startup;
mod terminal;
mod thread;
mod zero_copy;

pub(crate) use child::{Process, claim_orphans, end_strays, left_running};
pub(crate) use direct::Direct;
pub(crate) use file::{
    hold, identity, inherit, link, lock_file, names_in, new_file_permissions, remove_abandoned, sync_folder,
    unlock_file, unnamed_file,
};
pub(crate) use input::Input;
pub(crate) use output::{Output, PIPE_STEP, close_stdout, own_descriptor};
pub(crate) use peer::{is_own, own_id, owns};
pub(crate) use relay::Relay;
pub(crate) use startup::{ignore_write_signals, is_ignored, restore_sigpipe, was_open};
pub(crate) use terminal::{is_foreground, terminal_size};
pub(crate) use thread::{Affinity, empty_call, processor_time};
pub(crate) use zero_copy::{FRAGMENT, Pipe, Socket, VmSplicer};
