//! The columns that partitions are computed from: which types they may have, and the value of a field for a value of its column.

use gusher::plan::Plan;
use gusher::text::ColumnText;
use gusher::types::{DataType, Field, StorageType, TimeUnit};

use super::spec::PartitionField;
use super::transform::{Calendar, Transform, of_time};
use super::value::PartitionValue;
use super::{bucket, hive};

/// A field of a table's partitions, with the column that it is computed from.
#[derive(Debug)]
pub struct KeyColumn {
    /// The index of the column in the plan.
    pub(super) index: usize,
    /// What folders and catalogues call the field.
    name: String,
    /// The column's name.
    column: String,
    pub(super) transform: Transform,
    calendar: Calendar,
    pub(super) kind: KeyKind,
    /// What writes the values of a column of texts.
    pub(super) text: ColumnText,
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyKind {
    Text,
    Int,
    Date,
    /// In units of which a second has this many.
    Timestamp {
        per_second: i64,
    },
    Bool,
    /// Multiples of 10^-scale once they are multiplied by the factor.
    Decimal {
        scale: u32,
        factor: i64,
    },
    Uuid,
}

/// Why a table cannot be partitioned by a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeyError {
    /// There is no such column.
    Unknown,
    /// The values of the column, or the function of them, cannot name a partition.
    Refused(String),
}

/// The column that a field is computed from.
pub(crate) fn key_column(
    plan: &Plan,
    field: &PartitionField,
    calendar: Calendar,
) -> Result<KeyColumn, KeyError> {
    let is_named = |known: &Field| known.name == field.column;
    let found = plan.fields().enumerate().find(|(_, known)| is_named(known));
    let (index, of_column) = found.ok_or(KeyError::Unknown)?;
    let kind = KeyKind::of(of_column).ok_or_else(|| KeyError::Refused(no_key(of_column)))?;
    if let Some(refusal) = kind.refusal(field.transform) {
        return Err(KeyError::Refused(refusal));
    }
    let name = field.name.clone().unwrap_or_else(|| usual_name(field, calendar));
    Ok(KeyColumn {
        index,
        name,
        column: field.column.clone(),
        transform: field.transform,
        calendar,
        kind,
        text: ColumnText::stored(of_column),
    })
}

/// What a field is called where nothing else was asked for.
fn usual_name(PartitionField { column, transform, .. }: &PartitionField, calendar: Calendar) -> String {
    match (transform, calendar) {
        (Transform::Identity, _) => column.clone(),
        (Transform::Truncate(_), _) => format!("{column}_trunc"),
        (Transform::Bucket(_), _) | (_, Calendar::Epoch) => format!("{column}_{}", transform.name()),
        (_, Calendar::Parts) => transform.name().to_owned(),
    }
}

/// What to say of a column whose values name no partition.
fn no_key(field: &Field) -> String {
    let what = match field.data_type {
        DataType::List { .. } => "a list",
        DataType::Map { .. } => "a map",
        DataType::Struct(_) => "a struct",
        DataType::Float { .. } => "a floating-point number",
        DataType::Wide { .. } => "a number beyond 64 bits",
        DataType::Time { .. } => "a time of day",
        DataType::Duration { .. } | DataType::Interval { .. } => "a length of time",
        _ => "a value of this type",
    };
    format!("{what} names no partition; a text, an integer, a decimal, a date, a time or a truth value does")
}

impl KeyKind {
    fn of(field: &Field) -> Option<KeyKind> {
        Some(match (field.storage(), &field.data_type) {
            (_, DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_)) => return None,
            (StorageType::Int(_), DataType::Int64 { .. }) => KeyKind::Int,
            (StorageType::Decimal { scale, .. }, DataType::Int64 { .. }) => {
                KeyKind::Decimal { scale, factor: 10i64.checked_pow(scale)? }
            }
            (StorageType::Decimal { scale, .. }, DataType::Decimal { scale: own, .. }) => {
                KeyKind::Decimal { scale, factor: 10i64.checked_pow(scale - own)? }
            }
            (StorageType::Date, DataType::Date32 { .. }) => KeyKind::Date,
            (StorageType::Timestamp { .. }, DataType::Timestamp { unit, .. }) => {
                KeyKind::Timestamp { per_second: if *unit == TimeUnit::Millisecond { 1000 } else { 1 } }
            }
            (StorageType::Bool, DataType::Bool) => KeyKind::Bool,
            (StorageType::Uuid, DataType::Uuid) => KeyKind::Uuid,
            (
                StorageType::Text
                | StorageType::Enum { .. }
                | StorageType::Xml
                | StorageType::Inet
                | StorageType::Cidr
                | StorageType::MacAddr
                | StorageType::Bits { .. },
                _,
            ) => KeyKind::Text,
            _ => return None,
        })
    }

    /// What to say of a transform that there is not for these values.
    fn refusal(self, transform: Transform) -> Option<String> {
        let is_time = matches!(self, KeyKind::Timestamp { .. });
        let text = match transform {
            Transform::Identity if self == KeyKind::Uuid => {
                "every row has an id of its own, and so a partition; bucket(16,…) spreads them over 16"
            }
            Transform::Hour if self == KeyKind::Date => "a date has no hour; day(…) is its smallest part",
            _ if transform.is_of_time() && !is_time && self != KeyKind::Date => {
                "this is a part of a date or a time, and the column has neither"
            }
            Transform::Bucket(_) if self == KeyKind::Bool => "there are two truth values; leave bucket out",
            Transform::Truncate(_)
                if !matches!(self, KeyKind::Text | KeyKind::Int | KeyKind::Decimal { .. }) =>
            {
                "texts, integers and decimals are truncated; of times there are year, month, day and hour"
            }
            _ => return None,
        };
        Some(text.to_owned())
    }
}

impl KeyColumn {
    /// What folders and catalogues call the field.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the column that it is computed from.
    pub fn column(&self) -> &str {
        &self.column
    }

    /// What is computed.
    pub fn transform(&self) -> Transform {
        self.transform
    }

    /// The value as it is in the name of a folder, before it is escaped.
    pub(crate) fn folder_text(&self, value: &PartitionValue) -> String {
        match (self.calendar, self.transform, value) {
            (Calendar::Epoch, transform, PartitionValue::Int(value)) => since_epoch(transform, *value),
            _ => hive::text(value),
        }
    }

    /// A number by which values of the field are distinguished, for a number, date or time of the column.
    pub(super) fn code(&self, number: i64) -> i64 {
        match (self.transform, self.kind) {
            (Transform::Identity, _) => number,
            (Transform::Bucket(count), KeyKind::Decimal { factor, .. }) => {
                i64::from(bucket::of_decimal(i128::from(number) * i128::from(factor), count))
            }
            (Transform::Bucket(count), KeyKind::Timestamp { per_second }) => {
                i64::from(bucket::of_int(micros(number, per_second), count))
            }
            (Transform::Bucket(count), _) => i64::from(bucket::of_int(number, count)),
            (Transform::Truncate(width), KeyKind::Decimal { factor, .. }) => {
                // Of the number as it is stored; a multiple of the factor is what the batch has.
                let stored = i128::from(number) * i128::from(factor);
                (stored - stored.rem_euclid(i128::from(width))) as i64
            }
            (Transform::Truncate(width), _) => number.saturating_sub(number.rem_euclid(i64::from(width))),
            (transform, KeyKind::Timestamp { per_second }) => {
                of_time(transform, self.calendar, number.div_euclid(per_second))
            }
            (transform, _) => of_time(transform, self.calendar, number.saturating_mul(86_400)),
        }
    }

    /// The value of the field whose code this is.
    pub(super) fn value_of_code(&self, code: i64) -> PartitionValue {
        match (self.transform, self.kind) {
            (Transform::Identity, KeyKind::Date) => PartitionValue::Date(code as i32),
            (Transform::Identity, KeyKind::Timestamp { per_second }) => {
                PartitionValue::Timestamp(micros(code, per_second))
            }
            (Transform::Identity, KeyKind::Bool) => PartitionValue::Bool(code != 0),
            (Transform::Identity, KeyKind::Decimal { scale, factor }) => {
                PartitionValue::Decimal { unscaled: i128::from(code) * i128::from(factor), scale }
            }
            (Transform::Truncate(_), KeyKind::Decimal { scale, .. }) => {
                PartitionValue::Decimal { unscaled: i128::from(code), scale }
            }
            _ => PartitionValue::Int(code),
        }
    }

    /// The bucket of an id.
    pub(super) fn bucket_of_id(&self, id: u128) -> i64 {
        let Transform::Bucket(count) = self.transform else { return 0 };
        i64::from(bucket::of_bytes(&id.to_be_bytes(), count))
    }

    /// The value of the field for a text of the column. Hive has no empty texts: they are null.
    pub(super) fn value_of_text(&self, text: &[u8]) -> PartitionValue {
        match self.transform {
            Transform::Bucket(count) => PartitionValue::Int(i64::from(bucket::of_bytes(text, count))),
            _ if text.is_empty() && self.calendar == Calendar::Parts => PartitionValue::Null,
            Transform::Truncate(width) => {
                let text = String::from_utf8_lossy(text);
                PartitionValue::Text(text.chars().take(width as usize).collect())
            }
            _ => PartitionValue::Text(String::from_utf8_lossy(text).into_owned()),
        }
    }
}

fn micros(number: i64, per_second: i64) -> i64 {
    number.saturating_mul(1_000_000 / per_second)
}

/// A number of years, months, days or hours since 1970 as Iceberg's folders have it: `2024-03-05-13`.
fn since_epoch(transform: Transform, count: i64) -> String {
    match transform {
        Transform::Year => (1970 + count).to_string(),
        Transform::Month => format!("{:04}-{:02}", 1970 + count.div_euclid(12), count.rem_euclid(12) + 1),
        Transform::Day => PartitionValue::Date(count as i32).to_string(),
        Transform::Hour => {
            format!("{}-{:02}", PartitionValue::Date(count.div_euclid(24) as i32), count.rem_euclid(24))
        }
        Transform::Identity | Transform::Bucket(_) | Transform::Truncate(_) => count.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Transform, since_epoch};

    #[test]
    fn folders_of_iceberg_have_complete_dates() {
        assert_eq!(since_epoch(Transform::Year, 47), "2017");
        assert_eq!(since_epoch(Transform::Month, 574), "2017-11");
        assert_eq!(since_epoch(Transform::Month, -1), "1969-12");
        assert_eq!(since_epoch(Transform::Day, 17_486), "2017-11-16");
        assert_eq!(since_epoch(Transform::Hour, 419_686), "2017-11-16-22");
        assert_eq!(since_epoch(Transform::Bucket(9), 3), "3");
    }
}
