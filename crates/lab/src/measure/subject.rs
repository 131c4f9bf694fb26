//! A rung as far as measuring needs to know it.

use super::launch::Launch;
use crate::ladder::{Drain, Limit};
use gush_store::model::Unit;

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
