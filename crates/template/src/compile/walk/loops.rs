//! `range`: a loop over items that are only known row by row.

use super::compiler::{Compiler, Known, Loop};
use crate::ast::{Pipe, TemplateNode};
use crate::program::{NONE, Op};
use crate::values::Kind;

impl Compiler<'_> {
    pub(super) fn range(&mut self, pipe: &Pipe, body: &[TemplateNode], otherwise: &[TemplateNode]) {
        let scope = self.scope.len();
        let start = self.len();
        let ranged = self.commands(&pipe.commands);
        let ranged = ranged.and_then(|known| Ok((known, self.items(known, pipe)?)));
        // An error in what is ranged over does not hide those in the block.
        let (known, item) = ranged.unwrap_or_else(|fault| (self.report(start, fault), None));
        if self.unrolled(start, known, pipe, body, otherwise)
            || self.unrolled_with_exits(start, known, pipe, body, otherwise)
        {
            return;
        }
        let dot = std::mem::replace(&mut self.dot, self.variables.len() as u32);
        let own = self.variable(Known { kind: item, is_item: true, ..Known::default() });
        let (index, copy) = self.range_variables(pipe, own, item);
        // Where there are no items, the variables are what is ranged over.
        for variable in [own, index, copy] {
            if variable != NONE {
                self.emit(Op::Keep(variable), pipe.at.clone());
            }
        }
        let iterator = self.iterators;
        self.iterators += 1;
        self.flush_before(start);
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
            // After the last iteration.
            exits.push(self.step(Op::Jump(0), pipe.at.clone()));
        }
        self.dot = dot;
        self.patch_jumps([range]);
        let is_set = pipe.variables.iter().any(|(name, _)| self.assigned.contains(name));
        let without_items = match is_set {
            true => Known::default(),
            false => Known { kind: known.kind, constant: known.constant, ..Known::default() },
        };
        for variable in [own, index, copy] {
            if variable != NONE && !pipe.assigns {
                self.variables[variable as usize] = without_items;
            }
        }
        self.otherwise(otherwise);
        self.unrolling.uncertain -= 1;
        self.patch_jumps(exits);
        self.scope.truncate(scope);
    }

    /// The `else` of a loop, for when it has no items. As in Go, `break` ends only this, and `continue` continues the
    /// surrounding loop.
    pub(super) fn otherwise(&mut self, nodes: &[TemplateNode]) {
        let next = self.loops.last().map_or(0, |around| around.next);
        self.loops.push(Loop { next, breaks: Vec::new() });
        self.block(nodes);
        let breaks = self.loops.pop().map_or(Vec::new(), |done| done.breaks);
        self.patch_jumps(breaks);
    }

    /// The variables that receive the index and a copy of the item.
    fn range_variables(&mut self, pipe: &Pipe, own: u32, item: Option<Kind>) -> (u32, u32) {
        let mut variables = Vec::new();
        for (position, (name, at)) in pipe.variables.iter().enumerate() {
            let is_item = position + 1 == pipe.variables.len();
            variables.push(match pipe.assigns {
                true => self.lookup(name, at).unwrap_or_else(|fault| {
                    self.faults.push(fault);
                    own
                }),
                // The item is the dot, unless one of them is assigned.
                false if is_item && !self.assigned.contains(name) => own,
                false => {
                    let kind = if is_item { item } else { Some(Kind::Int) };
                    let kind = kind.filter(|_| !self.assigned.contains(name));
                    let is_item = is_item && !self.assigned.contains(name);
                    self.variable(Known { kind, is_item, ..Known::default() })
                }
            });
        }
        if !pipe.assigns {
            self.scope.extend(
                pipe.variables.iter().zip(&variables).map(|((name, _), variable)| (name.clone(), *variable)),
            );
        }
        let copy = |variable: u32| if variable == own { NONE } else { variable };
        match variables[..] {
            [item] => (NONE, copy(item)),
            [index, item] => (index, copy(item)),
            _ => (NONE, NONE),
        }
    }
}
