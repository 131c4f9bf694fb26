//! The steps of a row's program while they are compiled: texts can still be joined to their neighbours.

use std::sync::Arc;

use super::digit::Digit;
use super::list::List;
use super::lists::Lists;
use super::op::Op;
use super::table::{FixedText, Table};
use super::time_index::Index;
use super::value_path::ValuePath;
use crate::types::Dictionary;

/// A step being compiled, while texts can still be joined.
pub(in crate::text) enum Draft {
    Text(Vec<u8>),
    /// Prepared texts between two others, and where their index comes from.
    Table(Entries, Source),
    /// Anything else, with its mean length or, for numbers, its greatest.
    Other(Op, usize),
}

/// Prepared texts, each between two others.
pub(in crate::text) struct Entries {
    list: Arc<List>,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Entries {
    /// The texts of a list.
    pub fn of(list: Arc<List>) -> Entries {
        Entries { list, before: Vec::new(), after: Vec::new() }
    }

    /// The same with this after each.
    pub fn followed(mut self, after: Vec<u8>) -> Entries {
        self.after.extend(after);
        self
    }

    fn longest(&self) -> usize {
        self.before.len() + self.list.longest() + self.after.len()
    }

    /// Whether `text` can be in each slot of the table without making it wider; one or two bytes may.
    fn fits(&self, text: &[u8]) -> bool {
        let width = |len: usize| (len + 1).next_power_of_two().max(8);
        let (before, after) = (width(self.longest()), width(self.longest() + text.len()));
        after == before || (text.len() <= 2 && after <= 32)
    }

    /// The mean length, by the shares of each.
    fn mean_bytes(&self, shares: Option<&[u32]>) -> usize {
        let (total, count) = match shares {
            Some(shares) => (shares.iter().map(|&i| self.list.get(i as usize).len()).sum(), shares.len()),
            None => (self.list.total(), self.list.len()),
        };
        self.before.len() + total / count.max(1) + self.after.len()
    }

    fn table(self, lists: &mut Lists) -> Arc<Table> {
        lists.table(&self.list, self.before, self.after)
    }
}

pub(in crate::text) enum Source {
    Entry { path: ValuePath, part: usize, dictionary: Arc<Dictionary> },
    Small { path: ValuePath, base: i64 },
    Time { path: ValuePath, index: Index },
    Digit { path: ValuePath, digit: Digit },
}

impl Source {
    /// How often each text comes, where that differs.
    fn shares(&self) -> Option<&[u32]> {
        match self {
            Source::Entry { dictionary, .. } => dictionary.shares(),
            Source::Small { .. } | Source::Time { .. } | Source::Digit { .. } => None,
        }
    }
}

/// The same steps, with texts joined to their neighbours wherever that saves a step and costs no wider slots.
pub(in crate::text) fn joined(drafts: Vec<Draft>) -> Vec<Draft> {
    let mut joined: Vec<Draft> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        match (joined.last_mut(), draft) {
            (_, Draft::Text(text)) if text.is_empty() => {}
            (Some(Draft::Text(before)), Draft::Text(text)) => before.extend(text),
            (Some(Draft::Table(texts, _)), Draft::Text(text)) if texts.fits(&text) => {
                texts.after.extend(text);
            }
            (Some(Draft::Text(before)), Draft::Table(mut texts, source)) if texts.fits(before) => {
                texts.before.splice(0..0, before.iter().copied());
                joined.pop();
                joined.push(Draft::Table(texts, source));
            }
            (_, draft) => joined.push(draft),
        }
    }
    joined
}

impl Draft {
    pub fn mean_bytes(&self) -> usize {
        match self {
            Draft::Text(text) => text.len(),
            Draft::Table(texts, source) => texts.mean_bytes(source.shares()),
            Draft::Other(_, mean) => *mean,
        }
    }

    pub fn into_op(self, lists: &mut Lists) -> Op {
        match self {
            Draft::Text(text) => Op::Text(FixedText::of(&text)),
            Draft::Table(texts, source) => {
                let table = texts.table(lists);
                match source {
                    Source::Entry { path, part, .. } => Op::Entry { path, part, table },
                    Source::Small { path, base } => Op::Small { path, base, table },
                    Source::Time { path, index } => Op::Time { path, index, table },
                    Source::Digit { path, digit } => Op::Digit { path, digit, table },
                }
            }
            Draft::Other(op, _) => op,
        }
    }
}
