//! Types for which a large engine refuses a file, all of its columns.

use gusher::types::{Field, FloatWidth, StorageUnit};

use super::stored::Stored;
use crate::kind::{Branch, Kind};
use crate::options::{ParquetOptions, TimeForm, TimestampForm, UuidForm};

/// A type that closes a file for some readers.
#[derive(Debug, PartialEq, Eq)]
pub struct Closing {
    /// The type.
    pub what: &'static str,
    /// Who refuses the file.
    pub readers: &'static str,
    /// The setting that decides about it, and its value for a file that they take.
    pub remedy: (&'static str, &'static str),
}

static UUID: Closing =
    Closing { what: "the logical type UUID", readers: "Spark and Hive", remedy: ("uuid", "text") };
static TIME: Closing =
    Closing { what: "the logical type TIME", readers: "Spark and Hive", remedy: ("time", "text") };
static INTERVAL: Closing =
    Closing { what: "the type INTERVAL", readers: "Spark, Hive and Polars", remedy: ("intervals", "text") };
static HALF: Closing =
    Closing { what: "the logical type FLOAT16", readers: "Spark 3 and 4", remedy: ("float16", "float") };
static NANOSECONDS: Closing =
    Closing { what: "nanoseconds", readers: "Spark and Iceberg", remedy: ("timestamps", "us") };

/// Why a column of this field, or something in it, closes a file for some readers; `None` where it does not.
pub fn closing(field: &Field, options: &ParquetOptions) -> Option<&'static Closing> {
    match Branch::of(field) {
        Branch::List { item, .. } => return closing(item, options),
        Branch::Struct(fields) => return fields.iter().find_map(|field| closing(field, options)),
        Branch::Leaf => {}
    }
    match Stored::of(field, *options).kind {
        Kind::Uuid if options.uuid == UuidForm::Logical => Some(&UUID),
        Kind::Time(_) if options.time == TimeForm::Logical => Some(&TIME),
        Kind::Interval => Some(&INTERVAL),
        Kind::Float { width: FloatWidth::Half, .. } => Some(&HALF),
        Kind::Timestamp { unit: StorageUnit::Nanosecond, .. }
            if options.timestamps != TimestampForm::Int96 =>
        {
            Some(&NANOSECONDS)
        }
        Kind::Uuid
        | Kind::Time(_)
        | Kind::Timestamp { .. }
        | Kind::Int(_)
        | Kind::Float { .. }
        | Kind::Decimal { .. }
        | Kind::Date
        | Kind::Duration
        | Kind::Bool
        | Kind::Bytes { .. }
        | Kind::Text(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{TIME, UUID, closing};
    use crate::options::{ParquetOptions, TimeForm};
    use gusher::types::{DataType, Field};

    #[test]
    fn types_close_files_at_any_depth() {
        let options = ParquetOptions::COMMON;
        let time = || Field::time(0, 86_399);
        assert_eq!(closing(&time(), &options), Some(&TIME));
        let list = Field::list(Field::structure([Field::int64(0, 1).named("a"), time().named("b")]), 0, 3);
        assert_eq!(closing(&list, &options), Some(&TIME));
        assert_eq!(closing(&list, &ParquetOptions { time: TimeForm::Text, ..options }), None);
        assert_eq!(closing(&DataType::Uuid.into(), &options), None);
        assert_eq!(closing(&DataType::Uuid.into(), &ParquetOptions::NEWEST), Some(&UUID));
    }
}
