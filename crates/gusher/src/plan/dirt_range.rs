//! The range of a dirty column, which includes its outliers.

use crate::types::{DataType, Field, float_span};

/// The field with a range that includes values that are off by this much.
pub(super) fn widened(field: &Field, shifts: &[i64]) -> Field {
    let below = shifts.iter().copied().min().unwrap_or(0).min(0);
    let above = shifts.iter().copied().max().unwrap_or(0).max(0);
    let data_type = match field.data_type.clone() {
        DataType::Int64 { min, max } => DataType::Int64 { min: min + below, max: max + above },
        DataType::Decimal { scale, min, max } => {
            DataType::Decimal { scale, min: min + below, max: max + above }
        }
        DataType::Date32 { min, max } => {
            DataType::Date32 { min: min + below as i32, max: max + above as i32 }
        }
        DataType::Timestamp { unit, min, max } => {
            DataType::Timestamp { unit, min: min + below, max: max + above }
        }
        DataType::Float { width, min, max, specials } => {
            let span = float_span(min, max);
            let [min, max] =
                [min + below as f64 * span, max + above as f64 * span].map(|end| width.round(end));
            DataType::Float { width, min, max, specials }
        }
        other @ (DataType::Utf8(_)
        | DataType::Wide { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_)) => other,
    };
    Field { data_type, ..field.clone() }
}
