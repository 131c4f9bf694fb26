//! Loops whose number of iterations lies between two that are known: the iterations are compiled one by one, as those
//! of a loop of which all are known, and before each that may not come is a way out.

use super::compiler::{Compiler, Known};
use crate::ast::{Pipe, TemplateNode};
use crate::condition::Test;
use crate::function;
use crate::program::Op;
use crate::values::{Kind, Value};

impl Compiler<'_> {
    /// Compiles each iteration of a loop for itself, if their maximum number is known; returns whether it did.
    /// What is ranged over was compiled from `start` on.
    pub(super) fn unrolled_with_exits(
        &mut self,
        start: u32,
        known: Known,
        pipe: &Pipe,
        body: &[TemplateNode],
        otherwise: &[TemplateNode],
    ) -> bool {
        let Some((min, max)) = known.bounds.filter(|_| known.constant.is_none()) else { return false };
        // Within another loop the number of earlier iterations is unknown.
        if self.unrolling.is_unrolling() || !self.may_unroll(max as usize, pipe, body) {
            return false;
        }
        self.flush_before(start);
        let (mark, faults) = (self.mark(), self.faults.len());
        let end = self.program.ops.last().copied().zip(self.program.spans.last().cloned());
        let count = self.counted(known, pipe);
        let mut exits = Vec::new();
        let each = |compiler: &mut Self, iteration: usize| {
            if iteration >= min as usize {
                let test = Op::UnlessTest { variable: count, test: Test::Gt, with: iteration as i32, to: 0 };
                exits.push(compiler.step(test, pipe.at.clone()));
            }
        };
        let is_known = self.each_iteration(0, max as usize, pipe, body, each);
        if is_known {
            self.no_iteration((known, min), pipe, otherwise, &mut exits);
        }
        // An error that follows from what is known here is reported when the row comes, as in a loop that is not unrolled.
        if !is_known || self.faults.len() > faults {
            self.faults.truncate(faults);
            self.back(mark);
            // The last step may have been another one.
            if let Some((op, at)) = end {
                self.truncate(self.len() - 1);
                self.emit(op, at);
            }
            return false;
        }
        self.patch_jumps(exits);
        true
    }

    /// What is done where there are no items, if there may be none: `exits` has the way out before each iteration that may
    /// not come, then those after them.
    fn no_iteration(
        &mut self,
        (known, min): (Known, u32),
        pipe: &Pipe,
        otherwise: &[TemplateNode],
        exits: &mut Vec<usize>,
    ) {
        let nothing = match known.kind {
            Some(Kind::Int) => Value::Int(0),
            _ => Value::Ints { first: 0, len: 0 },
        };
        if min > 0 {
            self.dead_branch(|compiler| compiler.without_items(nothing, pipe, otherwise));
        } else {
            let past = self.step(Op::Jump(0), pipe.at.clone());
            self.patch_jumps([exits.remove(0)]);
            self.without_items(nothing, pipe, otherwise);
            exits.push(past);
        }
    }

    /// Pops what is ranged over, and returns the variable with the number of its iterations.
    fn counted(&mut self, known: Known, pipe: &Pipe) -> u32 {
        if known.kind != Some(Kind::Int) {
            match self.program.ops.last() {
                // The argument of `Loop` is that number.
                Some(Op::Loop) => self.truncate(self.len() - 1),
                _ => {
                    let len = function::find("len").map(|function| Op::Call { function, args: 1 });
                    self.program.ops.extend(len);
                }
            }
        }
        self.program.spans.resize(self.program.ops.len(), pipe.at.clone());
        let count = self.variable(Known { kind: Some(Kind::Int), ..Known::default() });
        self.emit(Op::Store(count), pipe.at.clone());
        count
    }

    /// What is done where there are no items: the variables are what is ranged over there.
    pub(super) fn without_items(&mut self, ranged: Value, pipe: &Pipe, otherwise: &[TemplateNode]) {
        let scope = self.scope.len();
        for (name, _) in &pipe.variables {
            let variable = self.variable(Known {
                kind: Some(ranged.kind()),
                constant: Some(ranged),
                ..Known::default()
            });
            self.scope.push((name.clone(), variable));
        }
        self.otherwise(otherwise);
        self.scope.truncate(scope);
    }
}
