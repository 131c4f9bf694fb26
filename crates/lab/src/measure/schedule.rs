//! The schedule: which round follows which, and what is done with each.

use std::collections::HashMap;
use std::time::Duration;

use super::plan::{Plan, Sample, Step};
use super::setting::Setting;
use super::stop::Stopper;
use super::subject::{Subject, Work};
use super::{limit, round, trace};
use gush_store::model::Phase;

/// How many rounds in a row a rung may fail before it is left out of those to come.
const FAILURES: u32 = 2;

/// Follows the progress, and keeps what was measured.
pub trait Observer {
    /// What can go wrong in keeping it; it ends the run.
    type Error;

    /// A round begins; `left` is about how long all that is to come takes, with this one.
    fn begins(&mut self, step: Step, left: Duration);

    /// A round has ended.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn ended(&mut self, step: Step, sample: Sample) -> Result<(), Self::Error>;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All rounds were run.
    Complete,
    /// It was asked to stop.
    Stopped,
}

/// Runs all rounds of all subjects.
///
/// # Errors
/// When what was measured cannot be kept.
pub fn run_schedule<O: Observer>(
    subjects: &[Subject],
    plan: &Plan,
    stop: &Stopper,
    observer: &mut O,
) -> Result<Outcome, O::Error> {
    let steps = plan.steps(subjects);
    let mut failures: HashMap<usize, u32> = HashMap::new();
    for (at, &step) in steps.iter().enumerate() {
        let gave_up = |step: &Step| failures.get(&step.subject).is_some_and(|&times| times >= FAILURES);
        if gave_up(&step) {
            continue;
        }
        let to_come = steps[at..].iter().filter(|&step| !gave_up(step));
        observer.begins(step, to_come.map(|step| plan.cost(step.phase)).sum());
        let Some(sample) = run(&subjects[step.subject], step, plan, stop) else {
            return Ok(Outcome::Stopped);
        };
        let failed = failures.entry(step.subject).or_default();
        *failed = if sample.0.error.is_some() { *failed + 1 } else { 0 };
        observer.ended(step, sample)?;
    }
    Ok(Outcome::Complete)
}

fn run(subject: &Subject, step: Step, plan: &Plan, stop: &Stopper) -> Option<Sample> {
    let setting = Setting {
        plan,
        phase: step.phase,
        number: step.number,
        unit: subject.unit,
        drain: subject.drain,
        stop,
    };
    if stop.is_asked() {
        return None;
    }
    match (&subject.work, step.phase) {
        (Work::Program(launch), Phase::Traced) => trace::run(launch, &setting),
        (Work::Program(launch), _) => round::run(launch, &setting),
        (Work::Nothing(launch), _) => limit::run_nothing(launch, &setting),
        (Work::Limit(limit), _) => limit::run(*limit, &setting),
    }
}
