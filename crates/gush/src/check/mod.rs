//! `gush check`: whether a schema file is valid, and how large its output would be, without generating it; or whether what it promises is
//! true of a database.

mod against;
mod operand;
mod report;
mod rows_of;

use gush_diagnostics::{Code, Diagnostic};

use against::{AGAINST, CHECK_DRY_RUN};
use operand::of_operand;
use rows_of::ROWS_OF;

use crate::color::COLOR;
use crate::exit::Failure;
use crate::flags::{Choice, Choices, Flag, Given, Operand, Rule, Spec};
use crate::rows::arguments;
use crate::rows::flags::{FORMAT, LIMIT, LOCALE, NOW, OUTPUT, SCALE, SCHEMA, SEED, TABLE, TABLES};
use crate::write;

/// `gush check`.
pub static SPEC: Spec = Spec {
    name: "check",
    path: "gush check",
    about: "Validate a schema file, and report how much data it would make",
    more: "Runs the same checks as `gush rows --schema FILE`: names, types, keys, links, circular references and row counts. Then \
           lists the row count, the estimated size and the links of each table, and warns of anything that would be slow. \
           Nothing is written. With --rows-of, rows are made, and those are counted that break what the file promises or a condition of \
           its `check`. With --against, a database that has these tables is asked instead whether what the schema \
           promises is true of its rows: their number, nulls, keys, ranges and words, the parents of every link and how many children \
           they have, copies, times, expressions and totals. What is broken is printed with an example and the query that gives all of it, \
           and the exit code is 1.",
    examples: "Examples:
  gush check shop.toml
  gush check shop.toml --scale 100 -f parquet
  gush check shop.toml --rows-of 100k
  gush check shop.toml --against sqlite:shop.db
",
    operand: Some(Operand {
        form: "FILE",
        about: "The schema file",
        more: None,
        several: false,
        choices: Vec::<Choice>::new,
    }),
    flags: &[
        &CHECK_LIMIT,
        &ROWS_OF,
        &CHECK_SCALE,
        &CHECK_TABLES,
        &CHECK_TABLE,
        &CHECK_FORMAT,
        &AGAINST,
        &CHECK_DRY_RUN,
        &SEED,
        &NOW,
        &LOCALE,
        &COLOR,
    ],
    main: &[],
    commands: &[],
};

/// As with `gush rows`, but nothing is generated.
static CHECK_LIMIT: Flag = Flag {
    about: "Assume N rows of the only table, or of the one that --table names",
    brief: Some("Assume N rows of the only table"),
    default: None,
    ..LIMIT
};
static CHECK_TABLE: Flag = Flag { about: "Check only this table", default: None, ..TABLE };
static CHECK_TABLES: Flag = Flag {
    about: "Check only these tables, as in orders,items",
    rules: &[Rule::Not(&CHECK_TABLE, "both say which tables to check")],
    ..TABLES
};
/// Its schema file is an operand here.
static CHECK_SCALE: Flag =
    Flag { rules: &[], brief: Some("Multiply the numbers of rows, as in 0.01"), ..SCALE };
/// The formats are explained with `gush rows`.
static CHECK_FORMAT: Flag = Flag {
    about: "The format whose size is estimated",
    default: Some("csv"),
    brief: None,
    more: None,
    choices: match FORMAT.choices {
        Some(choices) => Some(Choices { shown: false, ..choices }),
        None => None,
    },
    rules: &[],
    ..FORMAT
};

/// Checks the file that is named. `diagnostics` are those that the command line had already.
///
/// # Errors
/// Every diagnostic of the file and of the arguments.
pub fn run(given: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    let [path] = given.operands() else {
        let text = "a schema file is missing, as in `gush check shop.toml`";
        diagnostics.push(Diagnostic::new(Code::Option, SPEC.path, SPEC.path.len()..SPEC.path.len(), text));
        return Err(Failure::Diagnostics(diagnostics));
    };
    let mut asked = Given::new(Vec::new());
    for flag in SPEC.flags {
        given.all(flag).for_each(|value| asked.set(flag, value));
    }
    asked.set(&SCHEMA, path.as_str());
    diagnostics.extend(asked.conflicts());
    if let Some(url) = given.text(&AGAINST) {
        asked.unset(&FORMAT);
        return against::run(asked, url, diagnostics);
    }
    if asked.has(&ROWS_OF) {
        return rows_of::run(asked, diagnostics);
    }
    // Any number of tables goes to a directory; nothing is written there.
    asked.set(&OUTPUT, "check/");
    if !asked.has(&FORMAT) {
        asked.set(&FORMAT, "csv");
    }
    let prepared =
        arguments::resolved(&asked, &arguments::program(&asked), diagnostics).map_err(of_operand)?;
    write::text(&prepared.dataset.map(|dataset| report::text(&prepared.job, &dataset)).unwrap_or_default())
}
