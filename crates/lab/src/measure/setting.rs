//! What a round is to be, and what was seen of it.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::drain::{self, Begun, Flow};
use super::plan::Plan;
use super::stop::{StopReason, Stopper};
use crate::ladder::Drain;
use gush_store::model::{Phase, Round, Tick, Unit};

/// The time between ticks.
pub(super) const TICK: Duration = Duration::from_millis(25);
/// How often it is looked at before its first byte, where the system does not report that.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// What a round is to be.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub plan: &'a Plan,
    pub phase: Phase,
    pub number: u64,
    pub unit: Unit,
    pub drain: Drain,
    pub stop: &'a Stopper,
}

/// What was seen from the first byte to the end.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub first_byte: Duration,
    pub wall: f64,
    pub ticks: Vec<Tick>,
    /// Whether there was no more to come.
    pub dry: bool,
}

impl Setting<'_> {
    pub(super) fn drain(&self) -> Drain {
        match self.drain.counting(self.unit) {
            // What strace writes itself would be counted.
            Drain::Null if self.phase == Phase::Traced => Drain::Splice,
            drain => drain,
        }
    }

    /// Whether the stall timeout is over of a program that was started at `start`.
    pub(super) fn is_stalled(&self, start: Instant) -> Result<bool, StopReason> {
        if self.stop.is_asked() {
            Err(StopReason::Asked)
        } else {
            Ok(start.elapsed() >= self.plan.stall_timeout)
        }
    }

    /// A round that is about to begin.
    pub(super) fn round(&self) -> Round {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Round { phase: self.phase, number: self.number, started: now.as_secs_f64(), ..Round::default() }
    }

    /// Watches from what had begun until the time is over, there is no more, or it is to stop. Where nothing came in that
    /// time (the machine may be busy, or the program slow), it goes on until the stall timeout.
    pub(super) fn watch(
        &self,
        flow: &mut dyn Flow,
        spawned: Instant,
        begun: &Begun,
    ) -> Result<Seen, StopReason> {
        let long = Duration::from_secs_f64(self.plan.seconds_of(self.phase));
        let Begun { at: begin, count: (bytes, lines) } = *begun;
        let mut ticks = vec![Tick { elapsed: 0.0, bytes, lines }];
        loop {
            let next = TICK.min(long.saturating_sub(begin.elapsed())).max(POLL_INTERVAL);
            let dry = flow.is_over_within(next);
            if self.stop.is_asked() {
                return Err(StopReason::Asked);
            }
            let mut tick = drain::tick(flow, begin);
            if let Some(at) = flow.ended_at().filter(|_| dry) {
                tick.elapsed = at.saturating_duration_since(begin).as_secs_f64();
            }
            ticks.push(tick);
            let came = match self.unit {
                Unit::Lines => tick.lines > lines,
                Unit::Bytes | Unit::Calls => tick.bytes > bytes,
            };
            let enough = if came && flow.is_settled() { long } else { long + self.plan.stall_timeout };
            if dry || begin.elapsed() >= enough {
                let first_byte = begin.saturating_duration_since(spawned);
                return Ok(Seen { first_byte, wall: tick.elapsed, ticks, dry });
            }
        }
    }
}

/// Why a round failed of which no byte came.
pub(super) fn stalled(timeout: Duration) -> String {
    format!("nothing came within {} s", timeout.as_secs_f64())
}

pub(super) const NOTHING: &str = "it ended without writing anything";
pub(super) const TOO_LITTLE: &str = "all of it came at once: too little to be timed";

/// Notes what was seen: what came after the first look. In a traced round calls are counted from the start, and so are bytes.
pub(super) fn keep(seen: Seen, setting: &Setting<'_>, round: &mut Round, ticks: &mut Vec<Tick>) {
    let Seen { first_byte, wall, ticks: seen, .. } = seen;
    if let (Some(first), Some(last)) = (seen.first(), seen.last()) {
        let before = if setting.phase == Phase::Traced { 0 } else { first.bytes };
        round.wall = wall;
        round.bytes = last.bytes.saturating_sub(before);
        round.lines = last.lines.zip(first.lines).map(|(last, first)| last.saturating_sub(first));
        round.first_byte = Some(first_byte.as_secs_f64());
    }
    *ticks = seen;
}

/// A rate needs more than what the first look saw.
pub(super) fn enough(round: &Round) -> Result<(), StopReason> {
    match round.bytes {
        0 => Err(StopReason::Error(TOO_LITTLE.to_owned())),
        _ => Ok(()),
    }
}
