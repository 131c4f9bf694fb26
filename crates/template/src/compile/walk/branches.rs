//! Blocks: `if`, `with`, and the call of a template.

use std::ops::Range;

use super::compiler::{Compiler, Known, Pending};
use crate::ast::{Node, Pipe};
use crate::compile::options::Effort;
use crate::condition::Test;
use crate::error::Fault;
use crate::names;
use crate::program::Op;
use crate::values::Value;

/// The longest text that each branch of a condition may have for itself.
const SHORT: usize = 64;

impl Compiler<'_> {
    /// Each branch, and after each of them the text at `after`: written together with the text before, it is no step.
    pub(super) fn branches(
        &mut self,
        with: bool,
        branches: &[(Pipe, Vec<Node>)],
        otherwise: &[Node],
        after: Option<&Range<usize>>,
    ) {
        let scope = self.scope.len();
        let mut ends = Vec::new();
        let (conditional, uncertain) = (self.conditional, self.unrolling.uncertain);
        let mut decided = false;
        for (place, (pipe, body)) in branches.iter().enumerate() {
            let start = self.len();
            let dot = self.dot;
            let known = self.pipe(pipe, true).unwrap_or_else(|fault| {
                // A condition that is wrong hides nothing of its block.
                self.truncate(start);
                self.faults.push(fault);
                self.emit(Op::Load(0), pipe.at.clone());
                Known::default()
            });
            if with {
                self.dot = self.variable(known);
            }
            if let Some(truth) = self.decides(known).map(Value::truth) {
                // Nothing is left to be decided row by row.
                self.truncate(start);
                match truth {
                    true => self.block(body),
                    false => self.dead_branch(|compiler| compiler.block(body)),
                }
                self.dot = dot;
                if truth {
                    decided = true;
                    self.conditional += 1;
                    self.dead_branch(|compiler| compiler.never(with, &branches[place + 1..], otherwise));
                    break;
                }
            } else {
                let before = self.short_before();
                let unless = match test_of(&self.program.ops[start as usize..]).filter(|_| !with) {
                    Some((place, test, number)) => {
                        self.truncate(start);
                        let test = Op::UnlessTest { place, test, with: number, to: 0 };
                        self.step(test, pipe.commands.first().map_or(0..0, |first| first.at.clone()))
                    }
                    None => {
                        if with {
                            self.emit(Op::Keep(self.dot), pipe.at.clone());
                        }
                        self.flush_before(start);
                        self.step(Op::Unless(0), pipe.at.clone())
                    }
                };
                self.unrolling.uncertain += 1;
                self.pending.clone_from(&before);
                self.block(body);
                self.dot = dot;
                self.write_after(after);
                let is_last = place + 1 == branches.len() && otherwise.is_empty();
                if !is_last || before.at.is_some() || after.is_some() {
                    ends.push(self.step(Op::Jump(0), pipe.at.clone()));
                }
                self.patch_jumps([unless]);
                self.pending = before;
            }
            // What follows runs only where this did not.
            self.conditional += 1;
        }
        if !decided {
            self.block(otherwise);
        }
        self.write_after(after);
        self.unrolling.uncertain = uncertain;
        self.patch_jumps(ends);
        self.conditional = conditional;
        self.scope.truncate(scope);
    }

    /// The value that decides something before the rows, where it is known.
    pub(super) fn decides(&self, known: Known) -> Option<Value> {
        known.constant.filter(|_| self.effort != Effort::Minimal)
    }

    /// Looks at branches that never run, for their mistakes. What one declares is known to all after it.
    fn never(&mut self, with: bool, branches: &[(Pipe, Vec<Node>)], otherwise: &[Node]) {
        for (pipe, body) in branches {
            let (start, dot) = (self.len(), self.dot);
            match self.pipe(pipe, true) {
                Ok(known) if with => self.dot = self.variable(known),
                Ok(_) => {}
                Err(fault) => self.faults.push(fault),
            }
            self.truncate(start);
            self.block(body);
            self.dot = dot;
        }
        self.block(otherwise);
    }

    /// Takes what is to be written before a condition, if it is a short text: with what its branches begin with, it is
    /// no step of its own.
    fn short_before(&mut self) -> Pending {
        let is_short =
            self.pending.draws.is_empty() && self.pending.texts.iter().all(|text| text.len() <= SHORT);
        if is_short { std::mem::take(&mut self.pending) } else { Pending::default() }
    }

    fn write_after(&mut self, after: Option<&Range<usize>>) {
        let text = self.text;
        if let Some(at) = after {
            self.write(&text[at.clone()], at);
        }
    }

    /// The text after these branches, if it is short.
    pub(super) fn short_after<'n>(node: &Node, next: Option<&'n Node>) -> Option<&'n Range<usize>> {
        match (node, next) {
            (Node::Branches { .. }, Some(Node::Text(at))) if at.len() <= SHORT => Some(at),
            _ => None,
        }
    }

    /// Nodes that may not run, whose variables end with them.
    pub(super) fn block(&mut self, nodes: &[Node]) {
        let scope = self.scope.len();
        self.conditional += 1;
        self.nodes(nodes);
        self.conditional -= 1;
        self.scope.truncate(scope);
    }

    pub(super) fn template(
        &mut self,
        name: &[u8],
        at: &Range<usize>,
        pipe: Option<&Pipe>,
    ) -> Result<(), Fault> {
        let start = self.len();
        match pipe {
            Some(pipe) => {
                let given = self.pipe(pipe, true);
                given.unwrap_or_else(|fault| self.told(start, fault));
            }
            None => self.emit(Op::Push(Value::Nil), at.clone()),
        }
        let Some(&part) = self.templates.get(name) else {
            let known = self.templates.keys().map(Vec::as_slice);
            let text = names::unknown_template(name, known.take(self.compared()));
            return Err(Fault::new(at.clone(), text));
        };
        self.flush_before(start);
        self.step(Op::Enter(part), at.clone());
        Ok(())
    }
}

/// The test that these steps are, with its variable and its number.
fn test_of(ops: &[Op]) -> Option<(u32, Test, i32)> {
    match *ops {
        [Op::Load(place)] => Some((place, Test::Set, 0)),
        [Op::Load(place), Op::Call { function, args: 1 }] => {
            let test = Test::named(function).filter(|test| matches!(test, Test::Odd | Test::Even))?;
            Some((place, test, 0))
        }
        [Op::Load(place), Op::Push(Value::Int(with)), Op::Call { function, args: 2 }] => {
            Some((place, Test::named(function)?, i32::try_from(with).ok()?))
        }
        _ => None,
    }
}
