//! What a table promises by itself: how many rows it has, and what each column is.

use gush_diagnostics::counted;
use gusher::schema::Column;
use gusher::text::Dialect;
use gusher::types::{DataType, Field, FloatWidth, Specials, StorageType};

use super::names::Names;
use super::promise::{Counted, Promise};
use super::sql::{day, decimal, second, time};

/// Columns of more words than this are not compared with them.
const MAX_WORDS: usize = 200;
/// As many words are shown.
const SHOWN_WORDS: usize = 3;

/// The promises of a table and its columns.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let mut all: Vec<Promise> = vec![rows(names, table)];
    for (index, column) in names.schema(table).columns().iter().enumerate() {
        let (Some(field), true) = (names.field(table, index), names.is_clean(table, index)) else { continue };
        let Some(name) = names.column("t", table, index) else { continue };
        if !field.nullable {
            let condition = format!("{name} IS NULL");
            all.push(names.of_rows(table, vec![index], "is never null".into(), condition));
        }
        if let Some((text, condition)) = is_drawn(column).then(|| values(names, field, &name)).flatten() {
            all.push(names.of_rows(table, vec![index], text, condition));
        }
    }
    all
}

/// Whether a column's values are drawn; others promise what they follow from, and those that count the rows that they differ.
fn is_drawn(column: &Column) -> bool {
    column.relation().is_none() && !column.generate().properties().is_serial
}

/// How many rows a table has.
fn rows(names: &Names<'_>, table: usize) -> Promise {
    let rows = &names.promised.tables[table].rows;
    let rows = rows.end - rows.start;
    let name = names.table(table);
    Promise {
        table,
        columns: Vec::new(),
        text: format!("has {}", counted(rows, "row")),
        counted: Counted::All,
        query: format!("SELECT found FROM (SELECT count(*) AS found FROM {name}) AS t WHERE found <> {rows}"),
        shown: vec!["found".into()],
        condition: None,
        reads: Vec::new(),
        is_expression: false,
    }
}

/// What the values of a column are, and whether one is not.
fn values(names: &Names<'_>, field: &Field, name: &str) -> Option<(String, String)> {
    let sql = names.sql;
    let is_text = matches!(field.storage(), StorageType::Text | StorageType::Enum { .. });
    let words = field.words().filter(|words| is_text && !words.is_empty() && words.len() <= MAX_WORDS);
    if let Some(words) = words {
        return Some(of_words(names, name, &words));
    }
    let is_number = matches!(
        field.storage(),
        StorageType::Int(_) | StorageType::Decimal { .. } | StorageType::Float(FloatWidth::Double)
    );
    let between = |low: String, high: String| {
        let name = if is_number { sql.number(name) } else { name.to_owned() };
        Some((format!("is between {low} and {high}"), format!("({name} < {low} OR {name} > {high})")))
    };
    match field.data_type {
        DataType::Int64 { min, max } if is_number => between(min.to_string(), max.to_string()),
        DataType::Decimal { scale, min, max } if is_number => {
            between(decimal(min.into(), scale), decimal(max.into(), scale))
        }
        DataType::Wide { scale, min, max } if is_number => between(decimal(min, scale), decimal(max, scale)),
        DataType::Float { min, max, specials, .. } if is_number && specials == Specials::default() => {
            between(format!("{min:?}"), format!("{max:?}"))
        }
        DataType::Date32 { min, max } if field.storage() == StorageType::Date => {
            moments(names, name, [&day(min.into())?, &day(max.into())?], "")
        }
        DataType::Timestamp { unit, min, max } => match field.storage() {
            // Whatever the zone of whoever runs the query is.
            StorageType::Timestamp { has_zone: true, .. } if sql.0 == Dialect::Postgres => {
                moments(names, name, [&time(min, unit)?, &time(max, unit)?], "+00")
            }
            StorageType::Timestamp { .. } => moments(names, name, [&time(min, unit)?, &time(max, unit)?], ""),
            _ => None,
        },
        DataType::Time { min, max } if matches!(field.storage(), StorageType::Time(_)) => {
            between(sql.text(&second(min)), sql.text(&second(max)))
        }
        DataType::Bool if sql.0 == Dialect::Sqlite && field.storage() == StorageType::Bool => {
            Some(("is true or false".into(), format!("{name} NOT IN (0, 1)")))
        }
        _ => None,
    }
}

/// Times between two others, in this zone.
fn moments(names: &Names<'_>, name: &str, [low, high]: [&str; 2], zone: &str) -> Option<(String, String)> {
    let [first, last] = [low, high].map(|time| names.sql.text(&format!("{time}{zone}")));
    let mut conditions = vec![names.sql.is_before(name, &first), names.sql.is_before(&last, name)];
    conditions.extend(names.sql.is_no_time(name));
    Some((format!("is between {low} and {high}"), format!("({})", conditions.join(" OR "))))
}

/// Words of a list.
fn of_words(names: &Names<'_>, name: &str, words: &[&str]) -> (String, String) {
    let list: Vec<String> = words.iter().map(|word| names.sql.text(word)).collect();
    let text = match words.len() {
        1 => format!("is {}", words[0]),
        len if len <= SHOWN_WORDS => format!("is one of {}", words.join(", ")),
        len => format!("is one of {len} words: {}, …", words[..SHOWN_WORDS].join(", ")),
    };
    // Its type in the database may be an enumeration, which does not know other words.
    let compared = match names.sql.0 {
        Dialect::Postgres => format!("CAST({name} AS text)"),
        _ => name.to_owned(),
    };
    (text, format!("{compared} NOT IN ({})", list.join(", ")))
}
