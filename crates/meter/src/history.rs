//! The ticks so far, summed up: the rate now, on average, at its highest, and how it is distributed.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// How many rates are kept for a chart.
const CHART: usize = 64;
/// The maximum number of parts of a window, whose beginnings are remembered: enough for 9 hours of ticks a second.
const PARTS: u32 = 1 << 15;
/// Rates that agree in this many bits after the first are one to the distribution: a tenth of a per cent.
const PRECISION: u32 = 10;

/// The ticks so far, in memory that does not grow with them. Rates are in units a second.
#[derive(Debug, Default)]
pub struct History {
    window: Option<Duration>,
    ticks: VecDeque<(Duration, u64)>,
    last: (Duration, u64),
    moved: Duration,
    rate: f64,
    peak: f64,
    /// The last rates, for a chart: at least as many as it shows, at most twice as many.
    chart: Vec<f64>,
    distribution: Distribution,
    sweep: usize,
}

/// How often each rate was seen; similar rates are counted as one. There are no more of them than floating
/// point numbers of so few bits.
#[derive(Debug, Default)]
struct Distribution {
    seen: BTreeMap<u64, (u64, f64)>,
    all: u64,
    lowest: f64,
    highest: f64,
}

impl Distribution {
    fn add(&mut self, rate: f64) {
        // Numbers that are not negative are in the order of their bits.
        let alike = rate.to_bits() >> (f64::MANTISSA_DIGITS - 1 - PRECISION);
        self.seen.entry(alike).or_insert((0, rate)).0 += 1;
        self.lowest = if self.all == 0 { rate } else { self.lowest.min(rate) };
        self.highest = self.highest.max(rate);
        self.all += 1;
    }

    /// The rate of the nearest rank, which is one that was seen, or is as good as.
    fn rank(&self, part: f64) -> Option<f64> {
        let rank = ((self.all as f64 * part).ceil() as u64).max(1);
        let mut before = 0;
        let reaches = |&&(times, _): &&(u64, f64)| {
            before += times;
            before >= rank
        };
        self.seen.values().find(reaches).map(|&(_, rate)| rate)
    }
}

/// How the rate was distributed over the ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
        self.note(elapsed, units, true);
    }

    /// The end, which seldom comes a full interval after the last tick: what is shorter than half of one does not count
    /// as a rate of its own, unless it is the only one.
    pub fn end(&mut self, elapsed: Duration, units: u64, interval: Duration) {
        let counts = elapsed.saturating_sub(self.last.0) >= interval / 2 || self.distribution.all == 0;
        self.note(elapsed, units, counts);
    }

    fn note(&mut self, elapsed: Duration, units: u64, counts: bool) {
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
        if counts {
            self.count_rate();
        }
        let part = self.window.unwrap_or_default() / PARTS;
        if self.ticks.back().is_none_or(|last| self.last.0.saturating_sub(last.0) >= part) {
            self.ticks.push_back(self.last);
        }
        self.last = (elapsed, units);
        let Some(window) = self.window else {
            self.ticks.truncate(1);
            return;
        };
        while self.ticks.len() > 1 && elapsed.saturating_sub(self.ticks[0].0) > window {
            self.ticks.pop_front();
        }
    }

    fn count_rate(&mut self) {
        self.peak = self.peak.max(self.rate);
        self.distribution.add(self.rate);
        if self.chart.len() == 2 * CHART {
            self.chart.drain(..CHART);
        }
        self.chart.push(self.rate);
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
        &self.chart[self.chart.len().saturating_sub(CHART)..]
    }

    /// How many ticks saw progress.
    pub fn sweep(&self) -> usize {
        self.sweep
    }

    /// How long nothing has passed.
    pub fn idle(&self) -> Duration {
        self.last.0.saturating_sub(self.moved)
    }

    /// How the rate was distributed: the lowest and the highest exactly, the others to a tenth of a per cent. Zeros before
    /// the first tick.
    pub fn statistics(&self) -> Statistics {
        let all = &self.distribution;
        let rank = |part| all.rank(part).unwrap_or_default();
        Statistics { minimum: all.lowest, median: rank(0.5), p99: rank(0.99), maximum: all.highest }
    }
}

fn per_second(units: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { units as f64 / time.as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        assert_eq!(ticked(None, &[]).statistics(), Statistics::default());
        let sums: Vec<u64> = (1..=200u64).map(|n| n * (n + 1) / 2).collect();
        let expected = Statistics { minimum: 1.0, median: 100.0, p99: 198.0, maximum: 200.0 };
        assert_eq!(ticked(None, &sums).statistics(), expected);
    }

    #[test]
    fn a_short_end_is_no_rate_of_its_own() {
        let second = Duration::from_secs(1);
        for (end, units, lowest) in [(1010, 10, 10.0), (1499, 10, 10.0), (1500, 10, 0.0), (2000, 15, 5.0)] {
            let mut history = ticked(None, &[10]);
            history.end(Duration::from_millis(end), units, second);
            assert_eq!(history.statistics().minimum, lowest, "{end}");
            assert_eq!(history.recent().len(), if lowest == 10.0 { 1 } else { 2 });
        }
        let mut history = ticked(None, &[]);
        history.end(Duration::from_millis(1), 5, second);
        assert_eq!(history.statistics().maximum, 5000.0);
    }

    #[test]
    fn memory_does_not_grow_with_the_ticks() {
        let day = Duration::from_secs(86_400);
        for window in [None, Some(Duration::from_secs(5)), Some(day)] {
            let mut history = History::new(window);
            let mut units = 0;
            for tick in 1..=1_000_000u64 {
                // From nothing to terabytes a second.
                units += (tick * tick) % (1 << (tick % 34));
                history.tick(Duration::from_millis(tick * 10), units);
            }
            assert!(history.ticks.len() <= PARTS as usize + 2, "{window:?}: {}", history.ticks.len());
            assert!(history.chart.len() <= 2 * CHART && history.recent().len() == CHART);
            assert!(history.distribution.seen.len() < 45_000, "{}", history.distribution.seen.len());
        }
    }

    proptest! {
        /// All is as if every tick had been kept.
        #[test]
        fn a_naive_history_says_the_same(
            steps in prop::collection::vec((10u64..5000, 0u64..1 << 40), 1..300), window in prop::option::of(1u64..100),
        ) {
            let mut history = History::new(window.map(Duration::from_secs));
            let (mut naive, mut rates) = (vec![(Duration::ZERO, 0u64)], Vec::new());
            for (millis, more) in steps {
                let &(since, before) = naive.last().unwrap();
                naive.push((since + Duration::from_millis(millis), before + more));
                rates.push(per_second(more, Duration::from_millis(millis)));
                let &(now, units) = naive.last().unwrap();
                history.tick(now, units);
                let within = |&&(then, _): &&(Duration, u64)| {
                    window.is_none_or(|window| now - then <= Duration::from_secs(window))
                };
                // At least one tick back, however long that was.
                let first = naive.iter().find(within).filter(|first| first.0 < now);
                let &(then, had) = first.unwrap_or(&naive[naive.len() - 2]);
                prop_assert_eq!(history.average(), per_second(units - had, now - then));
                prop_assert_eq!(history.recent(), &rates[rates.len().saturating_sub(CHART)..]);
            }
            rates.sort_by(f64::total_cmp);
            let rank = |part: f64| rates[((rates.len() as f64 * part).ceil() as usize).saturating_sub(1)];
            let all = history.statistics();
            prop_assert_eq!((all.minimum, all.maximum), (rank(0.0), rank(1.0)));
            for (reported, exact) in [(all.median, rank(0.5)), (all.p99, rank(0.99))] {
                prop_assert!((reported - exact).abs() <= exact / 1000.0, "{} {}", reported, exact);
            }
        }
    }
}
