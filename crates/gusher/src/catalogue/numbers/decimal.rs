//! Numbers with digits after the decimal point: `decimal`, `double`.

use std::sync::Arc;

use super::double::Double;
use super::{totalled, wide};
use crate::generators::distribution::axis::{Axis, decimal_text};
use crate::generators::distribution::fractions::{fill_span, span};
use crate::generators::distribution::sampled::{Sampled, Sampler};
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, MAX_VALUES, stored,
};
use crate::rng::Draws;
use crate::types::{Array, Field, FloatWidth, MAX_PRECISION, StorageType};
use gush_diagnostics::parse_int;

/// `decimal[:min[,max[,places]]]`: even between the two, both included, unless `@dist` says otherwise.
pub(super) fn decimal(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(3, "decimal:MIN,MAX,PLACES")?;
    let given = |i: usize| fields.get(i).filter(|field| !field.text.is_empty());
    let scale = given(2).map_or(Ok(2), |field| places(field, MAX_PRECISION))?;
    let min = given(0).map(|field| scaled(field, scale)).transpose()?;
    let max = given(1).map(|field| scaled(field, scale)).transpose()?;
    let narrow = |end: Option<i128>| end.map(i64::try_from).transpose().ok();
    if let (Some(min), Some(max), 0..=18) = (narrow(min), narrow(max), scale) {
        return between(constraint, scale, min, max);
    }
    let thousand = |above: i128| {
        let most = 10i128.pow(scale).checked_mul(1000);
        wide::checked(most.and_then(|most| most.checked_add(above)))
    };
    let min = min.unwrap_or(0);
    let above = if thousand(0).is_some_and(|most| min > most) { min } else { 0 };
    let max = max.or_else(|| thousand(above)).unwrap_or(wide::MOST);
    wide::build(&constraint, scale, min, max, false)
}

/// `double`: normal with mean 0 and standard deviation 1000; `double:min,max[,digits]`: even between the two;
/// either by another distribution with `@dist`. Typed formats store it as a floating-point number.
pub(super) fn double(constraint: Constraint<'_>) -> BuildResult {
    Ok(stored(decimals(constraint)?, StorageType::Float(FloatWidth::Double)))
}

fn decimals(constraint: Constraint<'_>) -> BuildResult {
    let form = "double:MIN,MAX[,DIGITS]";
    let fields = constraint.fields(3, form)?;
    let given = |at: usize| fields.get(at).filter(|field| !field.text.is_empty());
    let is_plain = constraint.settings.dist.is_none() && constraint.settings.clamp.is_none();
    if constraint.text.is_none() && is_plain {
        return Ok(Arc::new(Double));
    }
    // An end alone has no other one to be even up to.
    if constraint.settings.dist.is_none()
        && (given(0).is_none() || given(1).is_none())
        && constraint.text.is_some()
    {
        let text = format!("both ends are needed; the form is {form}; with @dist=normal one end will do");
        return Err(constraint.error(text));
    }
    let scale = given(2).map_or(Ok(4), |field| places(field, 15))?;
    let narrow =
        |field: &ConstraintField| i64::try_from(scaled(field, scale)?).map_err(|_| too_large(field, scale));
    let (min, max) = (given(0).map(narrow).transpose()?, given(1).map(narrow).transpose()?);
    between(constraint, scale, min, max)
}

fn between(constraint: Constraint<'_>, scale: u32, min: Option<i64>, max: Option<i64>) -> BuildResult {
    let text = |value| decimal_text(value, scale);
    let axis = Axis::numbers(min, max, [0, 1000i64.saturating_mul(10i64.pow(scale))], scale, &text);
    if let Some(sampler) = Sampler::asked(&constraint, &axis)?.filter(|_| constraint.settings.sum.is_none()) {
        let field = Field::decimal(scale, sampler.min, sampler.max);
        return Ok(Arc::new(Sampled::new(sampler, field)));
    }
    let (min, max) = axis.ends(&constraint)?;
    let text =
        |sum: i128| i64::try_from(sum).map_or_else(|_| sum.to_string(), |sum| decimal_text(sum, scale));
    let field = Field::decimal(scale, min, max);
    let totalled = totalled::asked(&constraint, (min, max), &field, |field| scaled(field, scale), text)?;
    if let Some(totalled) = totalled {
        return Ok(totalled);
    }
    Ok(Arc::new(Decimal { scale, min, max }))
}

/// How many digits are after the decimal point.
pub(super) fn places(field: &ConstraintField, most: u32) -> Result<u32, ConstraintError> {
    let scale = u32::try_from(field.int()?).ok().filter(|&scale| scale <= most);
    scale.ok_or_else(|| field.error(format!("expected 0 to {most} decimal places")))
}

const NOT_A_NUMBER: &str = "expected a number such as 100, -2.5 or 0.01";

/// A decimal number as an integer multiple of 10^-scale, without rounding.
fn scaled(field: &ConstraintField, scale: u32) -> Result<i128, ConstraintError> {
    let (sign, digits) = match field.text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, field.text.as_str()),
    };
    // Underscores go between digits before the point, as in integers.
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let Some(integer) = parse_int(integer).filter(|_| integer.starts_with(|c: char| c.is_ascii_digit()))
    else {
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
    let value = integer.checked_mul(units).and_then(|integer| integer.checked_add(fraction));
    wide::checked(value.map(|value| sign * value)).ok_or_else(|| too_large(field, scale))
}

fn too_large(field: &ConstraintField, scale: u32) -> ConstraintError {
    field.error(format!("too large for a number with {scale} decimal places"))
}

/// Integer multiples of 10^-scale, each as likely as any other.
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
        span(self.min, self.max).wrapping_sub(1).min(MAX_VALUES - 1) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        fill_span(draws, values, self.min, span(self.min, self.max));
    }
}
