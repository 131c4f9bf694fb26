//! A token bucket: how much may pass now, so that a limit holds over any length of time.
//!
//! What may pass is released in portions, midway between the display's ticks: with a portion or a tick that is a little late,
//! every interval still has the same amount. After a late wake-up up to a tenth of a second's worth of portions follows at once;
//! what a longer stall kept back is lost instead of coming as a burst.
//!
//! Everything is counted in integers from one moment on, so nothing is lost to rounding, however low the limit.

use std::thread;
use std::time::{Duration, Instant};

use crate::SharedState;
use crate::shared_state::TickTimes;

/// The maximum time between portions: short enough to look steady, and long enough to cost nothing.
const PORTION: Duration = Duration::from_millis(20);
/// The minimum number of portions in an interval.
const MIN_PORTIONS: u128 = 10;
/// The capacity of the bucket beyond one unit: this part of a second's worth.
const DEPTH: u64 = 10;
/// The longest sleep, so that a change of the limit and an end are soon noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
const SECOND: u128 = 1_000_000_000;

/// A token bucket. See the [module](self).
#[derive(Debug)]
pub(crate) struct Bucket {
    /// The limit in units a second.
    rate: u64,
    /// When the display's ticks come, once there is a display.
    times: TickTimes,
    watched: bool,
    /// The portion from which on all is counted.
    first: u128,
    /// Units that have passed since then, and those that were lost.
    spent: u128,
}

impl Bucket {
    pub(crate) fn new() -> Bucket {
        let times = TickTimes { start: Instant::now(), interval: Duration::from_secs(1) };
        Bucket { rate: 0, times, watched: false, first: 0, spent: 0 }
    }

    /// Waits until something may pass, and returns the number of units; 0 when the transfer was stopped meanwhile.
    pub(crate) fn wait(&mut self, shared: &SharedState) -> usize {
        loop {
            let limit = shared.controls.limit();
            if limit == 0 {
                return usize::MAX;
            }
            if shared.controls.is_stopped() {
                return 0;
            }
            match self.allowed(limit, shared.controls.tick_times(), Instant::now()) {
                Ok(units) => return units,
                Err(wait) => thread::sleep(wait.min(POLL_INTERVAL)),
            }
        }
    }

    /// Takes the tokens for what passed.
    pub(crate) fn spend(&mut self, units: usize) {
        self.spent += units as u128;
    }

    /// How many units may pass `now`, or how long it is until one may.
    fn allowed(&mut self, rate: u64, times: Option<TickTimes>, now: Instant) -> Result<usize, Duration> {
        self.begin_anew(rate, times, now);
        let portion = portion(self.times.interval);
        // Portions are released half a portion away from the ticks.
        let time = since(self.times.start, now) + portion / 2;
        let rate = u128::from(rate);
        let earned = rate * (time / portion).saturating_sub(self.first) * portion / SECOND;
        self.spent = self.spent.max(earned.saturating_sub(rate / u128::from(DEPTH) + 1));
        if earned > self.spent {
            return Ok(usize::try_from(earned - self.spent).unwrap_or(usize::MAX));
        }
        let then = self.first + ((self.spent + 1) * SECOND).div_ceil(rate * portion);
        let wait = u64::try_from(then * portion - time).unwrap_or(u64::MAX);
        Err(Duration::from_nanos(wait))
    }

    /// Counts from now on where the limit or the moments are others.
    fn begin_anew(&mut self, rate: u64, times: Option<TickTimes>, now: Instant) {
        let has_new_times = times.is_some_and(|times| !self.watched || times != self.times);
        if self.rate == rate && !has_new_times {
            return;
        }
        // The display begins with the transfer, but on another thread: what passed before it was known counts.
        let comes = self.rate == rate && !self.watched;
        let from = if comes { self.times.start } else { now };
        self.spent = if comes { self.spent } else { 0 };
        self.watched |= times.is_some();
        (self.rate, self.times) = (rate, times.unwrap_or(self.times));
        self.first = since(self.times.start, from) / portion(self.times.interval);
    }
}

fn since(start: Instant, now: Instant) -> u128 {
    now.saturating_duration_since(start).as_nanos()
}

/// Nanoseconds from one portion to the next, by which an interval is divided without a rest.
fn portion(interval: Duration) -> u128 {
    let interval = interval.as_nanos().max(1);
    (interval / interval.div_ceil(PORTION.as_nanos()).max(MIN_PORTIONS)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Runs a bucket against a clock of our own, with a taker that takes up to `max` units at once and is late by
    /// these seconds in turn; returns what had passed at each tick.
    fn looks(
        rate: u64,
        interval: f64,
        count: usize,
        late: &[f64],
        max: usize,
        stall: Option<(f64, f64)>,
    ) -> Vec<u128> {
        let start = Instant::now();
        let times = TickTimes { start, interval: Duration::from_secs_f64(interval) };
        let (mut bucket, mut clock, mut sum, mut seen) = (Bucket::new(), Duration::ZERO, 0, Vec::new());
        let mut late = late.iter().copied().cycle();
        let mut stall = stall.map(|(at, long)| (Duration::from_secs_f64(at), Duration::from_secs_f64(long)));
        while seen.len() < count {
            match bucket.allowed(rate, Some(times), start + clock) {
                Err(wait) => {
                    clock += wait + Duration::from_secs_f64(late.next().unwrap_or(0.0));
                    while seen.len() < count && clock >= times.interval * (seen.len() as u32 + 1) {
                        seen.push(sum);
                    }
                }
                Ok(units) => {
                    let units = units.min(max);
                    bucket.spend(units);
                    sum += units as u128;
                    if let Some((_, long)) = stall.take_if(|(at, _)| clock >= *at) {
                        clock += long;
                    }
                }
            }
        }
        seen
    }

    proptest! {
        /// Whatever the rate, there is as much in each interval as the limit says, to the unit.
        #[test]
        fn each_interval_has_what_the_limit_says(
            rate in prop_oneof![1u64..100, 100u64..1 << 31], tenths in 1u32..40, late in prop::collection::vec(0.0f64..0.004, 1..9),
            max in prop_oneof![Just(usize::MAX), 100_000_000usize..200_000_000],
        ) {
            let interval = f64::from(tenths) / 10.0;
            for (number, &seen) in looks(rate, interval, 5, &late, max, None).iter().enumerate() {
                let due = u128::from(rate) * (number as u128 + 1) * u128::from(tenths) / 10;
                // The portions of an interval need not add up to its last nanosecond.
                let max = due + 1 + due / 1_000_000;
                prop_assert!(seen <= max && seen + 1 + due / 1_000_000 >= due, "{seen}, not {due}, at look {number}");
            }
        }
    }

    #[test]
    fn low_limits_lose_nothing() {
        for rate in [1, 3, 7, 10] {
            let seen = looks(rate, 1.0, 1000, &[0.003, 0.015, 0.0], usize::MAX, None);
            assert_eq!(seen[999], u128::from(rate) * 1000);
        }
    }

    #[test]
    fn a_late_wake_up_is_caught_up_with() {
        let seen = looks(1_000_000, 1.0, 5, &[0.0, 0.08], usize::MAX, None);
        assert!((4_900_000..=5_000_000).contains(&seen[4]), "{seen:?}");
    }

    #[test]
    fn a_stall_is_not_caught_up_with() {
        let seen = looks(1_000_000, 1.0, 5, &[0.0], usize::MAX, Some((1.0, 2.0)));
        assert!((3_000_000..=3_120_000).contains(&seen[4]), "{seen:?}");
    }

    #[test]
    fn another_limit_begins_anew() {
        let times = TickTimes { start: Instant::now(), interval: Duration::from_secs(1) };
        let mut bucket = Bucket::new();
        let mut at =
            |rate, millis| bucket.allowed(rate, Some(times), times.start + Duration::from_millis(millis));
        assert_eq!(at(1000, 0), Err(Duration::from_millis(10)));
        assert_eq!(at(1000, 10), Ok(20));
        // Not what the higher limit would have let pass by now.
        assert_eq!(at(1_000_000, 20), Err(Duration::from_millis(10)));
        assert_eq!(at(1_000_000, 30), Ok(20_000));
        assert_eq!(at(1, 40), Err(Duration::from_millis(990)));
    }

    /// The display's thread may begin a little before or after the transfer, and is known only later.
    #[test]
    fn a_late_display_finds_a_complete_first_interval() {
        for (rate, millis) in [(1000, 10), (10, 90)] {
            let mut bucket = Bucket::new();
            let start = bucket.times.start;
            assert_eq!(bucket.allowed(rate, None, start), Err(Duration::from_millis(millis)));
            let times =
                TickTimes { start: start + Duration::from_millis(1), interval: Duration::from_millis(100) };
            let now = times.start + Duration::from_millis(96);
            assert_eq!(bucket.allowed(rate, Some(times), now), Ok(rate as usize / 10), "{rate}");
        }
    }
}
