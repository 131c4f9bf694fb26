//! Compiles columns and layout into the program of one row.

use super::draft::{Draft, fixed, joined};
use super::layout::Layout;
use super::lists::Lists;
use super::op::{Op, Place, Scratch};
use super::row::Bound;
use super::table::Text;
use super::value;
use crate::plan::Plan;
use crate::types::Batch;

/// The program that writes a row.
#[derive(Debug)]
pub(in crate::encode) struct Program {
    ops: Vec<Op>,
    mean_bytes: usize,
    max_bytes: usize,
}

impl Program {
    pub fn compile(plan: &Plan, layout: &Layout) -> Program {
        let mut drafts = Vec::new();
        let mut lists = Lists::default();
        for (column, field) in plan.fields().enumerate() {
            let around = &layout.fields[column];
            drafts.push(Draft::Text(around.before.clone()));
            let value = value::whole(Place::column(column), field, &layout.style, &mut lists);
            let [open, close] = [&around.open, &around.close].map(|text| Draft::Text(text.clone()));
            let value = std::iter::once(open).chain(value).chain([close]);
            if field.nullable {
                // A guarded value is not joined with what stands around it: that stays when it is null.
                let value = joined(value.collect());
                let text = Text::of(&around.null);
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
