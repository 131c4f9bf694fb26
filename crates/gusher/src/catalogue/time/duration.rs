//! Lengths of time: `duration`.

use std::sync::Arc;

use super::spread::Spread;
use super::times::Times;
use crate::generators::distribution::Sampled;
use crate::generators::parse_duration::parse;
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField};
use crate::types::Field;
use gush_diagnostics::parse_int;

/// The most hours that a duration has: with them its seconds are far from the end of any database's interval.
const MAX_SECONDS: i64 = 1_000_000 * 3600;

/// `duration[:min[,max]]`: a length of time between the two, both included, to the second.
pub(super) fn duration(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("duration:MIN,MAX")?;
    let min = min.as_ref().map_or(Ok(0), seconds)?;
    let max = max.as_ref().map_or(Ok(min.max(86_400)), seconds)?;
    if min > max {
        return Err(constraint.reversed(format!("{min}s"), format!("{max}s")));
    }
    let spread = Spread {
        ends: [min, max],
        origin: 0,
        per_milli: 1.0 / 1000.0,
        unit: 1.0,
        position: &|field| seconds(field).ok(),
        text: &|seconds| format!("{seconds}s"),
    };
    if let Some(sampler) = spread.sampler(&constraint)? {
        let field = Field::duration(sampler.min, sampler.max);
        return Ok(Arc::new(Sampled::new(sampler, field)));
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
    match (0..=MAX_SECONDS).contains(&seconds) {
        true => Ok(seconds),
        false => Err(field.error("expected a length from 0 to 1,000,000 hours")),
    }
}
