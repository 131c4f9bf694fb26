//! `gush check`: whether a schema file makes sense, and how large what it makes would be, without making it.

mod report;

use std::path::Path;

use gush_diagnostics::{Code, Diagnostic};

use crate::exit::Failure;
use crate::flags::{Choice, Given, Operand, Spec};
use crate::rows;
use crate::rows::flags::{FORMAT, LIMIT, LOCALE, NOW, OUTPUT, SCALE, SCHEMA, SEED, TABLE, TABLES};
use crate::write;

/// `gush check`.
pub static SPEC: Spec = Spec {
    name: "check",
    path: "gush check",
    about: "Check a schema file, and say how much it would make",
    more: "Everything that `gush rows --schema FILE` checks is checked: names, types, keys, links, circles and numbers of \
           rows. Then each table is listed with its rows, its size in the format and its links, and what would take long. \
           Nothing is written.",
    examples: "Examples:
  gush check shop.toml
  gush check shop.toml --scale 100 -f parquet
",
    operand: Some(Operand {
        form: "FILE",
        about: "The schema file",
        more: None,
        several: false,
        choices: Vec::<Choice>::new,
    }),
    flags: &[&LIMIT, &SCALE, &TABLE, &TABLES, &FORMAT, &SEED, &NOW, &LOCALE],
    main: &[],
    commands: &[],
};

/// Checks the file that is named. `mistakes` are those that the command line had already.
///
/// # Errors
/// Every mistake in the file, and in what was typed.
pub fn run(given: &Given, mut mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    let [path] = given.operands() else {
        let text = "a schema file is missing, as in `gush check shop.toml`";
        mistakes.push(Diagnostic::new(Code::Option, SPEC.path, SPEC.path.len()..SPEC.path.len(), text));
        return Err(Failure::Mistakes(mistakes));
    };
    let mut asked = Given::new(Vec::new());
    for flag in SPEC.flags {
        given.all(flag).for_each(|value| asked.set(flag, value));
    }
    asked.set(&SCHEMA, path.as_str());
    // Any number of tables goes to a directory; nothing is written there.
    asked.set(&OUTPUT, "check/");
    if !asked.has(&FORMAT) {
        asked.set(&FORMAT, "csv");
    }
    mistakes.extend(asked.conflicts());
    let (job, dataset) = rows::check_schema(&asked, Path::new(path), mistakes)?;
    write::text(&report::text(&job, &dataset))
}
