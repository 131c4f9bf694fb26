//! What a table promises by itself: how many rows it has, and what each column is.

use gush_diagnostics::counted;
use gusher::schema::Column;
use gusher::text::Dialect;
use gusher::types::{DataType, Field, FloatWidth, Specials, StorageType, shortest_half};

use super::checks;
use super::names::{Names, is_number, is_text, is_time};
use super::promise::{Counted, Promise};
use super::sql::{day, decimal, second, time};

/// Columns of more words than this are not compared with them.
pub(super) const MAX_WORDS: usize = 200;
/// As many words are shown.
const SHOWN_WORDS: usize = 3;

/// The promises of a table and its columns.
pub(super) fn of_table(names: &Names<'_>, table: usize) -> Vec<Promise> {
    let mut all: Vec<Promise> = vec![rows(names, table)];
    for (index, column) in names.schema(table).columns().iter().enumerate() {
        let is_asked = names.is_clean(table, index) && !checks::has_column(names, table, index);
        let (Some(field), true) = (names.field(table, index), is_asked) else { continue };
        let Some(name) = names.column("t", table, index) else { continue };
        if !field.nullable {
            let condition = format!("{name} IS NULL");
            all.push(names.of_rows(table, vec![index], "is never null".into(), condition));
        }
        let drawn =
            (is_drawn(column) && is_known(names, column)).then(|| values(names, field, &name)).flatten();
        for (text, condition) in kind(names, field, &name).into_iter().chain(drawn) {
            all.push(names.of_rows(table, vec![index], text, condition));
        }
        all.extend(column.differs_from().and_then(|other| differs(names, table, [index, other])));
    }
    all
}

/// Two columns have different values in a row.
fn differs(names: &Names<'_>, table: usize, [index, other]: [usize; 2]) -> Option<Promise> {
    let (field, of) = (names.field(table, index)?, names.field(table, other)?);
    // What differs here may be the same as a floating-point number, and servers do not compare all types with each other.
    let is_asked = is_number(field) && is_number(of)
        || is_text(field) && is_text(of)
        || is_time(field) && field.storage() == of.storage();
    if !is_asked || !names.is_clean(table, other) {
        return None;
    }
    let compared = |column: usize| {
        let name = names.compared("t", table, column)?;
        Some(if is_text(field) && names.sql.0 == Dialect::Postgres {
            format!("CAST({name} AS text)")
        } else {
            name
        })
    };
    let condition = format!("{} = {}", compared(index)?, compared(other)?);
    let text = format!("is another one than {}", names.name(table, other));
    let promise = names.of_rows(table, vec![index, other], text, condition);
    Some(Promise { columns: vec![index], ..promise })
}

/// The columns of a table whose range is not asked for, as it follows from a present that nobody knows.
pub(super) fn of_unknown_present(names: &Names<'_>, table: usize) -> Vec<String> {
    let columns = names.schema(table).columns().iter().enumerate();
    let is_left_out = |(index, column): &(usize, &Column)| {
        let has_range = || {
            let field = names.field(table, *index)?;
            values(names, field, &names.column("t", table, *index)?)
        };
        names.is_clean(table, *index) && is_drawn(column) && !is_known(names, column) && has_range().is_some()
    };
    let name = |(_, column): (usize, &Column)| format!("{}.{}", names.schema(table).table(), column.name());
    columns.filter(is_left_out).map(name).collect()
}

/// Whether the range of a column is known: it may follow from the present of the load.
fn is_known(names: &Names<'_>, column: &Column) -> bool {
    names.promised.is_now_known || !column.generate().properties().uses_now
}

/// What kind of value a column has, where the columns of a database take others, and whether one is not.
fn kind(names: &Names<'_>, field: &Field, name: &str) -> Option<(String, String)> {
    if names.sql.0 != Dialect::Sqlite {
        return None;
    }
    let is_writable = |min: Option<String>, max: Option<String>| min.is_some() && max.is_some();
    match field.data_type {
        DataType::Int64 { .. } if is_number(field) => {
            let is_fraction = format!("CAST({name} AS NUMERIC) <> CAST({name} AS INTEGER)");
            Some(("is an integer".into(), format!("({} OR {is_fraction})", no_number(name))))
        }
        DataType::Decimal { .. } | DataType::Wide { .. } if is_number(field) => {
            Some(("is a number".into(), no_number(name)))
        }
        DataType::Date32 { min, max } if is_time(field) && is_writable(day(min.into()), day(max.into())) => {
            Some(("is a date".into(), no_time(name)))
        }
        DataType::Timestamp { unit, min, max }
            if is_time(field) && is_writable(time(min, unit), time(max, unit)) =>
        {
            Some(("is a time".into(), no_time(name)))
        }
        _ => None,
    }
}

/// Whether a value of SQLite is neither a number nor digits, nor null.
fn no_number(name: &str) -> String {
    format!(
        "(typeof({name}) = 'blob' OR typeof({name}) = 'text' AND ({name} = '' OR {name} GLOB '*[^-+.0-9eE]*'))"
    )
}

/// Whether a value of SQLite is no text of a time, nor null. Its functions take a number for a time, and the 30th of February for a day.
fn no_time(name: &str) -> String {
    let day = format!("substr({name}, 1, 10)");
    format!("({name} IS NOT NULL AND (julianday({name}) IS NULL OR date({day}) IS NOT {day}))")
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
        selected: "found".into(),
        rest: format!("(SELECT count(*) AS found FROM {name}) AS t WHERE found <> {rows}"),
        shown: vec!["found".into()],
        condition: None,
        reads: Vec::new(),
        is_expression: false,
    }
}

/// What the values of a column are, and whether one is not.
fn values(names: &Names<'_>, field: &Field, name: &str) -> Option<(String, String)> {
    let sql = names.sql;
    let words = field.words().filter(|words| is_text(field) && !words.is_empty() && words.len() <= MAX_WORDS);
    if let Some(words) = words {
        return Some(of_words(names, name, &words));
    }
    let is_number =
        matches!(field.storage(), StorageType::Int(_) | StorageType::Decimal { .. } | StorageType::Float(_));
    let is_single = matches!(field.storage(), StorageType::Float(FloatWidth::Half | FloatWidth::Single));
    let between = |low: String, high: String| {
        let name = if is_number { sql.number(name) } else { name.to_owned() };
        Some((format!("is between {low} and {high}"), format!("({name} < {low} OR {name} > {high})")))
    };
    match field.data_type {
        // What was rounded to a single is compared with bounds that were.
        DataType::Int64 { min, max } if is_single => singles(name, min as f64, max as f64),
        DataType::Decimal { scale, min, max } if is_single => {
            let bound = |bound: i64| decimal(bound.into(), scale).parse().ok();
            singles(name, bound(min)?, bound(max)?)
        }
        DataType::Float { width: FloatWidth::Half, min, max, specials }
            if specials == Specials::default() =>
        {
            // A database has the decimal that is written.
            singles(name, min.min(shortest_half(min)), max.max(shortest_half(max)))
        }
        DataType::Float { min, max, specials, .. } if is_single && specials == Specials::default() => {
            singles(name, min, max)
        }
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
        DataType::Bool if sql.0 != Dialect::Postgres && field.storage() == StorageType::Bool => {
            Some(("is true or false".into(), format!("{name} NOT IN (0, 1)")))
        }
        _ => None,
    }
}

/// Floating-point numbers of 32 bits between two others: as the server has them, or as the texts of them are read.
fn singles(name: &str, low: f64, high: f64) -> Option<(String, String)> {
    let both = |bound: f64| {
        let single = bound as f32;
        Some((f64::from(single), format!("{single:?}").parse::<f64>().ok()?))
    };
    let ((low_single, low_text), (high_single, high_text)) = (both(low)?, both(high)?);
    let (least, most) = (low_single.min(low_text), high_single.max(high_text));
    Some((format!("is between {low:?} and {high:?}"), format!("({name} < {least:?} OR {name} > {most:?})")))
}

/// Times between two others, in this zone.
fn moments(names: &Names<'_>, name: &str, [low, high]: [&str; 2], zone: &str) -> Option<(String, String)> {
    let [first, last] = [low, high].map(|time| names.sql.text(&format!("{time}{zone}")));
    let conditions = [names.sql.is_before(name, &first), names.sql.is_before(&last, name)];
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
    let compared = names.sql.as_text(name);
    (text, format!("{compared} NOT IN ({})", list.join(", ")))
}
