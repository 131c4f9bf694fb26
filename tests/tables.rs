//! Drives `gush rows --schema` with several tables from outside: keys refer to rows and totals are right in every output.

use gush_testkit::{Outcome, Program, Scratch};

mod against;
mod against_classes;
mod against_names;
mod against_nulls;
mod against_sqlite;
mod against_totals;
mod checked;
mod circles;
mod classes;
mod computed_keys;
mod determinism;
mod diagnostics;
mod examples;
mod followers;
mod given;
mod in_sqlite;
mod index_names;
mod links;
mod lists;
mod load;
mod owners;
mod promises;
mod row_checks;
mod runs;
mod same_rows;
mod shards;
mod siblings;
mod taken_names;
mod totals;
mod trees;

/// Whether gush was built with the portable backend, which leaves the parts of killed runs alone.
const PORTABLE: bool = cfg!(any(feature = "portable", not(target_os = "linux")));

/// `gush rows` with these arguments in a scratch folder.
fn within(scratch: &Scratch, sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg("rows").arg_line(sentence).within(scratch.folder())
}

/// The same, which must succeed in silence.
#[track_caller]
fn generated(scratch: &Scratch, sentence: &str) -> Outcome {
    within(scratch, sentence).run().ok().silent()
}

/// A scratch folder with a schema file in it, called `s.toml`.
fn schema(text: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write("s.toml", text);
    scratch
}

/// A shop: every kind of column that reads others, keys of one column and of two.
const SHOP: &str = include_str!("tables/shop.toml");

/// The fields of each row of a table, as csv without anything quoted.
#[track_caller]
fn table(scratch: &Scratch, name: &str) -> Vec<Vec<String>> {
    let run = generated(scratch, &format!("--schema s.toml --table {name} -f csv"));
    run.lines().iter().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}
