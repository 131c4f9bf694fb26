//! Numbers by a continuous distribution, made by inversion: one fraction gives one value.

use super::normal::{quantiles, share_above, share_below};
use super::shares::{nearest, unit};
use crate::generators::{Generate, MOST_VALUES};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// The inverse of a distribution between two ends, in units of a value's last digit. It rises with the fraction.
#[derive(Debug, Clone, Copy, PartialEq)]
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
}

/// A part of the standard normal distribution: `sign · quantile(first + step · u)` for the fractions u. Above the
/// mean the shares are counted from the far end, where small ones are exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slice {
    first: f64,
    step: f64,
    sign: f64,
}

/// The exponential distribution from 0 to an end: `-ln(1 - u·share) / rate`, where `share` is what lies before the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Decay {
    rate: f64,
    share: f64,
}

/// Less than this of a distribution is nothing: its quantiles could not be distinguished.
const NOTHING: f64 = 1e-290;
/// In a part narrower than this many deviations the normal distribution is even, to more digits than a test can see.
const NARROW: f64 = 1e-8;

impl Slice {
    /// The part between two numbers.
    fn new(from: f64, to: f64) -> Option<Slice> {
        let slice = if from > 0.0 {
            let (first, last) = (share_above(from), share_above(to));
            Slice { first, step: last - first, sign: -1.0 }
        } else {
            let (first, last) = (share_below(from), share_below(to));
            Slice { first, step: last - first, sign: 1.0 }
        };
        (slice.step.abs() > NOTHING).then_some(slice)
    }

    /// The normal numbers of some fractions, in place.
    fn fill(&self, fractions: &mut [f64]) {
        for p in fractions.iter_mut() {
            // Beside 0 and 1, which rounding may lead to, there is no quantile.
            *p = (self.first + self.step * *p).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0);
        }
        quantiles(fractions);
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

impl Curve {
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
        // It has no memory: what lies after any point looks like the whole.
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
    fn fill(&self, numbers: &mut [f64]) {
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
        }
    }

    /// The numbers of the smallest and of the largest fraction, rounded.
    fn ends(&self, min: i64, max: i64) -> (i64, i64) {
        let mut ends = [unit(0), unit(u64::MAX)];
        self.fill(&mut ends);
        (nearest(ends[0], min, max), nearest(ends[1], min, max))
    }
}

/// Multiples of 10^-scale by a distribution.
#[derive(Debug)]
pub(super) struct InverseCdf {
    curve: Curve,
    scale: u32,
    min: i64,
    max: i64,
}

/// How many numbers are made at once: they stay in the first-level cache.
const CHUNK: usize = 64;

impl InverseCdf {
    /// Numbers on this curve; `min` and `max` are the ends that were given.
    pub fn new(curve: Curve, scale: u32, min: Option<i64>, max: Option<i64>) -> InverseCdf {
        let (min, max) = curve.ends(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
        InverseCdf { curve, scale, min, max }
    }
}

impl Generate for InverseCdf {
    fn field(&self) -> Field {
        let (min, max) = (self.min, self.max);
        match self.scale {
            0 => Field::int64(min, max),
            scale => Field::decimal(scale, min, max),
        }
    }

    fn cardinality(&self) -> u64 {
        self.max.abs_diff(self.min).min(MOST_VALUES - 1) + 1
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err(REPEATS)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let values = values.ints(fractions.len());
        let mut numbers = [0.0; CHUNK];
        for (values, fractions) in values.chunks_mut(CHUNK).zip(fractions.chunks(CHUNK)) {
            let numbers = &mut numbers[..values.len()];
            for (number, x) in numbers.iter_mut().zip(fractions) {
                *number = unit(*x);
            }
            self.curve.fill(numbers);
            for (value, number) in values.iter_mut().zip(numbers) {
                *value = nearest(*number, self.min, self.max);
            }
        }
    }
}

/// What the values of a distribution are instead of different.
pub(super) const REPEATS: &str = "drawn by a distribution that favours some of them";
