//! Times by a distribution: what its parameters mean for days, times and lengths of time.

use crate::generators::distribution::{Axis, Reading, Sampler};
use crate::generators::{Constraint, ConstraintError, ConstraintField};

/// The axis of a distribution of times.
pub(super) struct Spread<'a> {
    /// The first and the last time, in units of the value.
    pub ends: [i64; 2],
    /// The time of the parameter 0, and how many units the parameter 1 is.
    pub origin: i64,
    pub unit: f64,
    /// The units of a thousandth of a second.
    pub per_milli: f64,
    /// The time of a parameter that is one.
    pub position: &'a dyn Fn(&ConstraintField) -> Option<i64>,
    /// A time as people write it.
    pub text: &'a dyn Fn(i64) -> String,
}

impl Spread<'_> {
    /// The distribution of `@dist`, if there is one.
    pub fn sampler(&self, constraint: &Constraint<'_>) -> Result<Option<Sampler>, ConstraintError> {
        if let (Some(_), Some(rhythm)) = (&constraint.settings.dist, &constraint.settings.rhythm) {
            return Err(rhythm.error("times have a rhythm or a distribution, not both; leave one of the two"));
        }
        let [min, max] = self.ends;
        let reading = Reading { position: self.position, units_per_milli: self.per_milli };
        let axis = Axis {
            min: Some(min),
            max: Some(max),
            usual: [min, max],
            origin: self.origin,
            unit: self.unit,
            is_integral: self.unit == 1.0,
            reading: Some(&reading),
            text: self.text,
        };
        Sampler::asked(constraint, &axis)
    }
}
