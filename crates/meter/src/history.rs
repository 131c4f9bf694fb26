//! What the ticks so far say: the rate now, on average, at its highest, and how it is distributed.

use std::collections::VecDeque;
use std::time::Duration;

/// How many rates are kept for a chart.
const CHART: usize = 64;

/// The ticks so far. Rates are in units a second.
#[derive(Debug, Default)]
pub struct History {
    window: Option<Duration>,
    ticks: VecDeque<(Duration, u64)>,
    last: (Duration, u64),
    moved: Duration,
    rate: f64,
    peak: f64,
    rates: Vec<f64>,
    sweep: usize,
}

/// How the rate was distributed over the ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The lowest.
    pub minimum: f64,
    /// The middle one.
    pub median: f64,
    /// Above 99 of a hundred.
    pub p99: f64,
    /// The highest.
    pub maximum: f64,
}

impl History {
    /// No ticks yet; averages go back by `window`, or to the beginning.
    pub fn new(window: Option<Duration>) -> History {
        History { window, ..History::default() }
    }

    /// Changes how far averages go back.
    pub fn set_window(&mut self, window: Option<Duration>) {
        self.window = window;
    }

    /// One tick: `units` had passed at `elapsed`.
    pub fn tick(&mut self, elapsed: Duration, units: u64) {
        let (since, before) = self.last;
        let (time, more) = (elapsed.saturating_sub(since), units.saturating_sub(before));
        if more > 0 {
            self.sweep += 1;
            self.moved = elapsed;
        }
        if time.is_zero() {
            return;
        }
        self.rate = more as f64 / time.as_secs_f64();
        self.peak = self.peak.max(self.rate);
        self.rates.push(self.rate);
        self.ticks.push_back(self.last);
        self.last = (elapsed, units);
        let Some(window) = self.window else {
            self.ticks.truncate(1);
            return;
        };
        while self.ticks.len() > 1 && elapsed.saturating_sub(self.ticks[0].0) > window {
            self.ticks.pop_front();
        }
    }

    /// When the last tick was.
    pub fn elapsed(&self) -> Duration {
        self.last.0
    }

    /// The rate since the tick before the last.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The rate over the window.
    pub fn average(&self) -> f64 {
        let (since, before) = self.ticks.front().copied().unwrap_or_default();
        per_second(self.last.1.saturating_sub(before), self.last.0.saturating_sub(since))
    }

    /// The rate from the beginning.
    pub fn overall(&self) -> f64 {
        per_second(self.last.1, self.last.0)
    }

    /// The highest rate.
    pub fn peak(&self) -> f64 {
        self.peak
    }

    /// The rates of the last ticks.
    pub fn recent(&self) -> &[f64] {
        &self.rates[self.rates.len().saturating_sub(CHART)..]
    }

    /// How many ticks saw progress.
    pub fn sweep(&self) -> usize {
        self.sweep
    }

    /// How long nothing has passed.
    pub fn idle(&self) -> Duration {
        self.last.0.saturating_sub(self.moved)
    }

    /// How the rate was distributed; `None` before the first tick.
    pub fn statistics(&self) -> Option<Statistics> {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        // The nearest rank, which is always one that was seen.
        let rank =
            |part: f64| rates.get(((rates.len() as f64 * part).ceil() as usize).saturating_sub(1)).copied();
        Some(Statistics { minimum: rank(0.0)?, median: rank(0.5)?, p99: rank(0.99)?, maximum: rank(1.0)? })
    }
}

fn per_second(units: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { units as f64 / time.as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticked(window: Option<u64>, counts: &[u64]) -> History {
        let mut history = History::new(window.map(Duration::from_secs));
        for (second, &units) in counts.iter().enumerate() {
            history.tick(Duration::from_secs(second as u64 + 1), units);
        }
        history
    }

    #[test]
    fn rates_are_between_ticks_and_averages_over_the_window() {
        let history = ticked(None, &[10, 30, 30, 100]);
        assert_eq!((history.rate(), history.average(), history.peak()), (70.0, 25.0, 70.0));
        assert_eq!((history.sweep(), history.idle()), (3, Duration::ZERO));
        let history = ticked(Some(2), &[10, 30, 30, 100]);
        assert_eq!((history.average(), history.overall()), (35.0, 25.0));
        let history = ticked(None, &[10, 10, 10]);
        assert_eq!((history.rate(), history.idle()), (0.0, Duration::from_secs(2)));
    }

    #[test]
    fn statistics_are_rates_that_were_seen() {
        assert_eq!(ticked(None, &[]).statistics(), None);
        let sums: Vec<u64> = (1..=200u64).map(|n| n * (n + 1) / 2).collect();
        let expected = Statistics { minimum: 1.0, median: 100.0, p99: 198.0, maximum: 200.0 };
        assert_eq!(ticked(None, &sums).statistics(), Some(expected));
    }
}
