//! Drives templates from outside: against Go's own `text/template`, by the command line, and by the documentation.

use gush_testkit::{Outcome, Program};

mod command;
mod conformance;
mod docs;

/// `gush rows` with a fixed seed and a fixed now.
fn rows(sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7 --now 2024-05-06").arg_line(sentence)
}

/// The rows that a template makes, which must succeed in silence.
#[track_caller]
fn generated(sentence: &str, template: &str) -> Outcome {
    rows(sentence).args(["-e", template]).run().ok().silent()
}
