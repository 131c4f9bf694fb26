//! Which rows are generated.

use crate::flags::{Flag, Rule, Value};

const GROUP: &str = "Rows";

/// How many rows.
pub static LIMIT: Flag = Flag::new(GROUP, "limit", "Make N rows")
    .letter('l')
    .value(Value::number("N"))
    .default("10")
    .rules(&[Rule::Not(&ROWS, "both say which rows to make")]);

/// As many rows as have at most this number of bytes.
pub static SIZE: Flag = Flag::new(
    GROUP,
    "size",
    "Make as many rows as have at most SIZE bytes, such as 100k, 1G or 1GiB, with header and footer, before compression",
)
.value(Value::number("SIZE"));

/// Rows without end.
pub static STREAM: Flag = Flag::new(GROUP, "stream", "Make rows until interrupted")
    .letter('S')
    .rules(&[Rule::Not(&LIMIT, "a stream has no limit"), Rule::Not(&ROWS, "a stream has no last row")]);

/// A range of rows.
pub static ROWS: Flag =
    Flag::new(GROUP, "rows", "Make only rows A to B; the first row is 0, and B is not included")
        .value(Value::number("A..B"));

/// One of several equal parts.
pub static SHARD: Flag =
    Flag::new(GROUP, "shard", "Make shard I of N; requires --seed").value(Value::number("I/N"));
