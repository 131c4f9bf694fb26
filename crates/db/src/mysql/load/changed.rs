//! Values that a column of the server would change, and say nothing of it, whatever its `sql_mode` is: by its type here, by its words in
//! `words.rs`.

use gusher::types::{DataType, Field, StorageType, TimeUnit};

use super::super::table::MyColumn;
use super::words;

/// Types of integers.
const INTEGERS: [&str; 5] = ["tinyint", "smallint", "mediumint", "int", "bigint"];

/// What a column would make of other values than it can have; none where it takes them as they are, or the server refuses those that it
/// does not take.
pub(super) fn changed(field: &Field, column: &MyColumn) -> Option<String> {
    if column.is_generated {
        return None;
    }
    let (of, storage) = (column.of.as_str(), field.storage());
    if field.nullable && column.is_counter {
        return Some("which gives a number to each null; leave @null out".into());
    }
    if field.nullable && of == "timestamp" && !column.is_nullable {
        return Some(
            "which makes the present of each null; leave @null out, or let the column be null".into(),
        );
    }
    if let Some(text) = words::changed(field, column) {
        return Some(text);
    }
    let has_places = match storage {
        StorageType::Decimal { scale, .. } => scale > 0,
        StorageType::Float(_) => true,
        _ => false,
    };
    match storage {
        _ if has_places && (INTEGERS.contains(&of) || of == "year") => {
            Some("which rounds numbers with decimal places; make integers".into())
        }
        StorageType::Int(_) if matches!(of, "enum" | "set") => {
            Some("which takes numbers for the places of its words; make words".into())
        }
        StorageType::Int(_) if matches!(of, "date" | "datetime" | "timestamp" | "time") => {
            Some("which reads digits of numbers as a time; make times".into())
        }
        StorageType::Int(_) if of == "year" && has_short_years(field) => Some(
            "which makes years of four digits of numbers from 1 to 99; make numbers from 1901 to 2155".into(),
        ),
        _ if of == "binary" && least_len(field).is_some_and(|len| len < length(&column.type_text)) => {
            Some("which fills short values with zeros; declare the column as varbinary".into())
        }
        StorageType::Text if of == "bit" => Some("which takes numbers and bits, and no texts; make bits".into()),
        StorageType::Bits { len, .. } if of == "bit" && length(&column.type_text) < u64::from(len) => {
            Some(format!("which has {} bits, and these are up to {len}", length(&column.type_text)))
        }
        StorageType::Timestamp { .. } if is_exact(field) && has_no_places(column) => {
            Some("which leaves out parts of a second; declare the column with three decimal places, such as datetime(3)".into())
        }
        _ => None,
    }
}

/// Whether times have parts of a second.
fn is_exact(field: &Field) -> bool {
    matches!(field.data_type, DataType::Timestamp { unit: TimeUnit::Millisecond, .. })
}

/// Whether a column of times has no parts of a second.
fn has_no_places(column: &MyColumn) -> bool {
    matches!(column.of.as_str(), "datetime" | "timestamp") && !column.type_text.contains('(')
}

/// The length that a type has in its parentheses, or else 1.
fn length(type_text: &str) -> u64 {
    let len = type_text.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    len.and_then(|(len, _)| len.parse().ok()).unwrap_or(1)
}

/// Whether there are numbers that are years of two digits.
fn has_short_years(field: &Field) -> bool {
    matches!(field.data_type, DataType::Int64 { min, max } if min <= 99 && max >= 1)
}

/// How many bytes a value has at least, where that is known.
fn least_len(field: &Field) -> Option<u64> {
    Some(match (&field.data_type, field.storage()) {
        (DataType::FixedBinary { len }, StorageType::FixedBinary { .. } | StorageType::Binary) => *len as u64,
        (DataType::Binary { min, .. }, StorageType::Binary) => *min as u64,
        // A column of 16 bytes gets them as bytes.
        (DataType::Uuid, StorageType::Uuid) => 16,
        (DataType::Uuid, _) => 36,
        (_, StorageType::Text) => field.words()?.iter().map(|word| word.len() as u64).min()?,
        // The texts of numbers and times.
        (
            _,
            StorageType::Int(_) | StorageType::Decimal { .. } | StorageType::Float(_) | StorageType::Bool,
        ) => 1,
        _ => return None,
    })
}

/// What a column may make of values that nobody knows before they are made.
pub(super) fn doubtful(field: &Field, column: &MyColumn) -> Option<String> {
    let is_known = field.words().is_some() || field.storage() != StorageType::Text || column.is_generated;
    if is_known {
        return None;
    }
    let type_text = &column.type_text;
    match column.of.as_str() {
        "enum" | "set" => Some(format!(
            "{type_text}: digits are taken for the places of its words, letters may be of either case, and words of a set are put in order"
        )),
        "year" if !matches!(field.data_type, DataType::Date32 { .. } | DataType::Timestamp { .. }) => {
            Some(format!("{type_text}: two digits are made a year of four"))
        }
        "binary" => Some(format!("{type_text}: short values are filled with zeros")),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{MyColumn, changed};
    use gusher::types::{Field, TimeUnit};

    pub(in super::super) fn column(type_text: &str) -> MyColumn {
        MyColumn {
            name: "c".into(),
            of: type_text.split('(').next().unwrap_or_default().into(),
            type_text: type_text.into(),
            is_needed: false,
            is_nullable: true,
            is_counter: false,
            is_generated: false,
            may_insert: true,
            may_select: true,
        }
    }

    #[test]
    fn values_that_would_be_changed_are_refused() {
        let number = Field::int64(1, 3);
        let is_changed = |field: &Field, type_text: &str| changed(field, &column(type_text)).is_some();
        assert!(is_changed(&number, "enum('a','b','c')") && is_changed(&number, "date"));
        assert!(
            !is_changed(&number, "int")
                && !is_changed(&number, "varchar(9)")
                && !is_changed(&number, "bit(8)")
        );
        assert!(
            is_changed(&Field::decimal(4, 0, 99), "int") && !is_changed(&Field::decimal(0, 0, 99), "int")
        );
        assert!(is_changed(&number, "year(4)") && !is_changed(&Field::int64(1990, 2020), "year(4)"));
        assert!(is_changed(&number, "binary(4)") && !is_changed(&number, "varbinary(4)"));
        let exact = Field::timestamp(TimeUnit::Millisecond, 0, 9);
        assert!(is_changed(&exact, "datetime") && !is_changed(&exact, "datetime(3)"));
        let nullable = number.clone().nullable(true);
        assert!(changed(&nullable, &MyColumn { is_counter: true, ..column("int") }).is_some());
        let at = Field::timestamp(TimeUnit::Second, 0, 9).nullable(true);
        assert!(changed(&at, &MyColumn { is_nullable: false, ..column("timestamp") }).is_some());
        assert!(!is_changed(&at, "timestamp"));
    }
}
