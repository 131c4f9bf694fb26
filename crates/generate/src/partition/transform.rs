//! What a field of a partition computes from the value of a column.

use gusher::internal::calendar::{SECONDS, civil};

/// What is computed from the value of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transform {
    /// Nothing: the value itself.
    Identity,
    /// The year of a date or time.
    Year,
    /// Its month.
    Month,
    /// Its day.
    Day,
    /// Its hour.
    Hour,
    /// One of this many buckets, by a hash of the value (Iceberg's, "Bucket Transform Details").
    Bucket(u32),
    /// Texts cut to this many characters, and numbers rounded down to a multiple of it (Iceberg's, "Truncate Transform Details").
    Truncate(u32),
}

/// How parts of a time are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calendar {
    /// As SQL's functions do: months from 1 to 12 in each year, days from 1 to 31, hours from 0 to 23.
    Parts,
    /// As Iceberg's transforms do: years, months, days and hours since 1970-01-01T00:00:00.
    Epoch,
}

impl Transform {
    /// All functions.
    pub const NAMES: [&'static str; 6] = ["year", "month", "day", "hour", "bucket", "truncate"];

    /// The function of times of this name.
    pub fn of_time(name: &str) -> Option<Transform> {
        Some(match name {
            "year" => Transform::Year,
            "month" => Transform::Month,
            "day" => Transform::Day,
            "hour" => Transform::Hour,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Transform::Identity => "identity",
            Transform::Year => "year",
            Transform::Month => "month",
            Transform::Day => "day",
            Transform::Hour => "hour",
            Transform::Bucket(_) => "bucket",
            Transform::Truncate(_) => "truncate",
        }
    }

    /// Whether it is a part of a date or time.
    pub fn is_of_time(self) -> bool {
        Transform::of_time(self.name()).is_some()
    }
}

/// The part of a time, `seconds` after 1970-01-01T00:00:00, that a transform of times computes.
pub(super) fn of_time(transform: Transform, calendar: Calendar, seconds: i64) -> i64 {
    let day = seconds.div_euclid(SECONDS);
    let (year, month, of_month) = civil(day as i32);
    let (year, month) = (i64::from(year), i64::from(month));
    match (transform, calendar) {
        (Transform::Year, Calendar::Parts) => year,
        (Transform::Year, Calendar::Epoch) => year - 1970,
        (Transform::Month, Calendar::Parts) => month,
        (Transform::Month, Calendar::Epoch) => 12 * (year - 1970) + month - 1,
        (Transform::Day, Calendar::Parts) => i64::from(of_month),
        (Transform::Day, Calendar::Epoch) => day,
        (Transform::Hour, Calendar::Parts) => seconds.div_euclid(3600).rem_euclid(24),
        (Transform::Hour, Calendar::Epoch) => seconds.div_euclid(3600),
        (Transform::Identity | Transform::Bucket(_) | Transform::Truncate(_), _) => seconds,
    }
}

#[cfg(test)]
mod tests {
    use super::{Calendar, Transform, of_time};

    /// The values of the examples in Iceberg's specification, and those that SQL gives.
    #[test]
    fn parts_of_times_are_those_of_sql_and_of_iceberg() {
        // 2017-11-16T22:31:08, and 1969-12-31T23:00:01.
        for (seconds, transform, parts, epoch) in [
            (1_510_871_468, Transform::Year, 2017, 47),
            (1_510_871_468, Transform::Month, 11, 574),
            (1_510_871_468, Transform::Day, 16, 17_486),
            (1_510_871_468, Transform::Hour, 22, 419_686),
            (-3599, Transform::Year, 1969, -1),
            (-3599, Transform::Month, 12, -1),
            (-3599, Transform::Day, 31, -1),
            (-3599, Transform::Hour, 23, -1),
        ] {
            assert_eq!(of_time(transform, Calendar::Parts, seconds), parts, "{transform:?}");
            assert_eq!(of_time(transform, Calendar::Epoch, seconds), epoch, "{transform:?}");
        }
    }
}
