//! Numbers that are multiples of another one.

use super::amount::{Limits, of_range};
use super::asked::Asked;
use super::choices::ColumnChoice;
use super::number::Number;
use super::spec::Spec;

/// The most numbers that are written out.
const MAX_WRITTEN: i128 = 50;
/// The most decimal places of a step.
const MAX_SCALE: u32 = 9;

/// The multiples of a step; nothing where it is no positive number, or where all numbers of the type are.
pub fn multiples(asked: &Asked<'_>, step: &str, limits: Limits) -> Option<ColumnChoice> {
    let step = Number::parse(step).filter(|step| *step > Number::whole(0))?;
    let scale = (0..=MAX_SCALE).find(|&scale| step.floor(scale) == step.ceil(scale))?;
    let unit = step.floor(scale);
    let is_each = unit == 1 && scale == 0;
    if is_each && limits.scale == 0 && !limits.is_open {
        return None;
    }
    let one = 10_i128.pow(scale);
    let range = (limits.range.0.saturating_mul(one), limits.range.1.saturating_mul(one));
    let reason = format!("a multiple of {step}");
    if unit == 1 {
        let (low, high) = asked.facts.clipped(0, one.saturating_mul(1000), range, scale)?;
        return Some(ColumnChoice::new(asked.name(), of_range(low, high, scale), reason));
    }
    let (low, high) = asked.facts.clipped(0, unit.saturating_mul(MAX_WRITTEN), range, scale)?;
    let first = low.div_euclid(unit) + i128::from(low.rem_euclid(unit) != 0);
    let last = high.div_euclid(unit).min(first.saturating_add(MAX_WRITTEN - 1));
    let values: Vec<String> = (first..=last).map(|times| Number::text(times * unit, scale)).collect();
    match values.is_empty() {
        true => {
            let low = Number::text(low, scale);
            let choice = ColumnChoice::new(asked.name(), Spec::words([low]).stored("json"), reason);
            Some(choice.doubt("no multiple is within its bounds"))
        }
        false => Some(ColumnChoice::literals(asked.name(), &values, &reason)),
    }
}
