//! The terminals on standard error and standard output.

use std::io::{stderr, stdout};
use std::os::fd::AsFd;

use rustix::process::getpgrp;
use rustix::termios::{tcgetpgrp, tcgetwinsize};

/// Columns and rows of the terminal on standard error, where there is one that knows.
pub(crate) fn terminal_size() -> Option<(u16, u16)> {
    size_of(stderr())
}

/// The same of the terminal on standard output.
pub(crate) fn stdout_size() -> Option<(u16, u16)> {
    size_of(stdout())
}

fn size_of(stream: impl AsFd) -> Option<(u16, u16)> {
    let size = tcgetwinsize(stream).ok()?;
    (size.ws_col > 0 && size.ws_row > 0).then_some((size.ws_col, size.ws_row))
}

/// Whether we may write to standard error without disturbing the process group that has the terminal.
pub(crate) fn is_foreground() -> bool {
    // What is no terminal, or not the one that controls us, belongs to no other process group.
    tcgetpgrp(stderr()).map_or(true, |group| group == getpgrp())
}
