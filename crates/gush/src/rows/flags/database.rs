//! Databases that rows are loaded into.

use super::output::{INTO, LAKE};
use crate::flags::{Choice, Flag, Rule, Value};

const GROUP: &str = "Databases";

const OF_INTO: &[Rule] = &[Rule::Needs(&[&INTO], "it is about tables of a database")];

/// When tables are made.
pub static CREATE: Flag = Flag::new(
    GROUP,
    "create",
    "Which tables to make: those that are missing, none, or all, dropping those that are there",
)
.value(Value::text("WHICH"))
.choices("value", || ["missing", "never", "replace"].map(|name| Choice { name, about: "" }).into())
.default("missing")
.rules(OF_INTO);

/// Rows are added.
pub static APPEND: Flag = Flag::new(
    GROUP,
    "append",
    "Add the rows to those that a table of a database has, which is refused otherwise; or to a table of --lake, as a new version with the \
     next rows of the same columns, seed and settings",
)
.rules(&[Rule::Needs(&[&INTO, &LAKE], "it is about tables of a database or of a lake")]);

/// Rows are removed first.
pub static TRUNCATE: Flag =
    Flag::new(GROUP, "truncate", "Remove the rows of tables that are there first").rules(OF_INTO);

/// Several connections.
pub static CONNECTIONS: Flag = Flag::new(
    GROUP,
    "connections",
    "Load into a server by N connections at the same time: several tables, and several parts of tables that are loaded in parts",
)
.value(Value::number("N"))
.default("1")
.rules(OF_INTO);

/// Nothing is changed.
pub static DRY_RUN: Flag = Flag::new(
    GROUP,
    "dry-run",
    "Look at the database, but only print the statements that would be run; change nothing",
)
.rules(OF_INTO);
