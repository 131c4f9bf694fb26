//! No input makes `gush` panic, hang or use all memory: what once did, and random inputs, all under a limit of memory and of
//! processor time.

use std::path::Path;

use gush_testkit::Program;

mod inputs;
mod known;
mod random;

/// `gush` under limits of its address space and of its processor time, which the shell sets.
fn limited(mebibytes: u64, seconds: u64) -> Program {
    let script = format!("ulimit -v {}; ulimit -t {seconds}; exec \"$0\" \"$@\"", mebibytes << 10);
    Program::new("/bin/sh").args(["-c", &script]).arg(Path::new(env!("CARGO_BIN_EXE_gush")))
}
