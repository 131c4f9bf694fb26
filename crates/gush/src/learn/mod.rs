//! `gush learn`: a schema file from the definitions of tables that somebody has.
//!
//! ```text
//! flags.rs   the options
//! source.rs  sources → the model of the crate learn: texts of SQL, rows.rs and typed.rs files of rows, document.rs schemas, database.rs databases
//! ```

mod database;
mod document;
mod flags;
mod hive;
mod input;
mod kind;
mod rows;
mod source;
pub mod typed;

use std::path::Path;

use gush_diagnostics::{Code, Diagnostic, counted, parse_count};
use gush_learn::choose::{Choices, Options};
use gush_learn::{Learned, learned, write as written};
use gush_pipe::Durability;

use flags::{EXPLAIN, FORCE, FROM, LEARN_OUTPUT, LEARN_ROWS, LEARN_TABLES, NO_VALUES, UPDATE};

use crate::color::COLOR;
use crate::exit::{self, Failure};
use crate::flags::{Choice, Given, Operand, Spec};
use crate::write;

/// `gush learn`.
pub static SPEC: Spec = Spec {
    name: "learn",
    path: "gush learn",
    about: "Write a schema file from the tables that you have",
    more: "Reads the definitions of tables, which a database prints or somebody wrote: CREATE TABLE and what belongs to it, as PostgreSQL, MySQL, \
           MariaDB and SQLite have it, also in dumps with data. A database is asked for them itself, and rows of its tables are read; so are files \
           of rows: CSV, TSV, JSON objects by lines, Parquet, Arrow, Avro; and documents of schemas: JSON Schema, OpenAPI, Avro. Writes a schema file for `gush rows --schema` and `gush check`, in which tables \
           stand in the order of their foreign keys, each column has the generator that its type, its constraints and its name suggest, and the \
           reason is beside it. What is not sure has a comment that begins with `?`. The file is for you to read and to change.",
    examples: "Examples:
  gush learn schema.sql -o shop.toml
  pg_dump --schema-only shop | gush learn - -o shop.toml
  gush learn postgres://me@host/shop -o shop.toml
  gush learn orders.csv --explain
  gush learn events.parquet -o events.toml
  gush learn order.schema.json -o order.toml
",
    operand: Some(Operand {
        form: "SOURCE",
        about: "A file of SQL, of rows or of schemas, also as .gz or .zst; a folder of them; the address of a database; - for standard input",
        more: None,
        several: true,
        choices: Vec::<Choice>::new,
    }),
    flags: &[&LEARN_OUTPUT, &FORCE, &UPDATE, &EXPLAIN, &LEARN_ROWS, &NO_VALUES, &FROM, &LEARN_TABLES, &COLOR],
    main: &[],
    commands: &[],
};

/// Learns from the sources that are named. `diagnostics` are those that the command line had already.
///
/// # Errors
/// Every diagnostic of the arguments and the sources, and a file that exists already.
pub fn run(given: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    diagnostics.extend(given.conflicts());
    if given.operands().is_empty() {
        let text = "a source is missing, as in `gush learn schema.sql -o shop.toml`; - is standard input";
        diagnostics.push(Diagnostic::new(Code::Option, SPEC.path, SPEC.path.len()..SPEC.path.len(), text));
    }
    let options = options(given, &mut diagnostics);
    let kind = kind::kind(given, &mut diagnostics);
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    let output = given.path(&LEARN_OUTPUT);
    let old = output.map(|path| existing(path, given)).transpose()?.flatten();
    let model = source::read(given.operands(), kind)?;
    source::check_tables(&model, &options)?;
    let name = given.operands().iter().map(|source| source_name(source)).collect::<Vec<_>>().join(", ");
    let learned = learned(&model, &name, &options)
        .map_err(|error| Failure::Other(anyhow::anyhow!("{name}: {error}")))?;
    put(given, output, old.as_deref(), &learned)?;
    exit::note("gush", summary(&learned.choices, output, model.notes.len()));
    Ok(())
}

/// What the head of the file calls a source.
fn source_name(source: &str) -> String {
    if source == "-" { "standard input".into() } else { gush_db::masked(source) }
}

fn options(given: &Given, diagnostics: &mut Vec<Diagnostic>) -> Options {
    let mut options = Options { keeps_values: !given.has(&NO_VALUES), ..Options::default() };
    if let Some(text) = given.text(&LEARN_ROWS) {
        match parse_count(text).filter(|rows| (1..=1_000_000_000_000).contains(rows)) {
            Some(rows) => options.rows = rows,
            None => diagnostics
                .push(LEARN_ROWS.wrong(text, "a number of rows from 1 on is expected, such as 10k")),
        }
    }
    options.tables =
        given.texts(&LEARN_TABLES).flat_map(|names| names.split(',')).map(str::to_owned).collect();
    options
}

/// The text of the file that is there already, if it is to be updated.
fn existing(path: &Path, given: &Given) -> Result<Option<String>, Failure> {
    if path == Path::new("-") || given.has(&FORCE) || !path.exists() {
        return Ok(None);
    }
    if !given.has(&UPDATE) {
        let text = "exists already; --update keeps what you changed in it, --force overwrites it";
        return Err(Failure::Refused(format!("{} {text}", path.display())));
    }
    let text = std::fs::read_to_string(path);
    text.map(Some)
        .map_err(|error| Failure::Refused(format!("{}: {}", path.display(), gush_pipe::reason(&error))))
}

/// Writes the file, the table of choices, or both.
fn put(given: &Given, output: Option<&Path>, old: Option<&str>, learned: &Learned) -> Result<(), Failure> {
    let text = match old {
        Some(old) => written::updated(old, &learned.text),
        None => learned.text.clone(),
    };
    if let (Some(old), Some(path)) = (old, output) {
        let name = path.display().to_string();
        let refused = |why: &str, found: Vec<Diagnostic>| {
            let first = found.first().map(ToString::to_string).unwrap_or_default();
            Failure::Refused(format!("{why}; nothing was written\n{first}"))
        };
        gush_learn::check(&name, old).map_err(|found| refused("the file to update is not valid", found))?;
        gush_learn::check(&name, &text)
            .map_err(|found| refused("what you changed does not fit what was learned", found))?;
    }
    match output.filter(|path| *path != Path::new("-")) {
        Some(path) => write::file(path, &text, Durability::System)?,
        None if given.has(&EXPLAIN) => {}
        None => write::text(&text)?,
    }
    if given.has(&EXPLAIN) {
        write::text(&written::explained(&learned.choices))?;
    }
    Ok(())
}

/// What was learned, in a line.
fn summary(choices: &Choices, output: Option<&Path>, notes: usize) -> String {
    let (columns, doubts) = choices.counts();
    let to = match output.filter(|path| *path != Path::new("-")) {
        Some(path) => format!("{}: ", path.display()),
        None => String::new(),
    };
    let mut text = format!(
        "{to}{}, {}; {doubts} not sure, marked with `# ?`",
        counted(choices.tables.len() as u64, "table"),
        counted(columns as u64, "column")
    );
    if notes > 0 {
        text +=
            &format!("; {} of the source not understood, listed at the top", counted(notes as u64, "part"));
    }
    text
}
