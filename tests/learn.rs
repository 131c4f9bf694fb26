//! Drives `gush learn` from outside: definitions of three dialects, live databases and files of rows become schema files.

mod command;
mod databases;
mod divided;
mod documents;
mod files;
mod loads;
mod messy;
mod real;
mod relations;
mod secrets;
mod typed;
mod updates;

use gush_testkit::{Program, Scratch};

/// `gush` with these arguments in a scratch folder.
fn gush(scratch: &Scratch, arguments: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg_line(arguments).within(scratch.folder())
}

/// A scratch folder with definitions in it, called `s.sql`.
fn definitions(sql: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write("s.sql", sql);
    scratch
}

/// The schema file that is learned from definitions with these options.
#[track_caller]
fn file_of(sql: &str, options: &str) -> String {
    gush(&definitions(sql), &format!("learn s.sql {options}")).run().ok().text().to_owned()
}

const POSTGRES: &str = include_str!("learn/shop-postgres.sql");
const MYSQL: &str = include_str!("learn/shop-mysql.sql");
const SQLITE: &str = include_str!("learn/shop-sqlite.sql");
