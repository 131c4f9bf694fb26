//! Compiles columns and layout into the program of one row.

use std::sync::Arc;

use super::calendar::Index;
use super::digit::Digit;
use super::layout::Layout;
use super::list::{List, Lists};
use super::op::{Op, Place, Scratch};
use super::row::Bound;
use super::table::{Table, Text};
use super::value;
use crate::batch::Batch;
use crate::plan::Plan;
use crate::words::Words;

/// The program that writes a row.
#[derive(Debug)]
pub(in crate::encode) struct Program {
    ops: Vec<Op>,
    mean_bytes: usize,
    max_bytes: usize,
}

/// A step being compiled, while texts can still be joined.
pub(in crate::encode) enum Draft {
    Text(Vec<u8>),
    /// Prepared texts between two others, and where their index comes from.
    Table(Entries, Source),
    /// Anything else, with its mean length or, for numbers, its greatest.
    Other(Op, usize),
}

/// Prepared texts, each between two others.
pub(in crate::encode) struct Entries {
    list: Arc<List>,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Entries {
    /// The texts of a list.
    pub fn of(list: Arc<List>) -> Entries {
        Entries { list, before: Vec::new(), after: Vec::new() }
    }

    /// The same with this behind each.
    pub fn followed(mut self, after: Vec<u8>) -> Entries {
        self.after.extend(after);
        self
    }

    fn longest(&self) -> usize {
        self.before.len() + self.list.longest() + self.after.len()
    }

    /// Whether `text` can stand in each slot of the table without making it wider; one or two bytes may.
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

pub(in crate::encode) enum Source {
    Word { place: Place, part: usize, words: Arc<Words> },
    Small { place: Place, base: i64 },
    Time { place: Place, index: Index },
    Digit { place: Place, digit: Digit },
}

impl Source {
    /// How often each text comes, where that differs.
    fn shares(&self) -> Option<&[u32]> {
        match self {
            Source::Word { words, .. } => words.shares(),
            Source::Small { .. } | Source::Time { .. } | Source::Digit { .. } => None,
        }
    }
}

impl Program {
    pub fn compile(plan: &Plan, layout: &Layout) -> Program {
        let mut drafts = Vec::new();
        let mut lists = Lists::default();
        for (column, planned) in plan.columns().iter().enumerate() {
            let field = &layout.fields[column];
            drafts.push(Draft::Text(field.before.clone()));
            let value = value::whole(Place::column(column), &planned.shape(), &layout.style, &mut lists);
            let [open, close] = [&field.open, &field.close].map(|text| Draft::Text(text.clone()));
            let value = std::iter::once(open).chain(value).chain([close]);
            if planned.is_nullable() {
                // A guarded value is not joined with what stands around it: that stays when it is null.
                let value = joined(value.collect());
                let text = Text::of(&field.null);
                drafts.push(Draft::Other(Op::Null { column, text, skip: value.len() }, 0));
                drafts.extend(value.into_iter().map(|draft| fixed(draft, &mut lists)));
            } else {
                drafts.extend(value);
            }
        }
        drafts.push(Draft::Text(layout.after.clone()));
        let drafts = joined(drafts);
        let mean_bytes = drafts.iter().map(Draft::mean_bytes).sum();
        let ops: Vec<Op> = drafts.into_iter().map(|draft| draft.into_op(&mut lists)).collect();
        let max_bytes = ops.iter().map(Op::max_bytes).sum();
        Program { ops, mean_bytes, max_bytes }
    }

    /// The mean length of a row.
    pub fn mean_bytes(&self) -> usize {
        self.mean_bytes
    }

    /// The most bytes that writing a row touches.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// The program with each step's values of this batch in its hand. `scratch` lends room for what steps
    /// make of it first.
    pub fn bind<'a>(&'a self, batch: &'a Batch, scratch: &'a mut Vec<Scratch>) -> Vec<Bound<'a>> {
        scratch.resize_with(self.ops.len(), Scratch::default);
        let ops = self.ops.iter().zip(scratch);
        ops.map(|(op, scratch)| op.bind(batch, scratch)).collect()
    }
}

/// The same steps, with texts joined to their neighbours wherever that saves a step and costs no wider slots.
fn joined(drafts: Vec<Draft>) -> Vec<Draft> {
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

/// The draft as it is, out of reach of its neighbours.
fn fixed(draft: Draft, lists: &mut Lists) -> Draft {
    let mean = draft.mean_bytes();
    Draft::Other(draft.into_op(lists), mean)
}

impl Draft {
    fn mean_bytes(&self) -> usize {
        match self {
            Draft::Text(text) => text.len(),
            Draft::Table(texts, source) => texts.mean_bytes(source.shares()),
            Draft::Other(_, mean) => *mean,
        }
    }

    fn into_op(self, lists: &mut Lists) -> Op {
        match self {
            Draft::Text(text) => Op::Text(Text::of(&text)),
            Draft::Table(texts, source) => {
                let table = texts.table(lists);
                match source {
                    Source::Word { place, part, .. } => Op::Word { place, part, table },
                    Source::Small { place, base } => Op::Small { place, base, table },
                    Source::Time { place, index } => Op::Time { place, index, table },
                    Source::Digit { place, digit } => Op::Digit { place, digit, table },
                }
            }
            Draft::Other(op, _) => op,
        }
    }
}
