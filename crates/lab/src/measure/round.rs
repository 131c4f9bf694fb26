//! One round of one program: it is started, drained for so long, and seen to its end.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gush_pipe::child::Child;
use gush_pipe::{Source, reason};

use super::climb::Stopper;
use super::drain::{self, Begun, Count, Engine, Flow};
use super::null;
use super::started::{Started, how, with_words};
use super::words::Words;
use super::{Launch, Plan, Sample};
use crate::ladder::Drain;
use crate::model::{Phase, Round, Tick, Unit};

/// How often a round is looked at.
pub(super) const TICK: Duration = Duration::from_millis(25);
/// How often it is looked at before its first byte, where nobody tells of that.
pub(super) const LOOK: Duration = Duration::from_millis(1);
/// How long a child has to end because its reader left, and as long again because it was asked to.
pub(super) const GRACE: Duration = Duration::from_millis(100);
/// How long a child has to end whose output is at its end: its exit code and its words are worth waiting for.
pub(super) const GRACE_DRY: Duration = Duration::from_secs(5);
/// `strace` has its table to write, too.
const GRACE_TRACED: Duration = Duration::from_secs(2);
/// How long the drain has to notice that the last writer is gone.
const DRY: Duration = Duration::from_secs(1);

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

/// Why a round is not counted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It was asked to stop.
    Stopped,
    /// It says nothing, and why.
    Trouble(String),
}

impl Halt {
    pub(super) fn of(what: &str, error: &io::Error) -> Halt {
        Halt::Trouble(format!("{what}: {}", reason(error)))
    }
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

    /// A round that is about to begin.
    pub(super) fn round(&self) -> Round {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Round { phase: self.phase, number: self.number, started: now.as_secs_f64(), ..Round::default() }
    }

    /// Looks on, from what had begun until the time is over, there is no more, or it is to stop. Where nothing came in that
    /// time (the machine may be busy, or the program slow), it goes on for as long as patience lasts.
    pub(super) fn watch(&self, flow: &mut dyn Flow, spawned: Instant, begun: &Begun) -> Result<Seen, Halt> {
        let long = Duration::from_secs_f64(self.plan.seconds_of(self.phase));
        let Begun { at: begin, count: (bytes, lines) } = *begun;
        let mut ticks = vec![Tick { elapsed: 0.0, bytes, lines }];
        loop {
            let next = TICK.min(long.saturating_sub(begin.elapsed())).max(LOOK);
            let dry = flow.is_over_within(next);
            if self.stop.is_asked() {
                return Err(Halt::Stopped);
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
            let enough = if came && flow.is_settled() { long } else { long + self.plan.patience };
            if dry || begin.elapsed() >= enough {
                let first_byte = begin.saturating_duration_since(spawned);
                return Ok(Seen { first_byte, wall: tick.elapsed, ticks, dry });
            }
        }
    }
}

impl Seen {
    /// Notes what came behind the first look.
    pub(super) fn note(&self, round: &mut Round) {
        let (Some(first), Some(last)) = (self.ticks.first(), self.ticks.last()) else { return };
        round.wall = self.wall;
        round.bytes = last.bytes.saturating_sub(first.bytes);
        round.lines = last.lines.zip(first.lines).map(|(last, first)| last.saturating_sub(first));
        round.first_byte = Some(self.first_byte.as_secs_f64());
    }

    /// How many bytes came in all.
    fn whole(&self) -> u64 {
        self.ticks.last().map_or(0, |tick| tick.bytes)
    }
}

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
        Err(Halt::Stopped) => return None,
        Err(Halt::Trouble(why)) => round.trouble = Some(why),
    }
    Some((round, ticks))
}

/// The output of a child, up to the drain.
pub(super) struct Tap {
    pub source: Source,
    /// What stands in between, and what it says.
    pub pv: Option<(Child, Words)>,
}

impl Tap {
    /// A pipe to drain, and the end of it, or of the one before it, that is written to.
    pub(super) fn new(drain: Drain, setting: &Setting<'_>) -> Result<(Tap, OwnedFd), Halt> {
        let pipe_size = setting.plan.pipe_size;
        let (reader, writer) = pipe(pipe_size)?;
        let source = source(reader);
        if drain != Drain::Pv {
            return Ok((Tap { source, pv: None }, writer.into()));
        }
        let (between, first) = pipe(pipe_size)?;
        let (stderr, words) = io::pipe().map_err(|error| Halt::of("no pipe could be had", &error))?;
        let mut pv = Command::new(&setting.plan.pv);
        pv.arg(if setting.unit == Unit::Lines { "-ql" } else { "-q" });
        pv.stdin(between).stdout(writer).stderr(words);
        let pv = Child::spawn(pv).map_err(|error| Halt::of("pv could not be started", &error))?;
        Ok((Tap { source, pv: Some((pv, Words::of(stderr))) }, first.into()))
    }
}

fn pipe(size: Option<usize>) -> Result<(PipeReader, PipeWriter), Halt> {
    let sized = || {
        let (reader, writer) = io::pipe()?;
        if let Some(size) = size {
            source(reader.try_clone()?).resize_pipe(size)?;
        }
        Ok((reader, writer))
    };
    sized().map_err(|error| Halt::of("no pipe of that size could be had", &error))
}

fn source(reader: PipeReader) -> Source {
    Source::from_file(File::from(OwnedFd::from(reader)))
}

/// What to say where no byte came.
pub(super) fn silence(patience: Duration) -> String {
    format!("nothing came within {} s", patience.as_secs_f64())
}

pub(super) const NOTHING: &str = "it ended without writing anything";
pub(super) const TOO_LITTLE: &str = "all of it came at once: too little to be timed";

fn through_pipe(
    launch: &Launch,
    setting: &Setting<'_>,
    drain: Drain,
    round: &mut Round,
    ticks: &mut Vec<Tick>,
) -> Result<(), Halt> {
    let (Tap { source, pv }, writer) = Tap::new(drain, setting)?;
    let mut started = Started::new(launch, writer.into())?;
    let options = drain.options(setting.unit);
    let start = |source, waiting| {
        let engine = Engine::start(source, &options, waiting, started.core);
        engine.map_err(|error| Halt::of("the drain could not be started", &error))
    };
    let came = first_byte(source, setting, start)?;
    let (mut engine, begun) = match came {
        Came::Some(engine, begun) => (engine, begun),
        Came::Nothing => return Err(started.nothing(NOTHING.to_owned(), GRACE_DRY, round)),
        Came::Late => return Err(started.nothing(silence(setting.plan.patience), GRACE, round)),
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
    if let Some((pv, words)) = pv {
        let ended = pv.end(GRACE).map_err(|error| Halt::of("pv could not be waited for", &error))?;
        round.drain_cpu = ended.usage.map(|usage| (usage.user + usage.system).as_secs_f64());
        if seen.dry && ended.unasked && how(&ended).is_some() {
            return Err(Halt::Trouble(with_words("pv failed".to_owned(), &words)));
        }
    }
    engine.is_over_within(DRY);
    let own = engine.processor_time().map(|time| time.as_secs_f64());
    round.drain_cpu = own.map(|own| own + round.drain_cpu.unwrap_or(0.0));
    keep(seen, setting, round, ticks);
    ended?;
    match engine.trouble() {
        Some(trouble) => Err(Halt::Trouble(trouble.to_owned())),
        None => enough(round),
    }
}

/// Notes what was seen.
pub(super) fn keep(seen: Seen, setting: &Setting<'_>, round: &mut Round, ticks: &mut Vec<Tick>) {
    seen.note(round);
    if setting.phase == Phase::Traced {
        // Calls are counted from the start, and so are bytes.
        round.bytes = seen.whole();
    }
    *ticks = seen.ticks;
}

/// A rate needs more than what the first look saw.
pub(super) fn enough(round: &Round) -> Result<(), Halt> {
    match round.bytes {
        0 => Err(Halt::Trouble(TOO_LITTLE.to_owned())),
        _ => Ok(()),
    }
}

/// What came of waiting for the first byte.
enum Came {
    /// It is here, and the drain at work.
    Some(Engine, Begun),
    /// The output was at its end without one.
    Nothing,
    /// Patience ran out.
    Late,
}

/// Waits for the first byte, and starts the drain by `start`, which is given the number of bytes that are there, and
/// says what it took of them.
fn first_byte(
    source: Source,
    setting: &Setting<'_>,
    start: impl FnOnce(Source, u64) -> Result<(Engine, Count), Halt>,
) -> Result<Came, Halt> {
    let spawned = Instant::now();
    loop {
        match source.wait(TICK) {
            Ok(true) => {
                let at = Instant::now();
                let waiting = source.waiting().map_err(|error| Halt::of("the pipe tells nothing", &error))?;
                if waiting == 0 {
                    return Ok(Came::Nothing);
                }
                return start(source, waiting).map(|(engine, count)| Came::Some(engine, Begun { at, count }));
            }
            Ok(false) => {}
            // Where nobody tells, the drain itself has to.
            Err(_) => return by_count(start(source, 0)?.0, setting, spawned),
        }
        if setting.stop.is_asked() {
            return Err(Halt::Stopped);
        }
        if spawned.elapsed() >= setting.plan.patience {
            return Ok(Came::Late);
        }
    }
}

fn by_count(mut engine: Engine, setting: &Setting<'_>, spawned: Instant) -> Result<Came, Halt> {
    loop {
        let over = engine.is_over_within(LOOK);
        let begun = Begun { at: Instant::now(), count: engine.count() };
        if begun.count.0 > 0 {
            return Ok(Came::Some(engine, begun));
        }
        if over {
            return Ok(Came::Nothing);
        }
        if setting.stop.is_asked() {
            return Err(Halt::Stopped);
        }
        if spawned.elapsed() >= setting.plan.patience {
            return Ok(Came::Late);
        }
    }
}
