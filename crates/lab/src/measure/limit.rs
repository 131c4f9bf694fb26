//! What the machine can do at most: memory, a system call, a child that does nothing, the drain itself.

use std::fs::File;
use std::hint::black_box;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use gush_pipe::child::Child;
use gush_pipe::thread::empty_call;
use gush_pipe::{Flood, Sink, reason};

use super::drain::{Begun, Engine, Flow};
use super::launch::Launch;
use super::plan::Sample;
use super::setting::{Setting, TICK};
use super::side_pipe::SidePipe;
use super::stop::StopReason;
use crate::ladder::{Drain, Limit};
use gush_store::model::{Tick, Unit};

/// How many bytes a buffer of the memory's limits has.
pub const LIMIT_BUFFER: usize = 256 << 10;
/// The number of empty calls between two looks at the clock.
const CALLS: u64 = 100;
/// How long a child that does nothing may take to do it.
const GRACE: Duration = Duration::from_secs(5);
/// How long the drain has to end.
const DRY: Duration = Duration::from_secs(1);

/// Looks for a limit for one round; `None` when it was asked to stop.
pub(super) fn run(limit: Limit, setting: &Setting<'_>) -> Option<Sample> {
    let buffer = || vec![1; LIMIT_BUFFER];
    sample(setting, || match limit {
        Limit::Memset => {
            let mut to: Vec<u8> = buffer();
            repeat(setting, LIMIT_BUFFER as u64, || {
                black_box(&mut to).fill(black_box(b'y'));
                Ok(())
            })
        }
        Limit::Memcpy => {
            let (from, mut to): (Vec<u8>, Vec<u8>) = (buffer(), buffer());
            repeat(setting, LIMIT_BUFFER as u64, || {
                black_box(&mut to).copy_from_slice(black_box(&from));
                Ok(())
            })
        }
        Limit::SystemCall => repeat(setting, CALLS, || {
            (0..CALLS).for_each(|_| empty_call());
            Ok(())
        }),
        Limit::Drain => drain(setting),
    })
}

/// Starts a program that does nothing, again and again, for one round; `None` when it was asked to stop.
pub(super) fn run_nothing(launch: &Launch, setting: &Setting<'_>) -> Option<Sample> {
    sample(setting, || repeat(setting, 1, || nothing(launch)))
}

fn sample(setting: &Setting<'_>, count: impl FnOnce() -> Result<Counted, StopReason>) -> Option<Sample> {
    let mut round = setting.round();
    match count() {
        Ok((count, wall, ticks)) => {
            round.wall = wall;
            match setting.unit {
                Unit::Calls => round.calls_made = Some(count),
                Unit::Bytes => round.bytes = count,
                Unit::Lines => round.lines = Some(count),
            }
            // Ticks are of bytes.
            Some((round, if setting.unit == Unit::Bytes { ticks } else { Vec::new() }))
        }
        Err(StopReason::Asked) => None,
        Err(StopReason::Error(why)) => {
            round.error = Some(why);
            Some((round, Vec::new()))
        }
    }
}

/// How much there was, how long it took, and the ticks.
type Counted = (u64, f64, Vec<Tick>);

/// Repeats `work`, each time worth this count.
fn repeat(
    setting: &Setting<'_>,
    worth: u64,
    mut work: impl FnMut() -> Result<(), StopReason>,
) -> Result<Counted, StopReason> {
    let long = setting.plan.seconds_of(setting.phase);
    let begin = Instant::now();
    let mut tick = Tick::default();
    let mut ticks = vec![tick];
    let mut next = TICK.as_secs_f64();
    loop {
        work()?;
        tick.bytes += worth;
        tick.elapsed = begin.elapsed().as_secs_f64();
        let is_over = tick.elapsed >= long;
        if tick.elapsed >= next || is_over {
            ticks.push(tick);
            next = tick.elapsed + TICK.as_secs_f64();
            if setting.stop.is_asked() {
                return Err(StopReason::Asked);
            }
        }
        if is_over {
            return Ok((tick.bytes, tick.elapsed, ticks));
        }
    }
}

/// Starts a child that does nothing, and sees to its end.
fn nothing(launch: &Launch) -> Result<(), StopReason> {
    let mut command = launch.command();
    command.stdout(Stdio::null()).stderr(Stdio::null());
    match Child::spawn(command).and_then(|child| child.end(GRACE)) {
        Ok(ended) if ended.status.success() => Ok(()),
        Ok(_) => Err(StopReason::Error(format!("{} failed", launch.name()))),
        Err(error) => {
            Err(StopReason::Error(format!("{} could not be started: {}", launch.name(), reason(&error))))
        }
    }
}

/// A thread floods the drain by the fastest strategy.
fn drain(setting: &Setting<'_>) -> Result<Counted, StopReason> {
    let failed = |what: &str| StopReason::Error(what.to_owned());
    let drain = setting.drain();
    if drain == Drain::Null {
        return Err(failed("there is no drain: programs write to /dev/null"));
    }
    let (SidePipe { source, pv }, writer) = SidePipe::new(drain, setting)?;
    let mut sink = Sink::from_file(File::from(writer)).map_err(|_| failed("no pipe could be had"))?;
    let flood = thread::Builder::new().spawn(move || Flood::new(b"y\n").run(&mut sink));
    let flood = flood.map_err(|_| failed("no thread could be started"))?;
    let engine = Engine::start(source, &drain.options(setting.unit), 0, None);
    let (mut engine, _) = engine.map_err(|_| failed("the drain could not be started"))?;
    let begun = Begun { at: Instant::now(), count: engine.count() };
    let seen = setting.watch(&mut engine, begun.at, &begun);
    engine.stop();
    drop(pv);
    if engine.is_over_within(DRY) {
        // Without a reader it has ended, too.
        let _ = flood.join();
    }
    let seen = seen?;
    let (Some(first), Some(last)) = (seen.ticks.first(), seen.ticks.last()) else {
        return Err(failed("nothing came"));
    };
    Ok((last.bytes - first.bytes, seen.wall, seen.ticks))
}
