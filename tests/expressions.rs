//! Columns that are computed from others: `expr`, hidden columns, and what PostgreSQL says of the same expressions.
#![cfg(unix)]

use gush_testkit::Program;

mod expressions {
    mod postgres;
}

/// `gush rows` with a fixed seed, a fixed now and these arguments, of which expressions are one each.
fn seeded(options: &str, columns: &[&str]) -> Program {
    let rows = Program::new(env!("CARGO_BIN_EXE_gush")).words("rows --seed 7 --now 2024-05-06");
    rows.words(options).args(columns)
}
