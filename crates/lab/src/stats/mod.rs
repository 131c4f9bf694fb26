//! Statistics of samples: pure functions from raw rates to medians, intervals and doubts.
//!
//! - [`bursts`]: whether the ticks of a round show that a program writes in bursts;
//! - [`summarize`]: median, spread, outliers and noise of the rounds of one rung;
//! - [`ratio`]: how two rungs, or one rung of two runs, compare.
//!
//! Medians, not means: what disturbs a round makes it slower and never faster, so the mean is drawn to one side.

mod bootstrap;
mod bounds;
mod bursts;
mod centre;
#[cfg(test)]
mod tests;
mod verdict;

pub use bootstrap::{Ratio, ratio};
pub use bounds::{Bounds, CONFIDENCE, FEWEST, NOISY};
pub use bursts::{Bursts, Quantization, Sample, bursts};
pub use centre::{mad, median, outliers};
pub use verdict::Verdict;

/// What is known of where the true median lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// One sample: nothing.
    Unknown,
    /// Two to four samples: their lowest and highest, which guarantee nothing.
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

    /// The same, by one burst wider at each end; a rate is never below zero.
    fn widened(self, step: f64) -> Spread {
        let wider = |bounds: Bounds| Bounds { low: (bounds.low - step).max(0.0), high: bounds.high + step };
        match self {
            Spread::Unknown => Spread::Unknown,
            Spread::Range(bounds) => Spread::Range(wider(bounds)),
            Spread::Interval(bounds) => Spread::Interval(wider(bounds)),
        }
    }
}

/// A summary of samples.
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
    /// Whether they differ too much for the median to be reliable, see [`NOISY`].
    pub noisy: bool,
    /// How coarse they are, where the program writes in bursts; [`spread`](Summary::spread) is wider by that at each end.
    pub quantization: Option<Quantization>,
}

/// Why a median is unreliable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The rounds differ too much, see [`NOISY`].
    Noisy,
    /// A round has so few bursts that one more or less would change its rate by too much.
    TooShort,
}

impl Doubt {
    /// The mark beside the median.
    pub fn mark(self) -> char {
        match self {
            Doubt::Noisy => '~',
            Doubt::TooShort => '?',
        }
    }

    /// The same for people to read.
    pub fn text(self) -> &'static str {
        match self {
            Doubt::Noisy => "too noisy",
            Doubt::TooShort => "too short to say",
        }
    }
}

impl Summary {
    /// Why the median is unreliable, if it is. Of several reasons the one that longer rounds would remove.
    pub fn doubt(&self) -> Option<Doubt> {
        match self.is_too_short() {
            true => Some(Doubt::TooShort),
            false => self.noisy.then_some(Doubt::Noisy),
        }
    }

    /// Whether its rounds are too short, see [`Quantization::is_too_coarse`].
    pub fn is_too_short(&self) -> bool {
        self.enough_seconds().is_some()
    }

    /// How long rounds would have to be, in seconds, where they are too short.
    pub fn enough_seconds(&self) -> Option<f64> {
        let coarse = self.quantization.filter(|found| found.is_too_coarse(self.median))?;
        Some(coarse.enough_seconds(self.median))
    }

    /// What share of the median a burst more or less changes; zero where there are no bursts.
    pub fn step_share(&self) -> f64 {
        self.quantization.map_or(0.0, |found| found.step / self.median)
    }
}

/// Sums up rates, which are finite; `None` when there are none.
pub fn summarize(rates: &[f64]) -> Option<Summary> {
    let samples: Vec<Sample> = rates.iter().map(|&rate| Sample { rate, bursts: None }).collect();
    summarize_rounds(&samples)
}

/// Sums up rounds, whose rates are finite; `None` when there are none.
pub fn summarize_rounds(samples: &[Sample]) -> Option<Summary> {
    let rates: Vec<f64> = samples.iter().map(|sample| sample.rate).collect();
    let median = median(&rates)?;
    let spread = spread(&rates);
    let noisy = spread.bounds().is_some_and(|bounds| bounds.width(median) > NOISY);
    let quantization = bursts::quantization(samples);
    Some(Summary {
        count: rates.len(),
        median,
        mad: mad(&rates).unwrap_or(0.0),
        spread: quantization.map_or(spread, |found| spread.widened(found.step)),
        outliers: outliers(&rates),
        noisy,
        quantization,
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
