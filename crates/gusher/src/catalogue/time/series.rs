//! Times that rise by row number: `series`.

use std::sync::Arc;

use super::datetime::{FOUR_DIGITS, no_time, parse_millis, relative_millis};
use super::format::{self, Scope};
use super::pace::Pace;
use crate::generators::parse_duration;
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, MAX_VALUES, Properties, RowBounds,
    RowLimit,
};
use crate::limits::STREAM_ROWS;
use crate::rng::{Draws, TWO_64, bounded};
use crate::types::{Array, DataType, Field, TimeUnit};
use gush_diagnostics::parse_int;

/// `series[:start[,step[,jitter]]]`: start, start + step, start + 2·step … by the row number, each later by a random
/// part of the jitter, which is shorter than the step: so they rise from row to row.
pub(in crate::catalogue) fn series(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Series::of(constraint)?))
}

/// The same, but it begins again where the years with four digits end.
pub(in crate::catalogue) fn endless_series(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Series { is_endless: true, ..Series::of(constraint)? }))
}

impl Series {
    fn of(constraint: Constraint<'_>) -> Result<Series, ConstraintError> {
        let fields = constraint.fields(3, "series:START,STEP,JITTER")?;
        let given = |i: usize| fields.get(i).filter(|field| !field.text.is_empty());
        let start = given(0)
            .map_or_else(|| Ok(constraint.now().saturating_mul(1000)), |field| first(&constraint, field))?;
        let step = given(1).map_or(Ok(1000), distance)?;
        let jitter = given(2).map_or(Ok(0), |field| spread(field, step))?;
        let last = FOUR_DIGITS.end() * 1000 + 999;
        if start > last - jitter || start < FOUR_DIGITS.start() * 1000 {
            return Err(constraint.error("a series lies in the years 0 to 9999"));
        }
        // Thousandths are only written where there are any, or where a jitter needs them.
        let fits = jitter == 0 || step > 1000;
        let in_seconds = fits && [start, step, jitter].iter().all(|millis| millis % 1000 == 0);
        let (unit, per) = if in_seconds { (TimeUnit::Second, 1000) } else { (TimeUnit::Millisecond, 1) };
        let (start, step, jitter, last) = (start / per, step / per, jitter / per, last / per);
        // A jitter as long as the step could reach the next time.
        let jitter = jitter.min(step - 1);
        let pace = Pace::asked(&constraint)?;
        let rows = match &pace {
            None => ((last - jitter - start) / step) as u64 + 1,
            Some(pace) => {
                // The last week of all is left to the rhythm, which may take so much longer.
                let passed = ((last - start) * per - 8 * 86_400_000).max(0) as f64;
                ((pace.steady(start * per, passed) / (step * per) as f64) as u64).clamp(1, STREAM_ROWS)
            }
        };
        let max = match pace {
            None => start + (rows - 1) as i64 * step + jitter,
            Some(_) => last,
        };
        let min = start;
        let pattern = format::asked(&constraint, Scope::DateTime)?;
        let unique_support = pattern
            .as_ref()
            .map_or(Ok(()), |pattern| format::unique_support(pattern, unit.into(), Scope::DateTime));
        let field = format::shown(Field::timestamp(unit, min, max), pattern);
        let unique_support = if pace.is_some() {
            Err("a time that may come twice where a series is fast")
        } else {
            unique_support
        };
        Ok(Series { start, step, jitter, rows, field, unique_support, pace, per, is_endless: false })
    }
}

/// The first time, in thousandths of a Unix second.
pub(super) fn first(constraint: &Constraint<'_>, field: &ConstraintField) -> Result<i64, ConstraintError> {
    if let Some(millis) = relative_millis(constraint, field, 0)? {
        return Ok(millis);
    }
    let millis = match parse_int(&field.text) {
        Some(seconds) => i64::try_from(seconds).ok().and_then(|seconds| seconds.checked_mul(1000)),
        None => parse_millis(&field.text, 0),
    };
    millis.ok_or_else(|| {
        let expected =
            "expected a date such as 2024-12-31, a time such as 2024-12-31T23:59:59Z, now, -90d, or Unix seconds";
        field.error(no_time(&field.text, expected))
    })
}

const NO_LENGTH: &str = "expected a length of time such as 10s, 5m, 1h, 1d or 100ms";

fn distance(field: &ConstraintField) -> Result<i64, ConstraintError> {
    match parse_duration::parse(&field.text) {
        Some(0) => Err(field.error("a step of 0 never leaves the start")),
        Some(step) => Ok(step),
        None => Err(field.error(NO_LENGTH)),
    }
}

/// The jitter in thousandths of a second.
pub(super) fn spread(field: &ConstraintField, step: i64) -> Result<i64, ConstraintError> {
    if let Some(share) = gush_diagnostics::parse_share(&field.text) {
        return Ok((share * step as f64) as i64);
    }
    match parse_duration::parse(&field.text) {
        Some(jitter) if jitter > step => {
            Err(field.error("a jitter longer than the step would break the order of the times"))
        }
        Some(jitter) => Ok(jitter),
        None => {
            Err(field
                .error("expected a share of the step from 0 to 1, or a length of time such as 2s or 100ms"))
        }
    }
}

#[derive(Debug)]
struct Series {
    /// All in the unit of the field.
    start: i64,
    step: i64,
    jitter: i64,
    /// How many times there are before the year 10000.
    rows: u64,
    field: Field,
    unique_support: Result<(), &'static str>,
    /// The rhythm, trend and season of the times.
    pace: Option<Pace>,
    /// How many thousandths of a second the unit has.
    per: i64,
    /// Whether it begins again after those times.
    is_endless: bool,
}

impl Series {
    /// The times by their pace.
    fn fill_paced(&self, pace: &Pace, draws: &mut Draws<'_>, values: &mut [i64]) {
        let rows = draws.rows();
        let jitter = (self.jitter * self.per) as f64;
        let step = (self.step * self.per) as f64;
        let last = FOUR_DIGITS.end() * 1000 + 999;
        rows.zip(values.iter_mut().zip(draws.load(1)), |(value, x), row| {
            let steady = row as f64 * step + jitter * (*x as f64 / TWO_64);
            *value = pace.time(self.start * self.per, steady).min(last).div_euclid(self.per);
        });
    }
}

impl Generate for Series {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        self.rows.min(MAX_VALUES)
    }

    fn properties(&self) -> Properties<'_> {
        let limit = RowLimit { rows: self.rows, reason: "leaves the years that have four digits" };
        Properties {
            unique_support: self.unique_support,
            max_rows: (!self.is_endless).then_some(limit),
            row_bounds: Some(self),
            ..Properties::by_row()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let values = values.ints(draws.len());
        if let Some(pace) = &self.pace {
            return self.fill_paced(pace, draws, values);
        }
        draws.rows().zip(values.iter_mut(), |value, row| {
            let row = if row < self.rows { row } else { row % self.rows };
            *value = self.start.wrapping_add(row.wrapping_mul(self.step as u64) as i64);
        });
        if self.jitter > 0 {
            // Not the first draw: `@unique` would replace it, and the times are different without it.
            for (value, x) in values.iter_mut().zip(draws.load(1)) {
                *value += bounded(*x, self.jitter as u64 + 1) as i64;
            }
        }
    }
}

impl RowBounds for Series {
    fn field_within(&self, rows: u64) -> Field {
        let mut field = self.field.clone();
        let DataType::Timestamp { max, .. } = &mut field.data_type else { return field };
        let passed =
            i128::from(rows.clamp(1, self.rows) - 1) * i128::from(self.step) + i128::from(self.jitter);
        let last = match &self.pace {
            None => i128::from(self.start) + passed,
            Some(pace) => {
                let steady = passed as f64 * self.per as f64;
                // What is computed with fractions may be a little more.
                i128::from(pace.time(self.start * self.per, steady).div_euclid(self.per)) + 1
            }
        };
        *max = i64::try_from(last).unwrap_or(i64::MAX).min(*max);
        field
    }
}
