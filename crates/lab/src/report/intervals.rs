//! Rates between ticks.

use gush_store::model::{Tick, Unit};

/// A last tick that came earlier than this share of the usual time between two has no rate of its own.
const PARTIAL: f64 = 0.5;

/// What came between two ticks that need not be neighbors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// When it began, in seconds.
    pub from: f64,
    /// When it ended, in seconds, and what had come by then.
    pub end: Tick,
    /// Units a second.
    pub rate: f64,
}

/// The intervals between ticks, at most `max` of about the same length, from zero or a tick at zero on. The rate of each is
/// over its true length. A last tick that came much too early is taken together with the one before it: the end of what is
/// measured seldom falls on a tick, and what is left after the last one may be nothing but the end itself.
pub fn intervals(ticks: &[Tick], unit: Unit, max: usize) -> Vec<Interval> {
    let count = |tick: &Tick| if unit == Unit::Lines { tick.lines.unwrap_or(0) } else { tick.bytes };
    let every = ticks.len().div_ceil(max.max(1)).max(1);
    let skipped = partial(ticks).map(|_| ticks.len() - 2);
    let mut before = Tick::default();
    let mut intervals = Vec::new();
    for (index, tick) in ticks.iter().enumerate() {
        let is_cut = (index + 1) % every == 0 || index + 1 == ticks.len();
        if index == 0 && tick.elapsed <= 0.0 {
            // What had come before the clock started is in no rate.
            before = *tick;
        } else if is_cut && skipped != Some(index) {
            let seconds = tick.elapsed - before.elapsed;
            if seconds > 0.0 {
                let rate = count(tick).saturating_sub(count(&before)) as f64 / seconds;
                intervals.push(Interval { from: before.elapsed, end: *tick, rate });
                before = *tick;
            }
        }
    }
    intervals
}

/// How long after the one before it the last tick came, and how long that usually takes, where it came much too early.
pub fn partial(ticks: &[Tick]) -> Option<(f64, f64)> {
    let starts = std::iter::once(0.0).chain(ticks.iter().map(|tick| tick.elapsed));
    let mut gaps: Vec<f64> =
        starts.zip(ticks).map(|(start, tick)| tick.elapsed - start).filter(|gap| *gap > 0.0).collect();
    let last = gaps.pop()?;
    let usual = crate::stats::median(&gaps)?;
    (ticks.len() > 1 && last < usual * PARTIAL).then_some((last, usual))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ticks(all: &[(f64, u64)]) -> Vec<Tick> {
        all.iter().map(|&(elapsed, bytes)| Tick { elapsed, bytes, lines: None }).collect()
    }

    fn rates(all: &[(f64, u64)], max: usize) -> Vec<(f64, f64)> {
        let intervals = intervals(&ticks(all), Unit::Bytes, max);
        intervals.iter().map(|interval| (interval.end.elapsed, interval.rate)).collect()
    }

    #[test]
    fn the_end_is_no_collapse() {
        // Nothing came in the last hundredth of a second: the reader had to see the end.
        let all = [(1.0, 100), (2.0, 200), (3.0, 300), (3.125, 300)];
        assert_eq!(rates(&all, 99), [(1.0, 100.0), (2.0, 100.0), (3.125, 100.0 / 1.125)]);
        assert_eq!(partial(&ticks(&all)), Some((0.125, 1.0)));
        assert_eq!(rates(&all[..3], 99), [(1.0, 100.0), (2.0, 100.0), (3.0, 100.0)]);
        // Also of two ticks, or where several are taken together.
        assert_eq!(rates(&[(1.0, 100), (1.25, 100)], 99), [(1.25, 80.0)]);
        let five = [(1.0, 1), (2.0, 2), (3.0, 3), (4.0, 4), (4.25, 4)];
        assert_eq!(rates(&five, 2), [(3.0, 1.0), (4.25, 0.8)]);
        assert_eq!(rates(&[(1.0, 1), (2.0, 2), (3.0, 3), (3.5, 4)], 99).last(), Some(&(3.5, 2.0)));
    }

    #[test]
    fn what_was_there_before_the_clock_is_in_no_rate() {
        assert_eq!(rates(&[(0.0, 1000), (1.0, 1100), (2.0, 1200)], 99), [(1.0, 100.0), (2.0, 100.0)]);
        assert_eq!(rates(&[], 99), []);
        assert_eq!(rates(&[(0.0, 5)], 99), []);
    }

    proptest! {
        #[test]
        fn nothing_is_counted_twice_or_lost(
            gaps in prop::collection::vec((0.001_f64..2.0, 0_u64..1000), 1..200),
            max in 1_usize..300,
        ) {
            let (mut elapsed, mut bytes) = (0.0, 0);
            let all: Vec<Tick> = gaps.iter().map(|&(gap, more)| {
                (elapsed, bytes) = (elapsed + gap, bytes + more);
                Tick { elapsed, bytes, lines: Some(bytes / 2) }
            }).collect();
            let intervals = intervals(&all, Unit::Bytes, max);
            prop_assert!(intervals.len() <= max);
            let sum: f64 = intervals.iter().map(|one| one.rate * (one.end.elapsed - one.from)).sum();
            prop_assert!((sum - bytes as f64).abs() <= 1e-6 * (bytes as f64 + 1.0));
            prop_assert_eq!(intervals.last().map(|last| last.end), all.last().copied());
            prop_assert!(intervals.windows(2).all(|pair| pair[0].end.elapsed == pair[1].from));
        }
    }
}
