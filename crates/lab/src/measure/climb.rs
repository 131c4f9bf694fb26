//! The whole of it: which round follows which, and what is done with each.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::order::order;
use super::round::Setting;
use super::{Plan, Sample, Subject, Work, limit, round, trace};
use crate::model::Phase;

/// How many rounds in a row a rung may fail before it is left out of those to come.
const FAILURES: u32 = 2;

/// Asks for the end from elsewhere, as a signal does. The round that is running is not kept.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// What to set to ask for the end.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// One round to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose it is, by its place among the subjects.
    pub subject: usize,
    /// What it is for.
    pub phase: Phase,
    /// Which one of its phase, from 1.
    pub number: u64,
}

/// Who is told how it goes, and keeps what was measured.
pub trait Observer {
    /// What can go wrong in keeping it; it ends the run.
    type Error;

    /// A round begins; `left` is about how long all that is to come takes, with this one.
    fn begins(&mut self, step: Step, left: std::time::Duration);

    /// A round has ended.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn ended(&mut self, step: Step, sample: Sample) -> Result<(), Self::Error>;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climbed {
    /// All rounds were run.
    Whole,
    /// It was asked to stop.
    Stopped,
}

/// All rounds in their order: warming up, those that count, and those that are traced.
pub(super) fn steps(plan: &Plan, subjects: &[Subject]) -> Vec<Step> {
    let all = |phase, number: u64| {
        let turn = if phase == Phase::Measured { number } else { 0 };
        let order = order(subjects.len(), turn).into_iter();
        order.map(move |subject| Step { subject, phase, number })
    };
    let rounds = (1..=plan.rounds).flat_map(|number| all(Phase::Measured, number));
    let is_traced = |step: &Step| plan.trace && matches!(subjects[step.subject].work, Work::Program(_));
    let traced = all(Phase::Traced, 1).filter(is_traced);
    all(Phase::WarmUp, 1).chain(rounds).chain(traced).collect()
}

/// Runs all rounds of all subjects.
///
/// # Errors
/// When what was measured cannot be kept.
pub fn climb<O: Observer>(
    subjects: &[Subject],
    plan: &Plan,
    stop: &Stopper,
    observer: &mut O,
) -> Result<Climbed, O::Error> {
    let steps = steps(plan, subjects);
    let mut failures: HashMap<usize, u32> = HashMap::new();
    for (at, &step) in steps.iter().enumerate() {
        let gave_up = |step: &Step| failures.get(&step.subject).is_some_and(|&times| times >= FAILURES);
        if gave_up(&step) {
            continue;
        }
        let to_come = steps[at..].iter().filter(|&step| !gave_up(step));
        observer.begins(step, to_come.map(|step| plan.cost(step.phase)).sum());
        let Some(sample) = run(&subjects[step.subject], step, plan, stop) else {
            return Ok(Climbed::Stopped);
        };
        let failed = failures.entry(step.subject).or_default();
        *failed = if sample.0.trouble.is_some() { *failed + 1 } else { 0 };
        observer.ended(step, sample)?;
    }
    Ok(Climbed::Whole)
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
