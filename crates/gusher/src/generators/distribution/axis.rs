//! The axis of a distribution: the given ends, and the unit of its parameters.

use crate::generators::{Constraint, ConstraintError, ConstraintField};
use gush_diagnostics::parse_int;

/// The values that a distribution is laid over, as integral units: multiples of 10^-scale, seconds, days, ranks.
#[derive(Clone, Copy)]
pub(crate) struct Axis<'a> {
    /// The ends that were given.
    pub min: Option<i64>,
    pub max: Option<i64>,
    /// The ends that the generator has where none are given.
    pub usual: [i64; 2],
    /// The value of the parameter 0, and how many units the parameter 1 is.
    pub origin: i64,
    pub unit: f64,
    /// Whether a parameter counts units, so that it means integral values.
    pub is_integral: bool,
    /// How parameters are read besides numbers.
    pub reading: Option<&'a Reading<'a>>,
    /// A value as people write it.
    pub text: &'a dyn Fn(i64) -> String,
}

/// How the parameters of a distribution of times are read: as times, and as lengths of time.
pub(crate) struct Reading<'a> {
    /// The value of a time, in units.
    pub position: &'a dyn Fn(&ConstraintField) -> Option<i64>,
    /// The units of a thousandth of a second.
    pub units_per_milli: f64,
}

impl<'a> Axis<'a> {
    /// Numbers that are multiples of 10^-scale.
    pub fn numbers(
        min: Option<i64>,
        max: Option<i64>,
        usual: [i64; 2],
        scale: u32,
        text: &'a dyn Fn(i64) -> String,
    ) -> Axis<'a> {
        let unit = 10i64.pow(scale) as f64;
        Axis { min, max, usual, origin: 0, unit, is_integral: scale == 0, reading: None, text }
    }

    /// The smallest and the largest value where those that are not given are the usual ones.
    pub fn ends(&self, constraint: &Constraint<'_>) -> Result<(i64, i64), ConstraintError> {
        let [first, last] = self.usual;
        let min = self.min.unwrap_or(first);
        // Above the usual maximum, a lower end alone asks for as wide a range as the usual one.
        let beyond = || if min > last { min.saturating_add(last) } else { last };
        let max = self.max.unwrap_or_else(beyond);
        if min > max {
            return Err(constraint.reversed((self.text)(min), (self.text)(max)));
        }
        Ok((min, max))
    }

    /// The value of a parameter that is a position among the values, in units.
    pub fn position(&self, field: &ConstraintField) -> Option<f64> {
        if let Some(reading) = self.reading
            && let Some(value) = (reading.position)(field)
        {
            return Some(value as f64);
        }
        number(&field.text).map(|number| self.origin as f64 + number * self.unit)
    }

    /// The value of a parameter that is a distance between values, in units.
    pub fn distance(&self, field: &ConstraintField) -> Option<f64> {
        self.span(&field.text).or_else(|| number(&field.text).map(|number| number * self.unit))
    }

    /// The units of a length of time, such as `30d`.
    pub fn span(&self, text: &str) -> Option<f64> {
        let reading = self.reading?;
        // A number of seconds without a unit is a number.
        let millis =
            crate::generators::parse_span(text).filter(|_| parse_int(text).is_none() || text.ends_with('m'));
        millis.map(|millis| millis as f64 * reading.units_per_milli)
    }
}

/// A finite number such as 100, 10k, -2.5 or 1e6.
pub(crate) fn number(text: &str) -> Option<f64> {
    let number = parse_int(text).map(|n| n as f64).or_else(|| text.parse().ok());
    number.filter(|n: &f64| n.is_finite())
}

/// A multiple of 10^-scale as people write it.
pub(crate) fn decimal_text(value: i64, scale: u32) -> String {
    let scale = scale as usize;
    let digits = format!("{:0width$}", value.unsigned_abs(), width = scale + 1);
    let (integer, fraction) = digits.split_at(digits.len() - scale);
    let fraction = fraction.trim_end_matches('0');
    let (sign, point) = (if value < 0 { "-" } else { "" }, if fraction.is_empty() { "" } else { "." });
    format!("{sign}{integer}{point}{fraction}")
}

/// A weight: a number of 0 or more.
pub(crate) fn weight(field: &ConstraintField) -> Result<f64, ConstraintError> {
    match number(&field.text) {
        Some(weight) if weight >= 0.0 => Ok(weight),
        Some(_) => Err(field.error("a weight cannot be negative")),
        None => Err(field.error("expected a weight such as 3 or 0.25")),
    }
}
