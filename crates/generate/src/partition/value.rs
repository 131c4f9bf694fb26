//! The value of a partition's field.

use std::fmt::{self, Display};

use gusher::internal::calendar::{SECONDS, civil};

/// The value of a partition's field.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartitionValue {
    /// None.
    Null,
    /// An integer.
    Int(i64),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00:00.
    Timestamp(i64),
    /// True or false.
    Bool(bool),
    /// A multiple of 10^-scale.
    Decimal {
        /// The multiple.
        unscaled: i128,
        /// Decimal places.
        scale: u32,
    },
    /// A text.
    Text(String),
}

/// As SQL writes it, without quotes; nothing for null.
impl Display for PartitionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartitionValue::Null => Ok(()),
            PartitionValue::Int(value) => write!(f, "{value}"),
            PartitionValue::Date(day) => date(*day, f),
            PartitionValue::Timestamp(micros) => {
                let (seconds, micros) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
                let (day, second) = (seconds.div_euclid(SECONDS), seconds.rem_euclid(SECONDS));
                date(day as i32, f)?;
                write!(f, " {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)?;
                match micros {
                    0 => Ok(()),
                    micros => f.write_str(format!(".{micros:06}").trim_end_matches('0')),
                }
            }
            PartitionValue::Bool(value) => write!(f, "{value}"),
            PartitionValue::Decimal { unscaled, scale: 0 } => write!(f, "{unscaled}"),
            PartitionValue::Decimal { unscaled, scale } => {
                let (digits, width) = (unscaled.unsigned_abs().to_string(), *scale as usize + 1);
                let digits = format!("{digits:0>width$}");
                let (before, after) = digits.split_at(digits.len() - *scale as usize);
                write!(f, "{}{before}.{after}", if *unscaled < 0 { "-" } else { "" })
            }
            PartitionValue::Text(text) => f.write_str(text),
        }
    }
}

fn date(day: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (year, month, day) = civil(day);
    write!(f, "{year:04}-{month:02}-{day:02}")
}

impl PartitionValue {
    /// Whether there is none.
    pub fn is_null(&self) -> bool {
        *self == PartitionValue::Null
    }
}

#[cfg(test)]
mod tests {
    use super::PartitionValue;

    #[test]
    fn values_are_written_as_sql_does() {
        let decimal = |unscaled, scale| PartitionValue::Decimal { unscaled, scale };
        for (value, text) in [
            (PartitionValue::Int(-5), "-5"),
            (PartitionValue::Date(19_797), "2024-03-15"),
            (PartitionValue::Timestamp(-1), "1969-12-31 23:59:59.999999"),
            (PartitionValue::Timestamp(1_510_871_468_500_000), "2017-11-16 22:31:08.5"),
            (PartitionValue::Timestamp(0), "1970-01-01 00:00:00"),
            (PartitionValue::Bool(true), "true"),
            (decimal(-5, 2), "-0.05"),
            (decimal(1420, 2), "14.20"),
            (decimal(7, 0), "7"),
            (PartitionValue::Null, ""),
        ] {
            assert_eq!(value.to_string(), text);
        }
    }
}
