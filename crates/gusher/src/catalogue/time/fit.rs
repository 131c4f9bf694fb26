//! Times that fill a window: `series:FROM,TO,fit`, as many as the table has rows.

use std::sync::Arc;

use super::datetime::FOUR_DIGITS;
use super::format::{self, Scope};
use super::pace::Pace;
use super::series::{self, first, spread};
use crate::generators::{BuildResult, Constraint, Generate, Properties, RowLimit};
use crate::rng::{Draws, TWO_64};
use crate::types::{Array, Field, TimeUnit};

/// The word after the window.
const FIT: &str = "fit";
const FORM: &str = "series:FROM,TO,fit,JITTER";

/// `series`: one that fills a window, or else one with a step.
pub(super) fn series(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(4, "series:START,STEP,JITTER")?;
    match fields.get(2).is_some_and(|field| field.text == FIT) {
        true => fit(&constraint),
        false => series::series(constraint),
    }
}

/// `series:FROM,TO,fit[,JITTER]`: the time from FROM to TO, divided by the number of the table's rows; each row has the beginning
/// of its part, or is later by a random share of it.
fn fit(constraint: &Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(4, FORM)?;
    let end = |index: usize| match fields[index].text.is_empty() {
        true => Err(fields[index].error(format!("a window has both ends; the form is {FORM}"))),
        false => first(constraint, &fields[index]),
    };
    let (from, to) = (end(0)?, end(1)?);
    if from >= to {
        return Err(fields[1].error(match from == to {
            true => "the window ends when it begins; it needs at least a thousandth of a second",
            false => "the window ends before it begins",
        }));
    }
    if from < FOUR_DIGITS.start() * 1000 || to > FOUR_DIGITS.end() * 1000 + 1000 {
        return Err(constraint.error("a series lies in the years 0 to 9999"));
    }
    let Some(rows) = constraint.context.rows else {
        let text = "`fit` divides a window among all rows of the table, and how many these are is not known here: give the table's \
                    number of rows, from row 0 on";
        return Err(fields[2].error(text));
    };
    let rows = rows.max(1);
    let step = (to - from) / i64::try_from(rows).unwrap_or(i64::MAX);
    let jitter = match fields.get(3) {
        None => 0.0,
        Some(field) => match gush_diagnostics::parse_share(&field.text) {
            Some(share) => share,
            None => spread(field, step)? as f64 / step.max(1) as f64,
        },
    };
    let pace = Pace::asked(constraint)?;
    // Integral seconds distinguish the rows where each has one of its own.
    let in_seconds = [from, to].iter().all(|millis| millis % 1000 == 0) && step >= 1000;
    let (unit, per) = if in_seconds { (TimeUnit::Second, 1000) } else { (TimeUnit::Millisecond, 1) };
    let pattern = format::asked(constraint, Scope::DateTime)?;
    let unique_support = match &pattern {
        _ if pace.is_some() || jitter > 0.0 || step < per => {
            Err("a time that may come twice where rows are close")
        }
        Some(pattern) => format::unique_support(pattern, unit.into(), Scope::DateTime),
        None => Ok(()),
    };
    let field =
        format::shown(Field::timestamp(unit, from.div_euclid(per), (to - 1).div_euclid(per)), pattern);
    let steady = pace.as_ref().map_or((to - from) as f64, |pace| steady(pace, from, to));
    Ok(Arc::new(Fit { from, to, rows, jitter, pace, steady, per, field, unique_support }))
}

/// How far on a steady series is when the paced one reaches the end of the window: found by halving, as its time only grows.
fn steady(pace: &Pace, from: i64, to: i64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Beyond the longest time of all.
    while pace.time(from, high) < to && high < 1e16 {
        high *= 2.0;
    }
    while high - low > 1.0 / 16.0 {
        let middle = f64::midpoint(low, high);
        // In numbers of this size the halves are equal before they are so close.
        if middle <= low || middle >= high {
            break;
        }
        if pace.time(from, middle) < to { low = middle } else { high = middle }
    }
    low
}

#[derive(Debug)]
struct Fit {
    /// The window, in thousandths of a Unix second; its end is not part of it.
    from: i64,
    to: i64,
    rows: u64,
    /// The share of its part by which a row is later, at most.
    jitter: f64,
    pace: Option<Pace>,
    /// How far a steady series goes in the window.
    steady: f64,
    /// How many thousandths of a second the field's unit has.
    per: i64,
    field: Field,
    unique_support: Result<(), &'static str>,
}

impl Fit {
    /// The time of a row that is later by this share of its part.
    fn time(&self, row: u64, late: f64) -> i64 {
        let millis = match &self.pace {
            None => {
                let span = (self.to - self.from) as u64;
                let passed = u128::from(row) * u128::from(span) / u128::from(self.rows);
                self.from + passed as i64 + (late * span as f64 / self.rows as f64) as i64
            }
            Some(pace) => pace.time(self.from, (row as f64 + late) * self.steady / self.rows as f64),
        };
        millis.clamp(self.from, self.to - 1).div_euclid(self.per)
    }
}

impl Generate for Fit {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        self.rows
    }

    fn properties(&self) -> Properties<'_> {
        let limit = RowLimit { rows: self.rows, reason: "has filled its window" };
        Properties { unique_support: self.unique_support, max_rows: Some(limit), ..Properties::by_row() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (rows, values) = (draws.rows(), values.ints(draws.len()));
        if self.jitter == 0.0 {
            return rows.zip(values.iter_mut(), |value, row| *value = self.time(row, 0.0));
        }
        // Not the first draw: `@unique` would replace it, and the times are refused there.
        rows.zip(values.iter_mut().zip(draws.load(1)), |(value, x), row| {
            *value = self.time(row, self.jitter * (*x as f64 / TWO_64));
        });
    }
}
