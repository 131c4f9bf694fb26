//! The CREATE TABLE that rows fit into: a type for each shape in each dialect.

use crate::encode::dialect::Dialect;
use crate::encode::engine::bytes;
use crate::plan::PlannedColumn;
use crate::types::{Part, Shape};

/// Longer texts are TEXT: a VARCHAR counts towards what a row may have in MySQL.
const LONGEST_VARCHAR: usize = 255;
/// MySQL's indices take texts of up to so many letters: 3072 bytes of four a letter.
const LONGEST_INDEXED: usize = 768;

/// The statement that makes the table.
pub(in crate::encode) fn create_table(dialect: Dialect, table: &str, columns: &[PlannedColumn]) -> String {
    // A table has one.
    let key = columns.iter().position(|column| column.is_serial() && !column.is_nullable());
    let definition = |(i, column)| definition(dialect, column, key == Some(i));
    let columns: Vec<String> = columns.iter().enumerate().map(definition).collect();
    let options = match dialect {
        // The usual collations take "a" and "A" for the same, and then what differs is not unique.
        Dialect::MySql => " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
        Dialect::Ansi | Dialect::Postgres | Dialect::Sqlite | Dialect::DuckDb => "",
    };
    format!("CREATE TABLE {} (\n  {}\n){options};\n", dialect.table(table), columns.join(",\n  "))
}

fn definition(dialect: Dialect, column: &PlannedColumn, is_key: bool) -> String {
    let mut text = format!(
        "{} {}",
        dialect.identifier(&column.name),
        type_name(dialect, &column.shape(), column.is_unique())
    );
    if !column.is_nullable() {
        text.push_str(" NOT NULL");
    }
    let indexed = dialect != Dialect::MySql || letters(&column.shape()) <= LONGEST_INDEXED;
    match indexed {
        true if is_key => text.push_str(" PRIMARY KEY"),
        true if column.is_unique() => text.push_str(" UNIQUE"),
        _ => {}
    }
    text
}

fn type_name(dialect: Dialect, shape: &Shape, unique: bool) -> String {
    match shape {
        // All of SQLite's are one type, and only this name makes a key of the row's number.
        Shape::Int { .. } if dialect == Dialect::Sqlite => "INTEGER".into(),
        Shape::Int { min, max } => integer(*min, *max).into(),
        Shape::Decimal { scale, min, max } => {
            let digits = |n: i64| n.unsigned_abs().to_string().len() as u32;
            format!("NUMERIC({}, {scale})", digits(*min).max(digits(*max)).max(*scale))
        }
        Shape::Date { .. } => "DATE".into(),
        Shape::DateTime { .. } => match dialect {
            Dialect::Postgres => "TIMESTAMPTZ".into(),
            // MySQL's TIMESTAMP ends in 2038.
            Dialect::MySql => "DATETIME".into(),
            Dialect::Ansi | Dialect::Sqlite | Dialect::DuckDb => "TIMESTAMP".into(),
        },
        Shape::DateTimeMillis { .. } => match dialect {
            Dialect::Postgres => "TIMESTAMPTZ".into(),
            Dialect::MySql => "DATETIME(3)".into(),
            Dialect::Ansi => "TIMESTAMP(3)".into(),
            Dialect::Sqlite | Dialect::DuckDb => "TIMESTAMP".into(),
        },
        Shape::Time { .. } => "TIME".into(),
        // Only PostgreSQL reads what ISO 8601 has.
        Shape::Duration { .. } if dialect == Dialect::Postgres => "INTERVAL".into(),
        Shape::Bool => "BOOLEAN".into(),
        Shape::Uuid { .. } => match dialect {
            Dialect::Postgres | Dialect::DuckDb => "UUID".into(),
            Dialect::Sqlite => "TEXT".into(),
            Dialect::Ansi | Dialect::MySql => "CHAR(36)".into(),
        },
        Shape::Bytes { len, binary: true, .. } => match dialect {
            Dialect::Postgres => "BYTEA".into(),
            Dialect::Sqlite | Dialect::DuckDb => "BLOB".into(),
            Dialect::Ansi | Dialect::MySql => format!("VARBINARY({})", len.max(&1)),
        },
        Shape::Composed(_)
        | Shape::Free { .. }
        | Shape::Joined(_)
        | Shape::Affixed { .. }
        | Shape::Calendar { .. }
        | Shape::Duration { .. }
        | Shape::Bytes { .. } => text(dialect, letters(shape), unique),
        Shape::Ipv4 | Shape::Ipv6 => match dialect {
            Dialect::Postgres => "INET".into(),
            Dialect::Sqlite | Dialect::DuckDb | Dialect::Ansi | Dialect::MySql => {
                text(dialect, letters(shape), unique)
            }
        },
    }
}

fn text(dialect: Dialect, letters: usize, unique: bool) -> String {
    match dialect {
        Dialect::Postgres | Dialect::Sqlite | Dialect::DuckDb => "TEXT".into(),
        Dialect::Ansi | Dialect::MySql => {
            let most = if unique { LONGEST_INDEXED } else { LONGEST_VARCHAR };
            if letters <= most { format!("VARCHAR({})", letters.max(1)) } else { "TEXT".into() }
        }
    }
}

fn integer(min: i64, max: i64) -> &'static str {
    if i16::try_from(min).is_ok() && i16::try_from(max).is_ok() {
        "SMALLINT"
    } else if i32::try_from(min).is_ok() && i32::try_from(max).is_ok() {
        "INTEGER"
    } else {
        "BIGINT"
    }
}

/// The most letters that a value has as a text, or some more.
fn letters(shape: &Shape) -> usize {
    let number = |n: &i64| n.to_string().len();
    match shape {
        Shape::Composed(parts) => parts.iter().map(part_letters).sum(),
        Shape::Free { longest, .. } => *longest,
        Shape::Joined(parts) => {
            parts.iter().map(|(shape, after)| letters(shape) + after.chars().count()).sum()
        }
        Shape::Affixed { before, shape, after } => {
            before.chars().count() + letters(shape) + after.chars().count()
        }
        Shape::Int { min, max } => number(min).max(number(max)),
        Shape::Decimal { min, max, scale } => number(min).max(number(max)).max(*scale as usize + 2) + 1,
        Shape::Date { .. } => "9999-12-31".len(),
        Shape::DateTime { .. } => "9999-12-31T23:59:59Z".len(),
        Shape::DateTimeMillis { .. } => "9999-12-31T23:59:59.999Z".len(),
        Shape::Time { .. } => "23:59:59".len(),
        Shape::Duration { max, .. } => number(max) + "PTH59M59S".len(),
        Shape::Calendar { pattern, .. } => pattern.longest(),
        Shape::Bool => "false".len(),
        Shape::Uuid { .. } => 36,
        Shape::Ipv4 => "255.255.255.255".len(),
        Shape::Ipv6 => 39,
        Shape::Bytes { len, form, .. } => bytes::text_len(*len, *form),
    }
}

fn part_letters(part: &Part) -> usize {
    let longest = part.words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    longest + part.after.chars().count()
}
