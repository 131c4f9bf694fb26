//! Rounds in alternation, each child drained, ticked and accounted for.
//!
//! One *round* runs one rung for so many seconds. All rungs have their first round before any has its second, so that a
//! machine that drifts is fair to all, and in each round the order is another one ([`order`]), so that none always follows
//! the same. A round of warming up goes before, and one under `strace` behind, which counts calls of the system and
//! disturbs nothing else.
//!
//! The clock starts with the first byte. What had come by then is in the first tick, and in no rate.
//!
//! Statistics are made from what was kept, elsewhere and later. The process must ignore SIGPIPE.

mod climb;
mod drain;
mod limit;
pub mod machine;
mod null;
pub mod order;
mod round;
mod started;
mod status;
#[cfg(test)]
mod tests;
mod trace;
mod words;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::ladder::{Drain, Limit};
use crate::model::{Phase, Round, Tick, Unit};

pub use climb::{Climbed, Observer, Step, Stopper, climb};
pub use trace::tracing_works;

/// How many bytes a buffer of the memory's limits has.
pub const LIMIT_BUFFER: usize = 256 << 10;
/// The longest warming up, and the longest traced round.
const SHORT: f64 = 0.25;
/// What a round takes beside its seconds: starting the child and seeing to its end.
const ASIDE: f64 = 0.1;

/// Variables that change how programs of some language write, and so would make a rung another one.
pub const DISTURBING: [&str; 6] =
    ["PYTHONUNBUFFERED", "GOMAXPROCS", "GOGC", "GODEBUG", "LD_PRELOAD", "_STDBUF_O"];

/// A program, and what it is to find when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// Variables of its environment, beside those that we have.
    pub env: Vec<(OsString, OsString)>,
    /// Variables that it is not to have.
    pub without: Vec<OsString>,
    /// Where it runs; where we do by default.
    pub folder: Option<PathBuf>,
    /// Whether it shares one core with the drain.
    pub pinned: bool,
}

/// What a rung does in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// A program runs.
    Program(Launch),
    /// A program that does nothing is run again and again: what a child costs the lab. It is counted in calls.
    Nothing(Launch),
    /// A limit is looked for, in this process.
    Limit(Limit),
}

/// A rung as far as measuring needs to know it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What it does.
    pub work: Work,
    /// What it is rated by: lines are counted where it is by them, whatever the drain.
    pub unit: Unit,
    /// What takes the bytes.
    pub drain: Drain,
}

impl Subject {
    /// What takes its bytes; `None` where there are none to take.
    pub fn taken_by(&self) -> Option<Drain> {
        match self.work {
            Work::Program(_) | Work::Limit(Limit::Drain) => Some(self.drain.counting(self.unit)),
            Work::Nothing(_) | Work::Limit(_) => None,
        }
    }
}

/// What is to be measured of each rung.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How long a round is, from the first byte on.
    pub seconds: f64,
    /// How many rounds count.
    pub rounds: u64,
    /// How large the pipe is; as the system makes it by default.
    pub pipe_size: Option<usize>,
    /// Whether calls are counted.
    pub trace: bool,
    /// How long to wait for a first byte.
    pub patience: Duration,
    /// The pv of the drain of that name, see [`crate::ladder::Workshop::pv`].
    pub pv: PathBuf,
}

/// A round with its ticks.
pub type Sample = (Round, Vec<Tick>);

impl Plan {
    /// How long a round of that phase is.
    pub fn seconds_of(&self, phase: Phase) -> f64 {
        match phase {
            Phase::Measured => self.seconds,
            Phase::WarmUp | Phase::Traced => self.seconds.min(SHORT),
        }
    }

    /// About how long a round of that phase takes with all that belongs to it.
    pub fn cost(&self, phase: Phase) -> Duration {
        Duration::try_from_secs_f64(self.seconds_of(phase) + ASIDE).unwrap_or(Duration::MAX)
    }

    /// About how long all of it takes.
    pub fn estimate(&self, subjects: &[Subject]) -> Duration {
        let steps = climb::steps(self, subjects);
        steps.iter().fold(Duration::ZERO, |sum, step| sum.saturating_add(self.cost(step.phase)))
    }
}

impl Launch {
    /// The command without its outputs; it finds nothing on standard input.
    fn command(&self) -> Command {
        let mut command = Command::new(self.words.first().cloned().unwrap_or_default());
        command.args(self.words.iter().skip(1)).stdin(Stdio::null());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        for name in &self.without {
            command.env_remove(name);
        }
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// What it is called in messages.
    fn name(&self) -> String {
        self.words.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default()
    }
}
