//! Windows, and whatever else is no Unix: the standard library alone.

mod command_line;
mod handles;
mod input;
mod output;
mod system;

pub(crate) use command_line::CommandLine;
pub(crate) use input::Input;
pub(crate) use output::Output;
pub(crate) use system::{
    close_stdout, hold, identity, ignore_write_signals, inherit, is_foreground, is_ignored, lock_file,
    names_in, new_file_permissions, open_file_limit, own_descriptor, own_id, owns, remove_abandoned,
    restore_sigpipe, stdout_size, sync_folder, terminal_size, try_lock_file, unlock_file, was_open,
};
