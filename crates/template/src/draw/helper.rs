//! The arguments that `Loop` and `Null` refuse, before the rows and in them.

use crate::values::{Outcome, Value};

/// The maximum number of iterations of a `Loop`, plus one.
const MAX_ITERATIONS: i64 = 1 << 31;

/// The message for an invalid probability.
pub(crate) const INVALID_PROBABILITY: &str = "a probability is a number from 0 to 1, such as 0.25";

/// Whether a number of iterations lies between these two.
pub(crate) fn check_iterations(min: i64, max: i64) -> Result<(), String> {
    if min < 0 {
        return Err(format!("a loop cannot have {min} iterations"));
    }
    if min > max {
        Err(format!("the fewest iterations ({min}) are more than the most ({max})"))
    } else {
        Ok(())
    }
}

/// The iterations of `Loop N`: 0 to N - 1.
pub(crate) fn iterations(count: i64) -> Outcome {
    match count {
        ..0 => Err(format!("a loop cannot have {count} iterations").into()),
        MAX_ITERATIONS.. => {
            Err(format!("a loop cannot have {count} iterations; 2,147,483,647 are the most").into())
        }
        _ => Ok(Value::Ints { first: 0, len: count as u32 }),
    }
}
