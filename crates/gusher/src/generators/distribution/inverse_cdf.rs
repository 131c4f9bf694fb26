//! Numbers by a continuous distribution, by inversion: one fraction gives one value.

use super::axis::Axis;
use super::dist::Continuous;
use super::fractions::{nearest, unit};
use super::normal::{quantiles, share_above, share_below};
use super::numeric::{Inverse, Shape};
use super::quantile_table::{QUANTILES, SMALLEST};
use crate::generators::{Constraint, ConstraintError};

/// The inverse of a distribution between two ends, in units of a value's last digit. It rises with the fraction.
#[derive(Debug, PartialEq)]
pub(super) enum Curve {
    /// Even between the two.
    Even { start: f64, width: f64 },
    /// `mean + deviation·z` for the normal z of the slice.
    Normal { mean: f64, deviation: f64, slice: Slice },
    /// e to the power of that.
    LogNormal { mu: f64, sigma: f64, slice: Slice },
    /// `start` and what a decay adds to it.
    Exp { start: f64, decay: Decay },
    /// `start` times e to the power of what a decay gives.
    Pareto { start: f64, decay: Decay },
    /// `scale` times a power of what a decay adds to `start`.
    Weibull { scale: f64, power: f64, start: f64, decay: Decay },
    /// Rising up to the share `top` of the width, and falling from there.
    Triangular { start: f64, width: f64, top: f64 },
    /// `start + scale·x` for the x of the shares from `first` on, `step` of them.
    Table { inverse: Box<Inverse>, start: f64, scale: f64, first: f64, step: f64 },
}

/// A part of the standard normal distribution: `sign · quantile(first + step · u)` for the fractions u. Above the
/// mean the shares are counted from the far end, where small ones are exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slice {
    first: f64,
    step: f64,
    sign: f64,
    /// Whether it lies so far out that the table of quantiles ends before.
    is_far: bool,
}

/// The exponential distribution from 0 to an end: `-ln(1 - u·share) / rate`, where `share` is what lies before the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Decay {
    rate: f64,
    share: f64,
}

/// Less than this of a distribution is nothing: its quantiles could not be distinguished.
const NOTHING: f64 = 1e-290;
/// Slices of the normal distribution that lie beyond this share are computed without the table, which has no digits for them.
const FAR: f64 = 1e-3;
/// In a part narrower than this many deviations the normal distribution is even, to more digits than a test can see.
const NARROW: f64 = 1e-8;

impl Slice {
    /// The part between two numbers.
    fn new(from: f64, to: f64) -> Option<Slice> {
        let slice = if from > 0.0 {
            let (first, last) = (share_above(from), share_above(to));
            Slice { first, step: last - first, sign: -1.0, is_far: first < FAR }
        } else {
            let (first, last) = (share_below(from), share_below(to));
            Slice { first, step: last - first, sign: 1.0, is_far: last < FAR }
        };
        (slice.step.abs() > NOTHING).then_some(slice)
    }

    /// The normal numbers of some fractions, in place.
    fn fill(&self, fractions: &mut [f64]) {
        if self.is_far {
            for p in fractions.iter_mut() {
                // Beside 0, which rounding may lead to, there is no quantile.
                *p = (self.first + self.step * *p).max(f64::MIN_POSITIVE);
            }
            quantiles(fractions);
        } else {
            for p in fractions.iter_mut() {
                *p = (self.first + self.step * *p).clamp(SMALLEST, 1.0 - SMALLEST);
            }
            QUANTILES.fill(fractions);
        }
        for z in fractions {
            *z *= self.sign;
        }
    }
}

impl Decay {
    fn new(rate: f64, width: f64) -> Option<Decay> {
        let share = -libm::expm1(-rate * width);
        (share > NOTHING).then_some(Decay { rate, share })
    }

    #[inline(always)]
    fn at(&self, u: f64) -> f64 {
        -libm::log1p(-u * self.share) / self.rate
    }
}

/// A smaller part of a distribution that is tabled cannot be distinguished from its neighbours.
const TABLED: f64 = 1e-6;

impl Curve {
    /// The part of a distribution between the ends of the axis, and all of it where what lies beyond them is to be `put` at
    /// them; none where there is nothing.
    pub fn between(
        dist: Continuous,
        axis: &Axis<'_>,
        constraint: &Constraint<'_>,
        put: bool,
    ) -> Result<Option<Curve>, ConstraintError> {
        let origin = axis.origin as f64;
        let refused = |text: &str| {
            let field = constraint.settings.dist.as_ref();
            field.map_or_else(|| constraint.error(text), |field| field.error(text))
        };
        // A value represents all numbers that are rounded to it.
        let from = axis.min.filter(|_| !put).map_or(i64::MIN as f64, |min| min as f64 - 0.5) - origin;
        let to = axis.max.filter(|_| !put).map_or(i64::MAX as f64, |max| max as f64 + 0.5) - origin;
        Ok(match dist {
            Continuous::Normal(Some((mean, deviation))) => Curve::normal(mean, deviation, from, to),
            Continuous::Normal(None) => {
                let (mean, deviation) = match (axis.min, axis.max) {
                    (Some(min), Some(max)) => {
                        let (min, max) = (min as f64 - origin, max as f64 - origin);
                        (0.5 * (min + max), ((max - min) / 6.0).max(0.1))
                    }
                    _ => (0.0, 1000.0 * axis.unit),
                };
                Curve::normal(mean, deviation, from, to)
            }
            Continuous::LogNormal { mu, sigma } => Curve::lognormal(mu, sigma, from, to),
            Continuous::Exp { rate } => Curve::exp(rate, from, to),
            Continuous::Geometric { p } => {
                Curve::exp(-libm::log1p(-p), from - 0.5, to - 0.5).map(Curve::half_on)
            }
            Continuous::Pareto { alpha } => {
                let start = axis.min.map_or(axis.unit, |min| min as f64 - origin);
                if start <= 0.0 {
                    return Err(match axis.reading {
                        Some(_) => {
                            refused("pareto begins at a smallest value above 0; take exp, lognormal or gamma")
                        }
                        None => {
                            constraint.error("pareto begins at the smallest value, which must be above 0")
                        }
                    });
                }
                Curve::pareto(start, alpha, to)
            }
            Continuous::Gamma { shape, scale } => Curve::tabled(Shape::Gamma { shape }, scale, from, to),
            Continuous::Weibull { shape, scale } => Curve::weibull(shape, scale, from, to),
            Continuous::Beta { a, b } => {
                let (min, max) = axis.ends(constraint)?;
                let (start, end) = (min as f64 - 0.5 - origin, max as f64 + 0.5 - origin);
                let inverse = Box::new(Inverse::new(Shape::Beta { a, b }));
                Some(Curve::Table { inverse, start, scale: end - start, first: 0.0, step: 1.0 })
            }
            Continuous::Triangular { mode } => {
                let (min, max) = axis.ends(constraint)?;
                let (start, end) = (min as f64 - 0.5 - origin, max as f64 + 0.5 - origin);
                if !(start..=end).contains(&mode) {
                    return Err(refused("the mode must lie between the ends of the values"));
                }
                Some(Curve::Triangular { start, width: end - start, top: (mode - start) / (end - start) })
            }
        })
    }

    /// A distribution from 0 on that has no closed inverse, between two numbers.
    pub fn tabled(shape: Shape, scale: f64, from: f64, to: f64) -> Option<Curve> {
        let first = shape.below(from / scale);
        let step = shape.below(to / scale) - first;
        (step > TABLED).then(|| Curve::Table {
            inverse: Box::new(Inverse::new(shape)),
            start: 0.0,
            scale,
            first,
            step,
        })
    }

    pub fn weibull(shape: f64, scale: f64, from: f64, to: f64) -> Option<Curve> {
        let decayed = |x: f64| if x <= 0.0 { 0.0 } else { libm::exp(libm::log(x / scale) * shape) };
        let (start, end) = (decayed(from), decayed(to));
        (libm::exp(-start) > NOTHING && end > start).then_some(())?;
        Some(Curve::Weibull { scale, power: 1.0 / shape, start, decay: Decay::new(1.0, end - start)? })
    }

    /// The same exponential curve, one half later.
    fn half_on(self) -> Curve {
        match self {
            Curve::Exp { start, decay } => Curve::Exp { start: start + 0.5, decay },
            other => other,
        }
    }

    pub fn normal(mean: f64, deviation: f64, from: f64, to: f64) -> Option<Curve> {
        let (first, last) = ((from - mean) / deviation, (to - mean) / deviation);
        let slice = Slice::new(first, last)?;
        Some(if last - first < NARROW {
            Curve::Even { start: from, width: to - from }
        } else {
            Curve::Normal { mean, deviation, slice }
        })
    }

    pub fn lognormal(mu: f64, sigma: f64, from: f64, to: f64) -> Option<Curve> {
        // Below 0 there is nothing.
        let from = from.max(0.0);
        if to <= 0.0 {
            return None;
        }
        let (first, last) = ((libm::log(from) - mu) / sigma, (libm::log(to) - mu) / sigma);
        let slice = Slice::new(first, last)?;
        Some(if last - first < NARROW {
            Curve::Even { start: from, width: to - from }
        } else {
            Curve::LogNormal { mu, sigma, slice }
        })
    }

    pub fn exp(rate: f64, from: f64, to: f64) -> Option<Curve> {
        // It has no memory: what lies after any point looks like the entire distribution.
        let start = from.max(0.0);
        let reached = libm::exp(-rate * start) > NOTHING;
        (reached && to > start).then_some(())?;
        Some(Curve::Exp { start, decay: Decay::new(rate, to - start)? })
    }

    /// Pareto's distribution from `start` on: its logarithm, counted from there, is exponential.
    pub fn pareto(start: f64, alpha: f64, to: f64) -> Option<Curve> {
        (to > start).then_some(())?;
        Some(Curve::Pareto { start, decay: Decay::new(alpha, libm::log(to / start))? })
    }

    /// Turns fractions into numbers, in place.
    pub fn fill(&self, numbers: &mut [f64]) {
        match *self {
            Curve::Even { start, width } => numbers.iter_mut().for_each(|x| *x = start + width * *x),
            Curve::Normal { mean, deviation, ref slice } => {
                slice.fill(numbers);
                numbers.iter_mut().for_each(|x| *x = mean + deviation * *x);
            }
            Curve::LogNormal { mu, sigma, ref slice } => {
                slice.fill(numbers);
                numbers.iter_mut().for_each(|x| *x = libm::exp(mu + sigma * *x));
            }
            Curve::Exp { start, ref decay } => numbers.iter_mut().for_each(|x| *x = start + decay.at(*x)),
            Curve::Pareto { start, ref decay } => {
                numbers.iter_mut().for_each(|x| *x = start * libm::exp(decay.at(*x)));
            }
            Curve::Weibull { scale, power, start, ref decay } => {
                let at = |x: f64| scale * libm::exp(libm::log(start + decay.at(x)) * power);
                numbers.iter_mut().for_each(|x| *x = at(*x));
            }
            Curve::Triangular { start, width, top } => {
                let at = |x: f64| match x < top {
                    true => libm::sqrt(x * top),
                    false => 1.0 - libm::sqrt((1.0 - x) * (1.0 - top)),
                };
                numbers.iter_mut().for_each(|x| *x = start + width * at(*x));
            }
            Curve::Table { ref inverse, start, scale, first, step } => {
                numbers.iter_mut().for_each(|x| *x = start + scale * inverse.at(first + step * *x));
            }
        }
    }
}

/// Integral units on a curve.
#[derive(Debug)]
pub(super) struct InverseCdf {
    curve: Curve,
    /// What is added to each number.
    origin: i64,
    min: i64,
    max: i64,
}

/// How many numbers are computed at once: they stay in the first-level cache.
const CHUNK: usize = 64;

impl InverseCdf {
    /// Numbers on this curve, counted from `origin`; `min` and `max` are the ends that were given.
    pub fn new(curve: Curve, origin: i64, min: Option<i64>, max: Option<i64>) -> InverseCdf {
        InverseCdf { curve, origin, min: min.unwrap_or(i64::MIN), max: max.unwrap_or(i64::MAX) }
    }

    /// The smallest and the largest of them.
    pub fn ends(&self) -> (i64, i64) {
        let mut ends = [0; 2];
        self.fill(&[0, u64::MAX], &mut ends);
        (ends[0], ends[1])
    }

    /// The numbers of some fractions.
    pub fn fill(&self, fractions: &[u64], values: &mut [i64]) {
        let mut numbers = [0.0; CHUNK];
        for (values, fractions) in values.chunks_mut(CHUNK).zip(fractions.chunks(CHUNK)) {
            let numbers = &mut numbers[..values.len()];
            for (number, x) in numbers.iter_mut().zip(fractions) {
                *number = unit(*x);
            }
            self.curve.fill(numbers);
            for (value, number) in values.iter_mut().zip(numbers) {
                let number = nearest(*number, i64::MIN, i64::MAX);
                *value = number.saturating_add(self.origin).clamp(self.min, self.max);
            }
        }
    }
}
