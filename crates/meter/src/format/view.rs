//! What is shown: the state of a transfer at one moment.

use std::time::Duration;

use jiff::Zoned;

use super::amount::Units;
use super::bar::Bar;

/// How long nothing must pass before that is called a stall.
pub const STALLED: Duration = Duration::from_secs(3);

/// The state of a transfer at one moment, as far as it is shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// How long it has been running, without the time that it was stopped.
    pub elapsed: Duration,
    /// Bytes that have passed.
    pub bytes: u64,
    /// Bytes that have passed on the other side of a command, where that is metered too.
    pub other_side: Option<u64>,
    /// Lines that have passed, where they are counted.
    pub lines: u64,
    /// Whether they are counted.
    pub counts_lines: bool,
    /// Units that had passed before the clock started.
    pub base: u64,
    /// Whether lines are what the size, the rate and the limit are about.
    pub by_lines: bool,
    /// How many units there will be.
    pub size: Option<u64>,
    /// Units a second since the last tick.
    pub rate: f64,
    /// Units a second over the window of the average.
    pub average: f64,
    /// The highest rate so far.
    pub peak: f64,
    /// The rates of the last ticks.
    pub recent: Vec<f64>,
    /// How full the buffer is in per cent, where there is one.
    pub fullness: Option<u64>,
    /// The last bytes written.
    pub tail: Vec<u8>,
    /// Ticks with progress.
    pub sweep: usize,
    /// How long nothing has passed.
    pub idle: Duration,
    /// Whether it is over.
    pub finished: bool,
    /// The clock on the wall.
    pub now: Option<Zoned>,
}

impl View {
    /// What is counted.
    pub fn units(&self) -> u64 {
        if self.by_lines { self.lines } else { self.bytes }
    }

    /// How much of it is done, in per cent, rounded down.
    pub fn percent(&self) -> Option<u64> {
        let size = self.size.filter(|&size| size > 0)?;
        Some(((u128::from(self.units()) * 100 / u128::from(size)) as u64).min(100_000))
    }

    /// How many seconds are left, rounded down, by the rate so far: at least one while there is something left. `None` before the
    /// first unit has passed.
    pub fn left(&self) -> Option<u64> {
        let left = self.left_exactly()? as u64;
        let is_done = self.size.is_none_or(|size| self.units() >= size);
        Some(if is_done { left } else { left.max(1) })
    }

    /// How many seconds are left, by the rate so far; `None` before the first unit has passed.
    pub fn left_exactly(&self) -> Option<f64> {
        let rest = self.size?.saturating_sub(self.units());
        let passed = self.units().saturating_sub(self.base);
        if passed == 0 {
            return None;
        }
        let left = self.elapsed.as_secs_f64() * rest as f64 / passed as f64;
        Some(left.min(360_000_000.0))
    }

    /// Bytes of the other side to one of this, once something has passed on both.
    pub fn ratio(&self) -> Option<f64> {
        let other = self.other_side.filter(|&bytes| bytes > 0 && self.bytes > 0)?;
        Some(other as f64 / self.bytes as f64)
    }

    /// Whether nothing passes for a while, with more to come.
    pub fn is_stalled(&self) -> bool {
        !self.finished && self.idle >= STALLED
    }
}

/// How it is shown.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// Which units amounts are in.
    pub units: Units,
    /// How bars are drawn.
    pub bar: Bar,
    /// Shows the rate as a gauge where there is no size.
    pub gauge: bool,
    /// The name in front.
    pub name: Option<String>,
    /// The terminal shows ASCII alone: bars are plain, and charts have no blocks.
    pub ascii: bool,
}
