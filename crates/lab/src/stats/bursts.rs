//! Programs that write in bursts: what a round counts of one is off by up to a burst, however often it is repeated.
//!
//! A round that holds two bursts and a half of them has counted two or three. As its clock starts with a burst, all rounds
//! may be off by the same amount, so that they agree and are wrong together. The ticks show it: nothing comes between two
//! bursts.

use super::{NOISY, median};

/// A program writes in bursts if nothing comes in at least this share of the time between the first tick and the last.
/// A program that writes all the time has no such ticks, but for those in which a busy machine has stopped it.
const IDLE: f64 = 0.2;

/// The bursts of one round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bursts {
    /// How many there are, begun ones included.
    pub count: usize,
    /// How much came in the largest of them.
    pub largest: u64,
    /// How long the round was, in seconds.
    pub seconds: f64,
}

/// A round as statistics see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Its rate.
    pub rate: f64,
    /// Its bursts, where it has any.
    pub bursts: Option<Bursts>,
}

/// How coarse the rates of a program are that writes in bursts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantization {
    /// What one burst more or less changes the rate by.
    pub step: f64,
    /// How much came in one burst.
    pub burst: f64,
    /// How many bursts a round has.
    pub count: f64,
    /// How long a round is, in seconds.
    pub seconds: f64,
}

/// The bursts in a round, by what had come at each tick: seconds since its first byte, and the count so far. `None` where
/// it comes steadily, or nothing is known.
pub fn bursts(ticks: &[(f64, u64)]) -> Option<Bursts> {
    // What had come before the clock started belongs to the first burst.
    let (begin, before) = match *ticks.first()? {
        first @ (elapsed, _) if elapsed <= 0.0 => first,
        _ => (0.0, 0),
    };
    let seconds = ticks.last()?.0 - begin;
    let (mut last, mut idle) = ((begin, before), 0.0);
    let mut sizes = vec![before];
    for &(elapsed, count) in ticks {
        let (time, came) = (elapsed - last.0, count.saturating_sub(last.1));
        last = (elapsed, count.max(last.1));
        if time <= 0.0 && came == 0 {
            continue;
        }
        match sizes.last_mut() {
            Some(size) if came > 0 => *size += came,
            Some(0) | None => idle += time,
            Some(_) => {
                idle += time;
                sizes.push(0);
            }
        }
    }
    let sizes = || sizes.iter().copied().filter(|&size| size > 0);
    let largest = sizes().max()?;
    (seconds > 0.0 && idle >= seconds * IDLE).then(|| Bursts { count: sizes().count(), largest, seconds })
}

/// How coarse the rates of rounds are: the medians of those that are of bursts, where at least half of all are.
pub(super) fn quantization(samples: &[Sample]) -> Option<Quantization> {
    let bursts: Vec<Bursts> = samples.iter().filter_map(|sample| sample.bursts).collect();
    if bursts.len() * 2 < samples.len() {
        return None;
    }
    let middle = |of: &dyn Fn(&Bursts) -> f64| median(&bursts.iter().map(of).collect::<Vec<_>>());
    Some(Quantization {
        step: middle(&|round| round.largest as f64 / round.seconds)?,
        burst: middle(&|round| round.largest as f64)?,
        count: middle(&|round| round.count as f64)?,
        seconds: middle(&|round| round.seconds)?,
    })
}

impl Quantization {
    /// Whether rounds with this median are too short to say how fast the program is: one burst more and one burst less are
    /// further apart than noise may be.
    pub fn is_too_coarse(&self, median: f64) -> bool {
        2.0 * self.step > NOISY * median
    }

    /// How long rounds with this median must be for that not to be so, in seconds; two digits, rounded up.
    pub fn enough_seconds(&self, median: f64) -> f64 {
        let seconds = self.seconds * 2.0 * self.step / (NOISY * median);
        let unit = 10.0_f64.powf(seconds.log10().floor() - 1.0);
        // What is a product of the unit must not be taken for more than it by a last bit.
        (seconds / unit - 1e-9).ceil() * unit
    }
}
