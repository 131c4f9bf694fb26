//! Compiles columns and layout into the program of one row.

use super::draft::{Draft, joined};
use super::layout::Layout;
use super::lists::Lists;
use super::op::{Op, Place, Scratch};
use super::row::Step;
use super::table::{Tail, Text};
use super::value;
use crate::plan::Plan;
use crate::types::Batch;

/// The program that writes a row.
#[derive(Debug)]
pub(in crate::encode) struct Program {
    /// Each with the short text that follows it.
    ops: Vec<(Op, Tail)>,
    mean_bytes: usize,
    max_bytes: usize,
}

impl Program {
    pub fn compile(plan: &Plan, layout: &Layout) -> Program {
        let mut builder = Builder::default();
        for (column, field) in plan.fields().enumerate() {
            let around = &layout.fields[column];
            builder.drafts.push(Draft::Text(around.before.clone()));
            let value = value::whole(Place::column(column), field, &layout.style, &mut builder.lists);
            let [open, close] = [&around.open, &around.close].map(|text| Draft::Text(text.clone()));
            let value = std::iter::once(open).chain(value).chain([close]);
            if field.nullable {
                // A guarded value is not joined with what stands around it: that stays when it is null.
                builder.flush();
                builder.guarded(column, Text::of(&around.null), value);
            } else {
                builder.drafts.extend(value);
            }
        }
        builder.drafts.push(Draft::Text(layout.after.clone()));
        builder.flush();
        let Builder { ops, mean_bytes, .. } = builder;
        let touched = |(op, tail): &(Op, Tail)| op.max_bytes() + tail.len;
        // What the last tail leaves after itself.
        let slack = if ops.is_empty() { 0 } else { Tail::MOST };
        let max_bytes = ops.iter().map(touched).sum::<usize>() + slack;
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
    pub fn bind<'a>(&'a self, batch: &'a Batch, scratch: &'a mut Vec<Scratch>) -> Vec<Step<'a>> {
        scratch.resize_with(self.ops.len(), Scratch::default);
        let ops = self.ops.iter().zip(scratch);
        ops.map(|((op, tail), scratch)| op.bind(tail, batch, scratch)).collect()
    }
}

/// A program being compiled.
#[derive(Default)]
struct Builder {
    ops: Vec<(Op, Tail)>,
    /// How many of those nothing can be joined to any more.
    fixed: usize,
    /// The steps after those, while texts can still be joined to them.
    drafts: Vec<Draft>,
    lists: Lists,
    mean_bytes: usize,
}

impl Builder {
    /// Takes the drafts in.
    fn flush(&mut self) {
        for draft in joined(std::mem::take(&mut self.drafts)) {
            self.mean_bytes += draft.mean_bytes();
            if let Draft::Text(text) = &draft
                && let Some((_, tail)) = self.ops[self.fixed..].last_mut().filter(|(op, _)| op.takes_tail())
                && let Some(text) = Tail::of(text)
            {
                // A short text is no step of its own, but goes with the value before it.
                *tail = text;
                continue;
            }
            self.ops.push((draft.into_op(&mut self.lists), Tail::default()));
        }
    }

    /// Takes in the steps of a value that is not written where its column is null, but `null` is.
    fn guarded(&mut self, column: usize, null: Text, value: impl Iterator<Item = Draft>) {
        let at = self.ops.len();
        self.fixed = at;
        self.drafts.extend(value);
        self.flush();
        let skip = self.ops.len() - at;
        self.ops.insert(at, (Op::Null { column, text: null, skip }, Tail::default()));
        self.fixed = self.ops.len();
    }
}
