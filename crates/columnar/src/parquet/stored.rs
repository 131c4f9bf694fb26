//! How the values of a column are stored, as the readers of a file need it.

use gusher::types::{Field, FloatWidth, StorageType, StorageUnit};

use super::physical::Physical;
use crate::kind::{Branch, Kind, TextKind};
use crate::options::{
    DecimalForm, HalfForm, IntervalForm, ParquetOptions, TimeForm, TimestampForm, TimestampZone, UuidForm,
};

/// How the values of a column are stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored {
    pub kind: Kind,
    /// How its numbers are written plainly, if its values are numbers.
    pub physical: Option<Physical>,
}

impl Stored {
    /// How the values of a field are stored by these options.
    pub fn of(field: &Field, options: ParquetOptions) -> Stored {
        let kind = match Kind::in_files(field) {
            Kind::Uuid if options.uuid == UuidForm::Text => Kind::Text(TextKind::Utf8),
            Kind::Time(_) if options.time == TimeForm::Text => Kind::Text(TextKind::Utf8),
            Kind::Interval if options.intervals == IntervalForm::Text => Kind::Text(TextKind::Utf8),
            Kind::Float { width: FloatWidth::Half, scale } if options.halves == HalfForm::Float => {
                Kind::Float { width: FloatWidth::Single, scale }
            }
            Kind::Timestamp { unit, has_zone, factor } => timestamp(unit, has_zone, factor, options),
            other => other,
        };
        let physical = match kind {
            Kind::Timestamp { .. } if options.timestamps == TimestampForm::Int96 => Some(Physical::Int96),
            // The numbers of up to 18 digits are multiplied when they are taken from the batch.
            Kind::Decimal { precision: precision @ 1..=18, .. } if options.decimals == DecimalForm::Fixed => {
                Some(Physical::fixed(precision, 1))
            }
            other => Physical::of(other),
        };
        Stored { kind, physical }
    }
}

/// Why the values of a field, or of something in it, cannot be stored by these options, if they cannot.
pub fn refusal(field: &Field, options: &ParquetOptions) -> Option<String> {
    match Branch::of(field) {
        Branch::List { item, .. } => return refusal(item, options),
        Branch::Struct(fields) => return fields.iter().find_map(|field| refusal(field, options)),
        Branch::Leaf => {}
    }
    let has_zone = match Kind::in_files(field) {
        // A declared one was checked, by its rows too where these decide on the bounds.
        Kind::Timestamp { unit: StorageUnit::Nanosecond, .. } => return None,
        Kind::Timestamp { has_zone, .. } if options.timestamps == TimestampForm::Nanoseconds => has_zone,
        _ => return None,
    };
    StorageType::Timestamp { unit: StorageUnit::Nanosecond, has_zone }.check_bounds(&field.data_type).err()
}

/// Points in time of this unit, of which a number of the batch is `factor`, as the options have them.
fn timestamp(unit: StorageUnit, has_zone: bool, factor: i64, options: ParquetOptions) -> Kind {
    let wanted = match options.timestamps {
        TimestampForm::Declared => unit,
        TimestampForm::Milliseconds => StorageUnit::Millisecond,
        TimestampForm::Microseconds | TimestampForm::Int96 => StorageUnit::Microsecond,
        TimestampForm::Nanoseconds => StorageUnit::Nanosecond,
    };
    let has_zone = match options.zone {
        TimestampZone::Declared => has_zone,
        TimestampZone::Utc => true,
        TimestampZone::Absent => false,
    };
    // A batch counts seconds or thousandths, which all units of files have.
    let per_second = unit.per_second() / factor;
    Kind::Timestamp { unit: wanted, has_zone, factor: wanted.per_second() / per_second }
}

#[cfg(test)]
mod tests {
    use super::{Stored, timestamp};
    use crate::kind::Kind;
    use crate::options::{DecimalForm, ParquetOptions, TimestampForm, TimestampZone};
    use crate::parquet::physical::Physical;
    use gusher::types::{Field, StorageUnit};

    #[test]
    fn units_of_time_keep_the_value() {
        for (form, unit, factors) in [
            (TimestampForm::Milliseconds, StorageUnit::Millisecond, [1000, 1]),
            (TimestampForm::Microseconds, StorageUnit::Microsecond, [1_000_000, 1000]),
            (TimestampForm::Nanoseconds, StorageUnit::Nanosecond, [1_000_000_000, 1_000_000]),
        ] {
            let options =
                ParquetOptions { timestamps: form, zone: TimestampZone::Absent, ..ParquetOptions::COMMON };
            for (own, factor) in [(1_000_000, factors[0]), (1000, factors[1])] {
                let found = timestamp(StorageUnit::Microsecond, true, own, options);
                assert_eq!(found, Kind::Timestamp { unit, has_zone: false, factor });
            }
        }
    }

    #[test]
    fn decimals_are_bytes_where_they_are_to_be() {
        let options = ParquetOptions { decimals: DecimalForm::Fixed, ..ParquetOptions::COMMON };
        let stored = Stored::of(&Field::decimal(2, 0, 50_000), options);
        assert_eq!(stored.physical, Some(Physical::Fixed { len: 3, factor: 1 }));
    }
}
