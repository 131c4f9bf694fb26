//! Floating-point numbers: `float` has 64 bits, `real` 32, `half` 16.

use std::sync::Arc;

use crate::generators::distribution::REPEATS;
use crate::generators::distribution::axis::number;
use crate::generators::distribution::floats::FloatSampler;
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, Properties, Settings,
};
use crate::rng::{Draws, TWO_64};
use crate::types::{Array, Field, FloatWidth, Specials};

/// `float[:min[,max]]`: even between the two, both included, unless `@dist` says otherwise.
pub(super) fn double(constraint: Constraint<'_>) -> BuildResult {
    float(constraint, FloatWidth::Double)
}

/// The same with 32 bits.
pub(super) fn single(constraint: Constraint<'_>) -> BuildResult {
    float(constraint, FloatWidth::Single)
}

/// The same with 16 bits.
pub(super) fn half(constraint: Constraint<'_>) -> BuildResult {
    float(constraint, FloatWidth::Half)
}

/// Why numbers of 16 bits cannot be unique.
const FEW: &str = "one of a few thousand numbers, which are not equally far apart";

/// The ends that are not given.
const USUAL: [f64; 2] = [0.0, 1.0];

fn float(constraint: Constraint<'_>, width: FloatWidth) -> BuildResult {
    let (first, last) = constraint.pair(&format!("{}:MIN,MAX", constraint.generator))?;
    let min = first.as_ref().map(|field| end(field, width)).transpose()?;
    let max = last.as_ref().map(|field| end(field, width)).transpose()?;
    let odd = Odd::of(constraint.settings)?;
    let sampler = FloatSampler::asked(&constraint, width, min, max, USUAL)?;
    let is_even = sampler.is_none();
    let sampler = match sampler {
        Some(sampler) => sampler,
        None => {
            let min = min.unwrap_or(USUAL[0]);
            // Above the usual maximum, a lower end alone asks for as wide a range as the usual one.
            let max = max.unwrap_or(if min > USUAL[1] { width.round(min + USUAL[1]) } else { USUAL[1] });
            if min > max {
                return Err(constraint.reversed(min, max));
            }
            if !(max - min).is_finite() {
                return Err(constraint
                    .error("the range is wider than the largest 64-bit number, 1.8e308; -8e307,8e307 fits"));
            }
            FloatSampler::even(width, min, max)
        }
    };
    Ok(Arc::new(Float { sampler, width, odd, is_even }))
}

/// An end of the range.
fn end(field: &ConstraintField, width: FloatWidth) -> Result<f64, ConstraintError> {
    let end =
        number(&field.text).ok_or_else(|| field.error("expected a number such as 100, -2.5, 0.01 or 1e6"))?;
    if end.abs() > width.max() {
        return Err(field.error(match width {
            FloatWidth::Half => "16 bits have numbers up to 65504; `real` has larger ones",
            FloatWidth::Single | FloatWidth::Double => {
                "32 bits have numbers up to 3.4e38; `float` has larger ones"
            }
        }));
    }
    Ok(width.round(end))
}

/// Numbers that databases and readers treat specially, each with the draws that it comes instead of, counted from 0: NaN, both
/// infinite ones, and zero with a minus sign.
#[derive(Debug, Clone, Copy)]
struct Odd {
    ends: [u64; 4],
    specials: Specials,
}

const ODD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0];

impl Odd {
    fn of(settings: &Settings) -> Result<Option<Odd>, ConstraintError> {
        let Settings { nan, inf, negative_zero, .. } = settings;
        let share = |given: &Option<(f64, ConstraintField)>| given.as_ref().map_or(0.0, |(share, _)| *share);
        let shares = [share(nan), share(inf) / 2.0, share(inf) / 2.0, share(negative_zero)];
        let last = negative_zero.as_ref().or(inf.as_ref()).or(nan.as_ref());
        let Some((_, last)) = last else { return Ok(None) };
        let mut sum = 0.0;
        let ends = shares.map(|share| {
            sum += share;
            (sum * TWO_64) as u64
        });
        // Shares such as 0.08, 0.81 and 0.11 are 1 but for what is lost by their digits.
        if sum > 1.0 + 1e-9 {
            return Err(
                last.error(format!("the shares of @nan, @inf and @negzero add up to {sum}; 1 is all"))
            );
        }
        let specials =
            Specials { nan: shares[0] > 0.0, infinite: shares[1] > 0.0, negative_zero: shares[3] > 0.0 };
        Ok(Some(Odd { ends, specials }))
    }

    fn put(&self, fractions: &[u64], values: &mut [f64]) {
        for (value, x) in values.iter_mut().zip(fractions) {
            if *x < self.ends[3] {
                let index = self.ends.partition_point(|end| end <= x);
                *value = ODD[index];
            }
        }
    }
}

/// Floating-point numbers, some of which may be special ones.
#[derive(Debug)]
struct Float {
    sampler: FloatSampler,
    width: FloatWidth,
    odd: Option<Odd>,
    is_even: bool,
}

impl Generate for Float {
    fn field(&self) -> Field {
        let specials = self.odd.map(|odd| odd.specials).unwrap_or_default();
        Field::float(self.width, self.sampler.min, self.sampler.max, specials)
    }

    /// Fractions this far apart are at least four times as far apart as two numbers near the end that is farther from 0, so that
    /// they stay different whatever is rounded.
    fn cardinality(&self) -> u64 {
        let (min, max) = (self.sampler.min, self.sampler.max);
        let far = min.abs().max(max.abs());
        (((max - min) / (4.0 * self.width.step(far))) as u64).clamp(1, 1 << 50)
    }

    fn properties(&self) -> Properties<'_> {
        match (&self.odd, self.is_even) {
            (Some(_), _) => Properties::not_unique("now and then NaN, infinite or -0"),
            (None, true) if self.width == FloatWidth::Half => Properties::not_unique(FEW),
            (None, false) => Properties::not_unique(REPEATS),
            (None, true) => Properties::default(),
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let values = values.floats(fractions.len());
        self.sampler.fill(fractions, values);
        if let Some(odd) = &self.odd {
            odd.put(draws.load(1), values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Odd;
    use crate::generators::{ConstraintField, Settings};

    #[test]
    fn special_numbers_have_their_shares() {
        let share = |share: f64| Some((share, ConstraintField::default()));
        let settings =
            Settings { nan: share(0.25), inf: share(0.5), negative_zero: share(0.25), ..Settings::default() };
        let odd = Odd::of(&settings).unwrap().unwrap();
        let eighths: Vec<u64> = (0..8).map(|n| n << 61).collect();
        let mut values = [7.0; 8];
        odd.put(&eighths, &mut values);
        assert!(values[..2].iter().all(|value| value.is_nan()));
        assert_eq!(values[2..6], [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY]);
        assert!(values[6..].iter().all(|value| *value == 0.0 && value.is_sign_negative()));
        let settings = Settings { nan: share(0.6), inf: share(0.5), ..Settings::default() };
        assert!(Odd::of(&settings).is_err() && Odd::of(&Settings::default()).unwrap().is_none());
    }
}
