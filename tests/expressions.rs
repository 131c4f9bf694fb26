//! Columns that are computed from others: `expr`, hidden columns, and PostgreSQL's results for the same expressions.

use gush_testkit::{Outcome, Program, Scratch};

mod columns;
mod diagnostics;
mod intervals;
mod json;
mod postgres;
mod random_types;

/// `gush rows` with a fixed seed, a fixed now and these arguments, of which expressions are one each.
fn seeded(options: &str, columns: &[&str]) -> Program {
    let rows = Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7 --now 2024-05-06");
    rows.arg_line(options).args(columns)
}

/// The same, which must succeed in silence.
#[track_caller]
fn rows(options: &str, columns: &[&str]) -> Outcome {
    seeded(options, columns).run().ok().silent()
}

/// The rows of a schema file, which must come without any message.
#[track_caller]
fn of_schema(options: &str, schema: &str) -> Outcome {
    let scratch = Scratch::new();
    scratch.write("s.toml", schema);
    seeded(options, &["--schema", "s.toml"]).within(scratch.folder()).run().ok().silent()
}
