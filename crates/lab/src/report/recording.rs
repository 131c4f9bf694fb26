//! What `gush meter --record` kept, as it is shown: one meter, or all of one pipeline.

use super::intervals::{Interval, intervals, partial};
use gush_store::model::{Record, Round, RungInfo, Tick, Unit};

/// A meter of a recording.
#[derive(Clone, Debug)]
pub struct Meter<'r> {
    /// The run that it is.
    pub record: &'r Record,
    /// What it is called.
    pub name: String,
    /// When it began, in seconds after the first of those that are shown with it.
    pub begin: f64,
    rung: &'r RungInfo,
    round: &'r Round,
    ticks: &'r [Tick],
}

/// The meters of recordings that are shown together, in the order of `records`.
pub fn meters(records: &[Record]) -> Vec<Meter<'_>> {
    let first = records.iter().map(|record| record.run.started).fold(f64::INFINITY, f64::min);
    let mut meters = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let Some(rung) = record.rungs.first() else { continue };
        let Some((round, ticks)) = rung.rounds.first() else { continue };
        let begin = Some(record.run.started - first).filter(|begin| begin.is_finite()).unwrap_or(0.0);
        let name = match (rung.rung.name.as_str(), records.len()) {
            ("", 1) => "meter".into(),
            ("", _) => format!("meter {}", index + 1),
            (name, _) => name.into(),
        };
        meters.push(Meter { record, name, begin, rung: &rung.rung, round, ticks });
    }
    meters
}

impl Meter<'_> {
    /// What it counts by; bytes, where lines were asked for and none are known.
    pub fn unit(&self) -> Unit {
        let knows_lines = self.ticks.iter().any(|tick| tick.lines.is_some());
        if self.rung.unit == Unit::Lines && knows_lines { Unit::Lines } else { Unit::Bytes }
    }

    /// The rates between ticks, see [`intervals`].
    pub fn intervals(&self, max: usize) -> Vec<Interval> {
        intervals(self.ticks, self.unit(), max)
    }

    /// How many ticks it has.
    pub fn ticks(&self) -> usize {
        self.ticks.len()
    }

    /// How long after the one before it the last tick came, and how long that usually takes, where the two are shown as one.
    pub fn partial(&self) -> Option<(f64, f64)> {
        partial(self.ticks)
    }

    /// How long it was recorded, in seconds.
    pub fn seconds(&self) -> f64 {
        Some(self.round.wall).filter(|wall| wall.is_finite() && *wall > 0.0).unwrap_or(0.0)
    }

    /// When it ended, in seconds after the first of those that are shown with it began.
    pub fn end(&self) -> f64 {
        self.begin + self.seconds()
    }

    /// How many bytes passed.
    pub fn bytes(&self) -> u64 {
        self.round.bytes
    }

    /// How many lines passed, where they were counted.
    pub fn lines(&self) -> Option<u64> {
        self.round.lines
    }

    /// Units a second over all of its time.
    pub fn average(&self) -> Option<f64> {
        let count = if self.unit() == Unit::Lines { self.round.lines? } else { self.round.bytes };
        Some(self.seconds()).filter(|seconds| *seconds > 0.0).map(|seconds| count as f64 / seconds)
    }

    /// The lowest and the highest rate between ticks.
    pub fn extent(&self) -> Option<(f64, f64)> {
        let rates: Vec<f64> = self.intervals(usize::MAX).iter().map(|one| one.rate).collect();
        let low = rates.iter().copied().reduce(f64::min)?;
        Some((low, rates.into_iter().fold(low, f64::max)))
    }
}
