//! One round of one program: it is started, drained for the time of a round, and ended.

use std::time::{Duration, Instant};

use gush_pipe::Source;

use super::child::{GRACE, GRACE_DRY, RoundChild, how, with_stderr};
use super::drain::{Begun, Count, Engine, Flow};
use super::launch::Launch;
use super::null;
use super::plan::Sample;
use super::setting::{NOTHING, POLL_INTERVAL, Setting, TICK, enough, keep, stalled};
use super::side_pipe::SidePipe;
use super::stop::StopReason;
use crate::ladder::Drain;
use gush_store::model::{Phase, Round, Tick};

/// `strace` has its table to write, too.
const GRACE_TRACED: Duration = Duration::from_secs(2);
/// How long the drain has to notice that the last writer is gone.
const DRY: Duration = Duration::from_secs(1);

/// Runs a program for one round; `None` when it was asked to stop.
pub(super) fn run(launch: &Launch, setting: &Setting<'_>) -> Option<Sample> {
    let mut round = setting.round();
    let mut ticks = Vec::new();
    let done = match setting.drain() {
        Drain::Null => null::run(launch, setting, &mut round, &mut ticks),
        drain => through_pipe(launch, setting, drain, &mut round, &mut ticks),
    };
    match done {
        Ok(()) => {}
        Err(StopReason::Asked) => return None,
        Err(StopReason::Error(why)) => round.error = Some(why),
    }
    Some((round, ticks))
}

fn through_pipe(
    launch: &Launch,
    setting: &Setting<'_>,
    drain: Drain,
    round: &mut Round,
    ticks: &mut Vec<Tick>,
) -> Result<(), StopReason> {
    let (SidePipe { source, pv }, writer) = SidePipe::new(drain, setting)?;
    let mut started = RoundChild::new(launch, writer.into())?;
    let options = drain.options(setting.unit);
    let start = |source, waiting| {
        let engine = Engine::start(source, &options, waiting, started.core);
        engine.map_err(|error| StopReason::of("the drain could not be started", &error))
    };
    let came = first_byte(source, setting, start)?;
    let (mut engine, begun) = match came {
        Came::Some(engine, begun) => (engine, begun),
        Came::Nothing => return Err(started.nothing(NOTHING.to_owned(), GRACE_DRY, round)),
        Came::Late => return Err(started.nothing(stalled(setting.plan.stall_timeout), GRACE, round)),
    };
    started.look();
    let seen = setting.watch(&mut engine, started.at, &begun);
    started.look();
    engine.stop();
    let seen = seen?;
    // Where it waits for the child, it ends when that does.
    let left = seen.dry || engine.is_over_within(GRACE);
    let grace = match setting.phase {
        _ if seen.dry => GRACE_DRY,
        Phase::Traced => GRACE_TRACED,
        Phase::WarmUp | Phase::Measured => GRACE,
    };
    let ended = started.end(if left { grace } else { Duration::ZERO }, seen.dry, round);
    if let Some((pv, stderr)) = pv {
        let ended = pv.end(GRACE).map_err(|error| StopReason::of("pv could not be waited for", &error))?;
        round.drain_cpu = ended.usage.map(|usage| (usage.user + usage.system).as_secs_f64());
        if seen.dry && ended.unasked && how(&ended).is_some() {
            return Err(StopReason::Error(with_stderr("pv failed".to_owned(), &stderr)));
        }
    }
    engine.is_over_within(DRY);
    let own = engine.processor_time().map(|time| time.as_secs_f64());
    round.drain_cpu = own.map(|own| own + round.drain_cpu.unwrap_or(0.0));
    keep(seen, setting, round, ticks);
    ended?;
    match engine.error() {
        Some(error) => Err(StopReason::Error(error.to_owned())),
        None => enough(round),
    }
}

/// What came of waiting for the first byte.
enum Came {
    /// It is here, and the drain at work.
    Some(Engine, Begun),
    /// The output was at its end without one.
    Nothing,
    /// The stall timeout is over.
    Late,
}

/// Waits for the first byte, and starts the drain by `start`, which is given the number of bytes that are there, and
/// returns what it took of them.
fn first_byte(
    source: Source,
    setting: &Setting<'_>,
    start: impl FnOnce(Source, u64) -> Result<(Engine, Count), StopReason>,
) -> Result<Came, StopReason> {
    let spawned = Instant::now();
    loop {
        match source.wait(TICK) {
            Ok(true) => {
                let at = Instant::now();
                let waiting = source
                    .waiting()
                    .map_err(|error| StopReason::of("the pipe cannot be examined", &error))?;
                if waiting == 0 {
                    return Ok(Came::Nothing);
                }
                return start(source, waiting).map(|(engine, count)| Came::Some(engine, Begun { at, count }));
            }
            Ok(false) => {}
            // Where the pipe cannot be examined, the drain reports its first byte.
            Err(_) => return by_count(start(source, 0)?.0, setting, spawned),
        }
        if setting.is_stalled(spawned)? {
            return Ok(Came::Late);
        }
    }
}

fn by_count(mut engine: Engine, setting: &Setting<'_>, spawned: Instant) -> Result<Came, StopReason> {
    loop {
        let over = engine.is_over_within(POLL_INTERVAL);
        let begun = Begun { at: Instant::now(), count: engine.count() };
        if begun.count.0 > 0 {
            return Ok(Came::Some(engine, begun));
        }
        if over {
            return Ok(Came::Nothing);
        }
        if setting.is_stalled(spawned)? {
            return Ok(Came::Late);
        }
    }
}
