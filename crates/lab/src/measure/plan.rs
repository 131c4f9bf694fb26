//! What is to be measured: how long, how often, and in which order.

use std::path::PathBuf;
use std::time::Duration;

use super::order::order;
use super::subject::{Subject, Work};
use gush_store::model::{Phase, Round, Tick};

/// The maximum length of warming up, and of a traced round.
const MAX_SHORT: f64 = 0.25;
/// What a round takes beside its seconds: the start and the end of the child.
const OVERHEAD: f64 = 0.1;

/// What is to be measured of each rung.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How long a round is, from the first byte on.
    pub seconds: f64,
    /// How many rounds count.
    pub rounds: u64,
    /// The capacity of the pipe; by default the system's.
    pub pipe_size: Option<usize>,
    /// Whether calls are counted.
    pub trace: bool,
    /// How long to wait for a first byte.
    pub stall_timeout: Duration,
    /// The pv of the drain of that name, see [`crate::ladder::Builder::pv`].
    pub pv: PathBuf,
}

/// One round to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose it is, by its index among the subjects.
    pub subject: usize,
    /// What it is for.
    pub phase: Phase,
    /// Which one of its phase, from 1.
    pub number: u64,
}

/// A round with its ticks.
pub type Sample = (Round, Vec<Tick>);

impl Plan {
    /// How long a round of that phase is.
    pub fn seconds_of(&self, phase: Phase) -> f64 {
        match phase {
            Phase::Measured => self.seconds,
            Phase::WarmUp | Phase::Traced => self.seconds.min(MAX_SHORT),
        }
    }

    /// About how long a round of that phase takes, with its start and end.
    pub fn cost(&self, phase: Phase) -> Duration {
        Duration::try_from_secs_f64(self.seconds_of(phase) + OVERHEAD).unwrap_or(Duration::MAX)
    }

    /// About how long all of it takes.
    pub fn estimate(&self, subjects: &[Subject]) -> Duration {
        self.steps(subjects)
            .iter()
            .fold(Duration::ZERO, |sum, step| sum.saturating_add(self.cost(step.phase)))
    }

    /// All rounds in their order: warming up, those that count, and those that are traced.
    pub(super) fn steps(&self, subjects: &[Subject]) -> Vec<Step> {
        let all = |phase, number: u64| {
            let round = if phase == Phase::Measured { number } else { 0 };
            let order = order(subjects.len(), round).into_iter();
            order.map(move |subject| Step { subject, phase, number })
        };
        let rounds = (1..=self.rounds).flat_map(|number| all(Phase::Measured, number));
        let is_traced = |step: &Step| self.trace && matches!(subjects[step.subject].work, Work::Program(_));
        let traced = all(Phase::Traced, 1).filter(is_traced);
        all(Phase::WarmUp, 1).chain(rounds).chain(traced).collect()
    }
}
