//! Intervals by the percentile bootstrap: what the median might have been, had other rounds been drawn from the same lot.
//!
//! The samples are drawn again with replacement, thousands of times, and the middle 95 % of the medians is the
//! interval (Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979). Each stream of draws has a fixed seed: the
//! same samples have the same interval, on every machine and in any order.

use fastrand::Rng;

use super::centre::middle;
use super::{Bounds, CONFIDENCE, FEWEST, median};

/// How often few samples are drawn again, at most.
const MAX_RESAMPLES: usize = 9_999;
/// And many samples at least.
const FEWEST_RESAMPLES: usize = 999;
/// About how many draws a set of samples is worth.
const DRAWS: usize = 2_000_000;

/// The seeds of the streams of draws: their names in ASCII. A ratio needs two that are independent.
const OF_ONE: u64 = u64::from_be_bytes(*b"  median");
const OF_FIRST: u64 = u64::from_be_bytes(*b"    from");
const OF_SECOND: u64 = u64::from_be_bytes(*b"      to");

/// How the medians of two sets of samples compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median of the second, divided by that of the first.
    pub value: f64,
    /// The 95 % bootstrap interval of it; `None` where one of them has fewer samples than [`FEWEST`].
    pub interval: Option<Bounds>,
}

impl Ratio {
    /// The same, where the medians may be off by these shares of themselves: those of the first and of the second. There is
    /// no interval where the first may be nothing at all.
    pub fn widened(self, first: f64, second: f64) -> Ratio {
        let wider = |Bounds { low, high }: Bounds| {
            let low = low * (1.0 - second).max(0.0) / (1.0 + first);
            (first < 1.0).then(|| Bounds { low, high: high * (1.0 + second) / (1.0 - first) })
        };
        Ratio { interval: self.interval.and_then(wider), ..self }
    }
}

/// Compares the medians of two sets of positive samples; `None` when one is empty, or the first median is zero.
pub fn ratio(from: &[f64], to: &[f64]) -> Option<Ratio> {
    let value = median(to)? / median(from).filter(|&median| median > 0.0)?;
    let enough = from.len() >= FEWEST && to.len() >= FEWEST;
    Some(Ratio { value, interval: enough.then(|| ratio_interval(from, to)) })
}

/// The interval of the median of at least two samples.
pub(super) fn median_interval(samples: &[f64]) -> Bounds {
    let count = resamples(samples.len());
    percentiles(medians(samples, OF_ONE, count))
}

/// The two are drawn independently of each other, as they were measured.
fn ratio_interval(from: &[f64], to: &[f64]) -> Bounds {
    let count = resamples(from.len().max(to.len()));
    let (from, to) = (medians(from, OF_FIRST, count), medians(to, OF_SECOND, count));
    percentiles(from.iter().zip(&to).map(|(from, to)| to / from).collect())
}

/// An odd number, so that the percentiles are samples themselves.
fn resamples(samples: usize) -> usize {
    (DRAWS / samples).clamp(FEWEST_RESAMPLES, MAX_RESAMPLES) | 1
}

/// The medians of samples drawn again and again, by the stream of draws of that seed.
fn medians(samples: &[f64], seed: u64, count: usize) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut draws = Rng::with_seed(seed);
    let mut drawn = vec![0.0; sorted.len()];
    let mut one = |_| {
        for sample in &mut drawn {
            *sample = sorted[draws.usize(..sorted.len())];
        }
        drawn.sort_unstable_by(f64::total_cmp);
        middle(&drawn).unwrap_or(f64::NAN)
    };
    (0..count).map(&mut one).collect()
}

/// The ends of the middle [`CONFIDENCE`] of the values.
fn percentiles(mut values: Vec<f64>) -> Bounds {
    values.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let below = ((values.len() + 1) as f64 * tail).floor() as usize;
    let below = below.clamp(1, values.len());
    Bounds { low: values[below - 1], high: values[values.len() - below] }
}
