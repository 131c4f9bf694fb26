//! What samples say: pure functions from raw rates to medians, intervals and doubts.
//!
//! - [`summarize`]: median, spread, outliers and noise of the rounds of one rung;
//! - [`ratio`]: how two rungs, or one rung of two runs, compare.
//!
//! Medians, not means: what disturbs a round makes it slower and never faster, so the mean is drawn to one side.

mod bootstrap;
mod bounds;
mod centre;
#[cfg(test)]
mod tests;

pub use bootstrap::{Ratio, ratio};
pub use bounds::{Bounds, CONFIDENCE, FEWEST, NOISY};
pub use centre::{mad, median, outliers};

/// What is known of where the true median lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// One sample: nothing.
    Unknown,
    /// Two to four samples: their lowest and highest, which promises nothing.
    Range(Bounds),
    /// [`FEWEST`] samples and more: the 95 % bootstrap interval of the median.
    Interval(Bounds),
}

impl Spread {
    /// Its ends, whichever they are.
    pub fn bounds(&self) -> Option<Bounds> {
        match *self {
            Spread::Unknown => None,
            Spread::Range(bounds) | Spread::Interval(bounds) => Some(bounds),
        }
    }

    /// Its ends where they are an interval.
    pub fn interval(&self) -> Option<Bounds> {
        match *self {
            Spread::Interval(bounds) => Some(bounds),
            _ => None,
        }
    }
}

/// What samples say together.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many there are.
    pub count: usize,
    /// Their median.
    pub median: f64,
    /// Their median absolute deviation, times 1.4826, so that it estimates a standard deviation.
    pub mad: f64,
    /// Where the true median lies.
    pub spread: Spread,
    /// The indices of the outliers, see [`outliers`].
    pub outliers: Vec<usize>,
    /// Whether they differ too much to be relied on, see [`NOISY`].
    pub noisy: bool,
}

/// Sums up samples, which are finite; `None` when there are none.
pub fn summarize(samples: &[f64]) -> Option<Summary> {
    let median = median(samples)?;
    let spread = spread(samples);
    let noisy = spread.bounds().is_some_and(|bounds| bounds.width(median) > NOISY);
    Some(Summary {
        count: samples.len(),
        median,
        mad: mad(samples).unwrap_or(0.0),
        spread,
        outliers: outliers(samples),
        noisy,
    })
}

fn spread(samples: &[f64]) -> Spread {
    match samples.len() {
        0 | 1 => Spread::Unknown,
        few if few < FEWEST => {
            let low = samples.iter().copied().fold(f64::INFINITY, f64::min);
            let high = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            Spread::Range(Bounds { low, high })
        }
        _ => Spread::Interval(bootstrap::median_interval(samples)),
    }
}
