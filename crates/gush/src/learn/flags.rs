//! The options of `gush learn`.

use crate::flags::{Choice, Flag, Rule, Value};

const OUT: &str = "Output";
const IN: &str = "Source";

/// The file.
pub static LEARN_OUTPUT: Flag = Flag::new(
    OUT,
    "output",
    "Write the schema file to FILE, which appears complete or not at all; a file that exists is not overwritten",
)
.letter('o')
.value(Value::file("FILE"))
.brief("Write the schema file to FILE")
.default("standard output");

/// Overwrites.
pub static FORCE: Flag = Flag::new(OUT, "force", "Overwrite the file of -o if it exists")
    .rules(&[Rule::Needs(&[&LEARN_OUTPUT], "it is about the file of -o")]);

/// Keeps what was changed.
pub static UPDATE: Flag = Flag::new(
    OUT,
    "update",
    "Keep what somebody changed in the file of -o: lines that differ from what is learned stay, new tables and columns are added, \
     and those that are gone become comments",
)
.brief("Keep changes in the file of -o, add what is new")
.rules(&[Rule::Needs(&[&LEARN_OUTPUT], "it is about the file of -o"), Rule::Not(&FORCE, "a file is overwritten or updated")]);

/// The table of choices.
pub static EXPLAIN: Flag = Flag::new(
    OUT,
    "explain",
    "Print a table of all columns to standard output: type, generator, reason; without -o instead of the schema file",
)
.brief("Print a table of all choices and their reasons");

/// What it is.
pub static FROM: Flag = Flag::new(IN, "from", "What the source is; detected from its content unless given")
    .value(Value::text("KIND"))
    .choices("kind of source", || {
        let choice = |name, about| Choice { name, about };
        vec![
            choice("postgres", "SQL as PostgreSQL has it"),
            choice("mysql", "SQL as MySQL and MariaDB have it"),
            choice("sqlite", "SQL as SQLite has it"),
            choice("csv", "rows with a separator between their fields"),
            choice("tsv", "rows with tabs between their fields"),
            choice("ndjson", "a JSON object a line"),
            choice("json-schema", "JSON Schema, in JSON or YAML"),
            choice("openapi", "the schemas of an OpenAPI or Swagger document"),
            choice("avro", "an Avro schema, or a file of Avro"),
            choice("parquet", "a Parquet file"),
            choice("arrow", "a file or a stream of Arrow, or Feather"),
        ]
    });

/// Some tables.
pub static LEARN_TABLES: Flag =
    Flag::new(IN, "tables", "Take only these tables, as in orders,items").value(Value::text("NAMES"));

/// The sizes.
pub static LEARN_ROWS: Flag = Flag::new(
    OUT,
    "rows",
    "Give tables N rows, if the source does not say how many they have; tables whose rows are counted by a parent have some for each of its rows",
)
.value(Value::number("N"))
.brief("Give tables N rows")
.default("1000");

/// Privacy.
pub static NO_VALUES: Flag = Flag::new(
    OUT,
    "no-values",
    "Keep no value of the source's data, also none that is common; words of the definitions, such as those of enumerations, are kept",
)
.brief("Keep no value of the source's data");
