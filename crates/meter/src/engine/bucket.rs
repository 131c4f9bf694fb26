//! A token bucket: how much may pass now, for a limit that keeps its word over any time.
//!
//! Tokens come at the rate and are spent by what passed. The bucket holds a tenth of a second's worth and no more, so that
//! what a stall kept back is lost instead of coming as a burst, while a late wake-up is made up for.

use std::thread;
use std::time::{Duration, Instant};

use crate::Gauge;

/// What the bucket holds at most, as a part of a second's worth.
const DEPTH: f64 = 0.1;
/// A portion is what comes in this time, so that it looks steady and costs next to nothing.
const PORTION: f64 = 0.02;
/// The longest sleep, so that a change of the limit and an end are soon noticed.
const NAP: Duration = Duration::from_millis(100);

/// A token bucket. It begins half a portion full, so that what passed is what should have, on average over a portion.
#[derive(Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    filled: Option<Instant>,
}

impl Bucket {
    pub(crate) fn new() -> Bucket {
        Bucket { tokens: 0.0, filled: None }
    }

    /// Waits until a portion may pass, and says how many units that is; 0 when the transfer was stopped meanwhile.
    pub(crate) fn wait(&mut self, gauge: &Gauge) -> usize {
        loop {
            let limit = gauge.limit();
            if limit == 0 {
                return usize::MAX;
            }
            let lacking = self.fill(limit as f64, Instant::now());
            if gauge.is_stopped() {
                return 0;
            }
            match lacking {
                None => return self.tokens as usize,
                Some(wait) => thread::sleep(wait.min(NAP)),
            }
        }
    }

    /// Takes the tokens for what passed.
    pub(crate) fn spend(&mut self, units: usize) {
        self.tokens -= units as f64;
    }

    /// Fills in what has come up to `now`, and says how long a portion is still to wait for.
    fn fill(&mut self, rate: f64, now: Instant) -> Option<Duration> {
        let portion = (rate * PORTION).max(1.0);
        if self.filled.is_none() {
            self.tokens = portion / 2.0;
        }
        let since = self.filled.map_or(0.0, |filled| now.saturating_duration_since(filled).as_secs_f64());
        self.filled = Some(now);
        self.tokens = (self.tokens + since * rate).min((rate * DEPTH).max(1.0));
        (self.tokens < portion).then(|| Duration::from_secs_f64(((portion - self.tokens) / rate).min(60.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a bucket against a clock of our own, with a taker that takes all it may, and says how much that is a second.
    fn taken(rate: f64, seconds: f64, stall: Option<(f64, f64)>) -> f64 {
        let start = Instant::now();
        let (mut bucket, mut clock, mut sum) = (Bucket::new(), 0.0, 0.0);
        while clock < seconds {
            match bucket.fill(rate, start + Duration::from_secs_f64(clock)) {
                Some(wait) => clock += wait.as_secs_f64() + 0.000_1,
                None => {
                    let units = bucket.tokens as usize;
                    bucket.spend(units);
                    sum += units as f64;
                    if let Some((at, long)) = stall.filter(|(at, _)| (clock - at).abs() < PORTION) {
                        clock = at + long;
                    }
                }
            }
        }
        sum
    }

    #[test]
    fn a_limit_keeps_its_word() {
        for rate in [1.0, 7.0, 1024.0, 1e6, 2.0 * (1u64 << 30) as f64] {
            let seconds = 5.0;
            let sum = taken(rate, seconds, None);
            assert!(sum <= rate * (seconds + PORTION) + 1.0, "{sum} at {rate}");
            assert!(sum >= rate * seconds * 0.99 - 1.0, "{sum} at {rate}");
        }
    }

    #[test]
    fn a_stall_is_not_made_up_for() {
        let sum = taken(1e6, 5.0, Some((1.0, 2.0)));
        assert!((2.9e6..3.15e6).contains(&sum), "{sum}");
    }
}
