//! Blocks: `if`, `with`, and the call of a template.

use std::ops::Range;

use super::compiler::{Compiler, Known, Pending};
use crate::ast::{Pipe, TemplateNode};
use crate::compile::options::Effort;
use crate::condition::Test;
use crate::error::Fault;
use crate::names;
use crate::program::Op;
use crate::values::Value;

/// The longest text that is copied into each branch of a condition.
const SHORT: usize = 64;

impl Compiler<'_> {
    /// Each branch, and after each of them a copy of the text at `after`: written together with the text before, it takes
    /// no step.
    pub(super) fn branches(
        &mut self,
        with: bool,
        branches: &[(Pipe, Vec<TemplateNode>)],
        otherwise: &[TemplateNode],
        after: Option<&Range<usize>>,
    ) {
        let scope = self.scope.len();
        let mut ends = Vec::new();
        let (conditional, uncertain) = (self.conditional, self.unrolling.uncertain);
        let mut decided = false;
        for (index, branch) in branches.iter().enumerate() {
            let (pipe, body) = branch;
            let (start, dot) = (self.len(), self.dot);
            let known = self.condition(pipe);
            if with {
                self.dot = self.variable(known);
            }
            if let Some(value) = self.decides(known) {
                decided = value.truth();
                // A condition that is decided here takes no steps.
                self.truncate(start);
                if decided {
                    self.block(body);
                } else {
                    self.dead_branch(|compiler| compiler.block(body));
                }
            } else {
                let is_last = index + 1 == branches.len() && otherwise.is_empty();
                ends.extend(self.undecided_branch(start, with, branch, after, is_last));
            }
            self.dot = dot;
            // What follows runs only where this did not.
            self.conditional += 1;
            if decided {
                self.dead_branch(|compiler| compiler.never(with, &branches[index + 1..], otherwise));
                break;
            }
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

    /// A condition, left on the stack. An error in it does not hide those in its block.
    fn condition(&mut self, pipe: &Pipe) -> Known {
        let start = self.len();
        self.pipe(pipe, true).unwrap_or_else(|fault| {
            self.truncate(start);
            self.faults.push(fault);
            self.emit(Op::Load(0), pipe.at.clone());
            Known::default()
        })
    }

    /// A branch that is decided row by row, whose condition was compiled from `start` on. Returns the jump at its end, if it
    /// needs one.
    fn undecided_branch(
        &mut self,
        start: u32,
        with: bool,
        (pipe, body): &(Pipe, Vec<TemplateNode>),
        after: Option<&Range<usize>>,
        is_last: bool,
    ) -> Option<usize> {
        let before = self.short_before();
        let unless = self.jump_unless(start, with, pipe);
        self.unrolling.uncertain += 1;
        self.pending.clone_from(&before);
        self.block(body);
        self.write_after(after);
        let falls_through = is_last && before.at.is_none() && after.is_none();
        let end = (!falls_through).then(|| self.step(Op::Jump(0), pipe.at.clone()));
        self.patch_jumps([unless]);
        self.pending = before;
        end
    }

    /// Adds the jump that is taken if the condition, compiled from `start` on, is false.
    fn jump_unless(&mut self, start: u32, with: bool, pipe: &Pipe) -> usize {
        if with {
            self.emit(Op::Keep(self.dot), pipe.at.clone());
        } else if let Some((variable, test, number)) = test_of(&self.program.ops[start as usize..]) {
            self.truncate(start);
            let test = Op::UnlessTest { variable, test, with: number, to: 0 };
            return self.step(test, pipe.commands.first().map_or(0..0, |first| first.at.clone()));
        }
        self.flush_before(start);
        self.step(Op::Unless(0), pipe.at.clone())
    }

    /// The value that decides something before the rows, where it is known.
    pub(super) fn decides(&self, known: Known) -> Option<Value> {
        known.constant.filter(|_| self.effort != Effort::Minimal)
    }

    /// Compiles branches that never run, to find their errors. What one declares is known to all after it.
    fn never(&mut self, with: bool, branches: &[(Pipe, Vec<TemplateNode>)], otherwise: &[TemplateNode]) {
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

    /// Takes the pending text before a condition, if it is short: merged with the beginning of each branch, it takes no step.
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

    /// The text after these branches, if it is short enough to be copied into each.
    pub(super) fn short_after<'n>(
        node: &TemplateNode,
        next: Option<&'n TemplateNode>,
    ) -> Option<&'n Range<usize>> {
        match (node, next) {
            (TemplateNode::Branches { .. }, Some(TemplateNode::Text(at))) if at.len() <= SHORT => Some(at),
            _ => None,
        }
    }

    /// Nodes that may not run, whose variables end with them.
    pub(super) fn block(&mut self, nodes: &[TemplateNode]) {
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
                self.pipe(pipe, true).unwrap_or_else(|fault| self.report(start, fault));
            }
            None => self.emit(Op::Push(Value::Nil), at.clone()),
        }
        let Some(&routine) = self.templates.get(name) else {
            let known = self.templates.keys().map(Vec::as_slice);
            let text = names::unknown_template(name, known.take(self.compared()));
            return Err(Fault::new(at.clone(), text));
        };
        self.flush_before(start);
        self.step(Op::Enter(routine), at.clone());
        Ok(())
    }
}

/// The test that these steps are, with its variable and its number.
fn test_of(ops: &[Op]) -> Option<(u32, Test, i32)> {
    match *ops {
        [Op::Load(variable)] => Some((variable, Test::Set, 0)),
        [Op::Load(variable), Op::Call { function, args: 1 }] => {
            let test = Test::named(function).filter(|test| matches!(test, Test::Odd | Test::Even))?;
            Some((variable, test, 0))
        }
        [Op::Load(variable), Op::Push(Value::Int(with)), Op::Call { function, args: 2 }] => {
            Some((variable, Test::named(function)?, i32::try_from(with).ok()?))
        }
        _ => None,
    }
}
