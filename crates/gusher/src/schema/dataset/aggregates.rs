//! The types of aggregates of children.

use crate::schema::draft::Related;
use crate::schema::relation::Operation;
use crate::types::DataType;
use gush_diagnostics::Diagnostic;

/// The type of an aggregate of up to `most` children.
pub(super) fn aggregate(
    related: &Related,
    operation: Operation,
    child: Option<&DataType>,
    most: i64,
) -> Result<DataType, Diagnostic> {
    let wrong = |text: &str| related.diagnostic(&related.fields[0].at, text);
    let Some(child) = child else { return Ok(DataType::Int64 { min: 0, max: most }) };
    let sum = |min: i64, max: i64| {
        let bound = |value: i64| value.checked_mul(most);
        let ends = (bound(min.min(0)), bound(max.max(0)));
        let (Some(least), Some(largest)) = ends else {
            return Err(wrong("the sum may leave the 64-bit numbers"));
        };
        Ok((least, largest))
    };
    let is_sum = matches!(operation, Operation::Sum | Operation::Avg);
    match (operation, child) {
        (Operation::Count, _) => Ok(DataType::Int64 { min: 0, max: most }),
        (Operation::Sum, &DataType::Int64 { min, max }) => {
            sum(min, max).map(|(min, max)| DataType::Int64 { min, max })
        }
        (Operation::Sum, &DataType::Decimal { scale, min, max }) => {
            sum(min, max).map(|(min, max)| DataType::Decimal { scale, min, max })
        }
        (Operation::Sum, &DataType::Duration { min, max }) => {
            sum(min, max).map(|(min, max)| DataType::Duration { min, max })
        }
        (Operation::Avg, &DataType::Int64 { min, max }) => {
            sum(min, max).and_then(|_| mean(0, min, max).ok_or_else(|| wrong(FINE)))
        }
        (Operation::Avg, &DataType::Decimal { scale, min, max }) => {
            sum(min, max).and_then(|_| mean(scale, min, max).ok_or_else(|| wrong(FINE)))
        }
        (
            Operation::Min | Operation::Max,
            DataType::Int64 { .. }
            | DataType::Decimal { .. }
            | DataType::Date32 { .. }
            | DataType::Timestamp { .. }
            | DataType::Time { .. }
            | DataType::Duration { .. },
        ) => Ok(child.clone()),
        (_, DataType::Wide { .. }) => Err(wrong(WIDE)),
        (_, DataType::Float { .. }) => Err(wrong(FLOATS)),
        (_, _) if is_sum => Err(wrong("this column has no numbers to add up")),
        (_, _) => {
            Err(wrong("this column has neither numbers nor times, of which there are smallest and largest"))
        }
    }
}

/// The diagnostic for an aggregate of floating-point numbers, which would depend on the order of the children.
const FLOATS: &str = "aggregates are exact, and floating-point numbers are not; make this column a decimal, which @type=float8 writes \
     as a floating-point number";

/// The diagnostic for an aggregate of numbers beyond 64 bits.
const WIDE: &str = "aggregates have numbers of 64 bits; limit the range of this column to 18 digits";

/// The diagnostic for a mean that has too many digits.
const FINE: &str = "the mean has more digits than 64 bits hold";

/// The type of a mean.
fn mean(scale: u32, min: i64, max: i64) -> Option<DataType> {
    let scaled = |value: i64| value.checked_mul(10i64.pow(Operation::AVG_PLACES));
    let scale = scale + Operation::AVG_PLACES;
    (scale <= 18).then_some(())?;
    Some(DataType::Decimal { scale, min: scaled(min)?, max: scaled(max)? })
}
