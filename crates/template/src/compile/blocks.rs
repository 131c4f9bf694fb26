//! Blocks: `if`, `with`, `range`, and the call of a template.

use std::ops::Range;

use super::{Compiler, Effort, Known, Loop, Pending, names};
use crate::ast::{Node, Pipe};
use crate::error::Fault;
use crate::program::{NONE, Op};
use crate::test::Test;
use crate::value::{Kind, Value};

/// The longest text that each branch of a condition may have for itself.
const SHORT: usize = 64;

impl Compiler<'_> {
    /// Each branch, and behind each of them the text at `behind`: written with what stands before it, it is no step.
    pub(super) fn branches(
        &mut self,
        with: bool,
        branches: &[(Pipe, Vec<Node>)],
        otherwise: &[Node],
        behind: Option<&Range<usize>>,
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
                    false => self.unheard(|compiler| compiler.block(body)),
                }
                self.dot = dot;
                if truth {
                    decided = true;
                    self.conditional += 1;
                    self.unheard(|compiler| compiler.never(with, &branches[place + 1..], otherwise));
                    break;
                }
            } else {
                let before = self.short_before();
                let unless = match Test::of(&self.program.ops[start as usize..]).filter(|_| !with) {
                    Some((place, test, number)) => {
                        self.truncate(start);
                        let test = Op::UnlessTest { place, test, with: number, to: 0 };
                        self.step(test, pipe.commands.first().map_or(0..0, |first| first.at.clone()))
                    }
                    None => {
                        if with {
                            self.emit(Op::Keep(self.dot), pipe.at.clone());
                        }
                        self.settle(start);
                        self.step(Op::Unless(0), pipe.at.clone())
                    }
                };
                self.unrolling.uncertain += 1;
                self.pending.clone_from(&before);
                self.block(body);
                self.dot = dot;
                self.write_behind(behind);
                let is_last = place + 1 == branches.len() && otherwise.is_empty();
                if !is_last || before.at.is_some() || behind.is_some() {
                    ends.push(self.step(Op::Jump(0), pipe.at.clone()));
                }
                self.land([unless]);
                self.pending = before;
            }
            // What follows runs only where this did not.
            self.conditional += 1;
        }
        if !decided {
            self.block(otherwise);
        }
        self.write_behind(behind);
        self.unrolling.uncertain = uncertain;
        self.land(ends);
        self.conditional = conditional;
        self.scope.truncate(scope);
    }

    /// The value that decides something before the rows, where it is known.
    pub(super) fn decides(&self, known: Known) -> Option<Value> {
        known.constant.filter(|_| self.effort != Effort::Least)
    }

    /// Looks at branches that never run, for their mistakes. What one declares is known to all behind it.
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

    /// Takes what is to be written before a condition, if it is a short text: with what its branches begin with, it is no
    /// step of its own.
    fn short_before(&mut self) -> Pending {
        let is_short =
            self.pending.draws.is_empty() && self.pending.texts.iter().all(|text| text.len() <= SHORT);
        if is_short { std::mem::take(&mut self.pending) } else { Pending::default() }
    }

    fn write_behind(&mut self, behind: Option<&Range<usize>>) {
        let text = self.text;
        if let Some(at) = behind {
            self.write(&text[at.clone()], at);
        }
    }

    /// The text behind these branches, if it is short.
    pub(super) fn short_behind<'n>(node: &Node, next: Option<&'n Node>) -> Option<&'n Range<usize>> {
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

    pub(super) fn range(&mut self, pipe: &Pipe, body: &[Node], otherwise: &[Node]) {
        let scope = self.scope.len();
        let start = self.len();
        let ranged = self.commands(&pipe.commands);
        let ranged = ranged.and_then(|known| Ok((known, self.items(known, pipe)?)));
        // What nobody can range over hides nothing of its block.
        let (known, item) = ranged.unwrap_or_else(|fault| (self.told(start, fault), None));
        if self.unrolled(start, known, pipe, body, otherwise)
            || self.unrolled_with_exits(start, known, pipe, body, otherwise)
        {
            return;
        }
        let dot = std::mem::replace(&mut self.dot, self.variables.len() as u32);
        let own = self.variable(Known { kind: item, ..Known::default() });
        let (index, copy) = self.range_variables(pipe, own, item);
        // Where there are no items, the variables are what is ranged over.
        for place in [own, index, copy] {
            if place != NONE {
                self.emit(Op::Keep(place), pipe.at.clone());
            }
        }
        let iterator = self.iterators;
        self.iterators += 1;
        self.settle(start);
        let pairs = pipe.variables.len() > 1;
        let range = self.step(Op::Range { iterator, pairs, otherwise: 0 }, pipe.at.clone());
        let next = self.here();
        let advance = Op::Next { iterator, item: own, copy, index, exit: 0 };
        let advance = self.step(advance, pipe.at.clone());
        let begin = self.len();
        self.loops.push(Loop { next, breaks: vec![advance] });
        self.unrolling.uncertain += 1;
        self.unrolling.repeated += 1;
        self.block(body);
        self.unrolling.repeated -= 1;
        self.step(Op::Again { iterator, item: own, copy, index, begin }, pipe.at.clone());
        let mut exits = self.loops.pop().map_or(Vec::new(), |done| done.breaks);
        if !otherwise.is_empty() {
            // Behind the last turn.
            exits.push(self.step(Op::Jump(0), pipe.at.clone()));
        }
        self.dot = dot;
        self.land([range]);
        for place in [own, index, copy] {
            if place != NONE && !pipe.assigns {
                self.variables[place as usize] = Known::default();
            }
        }
        self.otherwise(otherwise);
        self.unrolling.uncertain -= 1;
        self.land(exits);
        self.scope.truncate(scope);
    }

    /// What is done where a loop has no items. As in Go, `break` ends only this, and `continue` goes on with the loop
    /// around.
    pub(super) fn otherwise(&mut self, nodes: &[Node]) {
        let next = self.loops.last().map_or(0, |around| around.next);
        self.loops.push(Loop { next, breaks: Vec::new() });
        self.block(nodes);
        let breaks = self.loops.pop().map_or(Vec::new(), |done| done.breaks);
        self.land(breaks);
    }

    /// Where the index goes, and a second time the item.
    fn range_variables(&mut self, pipe: &Pipe, own: u32, item: Option<Kind>) -> (u32, u32) {
        let mut places = Vec::new();
        for (place, (name, at)) in pipe.variables.iter().enumerate() {
            let is_item = place + 1 == pipe.variables.len();
            places.push(match pipe.assigns {
                true => self.lookup(name, at).unwrap_or_else(|fault| {
                    self.faults.push(fault);
                    own
                }),
                // The item is the dot, unless somebody sets one of them.
                false if is_item && !self.assigned.contains(name) => own,
                false => {
                    let kind = if is_item { item } else { Some(Kind::Int) };
                    let kind = kind.filter(|_| !self.assigned.contains(name));
                    self.variable(Known { kind, ..Known::default() })
                }
            });
        }
        if !pipe.assigns {
            self.scope
                .extend(pipe.variables.iter().zip(&places).map(|((name, _), place)| (name.clone(), *place)));
        }
        let copy = |place: u32| if place == own { NONE } else { place };
        match places[..] {
            [item] => (NONE, copy(item)),
            [index, item] => (index, copy(item)),
            _ => (NONE, NONE),
        }
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
        self.settle(start);
        self.step(Op::Enter(part), at.clone());
        Ok(())
    }
}
