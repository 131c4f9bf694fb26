//! Lengths of time: `duration`, and how they are typed.

use std::sync::Arc;

use super::times::Times;
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField};
use crate::types::Field;
use gush_diagnostics::parse_int;

/// The lengths that a number may be followed by, in thousandths of a second.
const UNITS: [(&str, i64); 6] =
    [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000)];

/// A length of time such as `90s`, `1h30m` or `100ms`, in thousandths of a second.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let (mut rest, mut total) = (text, 0i64);
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let unit = &behind[..behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len())];
        let (_, millis) = UNITS.iter().find(|(name, _)| *name == unit)?;
        total = total.checked_add(number.parse::<i64>().ok()?.checked_mul(*millis)?)?;
        rest = &behind[unit.len()..];
    }
    (!text.is_empty()).then_some(total)
}

/// The most hours that a duration has: with them its seconds are far from the end of any database's interval.
const MOST: i64 = 1_000_000 * 3600;

/// `duration[:min[,max]]`: a length of time between the two, both included, to the second.
pub(super) fn duration(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("duration:MIN,MAX")?;
    let min = min.as_ref().map_or(Ok(0), seconds)?;
    let max = max.as_ref().map_or(Ok(min.max(86_400)), seconds)?;
    if min > max {
        return Err(constraint.reversed(format!("{min}s"), format!("{max}s")));
    }
    Ok(Arc::new(Times { min, max, field: Field::duration(min, max), unique_support: Ok(()) }))
}

fn seconds(field: &ConstraintField) -> Result<i64, ConstraintError> {
    // A letter after a number is a length's here: 5m are minutes, not millions.
    let seconds = match parse(&field.text) {
        Some(millis) => (millis % 1000 == 0).then_some(millis / 1000),
        None => parse_int(&field.text).and_then(|seconds| i64::try_from(seconds).ok()),
    };
    let seconds = seconds
        .ok_or_else(|| field.error("expected whole seconds, or a length such as 90s, 5m, 1h30m or 1d"))?;
    match (0..=MOST).contains(&seconds) {
        true => Ok(seconds),
        false => Err(field.error("expected a length from 0 to 1,000,000 hours")),
    }
}
