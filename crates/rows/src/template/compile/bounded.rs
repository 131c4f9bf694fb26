//! Loops whose number of turns lies between two that are known: the turns are compiled one by one, as those of a loop of
//! which all are known, and before each that may not come stands a way out.

use super::{Compiler, Known};
use crate::template::ast::{Node, Pipe};
use crate::template::function;
use crate::template::program::Op;
use crate::template::test::Test;
use crate::template::value::{Kind, Value};
use crate::types::{DataType, Field};

/// Between which numbers the values of a generator lie, if they are numbers of turns.
pub(super) fn span(field: &Field) -> Option<(u32, u32)> {
    match field.data_type {
        DataType::Int64 { min, max } if !field.is_text() => between(min, max),
        _ => None,
    }
}

/// The span from `min` to `max`.
pub(super) fn between(min: i64, max: i64) -> Option<(u32, u32)> {
    let span = (u32::try_from(min).ok()?, u32::try_from(max).ok()?);
    Some(span).filter(|(min, max)| min <= max)
}

impl Compiler<'_> {
    /// Compiles each turn of a loop for itself, if it is known how many there are at most; whether that was done. What
    /// is ranged over was compiled from `start` on.
    pub(super) fn unrolled_with_exits(
        &mut self,
        start: u32,
        known: Known,
        pipe: &Pipe,
        body: &[Node],
        otherwise: &[Node],
    ) -> bool {
        let Some((least, most)) = known.span.filter(|_| known.constant.is_none()) else { return false };
        // Within another loop nobody knows how many turns came before.
        if self.unrolling.is_unrolling() || !self.may_unroll(most as usize, pipe, body) {
            return false;
        }
        self.settle(start);
        let (mark, faults) = (self.mark(), self.faults.len());
        let end = self.program.ops.last().copied().zip(self.program.places.last().cloned());
        let count = self.counted(known, pipe);
        let mut exits = Vec::new();
        let each = |compiler: &mut Self, turn: usize| {
            if turn >= least as usize {
                let test = Op::UnlessTest { place: count, test: Test::Gt, with: turn as i32, to: 0 };
                exits.push(compiler.step(test, pipe.at.clone()));
            }
        };
        if !self.each_turn(0, most as usize, pipe, body, each) || self.faults.len() > faults {
            self.faults.truncate(faults);
            self.back(mark);
            // The last step may have been another one.
            if let Some((op, at)) = end {
                self.truncate(self.len() - 1);
                self.emit(op, at);
            }
            return false;
        }
        let nothing = match known.kind {
            Some(Kind::Int) => Value::Int(0),
            _ => Value::Ints { first: 0, len: 0 },
        };
        if least > 0 {
            self.unheard(|compiler| compiler.without_items(nothing, pipe, otherwise));
        } else {
            let past = self.step(Op::Jump(0), pipe.at.clone());
            self.land([exits.remove(0)]);
            self.without_items(nothing, pipe, otherwise);
            exits.push(past);
        }
        self.land(exits);
        true
    }

    /// Takes what is ranged over off the stack, and gives the variable with the number of its turns.
    fn counted(&mut self, known: Known, pipe: &Pipe) -> u32 {
        if known.kind != Some(Kind::Int) {
            match self.program.ops.last() {
                // What it is made of says it already.
                Some(Op::Turns) => self.truncate(self.len() - 1),
                _ => {
                    let len = function::find("len").map(|function| Op::Call { function, args: 1 });
                    self.program.ops.extend(len);
                }
            }
        }
        self.program.places.resize(self.program.ops.len(), pipe.at.clone());
        let count = self.variable(Known { kind: Some(Kind::Int), ..Known::default() });
        self.emit(Op::Store(count), pipe.at.clone());
        count
    }

    /// What is done where there are no items: the variables are what is ranged over there.
    pub(super) fn without_items(&mut self, ranged: Value, pipe: &Pipe, otherwise: &[Node]) {
        let scope = self.scope.len();
        for (name, _) in &pipe.variables {
            let variable =
                self.variable(Known { kind: Some(ranged.kind()), constant: Some(ranged), span: None });
            self.scope.push((name.clone(), variable));
        }
        self.otherwise(otherwise);
        self.scope.truncate(scope);
    }
}
