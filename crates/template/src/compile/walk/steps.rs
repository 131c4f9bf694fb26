//! Adds steps to the program. Texts and the generators between them are gathered until another step comes; then they
//! become one step, a run.

use std::ops::Range;

use super::compiler::{Compiler, Pending};
use crate::draw::Run;
use crate::program::Op;

impl Compiler<'_> {
    /// Adds a step of an expression.
    pub(super) fn emit(&mut self, op: Op, at: Range<usize>) {
        self.program.ops.push(op);
        self.program.spans.push(at);
    }

    /// Adds a step after the pending run, and returns its index.
    pub(super) fn step(&mut self, op: Op, at: Range<usize>) -> usize {
        self.flush();
        self.emit(op, at);
        self.program.ops.len() - 1
    }

    /// The index of the next step.
    pub(super) fn here(&mut self) -> u32 {
        self.flush();
        self.len()
    }

    pub(super) fn len(&self) -> u32 {
        self.program.ops.len() as u32
    }

    pub(super) fn truncate(&mut self, start: u32) {
        self.program.ops.truncate(start as usize);
        self.program.spans.truncate(start as usize);
    }

    /// Lets these steps jump here.
    pub(super) fn patch_jumps(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let mut jumps = jumps.into_iter().peekable();
        if jumps.peek().is_none() {
            return;
        }
        let here = self.here();
        for jump in jumps {
            let op = &mut self.program.ops[jump];
            *op = op.to(here);
        }
    }

    /// Adds the pending run before the steps from `start` on.
    pub(super) fn flush_before(&mut self, start: u32) {
        let ops = self.program.ops.split_off(start as usize);
        let spans = self.program.spans.split_off(start as usize);
        let by = self.here() - start;
        self.program.ops.extend(ops.into_iter().map(|op| op.moved(by)));
        self.program.spans.extend(spans);
    }

    pub(super) fn write(&mut self, text: &[u8], at: &Range<usize>) {
        self.pending.at.get_or_insert(at.clone());
        match self.pending.texts.last_mut() {
            Some(last) => last.extend_from_slice(text),
            None => self.pending.texts.push(text.to_vec()),
        }
    }

    /// Adds the pending run as one step.
    pub(super) fn flush(&mut self) {
        let Pending { mut texts, draws, at } = std::mem::take(&mut self.pending);
        let (Some(after), Some(at)) = (texts.pop(), at) else { return };
        if draws.is_empty() {
            let start = self.program.texts.len() as u32;
            self.program.texts.extend(&after);
            let end = self.program.texts.len() as u32;
            if start < end {
                self.emit(Op::Text { start, end }, at);
            }
            return;
        }
        self.program.runs.push(Run::new(draws, texts, after));
        let run = self.program.runs.len() as u32 - 1;
        self.emit(Op::Run(run), at);
    }
}
