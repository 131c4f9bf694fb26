//! When ticks are due: once an interval, by a clock that does not run while the process is stopped.

use std::time::{Duration, Instant};

/// A clock, and when its next tick is due.
#[derive(Clone, Copy, Debug)]
pub struct TickSchedule {
    start: Instant,
    stopped: Duration,
    due: Duration,
}

impl TickSchedule {
    /// A clock that began at `start`, whose first tick is due after `first`.
    pub fn new(start: Instant, first: Duration) -> TickSchedule {
        TickSchedule { start, stopped: Duration::ZERO, due: first }
    }

    /// The time since the start, without that in which the process was stopped.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.stopped)
    }

    /// The moment from which on the time is counted, as if the process had never been stopped.
    pub fn origin(&self) -> Instant {
        self.start + self.stopped
    }

    /// When the next tick is due, on this clock.
    pub fn due(&self) -> Duration {
        self.due
    }

    /// Has the next tick come at `due`, on this clock.
    pub fn set_due(&mut self, due: Duration) {
        self.due = due;
    }

    /// How long it is until the next tick is due.
    pub fn wait(&self) -> Duration {
        self.due.saturating_sub(self.elapsed())
    }

    /// Has the clock begin at `start` instead.
    pub fn restart(&mut self, start: Instant) {
        (self.start, self.stopped) = (start, Duration::ZERO);
    }

    /// Calls what stops the process, and leaves the time that this takes out.
    pub fn stop(&mut self, stop: impl FnOnce()) {
        let begin = Instant::now();
        stop();
        self.stopped += begin.elapsed();
    }

    /// Goes on to the next tick after one at `now`. Ticks that were missed, as while the process was stopped, are left out;
    /// later ones come when they would have.
    pub fn advance(&mut self, now: Duration, interval: Duration) {
        self.due += interval;
        if self.due < now {
            let missed = (now - self.due).as_nanos() / interval.as_nanos().max(1) + 1;
            self.due += interval.saturating_mul(u32::try_from(missed).unwrap_or(u32::MAX));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_ticks_are_left_out_and_the_next_one_comes_in_time() {
        let at = Duration::from_millis;
        for (now, due) in [(100, 200), (199, 200), (200, 200), (201, 300), (1234, 1300)] {
            let mut ticks = TickSchedule::new(Instant::now(), at(100));
            ticks.advance(at(now), at(100));
            assert_eq!(ticks.due(), at(due), "{now}");
        }
    }
}
