//! Schema files.

use super::format::TABLE;
use super::output::OUTPUT;
use super::template::{EXPRESSION, NO_TEMPLATE, TEMPLATE};
use super::which::{LIMIT, ROWS, SHARD};
use crate::flags::{Flag, Rule, Value};

const GROUP: &str = "Schema files";

/// The schema file to read.
pub static SCHEMA: Flag =
    Flag::new(GROUP, "schema", "Read the tables from a schema file (TOML); options override what it says")
        .value(Value::file("FILE"))
        .brief("Make the tables of a schema file (TOML)")
        .rules(super::template::WITHOUT_TEMPLATE);

/// Some of the tables.
pub static TABLES: Flag = Flag::new(
    GROUP,
    "tables",
    "Make only these tables of the schema file, as in orders,items; those that they refer to need not be among them",
)
.value(Value::text("NAME,…"))
.rules(&[Rule::Needs(&[&SCHEMA], OF_SCHEMA), Rule::Not(&TABLE, "both say which tables to make")]);

/// Other numbers of rows.
pub static SCALE: Flag = Flag::new(
    GROUP,
    "scale",
    "Multiply the numbers of rows in the schema file, except those of tables with fixed = true, as in 0.01",
)
.value(Value::number("FACTOR"))
.rules(&[Rule::Needs(&[&SCHEMA], OF_SCHEMA)]);

/// The table whose rows are divided.
pub static SHARD_BY: Flag = Flag::new(
    GROUP,
    "shard-by",
    "With --shard, split TABLE into equal parts, and keep the rows of tables declared `per` TABLE in the shard of their parents",
)
.value(Value::text("TABLE"))
.rules(&[
    Rule::Needs(&[&SCHEMA], OF_SCHEMA),
    Rule::Needs(&[&SHARD], "it says how shards are divided"),
    Rule::Not(&LIMIT, ALL_CHILDREN),
    Rule::Not(&ROWS, ALL_CHILDREN),
]);

/// Why a shard of parents and their children is of all rows.
const ALL_CHILDREN: &str = "a shard has all children of its rows";

/// What some flags are about.
const OF_SCHEMA: &str = "it is said of the tables of a schema file";

/// The schema on standard output.
pub static PRINT_SCHEMA: Flag =
    Flag::new(GROUP, "print-schema", "Print an equivalent schema file, with seed and time, and exit").rules(
        &[
            Rule::Not(&SAVE_SCHEMA, "one schema is enough"),
            Rule::Not(&OUTPUT, "it makes no rows; --save-schema writes to a file"),
            Rule::Not(&TEMPLATE, NO_TEMPLATE),
            Rule::Not(&EXPRESSION, NO_TEMPLATE),
        ],
    );

/// The schema in a file.
pub static SAVE_SCHEMA: Flag = Flag::new(
    GROUP,
    "save-schema",
    "Write that schema file to FILE, which appears when it is complete, and make the rows too",
)
.value(Value::file("FILE"))
.rules(super::template::WITHOUT_TEMPLATE);
