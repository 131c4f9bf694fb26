//! Floating-point numbers by a distribution: its curve as it is, rounded to nothing but the width of the number.

use super::axis::{Axis, number, weight};
use super::dist::{self, Continuous, Dist};
use super::fractions::unit;
use super::hist;
use super::inverse_cdf::Curve;
use super::numeric::{Inverse, Shape};
use crate::generators::{Constraint, ConstraintError, ConstraintField};
use crate::rng::TWO_64;
use crate::types::FloatWidth;

/// Floating-point numbers by a distribution: one fraction gives one of them, and a larger fraction none that is smaller.
#[derive(Debug)]
pub(crate) struct FloatSampler {
    way: Way,
    width: FloatWidth,
    /// Nothing else comes.
    pub min: f64,
    pub max: f64,
}

#[derive(Debug)]
enum Way {
    Curve(Curve),
    Hist(Box<[Bucket]>),
}

/// The numbers from `start` up to `start + width`, for the fractions from `first` on, `share` of them.
#[derive(Debug)]
struct Bucket {
    start: f64,
    width: f64,
    first: f64,
    share: f64,
}

/// Beyond this nothing of a gamma distribution is distinguished.
const FAR: f64 = i64::MAX as f64;
/// How many numbers are computed at once: they stay in the first-level cache.
const CHUNK: usize = 64;

impl FloatSampler {
    /// All numbers between the two, each as likely as any other.
    pub fn even(width: FloatWidth, min: f64, max: f64) -> FloatSampler {
        FloatSampler { way: Way::Curve(Curve::Even { start: min, width: max - min }), width, min, max }
    }

    /// What `@dist` asks for, between the ends that were given; none where all values are equally likely.
    pub fn asked(
        constraint: &Constraint<'_>,
        width: FloatWidth,
        min: Option<f64>,
        max: Option<f64>,
        usual: [f64; 2],
    ) -> Result<Option<FloatSampler>, ConstraintError> {
        let clamp = constraint.settings.clamp.as_ref();
        let Some(field) = &constraint.settings.dist else {
            return match clamp {
                Some(clamp) => {
                    Err(clamp.error("@clamp moves values of a distribution to the ends; @dist is missing"))
                }
                None => Ok(None),
            };
        };
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            return Err(constraint.reversed(min, max));
        }
        let way = match field.text.split_once(':') {
            Some(("hist", buckets)) => Way::Hist(histogram(field, buckets, min, max)?),
            _ => {
                let text = |_| String::new();
                let axis = Axis { is_integral: false, ..Axis::numbers(None, None, [0, 1], 0, &text) };
                match dist::asked(constraint, &axis)? {
                    Dist::Uniform => return refused_clamp(constraint).map_or(Ok(None), Err),
                    Dist::Continuous(dist) if !matches!(dist, Continuous::Geometric { .. }) => {
                        let reaches = dist.reaches_beyond() && (min.is_some() || max.is_some());
                        if let Some(error) = refused_clamp(constraint).filter(|_| !reaches) {
                            return Err(error);
                        }
                        Way::Curve(curve(constraint, dist, min, max, usual)?)
                    }
                    Dist::Zipf { .. } | Dist::Counts(_) | Dist::Continuous(_) | Dist::Hist(_) => {
                        let name = field.text.split(':').next().unwrap_or_default();
                        let what = if name == "zipf" { "ranks" } else { "counts" };
                        return Err(field.error(format!(
                            "{name} gives {what}, which are whole numbers; `int`, `date` and lists take it"
                        )));
                    }
                }
            }
        };
        let all = FloatSampler { way, width, min: f64::NEG_INFINITY, max: f64::INFINITY };
        let mut ends = [0.0; 2];
        all.fill(&[0, u64::MAX], &mut ends);
        let within = |end: f64| end.clamp(min.unwrap_or(f64::MIN), max.unwrap_or(f64::MAX));
        let [least, most] = ends.map(|end| width.round(within(end)));
        Ok(Some(FloatSampler { min: least, max: most, ..all }))
    }

    /// The values of some fractions.
    pub fn fill(&self, fractions: &[u64], values: &mut [f64]) {
        for (values, fractions) in values.chunks_mut(CHUNK).zip(fractions.chunks(CHUNK)) {
            for (value, x) in values.iter_mut().zip(fractions) {
                *value = unit(*x);
            }
            match &self.way {
                Way::Curve(Curve::Even { start, width }) => {
                    values.iter_mut().for_each(|x| *x = start + width * *x);
                }
                Way::Curve(curve) => curve.fill(values),
                Way::Hist(buckets) => values.iter_mut().for_each(|x| *x = at(buckets, *x)),
            }
            // A comparison with each end, and no branch.
            let (min, max) = (self.min, self.max);
            match self.width {
                FloatWidth::Double => values.iter_mut().for_each(|x| *x = x.max(min).min(max)),
                FloatWidth::Half => {
                    values.iter_mut().for_each(|x| *x = FloatWidth::Half.round(*x).max(min).min(max));
                }
                FloatWidth::Single => {
                    values.iter_mut().for_each(|x| *x = f64::from(*x as f32).max(min).min(max));
                }
            }
        }
    }
}

/// The error for a `@clamp` that has nothing to do, where there is one.
fn refused_clamp(constraint: &Constraint<'_>) -> Option<ConstraintError> {
    let clamp = constraint.settings.clamp.as_ref()?;
    Some(clamp.error("there is nothing beyond the ends that could be put at them; leave @clamp"))
}

/// The part of a distribution between the ends, and all of it under `@clamp`.
fn curve(
    constraint: &Constraint<'_>,
    dist: Continuous,
    min: Option<f64>,
    max: Option<f64>,
    usual: [f64; 2],
) -> Result<Curve, ConstraintError> {
    let bounded = constraint.settings.clamp.is_none();
    let refused = |text: &str| {
        let field = constraint.settings.dist.as_ref();
        field.map_or_else(|| constraint.error(text), |field| field.error(text))
    };
    let from = min.filter(|_| bounded).unwrap_or(f64::MIN);
    let to = max.filter(|_| bounded).unwrap_or(f64::MAX);
    let (start, end) = (min.unwrap_or(usual[0]), max.unwrap_or(usual[1]));
    let ordered = || if start < end { Ok(()) } else { Err(constraint.reversed(start, end)) };
    let found = match dist {
        Continuous::Normal(Some((mean, deviation))) => Curve::normal(mean, deviation, from, to),
        Continuous::Normal(None) => {
            let (mean, deviation) = match (min, max) {
                (Some(min), Some(max)) if min < max => (min.midpoint(max), (max - min) / 6.0),
                _ => (0.0, 1.0),
            };
            Curve::normal(mean, deviation, from, to)
        }
        Continuous::LogNormal { mu, sigma } => Curve::lognormal(mu, sigma, from, to),
        Continuous::Exp { rate } => Curve::exp(rate, from, to),
        Continuous::Pareto { alpha } => {
            let start = min.unwrap_or(1.0);
            if start <= 0.0 {
                return Err(constraint.error("pareto begins at the smallest value, which must be above 0"));
            }
            Curve::pareto(start, alpha, to)
        }
        Continuous::Gamma { shape, scale } => {
            Curve::tabled(Shape::Gamma { shape }, scale, from.max(-FAR), to.min(FAR))
        }
        Continuous::Weibull { shape, scale } => Curve::weibull(shape, scale, from, to),
        Continuous::Beta { a, b } => {
            ordered()?;
            let inverse = Box::new(Inverse::new(Shape::Beta { a, b }));
            Some(Curve::Table { inverse, start, scale: end - start, first: 0.0, step: 1.0 })
        }
        Continuous::Triangular { mode } => {
            ordered()?;
            if !(start..=end).contains(&mode) {
                return Err(refused("the mode must lie between the ends of the values"));
            }
            Some(Curve::Triangular { start, width: end - start, top: (mode - start) / (end - start) })
        }
        Continuous::Geometric { .. } => None,
    };
    found.ok_or_else(|| refused("the distribution has nothing between the ends"))
}

/// The number of a share of all.
fn at(buckets: &[Bucket], share: f64) -> f64 {
    let index = buckets.partition_point(|bucket| bucket.first <= share).max(1) - 1;
    let bucket = &buckets[index];
    bucket.start + bucket.width * ((share - bucket.first) / bucket.share).clamp(0.0, 1.0)
}

/// The buckets of `hist:LOW..HIGH*WEIGHT,…`, within the ends.
fn histogram(
    field: &ConstraintField,
    buckets: &str,
    min: Option<f64>,
    max: Option<f64>,
) -> Result<Box<[Bucket]>, ConstraintError> {
    let mut offset = field.text.len() - buckets.len();
    let mut read: Vec<(f64, f64, f64)> = Vec::new();
    for text in buckets.split(',') {
        let part = field.part(offset, text);
        offset += text.len() + 1;
        let (low, high, weight) = bucket(&part)?;
        if let Some(&(_, end, _)) = read.last().filter(|(_, end, _)| low < *end) {
            let text = format!("buckets rise; this one begins before {end}, where the one before it ends");
            return Err(part.error(text));
        }
        if min.is_some_and(|min| low < min) || max.is_some_and(|max| high > max) {
            return Err(part.error("a bucket reaches beyond the ends of the values"));
        }
        read.push((low, high, weight));
    }
    let total: f64 = read.iter().map(|(_, _, weight)| weight).sum();
    if total <= 0.0 {
        return Err(field.error("all weights are 0; at least one must be more"));
    }
    if total >= TWO_64 * TWO_64 {
        return Err(field.error("the weights are too large; smaller ones can have the same proportions"));
    }
    let mut before = 0.0;
    let used = read.into_iter().filter(|(_, _, weight)| *weight > 0.0);
    Ok(used
        .map(|(low, high, weight)| {
            let (first, share) = (before / total, weight / total);
            before += weight;
            Bucket { start: low, width: high - low, first, share }
        })
        .collect())
}

/// The ends of a bucket, and its weight.
fn bucket(field: &ConstraintField) -> Result<(f64, f64, f64), ConstraintError> {
    let (ends, share) = match field.text.rsplit_once('*') {
        None => (field.text.as_str(), 1.0),
        Some((ends, text)) => (ends, weight(&field.part(ends.len() + 1, text))?),
    };
    let end = |text: &str, at: usize| {
        let expected =
            || field.part(at, text).error(format!("expected an end of a bucket; the form is {}", hist::FORM));
        number(text).ok_or_else(expected)
    };
    let Some((low, high)) = ends.split_once("..") else {
        let one = end(ends, 0)?;
        return Ok((one, one, share));
    };
    let (first, last) = (end(low, 0)?, end(high, low.len() + 2)?);
    match first < last {
        true => Ok((first, last, share)),
        false => Err(field.part(0, ends).error("a bucket ends after it begins; its end is not in it")),
    }
}
