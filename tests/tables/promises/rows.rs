//! The rows of all tables of a schema, as JSON has them.

use std::collections::HashMap;

use gush_testkit::Scratch;
use serde_json::{Map, Value};

use crate::tables::within;

/// A row: its values by their columns' names.
pub type Row = Map<String, Value>;

/// The field of a row that names its table.
pub const TABLE: &str = "table of the row";

/// The rows of each table.
pub type Tables = HashMap<String, Vec<Row>>;

/// The rows of one table of `s.toml`.
#[track_caller]
pub fn table(scratch: &Scratch, name: &str, options: &str) -> Vec<Row> {
    // Columns that have one value under the locale are noted on stderr.
    parse(within(scratch, &format!("--schema s.toml --table {name} -f ndjson {options}")).run().ok().text())
}

/// The objects of a text, one a line.
#[track_caller]
pub fn parse(text: &str) -> Vec<Row> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// The rows of a text of all tables.
#[track_caller]
pub fn tables(text: &str) -> Tables {
    let mut tables = Tables::new();
    for mut row in parse(text) {
        let Some(Value::String(table)) = row.remove(TABLE) else { panic!("a row without a table: {row:?}") };
        tables.entry(table).or_default().push(row);
    }
    tables
}

/// Seconds since 1970 of a day or a time as JSON has it, with those below a second.
pub fn seconds(value: &Value) -> f64 {
    let text = value.as_str().expect("a time is a text");
    let number = |from: usize, to: usize| text[from..to].parse::<i64>().expect("a number");
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    // Days of the civil calendar (Howard Hinnant, chrono-compatible low-level date algorithms).
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    if text.len() == 10 {
        return (days * 86_400) as f64;
    }
    let clock = number(11, 13) * 3600 + number(14, 16) * 60;
    let rest: f64 = text[17..].trim_end_matches('Z').parse().expect("seconds");
    (days * 86_400 + clock) as f64 + rest
}

#[test]
fn times_are_read() {
    for (text, expected) in [
        ("1970-01-01", 0.0),
        ("2000-03-01", 951_868_800.0),
        ("2024-02-29T12:30:15.250Z", 1_709_209_815.25),
        ("1969-12-31T23:59:59Z", -1.0),
    ] {
        assert_eq!(seconds(&Value::String(text.into())), expected, "{text}");
    }
}
