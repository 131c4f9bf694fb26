//! What all Unix systems have, through `rustix` and `libc`: descriptors, files and their locks, signals, children.

mod child;
mod command_line;
mod file;
mod input;
mod open_files;
mod output;
mod peer;
mod startup;
mod terminal;

pub(crate) use child::{Process, send_signal};
pub(crate) use command_line::CommandLine;
pub(crate) use file::{
    hold, identity, inherit, lock_file, names_in, new_file_permissions, remove_abandoned, sync_folder,
    try_lock_file, unlock_file,
};
pub(crate) use input::Input;
pub(crate) use open_files::open_file_limit;
pub(crate) use output::{Output, close_stdout, own_descriptor};
pub(crate) use peer::{own_id, owns};
pub(crate) use startup::{ignore_write_signals, is_ignored, restore_sigpipe, was_open};
pub(crate) use terminal::{is_foreground, stdout_size, terminal_size};
