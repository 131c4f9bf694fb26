//! Values that a column of the server would change, and say nothing of it, whatever its `sql_mode` is.

use gusher::types::{DataType, Field, StorageType, TimeUnit};

use super::super::table::MyColumn;

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
    let has_places = match storage {
        StorageType::Decimal { scale, .. } => scale > 0,
        StorageType::Float(_) => true,
        _ => false,
    };
    match storage {
        _ if has_places && INTEGERS.contains(&of) => {
            Some("which rounds numbers with decimal places; make integers".into())
        }
        StorageType::Int(_) if matches!(of, "enum" | "set") => {
            Some("which takes numbers for the places of its words; make words".into())
        }
        StorageType::Int(_) if matches!(of, "date" | "datetime" | "timestamp" | "time") => {
            Some("which reads digits of numbers as a time; make times".into())
        }
        StorageType::Text if of == "bit" => Some("which takes numbers and bits, and no texts; make bits".into()),
        StorageType::Bits { len, .. } if of == "bit" && bits(&column.type_text) < len => {
            Some(format!("which has {} bits, and these are up to {len}", bits(&column.type_text)))
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

/// How many bits a column of them has.
fn bits(type_text: &str) -> u32 {
    let len = type_text.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    len.and_then(|(len, _)| len.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::{MyColumn, changed};
    use gusher::types::{Field, TimeUnit};

    fn column(type_text: &str) -> MyColumn {
        MyColumn {
            name: "c".into(),
            of: type_text.split('(').next().unwrap_or_default().into(),
            type_text: type_text.into(),
            is_needed: false,
            is_nullable: true,
            is_counter: false,
            is_generated: false,
            may_insert: true,
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
        let exact = Field::timestamp(TimeUnit::Millisecond, 0, 9);
        assert!(is_changed(&exact, "datetime") && !is_changed(&exact, "datetime(3)"));
        let nullable = number.clone().nullable(true);
        assert!(changed(&nullable, &MyColumn { is_counter: true, ..column("int") }).is_some());
        let at = Field::timestamp(TimeUnit::Second, 0, 9).nullable(true);
        assert!(changed(&at, &MyColumn { is_nullable: false, ..column("timestamp") }).is_some());
        assert!(!is_changed(&at, "timestamp"));
    }
}
