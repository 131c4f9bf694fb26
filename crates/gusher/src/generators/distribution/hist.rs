//! `@dist=hist:…`: buckets that are given, each with its weight.

use super::axis::Axis;
use crate::generators::{ConstraintError, ConstraintField};
use crate::rng::{TWO_64, bounded};

/// How a histogram is written.
pub(super) const FORM: &str = "hist:LOW..HIGH*WEIGHT,…";

/// Buckets; in each of them all values are equally likely.
#[derive(Debug)]
pub(super) struct Hist {
    buckets: Box<[Bucket]>,
}

/// The values from `first` on, `len` of them.
#[derive(Debug)]
struct Bucket {
    first: i64,
    len: u64,
    /// The first fraction that belongs to it, and how many do.
    start: u64,
    width: u64,
}

impl Hist {
    /// The buckets after the name of the distribution.
    pub fn parse(field: &ConstraintField, buckets: &str, axis: &Axis<'_>) -> Result<Hist, ConstraintError> {
        let mut at = field.text.len() - buckets.len();
        let mut read = Vec::new();
        for text in buckets.split(',') {
            let part = field.part(at, text);
            at += text.len() + 1;
            read.push((bucket(&part, axis)?, part));
        }
        for ((one, _), (other, part)) in read.iter().zip(&read[1..]) {
            let end = one.0.saturating_add_unsigned(one.1);
            if other.0 < end {
                let end = (axis.text)(end);
                let text =
                    format!("buckets rise; this one begins before {end}, where the one before it ends");
                return Err(part.error(text));
            }
        }
        let total: f64 = read.iter().map(|(bucket, _)| bucket.2).sum();
        if total <= 0.0 {
            return Err(field.error("all weights are 0; at least one must be more"));
        }
        if !total.is_finite() {
            return Err(field.error(
                "the weights add up to more than 1.8e308; smaller ones can have the same proportions",
            ));
        }
        let mut before = 0.0;
        let buckets =
            read.into_iter().filter(|(bucket, _)| bucket.2 > 0.0).map(|((first, len, weight), _)| {
                let start = (before / total * TWO_64) as u64;
                before += weight;
                let end = (before / total * TWO_64) as u64;
                Bucket { first, len, start, width: (end - start).max(1) }
            });
        Ok(Hist { buckets: buckets.collect() })
    }

    /// The smallest and the largest value.
    pub fn ends(&self) -> (i64, i64) {
        let last = &self.buckets[self.buckets.len() - 1];
        (self.buckets[0].first, last.first.saturating_add_unsigned(last.len - 1))
    }

    /// The value of a fraction.
    #[inline(always)]
    pub fn at(&self, x: u64) -> i64 {
        let at = self.buckets.partition_point(|bucket| bucket.start <= x).max(1) - 1;
        let bucket = &self.buckets[at];
        let within = (x - bucket.start).min(bucket.width - 1);
        // The part of the fraction within the bucket, as a fraction itself.
        let part = ((u128::from(within) << 64) / u128::from(bucket.width)) as u64;
        bucket.first.wrapping_add_unsigned(bounded(part, bucket.len))
    }
}

/// The first value of a bucket, how many there are, and its weight.
fn bucket(field: &ConstraintField, axis: &Axis<'_>) -> Result<(i64, u64, f64), ConstraintError> {
    let (ends, weight) = match field.text.rsplit_once('*') {
        None => (field.text.as_str(), 1.0),
        Some((ends, text)) => {
            let part = field.part(ends.len() + 1, text);
            (ends, super::axis::weight(&part)?)
        }
    };
    let end = |text: &str, at: usize| {
        let part = field.part(at, text);
        let value = axis.position(&part).filter(|value| value.abs() < 9e18);
        value
            .map(|value| libm::round(value) as i64)
            .ok_or_else(|| part.error(format!("expected an end of a bucket; the form is {FORM}")))
    };
    let Some((low, high)) = ends.split_once("..") else {
        return Ok((end(ends, 0)?, 1, weight));
    };
    let (first, last) = (end(low, 0)?, end(high, low.len() + 2)?);
    match first < last {
        true => Ok((first, last.abs_diff(first), weight)),
        false => Err(field.part(0, ends).error("a bucket ends after it begins; its end is not in it")),
    }
}
