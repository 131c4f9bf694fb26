//! Days: `date`.

use std::sync::Arc;

use jiff::{Span, civil::Date};

use super::format::{self, Scope};
use super::relative::day;
use super::spread::Spread;
use crate::calendar::Unit;
use crate::generators::constraint::{date_to_day, day_to_date};
use crate::generators::distribution::Sampled;
use crate::generators::{BuildResult, Constraint, Generate, Properties};
use crate::rng::{Draws, bounded_word};
use crate::types::{Array, Field};

/// `date[:min,max]`: a day between the two, both included; within the last year by default.
pub(super) fn date(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("date:MIN,MAX")?;
    let min = min.as_ref().map(|field| day(field, &constraint)).transpose()?;
    let max = max.as_ref().map(|field| day(field, &constraint)).transpose()?;
    let year = Span::new().years(1);
    // A bound that is not given is today, or a year from the other one where today is on its wrong side.
    let max = max.unwrap_or_else(|| {
        let today = constraint.today();
        match min {
            Some(min) if min > today => min.saturating_add(year).min(last_day()),
            _ => today,
        }
    });
    let min = min.unwrap_or_else(|| max.saturating_sub(year).max(first_day()));
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    let (min, max) = (date_to_day(min), date_to_day(max));
    let pattern = format::asked(&constraint, Scope::Date)?;
    let unique_support =
        pattern.as_ref().map_or(Ok(()), |pattern| format::unique_support(pattern, Unit::Days, Scope::Date));
    let spread = Spread {
        ends: [min.into(), max.into()],
        origin: min.into(),
        per_milli: 1.0 / 86_400_000.0,
        unit: 1.0,
        position: &|field| day(field, &constraint).ok().map(|day| date_to_day(day).into()),
        text: &|day| day_to_date(day as i32).to_string(),
    };
    if let Some(sampler) = spread.sampler(&constraint)? {
        let field = format::shown(Field::date32(sampler.min as i32, sampler.max as i32), pattern);
        return Ok(Arc::new(Sampled::new(sampler, field)));
    }
    let field = format::shown(Field::date32(min, max), pattern);
    Ok(Arc::new(Day { min, max, field, unique_support }))
}

/// The first day that is written with four digits of the year.
fn first_day() -> Date {
    day_to_date(i32::MIN)
}

/// The last day that is written with four digits of the year.
fn last_day() -> Date {
    day_to_date(i32::MAX)
}

#[derive(Debug)]
struct Day {
    min: i32,
    max: i32,
    /// The data type of the days.
    field: Field,
    /// Why some may read the same, if they may.
    unique_support: Result<(), &'static str>,
}

impl Generate for Day {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        u64::from(self.max.abs_diff(self.min)) + 1
    }

    fn properties(&self) -> Properties<'_> {
        Properties { unique_support: self.unique_support, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (min, days) = (self.min, self.max.abs_diff(self.min) + 1);
        let fractions = draws.load(0);
        for (value, x) in values.dates(fractions.len()).iter_mut().zip(fractions) {
            *value = min + bounded_word(*x, days) as i32;
        }
    }
}
