//! The program `gush`: see the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    gush_pipe::sigpipe::restore();
    gush::run(std::env::args_os().collect())
}
