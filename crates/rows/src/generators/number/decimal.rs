//! Numbers with digits after the decimal point: `decimal`, `double`.

use std::sync::Arc;

use super::dist::{self, Bounds, Dist};
use super::normal::Double;
use super::shares::{fill_span, span};
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField, Generate, MOST_VALUES};
use crate::rng::Draws;
use crate::types::{Array, Field};
use gush_diagnostics::parse_int;

/// `decimal[:min[,max[,places]]]`: even between the two, both included, unless `@dist` says otherwise.
pub(super) fn decimal(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(3, "decimal:MIN,MAX,PLACES")?;
    let given = |i: usize| fields.get(i).filter(|field| !field.text.is_empty());
    let scale = given(2).map_or(Ok(2), |field| places(field, 18))?;
    let min = given(0).map(|field| scaled(field, scale)).transpose()?;
    let max = given(1).map(|field| scaled(field, scale)).transpose()?;
    made(constraint, Bounds { min, max, scale })
}

/// `double`: normal with mean 0 and standard deviation 1000; `double:min,max[,digits]`: even between the two;
/// either by another distribution with `@dist`.
pub(super) fn double(constraint: Constraint<'_>) -> BuildResult {
    let form = "double:MIN,MAX[,DIGITS]";
    let fields = constraint.fields(3, form)?;
    let [min, max, digits @ ..] = &fields[..] else {
        return match (constraint.text, &constraint.settings.dist) {
            (Some(_), _) => Err(constraint.error(format!("both ends are needed; the form is {form}"))),
            (None, None) => Ok(Arc::new(Double)),
            (None, Some(_)) => made(constraint, Bounds { min: None, max: None, scale: 4 }),
        };
    };
    let scale = digits.first().map_or(Ok(4), |field| places(field, 15))?;
    let (min, max) = (scaled(min, scale)?, scaled(max, scale)?);
    made(constraint, Bounds { min: Some(min), max: Some(max), scale })
}

fn made(constraint: Constraint<'_>, bounds: Bounds) -> BuildResult {
    match dist::asked(&constraint)? {
        Dist::Uniform => {
            let Bounds { min, max, scale } = bounds;
            let thousand = 1000i64.saturating_mul(10i64.pow(scale));
            let min = min.unwrap_or(0);
            // Above the usual maximum, a lower end alone asks for as wide a range as the usual one.
            let usual = if min > thousand { min.saturating_add(thousand) } else { thousand };
            let max = max.unwrap_or(usual);
            if min > max {
                return Err(constraint.reversed(bounds.text(min), bounds.text(max)));
            }
            Ok(Arc::new(Decimal { scale, min, max }))
        }
        Dist::Zipf { .. } => {
            let error = |field: &ConstraintField| {
                field.error("zipf gives ranks, which are whole numbers; `int` takes it")
            };
            Err(constraint.settings.dist.as_ref().map_or_else(|| constraint.error(""), error))
        }
        Dist::Continuous(dist) => dist.between(&bounds, &constraint),
    }
}

/// How many digits are after the decimal point.
fn places(field: &ConstraintField, most: u32) -> Result<u32, ConstraintError> {
    let scale = u32::try_from(field.int()?).ok().filter(|&scale| scale <= most);
    scale.ok_or_else(|| field.error(format!("expected 0 to {most} decimal places")))
}

const NOT_A_NUMBER: &str = "expected a number such as 100, -2.5 or 0.01";

/// A decimal number as a whole multiple of 10^-scale, without rounding.
fn scaled(field: &ConstraintField, scale: u32) -> Result<i64, ConstraintError> {
    let (sign, digits) = match field.text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, field.text.as_str()),
    };
    // Underscores go between digits before the point, as in whole numbers.
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let Some(whole) = parse_int(whole).filter(|_| whole.starts_with(|c: char| c.is_ascii_digit())) else {
        return Err(field.error(NOT_A_NUMBER));
    };
    if fraction.is_empty() || !plain(fraction) {
        return Err(field.error(NOT_A_NUMBER));
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > scale as usize {
        return Err(field.error(format!("more than {scale} decimal places")));
    }
    let units = 10i128.pow(scale);
    // As many digits as the scale, so that it is below one unit.
    let fraction: i128 = format!("0{fraction:0<width$}", width = scale as usize).parse().unwrap_or(0);
    let value = whole.checked_mul(units).and_then(|whole| i64::try_from(sign * (whole + fraction)).ok());
    value.ok_or_else(|| field.error(format!("too large for a number with {scale} decimal places")))
}

/// Whole multiples of 10^-scale, each as likely as any other.
#[derive(Debug)]
struct Decimal {
    scale: u32,
    min: i64,
    max: i64,
}

impl Generate for Decimal {
    fn field(&self) -> Field {
        Field::decimal(self.scale, self.min, self.max)
    }

    fn cardinality(&self) -> u64 {
        // 2^64 wraps around to 0.
        span(self.min, self.max).wrapping_sub(1).min(MOST_VALUES - 1) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        fill_span(draws, values, self.min, span(self.min, self.max));
    }
}
