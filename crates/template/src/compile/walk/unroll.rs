//! Loops whose iterations are all known: each iteration is compiled for itself, so that what depends on its number is
//! constant.
//!
//! The values stay those of the loop: a generator that is passed for the k-th time in a row draws its k-th iteration.
//! So a loop is only unrolled where that k is known too, which it is not inside of a condition that varies by row.

use super::compiler::{Compiler, Known, Pending};
use crate::ast::{Pipe, TemplateNode};
use crate::compile::number::MAX_CALLS;
use crate::compile::options::Effort;
use crate::program::Op;
use crate::values::{Kind, Value};

/// The maximum number of copies of one node.
const MAX_COPIES: usize = 64;
/// The maximum weight (text and nodes) of all copies of a body, and of those in a template.
const MAX_WEIGHT: usize = 1 << 18;
const MAX_SPENT: usize = 1 << 22;
/// The maximum length of the text before a loop that is still merged with the first iteration.
const MAX_BEFORE: usize = 1 << 12;

/// What a compiler had, to go back to.
pub(super) struct Mark {
    ops: u32,
    lens: [usize; 4],
    pending: Pending,
    /// How many steps leave the innermost loop.
    breaks: usize,
    /// Blocks end their own variables, and no others.
    scope: usize,
    variables: usize,
    iterators: u32,
    heap: (usize, usize),
}

impl Compiler<'_> {
    pub(super) fn mark(&self) -> Mark {
        let program = &self.program;
        Mark {
            ops: self.len(),
            lens: [program.runs.len(), program.sites.len(), program.calls.len(), self.drawn.len()],
            pending: self.pending.clone(),
            breaks: self.loops.last().map_or(0, |innermost| innermost.breaks.len()),
            scope: self.scope.len(),
            variables: self.variables.len(),
            iterators: self.iterators,
            heap: (program.heap.bytes.len(), program.heap.items.len()),
        }
    }

    pub(super) fn back(&mut self, mark: Mark) {
        self.truncate(mark.ops);
        let [runs, sites, calls, drawn] = mark.lens;
        self.program.runs.truncate(runs);
        self.program.sites.truncate(sites);
        self.program.calls.truncate(calls);
        self.drawn.truncate(drawn);
        self.pending = mark.pending;
        if let Some(innermost) = self.loops.last_mut() {
            innermost.breaks.truncate(mark.breaks);
        }
        self.scope.truncate(mark.scope);
        self.variables.truncate(mark.variables);
        self.iterators = mark.iterators;
        self.program.heap.bytes.truncate(mark.heap.0);
        self.program.heap.items.truncate(mark.heap.1);
    }

    /// Compiles something only to find its errors.
    pub(super) fn dead_branch(&mut self, compile: impl FnOnce(&mut Self)) {
        // The pending run may be long and stays unchanged.
        let pending = std::mem::take(&mut self.pending);
        let mark = self.mark();
        let was_dead = std::mem::replace(&mut self.unrolling.is_dead, true);
        compile(self);
        self.unrolling.is_dead = was_dead;
        self.back(mark);
        self.pending = pending;
    }

    /// Compiles each iteration of a loop for itself, if all are known; returns whether it did. What is ranged over was
    /// compiled from `start` on.
    pub(super) fn unrolled(
        &mut self,
        start: u32,
        known: Known,
        pipe: &Pipe,
        body: &[TemplateNode],
        otherwise: &[TemplateNode],
    ) -> bool {
        let (first, iterations) = match known.constant {
            Some(Value::Ints { first, len }) => (first, len as usize),
            Some(Value::Int(count)) => (0, usize::try_from(count).unwrap_or(0)),
            _ => return false,
        };
        if !self.may_unroll(iterations, pipe, body) {
            return false;
        }
        // What is ranged over is a constant, which is one step.
        self.truncate(start);
        if self.pending.texts.iter().map(Vec::len).sum::<usize>() > MAX_BEFORE {
            self.flush();
        }
        // Only the outermost loop is ever compiled in another way after all.
        let mark = (!self.unrolling.is_unrolling()).then(|| self.mark());
        let faults = self.faults.len();
        let is_known = self.each_iteration(first, iterations, pipe, body, |_, _| {});
        if let Some(mark) = mark.filter(|_| !is_known || self.faults.len() > faults) {
            self.faults.truncate(faults);
            self.back(mark);
            self.emit(Op::Push(known.constant.unwrap_or_default()), pipe.at.clone());
            return false;
        }
        self.dead_branch(|compiler| {
            compiler.without_items(known.constant.unwrap_or_default(), pipe, otherwise);
        });
        true
    }

    /// Whether a loop of n iterations may be compiled iteration by iteration.
    pub(super) fn may_unroll(&self, iterations: usize, pipe: &Pipe, body: &[TemplateNode]) -> bool {
        let copies = self.unrolling.copies.max(1).saturating_mul(iterations);
        let is_set = pipe.assigns || pipe.variables.iter().any(|(name, _)| self.assigned.contains(name));
        iterations > 0
            && copies <= MAX_COPIES
            && !is_set
            && self.unrolling.repeated == 0
            && !self.unrolling.is_dead
            && self.effort == Effort::Full
            && !leaves(body, true)
            && weight(body).saturating_mul(copies) <= MAX_WEIGHT.min(MAX_SPENT - self.unrolling.spent)
    }

    /// Compiles each of these iterations for itself, with what `before` puts before it. Whether they may stay: in an
    /// outermost loop, whether it is known of every draw how often it was passed. Where they have errors they may not
    /// stay either: what is wrong with one iteration only is reported when that iteration comes.
    pub(super) fn each_iteration(
        &mut self,
        first: i64,
        iterations: usize,
        pipe: &Pipe,
        body: &[TemplateNode],
        mut before: impl FnMut(&mut Self, usize),
    ) -> bool {
        let is_outermost = !self.unrolling.is_unrolling();
        let copies = self.unrolling.copies;
        self.unrolling.spent = MAX_SPENT.min(self.unrolling.spent + weight(body).saturating_mul(iterations));
        self.unrolling.copies = copies.max(1) * iterations;
        self.unrolling.since.get_or_insert(self.unrolling.uncertain);
        for iteration in 0..iterations {
            before(self, iteration);
            self.iteration(first + iteration as i64, iteration, pipe, body);
            if self.drawn.len() > MAX_CALLS {
                self.unrolling.failed = true;
                break;
            }
        }
        self.unrolling.copies = copies;
        if is_outermost {
            self.unrolling.since = None;
            self.unrolling.passed.clear();
            return !std::mem::take(&mut self.unrolling.failed);
        }
        true
    }

    /// One iteration, whose item is known.
    fn iteration(&mut self, item: i64, index: usize, pipe: &Pipe, body: &[TemplateNode]) {
        let constant = |value: i64| Known {
            kind: Some(Kind::Int),
            constant: Some(Value::Int(value)),
            ..Known::default()
        };
        let (scope, dot) = (self.scope.len(), self.dot);
        self.dot = self.variable(constant(item));
        for (at, (name, _)) in pipe.variables.iter().enumerate() {
            let is_item = at + 1 == pipe.variables.len();
            let variable = if is_item { self.dot } else { self.variable(constant(index as i64)) };
            self.scope.push((name.clone(), variable));
        }
        self.block(body);
        self.dot = dot;
        self.scope.truncate(scope);
    }
}

/// Whether a loop of this body may be left, or an iteration of it, before its end. `breaks` says whether `break` is
/// about this loop.
fn leaves(body: &[TemplateNode], breaks: bool) -> bool {
    body.iter().any(|node| match node {
        TemplateNode::Break(_) => breaks,
        TemplateNode::Continue(_) => true,
        TemplateNode::Branches { branches, otherwise, .. } => {
            leaves(otherwise, breaks) || branches.iter().any(|(_, body)| leaves(body, breaks))
        }
        // Those in a loop inside leave that one; after its `else`, `continue` is about this one.
        TemplateNode::Range { otherwise, .. } => leaves(otherwise, false),
        TemplateNode::Text(_) | TemplateNode::Action(_) | TemplateNode::Template { .. } => false,
    })
}

/// How much there is of a body: bytes of text, and some for each node.
fn weight(body: &[TemplateNode]) -> usize {
    let each = body.iter().map(|node| match node {
        TemplateNode::Text(at) => at.len(),
        TemplateNode::Branches { branches, otherwise, .. } => {
            weight(otherwise) + branches.iter().map(|(_, body)| 16 + weight(body)).sum::<usize>()
        }
        TemplateNode::Range { body, otherwise, .. } => weight(body) + weight(otherwise),
        TemplateNode::Action(pipe) => 16 + pipe.at.len(),
        TemplateNode::Template { .. } | TemplateNode::Break(_) | TemplateNode::Continue(_) => 16,
    });
    body.len() + each.sum::<usize>()
}
