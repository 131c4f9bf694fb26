//! Measurements as plain data: machines, runs, rungs, rounds and ticks, as the database holds them.
//!
//! Times are seconds, sizes are bytes. `None` is "not known here", never zero.

/// The machine of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    /// The processor's own name.
    pub cpu: String,
    /// How many processors the process may use.
    pub cores: u64,
    /// Main memory.
    pub memory: Option<u64>,
    /// The kernel's name and release, as in `Linux 6.18.5`.
    pub kernel: String,
    /// The distribution, as it calls itself.
    pub system: Option<String>,
    /// The largest pipe that an ordinary user may ask for.
    pub pipe_max_size: Option<u64>,
    /// How many pages all pipes of a user may have before they get small ones.
    pub pipe_user_pages_soft: Option<u64>,
    /// What the kernel does against faults of the processor: one `name: state` a line.
    pub mitigations: Option<String>,
    /// How the processors' clock is governed, as in `performance`.
    pub governor: Option<String>,
    /// The hypervisor or container that it is known to be.
    pub virtualization: Option<String>,
}

/// What a run is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The ladder was measured.
    #[default]
    Bench,
    /// One program was run with buffers of several sizes.
    BufferSizes,
    /// `gush meter --record` recorded.
    Meter,
}

/// One run: rungs measured together, in alternation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// What it is for.
    pub purpose: Purpose,
    /// When it began, in Unix seconds.
    pub started: f64,
    /// When its last round ended; `None` while it runs, and where it was killed.
    pub ended: Option<f64>,
    /// The arguments that it was started with.
    pub command: String,
    /// The version of gush.
    pub version: String,
    /// What was to take the bytes: `splice`, `read`, `lines`, `pv` or `null`. Each rung has its own.
    pub drain: Option<String>,
    /// How long a round was to be.
    pub seconds: Option<f64>,
    /// How many rounds each rung was to have.
    pub rounds: Option<u64>,
    /// The load of the machine over the last minute, when it began.
    pub load: Option<f64>,
    /// The name that recordings of one pipeline have in common.
    pub grouped_as: Option<String>,
}

/// A published figure for a rung.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The figure, in [`unit`](Published::unit).
    pub value: f64,
    /// What is counted.
    pub unit: Unit,
    /// What it is about, as in `GNU yes beside it`.
    pub note: Option<String>,
}

/// What a rate counts per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Bytes.
    #[default]
    Bytes,
    /// Lines, which are rows in a program that makes rows.
    Lines,
    /// System calls.
    Calls,
}

/// A rung as it was in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RungInfo {
    /// The name to ask for it by: lower case letters, digits and hyphens.
    pub name: String,
    /// What it does, in short.
    pub title: String,
    /// Its step on the published ladder, as in `6` or `L1`; `None` for what users bring and what is found here.
    pub step: Option<String>,
    /// The language that it is written in.
    pub language: String,
    /// Whether it is a program, a limit of the machine, …
    pub kind: RungKind,
    /// The command that was run, as one would type it.
    pub command: String,
    /// The version that the program prints, or that of its compiler.
    pub version: Option<String>,
    /// What it is rated by.
    pub unit: Unit,
    /// What took its bytes, as of a [`Run`]; `None` where there are none to take.
    pub drain: Option<String>,
    /// What was published for it.
    pub published: Vec<Published>,
    /// Why it was not run, and what to do about it.
    pub not_run: Option<String>,
}

/// What sort of thing a rung is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RungKind {
    /// A small program of the ladder.
    #[default]
    Program,
    /// gush itself: one of its strategies, or rows.
    Gush,
    /// A program that was found on this machine.
    Peer,
    /// A command of the user's.
    Own,
    /// What the machine can do at most; measured in-process.
    Limit,
}

/// What a round was for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// To get going; never counted.
    WarmUp,
    /// To be counted.
    #[default]
    Measured,
    /// To count system calls, which slows it down: its rate means nothing.
    Traced,
}

/// One round of one rung: a single raw sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// What it was for.
    pub phase: Phase,
    /// Which one of its phase it is, from 1.
    pub number: u64,
    /// When it began, in Unix seconds.
    pub started: f64,
    /// From the first byte to the last.
    pub wall: f64,
    /// How many bytes came in that time, without those of the first look.
    pub bytes: u64,
    /// How many lines, where they were counted.
    pub lines: Option<u64>,
    /// How many calls, where a limit is counted in them.
    pub calls_made: Option<u64>,
    /// From the start of the child to its first byte.
    pub first_byte: Option<f64>,
    /// Processor time of the child in its own code.
    pub user: Option<f64>,
    /// Processor time of the child in the kernel.
    pub system: Option<f64>,
    /// Processor time that the drain spent, both.
    pub drain_cpu: Option<f64>,
    /// The child's largest resident memory.
    pub peak_memory: Option<u64>,
    /// How often the child waited.
    pub voluntary_switches: Option<u64>,
    /// How often it was preempted.
    pub involuntary_switches: Option<u64>,
    /// All system calls, in a traced round.
    pub system_calls: Option<u64>,
    /// Those among them that write (`write`, `writev`, `splice`, `vmsplice`, `tee`, `sendto` …).
    pub write_calls: Option<u64>,
    /// Why it has no result: the child's message, its exit code, or that nothing came. The column is `trouble`.
    pub error: Option<String>,
}

/// One time-stamped count within a round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tick {
    /// Seconds since the first byte.
    pub elapsed: f64,
    /// Bytes so far.
    pub bytes: u64,
    /// Lines so far, where they are counted.
    pub lines: Option<u64>,
}

/// A run with all that was measured in it, as it is read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Its number in the database.
    pub id: i64,
    /// The run.
    pub run: Run,
    /// The machine; recordings of the meter have none.
    pub machine: Option<Machine>,
    /// The rungs in the order of the ladder.
    pub rungs: Vec<RungRecord>,
}

/// A rung of a run, and its rounds in the order in which they ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RungRecord {
    /// The rung.
    pub rung: RungInfo,
    /// Its rounds, each with its ticks.
    pub rounds: Vec<(Round, Vec<Tick>)>,
}

impl Round {
    /// How much of `unit` a second; `None` where that was not counted or nothing came.
    pub fn rate(&self, unit: Unit) -> Option<f64> {
        let count = match unit {
            Unit::Bytes => Some(self.bytes),
            Unit::Lines => self.lines,
            Unit::Calls => self.calls_made,
        };
        let count = count.filter(|_| self.error.is_none())?;
        (self.wall > 0.0).then(|| count as f64 / self.wall)
    }
}

impl RungKind {
    /// What it is called where rungs are chosen and listed.
    pub fn name(self) -> &'static str {
        match self {
            RungKind::Program => "program",
            RungKind::Gush => "gush",
            RungKind::Peer => "peer",
            RungKind::Own => "own",
            RungKind::Limit => "limit",
        }
    }
}

impl RungRecord {
    /// The rounds that are to be counted, with their ticks, in the order in which they ran. Some may have failed.
    pub fn measured(&self) -> impl Iterator<Item = &(Round, Vec<Tick>)> {
        self.rounds.iter().filter(|(round, _)| round.phase == Phase::Measured)
    }

    /// Those of them that have a result.
    pub fn sound(&self) -> impl Iterator<Item = &(Round, Vec<Tick>)> {
        self.measured().filter(|(round, _)| round.error.is_none())
    }

    /// The rates of the measured rounds, in the unit that the rung is rated by, in the order in which they ran.
    pub fn rates(&self) -> Vec<f64> {
        self.measured().filter_map(|(round, _)| round.rate(self.rung.unit)).collect()
    }

    /// The round in which system calls were counted.
    pub fn traced(&self) -> Option<&Round> {
        self.rounds.iter().map(|(round, _)| round).find(|round| round.phase == Phase::Traced)
    }

    /// The mean length of the calls that write, by the traced round: bytes a call.
    pub fn bytes_per_call(&self) -> Option<f64> {
        let traced = self.traced()?;
        let calls = traced.write_calls.filter(|&calls| calls > 0)?;
        Some(traced.bytes as f64 / calls as f64)
    }
}
