//! An expression as a machine that runs over a text once, whatever the expression is.

use std::sync::Arc;

use super::ast::{Anchor, Class, Preference, RegexNode};

/// A step of the machine.
#[derive(Debug, Clone)]
enum Step {
    /// One letter of a class, and on to the next step.
    Letter(Arc<Class>),
    /// On to the next step where this holds.
    At(Anchor),
    Fork(usize, usize),
    Jump(usize),
    Match,
}

/// A compiled expression.
#[derive(Debug, Clone)]
pub(super) struct RegexProgram {
    steps: Vec<Step>,
    /// Whether it runs from the end of a text to its beginning.
    backward: bool,
}

/// A program has at most this many steps.
pub(super) const MAX_STEPS: usize = 1000;

/// The program would have too many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

impl RegexProgram {
    pub fn of(node: &RegexNode, backward: bool) -> Result<RegexProgram, TooLong> {
        RegexProgram::of_all(&[node], backward)
    }

    /// The program of several after each other.
    pub fn of_all(nodes: &[&RegexNode], backward: bool) -> Result<RegexProgram, TooLong> {
        let mut program = RegexProgram { steps: Vec::new(), backward };
        let order = |at: usize| if backward { nodes[nodes.len() - 1 - at] } else { nodes[at] };
        (0..nodes.len()).try_for_each(|at| program.node(order(at)))?;
        program.push(Step::Match)?;
        Ok(program)
    }

    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    fn push(&mut self, step: Step) -> Result<usize, TooLong> {
        if self.steps.len() >= MAX_STEPS {
            return Err(TooLong);
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn node(&mut self, node: &RegexNode) -> Result<(), TooLong> {
        match node {
            RegexNode::Letter(class) => self.push(Step::Letter(Arc::clone(class))).map(drop),
            RegexNode::At(position) => self.push(Step::At(*position)).map(drop),
            RegexNode::Sequence(nodes) if self.backward => {
                nodes.iter().rev().try_for_each(|node| self.node(node))
            }
            RegexNode::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node)),
            RegexNode::Either(nodes) => self.either(nodes),
            RegexNode::Repeat { node, min, max, .. } => self.repeat(node, *min, *max),
            RegexNode::Group(node, _) => self.node(node),
        }
    }

    fn either(&mut self, nodes: &[RegexNode]) -> Result<(), TooLong> {
        let mut ends = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let is_last = at + 1 == nodes.len();
            let fork = if is_last { None } else { Some(self.push(Step::Jump(0))?) };
            self.node(node)?;
            if let Some(fork) = fork {
                ends.push(self.push(Step::Jump(0))?);
                self.steps[fork] = Step::Fork(fork + 1, self.steps.len());
            }
        }
        let end = self.steps.len();
        ends.into_iter().for_each(|jump| self.steps[jump] = Step::Jump(end));
        Ok(())
    }

    fn repeat(&mut self, node: &RegexNode, min: u32, max: Option<u32>) -> Result<(), TooLong> {
        (0..min).try_for_each(|_| self.node(node))?;
        let Some(max) = max else {
            let fork = self.push(Step::Jump(0))?;
            self.node(node)?;
            let end = self.push(Step::Jump(fork))? + 1;
            self.steps[fork] = Step::Fork(fork + 1, end);
            return Ok(());
        };
        let mut forks = Vec::new();
        for _ in min..max {
            forks.push(self.push(Step::Jump(0))?);
            self.node(node)?;
        }
        let end = self.steps.len();
        forks.into_iter().for_each(|fork| self.steps[fork] = Step::Fork(fork + 1, end));
        Ok(())
    }

    /// Whether there is a match anywhere.
    pub fn is_in(&self, text: &[char]) -> bool {
        let mut found = false;
        self.run(text, (0, text.len()), true, |_, _| {
            found = true;
            false
        });
        found
    }

    /// The first match that begins at `from` or later: of those that begin there the longest or the shortest.
    pub fn find(&self, text: &[char], from: usize, prefers: Preference) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        self.run(text, (from, text.len()), true, |start, end| {
            let is_better = best
                .is_none_or(|(known, _)| start < known || (start == known && prefers == Preference::Longest));
            if is_better {
                best = Some((start, end));
            }
            true
        });
        best
    }

    /// Where matches of a part of the text end which begin at its beginning, or, of a backward program, the reverse.
    pub fn ends(&self, text: &[char], span: (usize, usize)) -> Vec<usize> {
        let mut ends = Vec::new();
        self.run(text, span, false, |_, end| {
            ends.push(end);
            true
        });
        ends
    }

    /// Runs over a part of the text, from each of its indices if it `searches` and else from the first one. `found` takes
    /// matches as their first and last index, and says whether to go on. Of matches with one end there is only the
    /// one with the first beginning; after a match none comes that begins later.
    fn run(
        &self,
        text: &[char],
        (first, last): (usize, usize),
        searches: bool,
        mut found: impl FnMut(usize, usize) -> bool,
    ) {
        let mut threads = Threads::new(self.steps.len());
        let mut next = Threads::new(self.steps.len());
        let mut latest = usize::MAX;
        for count in 0..=last - first {
            let at = if self.backward { last - count } else { first + count };
            if (searches || count == 0) && latest == usize::MAX {
                self.add(&mut threads, 0, at, text, at);
            }
            if threads.list.is_empty() && !(searches && latest == usize::MAX) {
                return;
            }
            next.clear();
            let ahead = if self.backward { at.checked_sub(1) } else { Some(at) };
            let letter = ahead.and_then(|at| text.get(at)).filter(|_| count < last - first);
            for thread in 0..threads.list.len() {
                let (step, start) = threads.list[thread];
                if start > latest {
                    continue;
                }
                match (&self.steps[step], letter) {
                    (Step::Match, _) => {
                        latest = start;
                        if !found(start, at) {
                            return;
                        }
                    }
                    (Step::Letter(class), Some(&letter)) if class.contains(letter) => {
                        let at = if self.backward { at - 1 } else { at + 1 };
                        self.add(&mut next, step + 1, start, text, at);
                    }
                    _ => {}
                }
            }
            std::mem::swap(&mut threads, &mut next);
        }
    }

    /// Adds a step, and those that follow without a letter.
    fn add(&self, threads: &mut Threads, step: usize, start: usize, text: &[char], at: usize) {
        threads.open.push(step);
        while let Some(step) = threads.open.pop() {
            if std::mem::replace(&mut threads.has[step], true) {
                continue;
            }
            threads.seen.push(step);
            match &self.steps[step] {
                Step::Jump(to) => threads.open.push(*to),
                Step::Fork(a, b) => threads.open.extend([*b, *a]),
                Step::At(position) if position.holds(text, at) => threads.open.push(step + 1),
                Step::At(_) => {}
                Step::Letter(_) | Step::Match => threads.list.push((step, start)),
            }
        }
    }
}

/// The steps that a text may be at, in the order of the beginnings of their matches.
struct Threads {
    /// The step, and the index where its match begins.
    list: Vec<(usize, usize)>,
    has: Vec<bool>,
    seen: Vec<usize>,
    open: Vec<usize>,
}

impl Threads {
    fn new(steps: usize) -> Threads {
        Threads { list: Vec::new(), has: vec![false; steps], seen: Vec::new(), open: Vec::new() }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.seen.drain(..).for_each(|step| self.has[step] = false);
    }
}
