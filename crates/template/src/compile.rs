//! From the tree to the program: blocks, variables and what is written as it stands.
//!
//! Runs of text and generators are gathered until something else comes; values that never change become text.

mod args;
mod blocks;
mod bounded;
mod call;
mod expr;
mod names;
mod unroll;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::ast::{Definition, Node, Pipe, Tree};
use super::compat::Compat;
use super::draw::{Outside, Run, Site};
use super::error::{Fault, MOST_FAULTS, Source};
use super::program::{Blamed, Op, Part, Program};
use super::utf8;
use super::value::{Heap, Kind, RowFields, Value};
pub(super) use call::{NO_SHARE, between};
use gush_diagnostics::grouped;
use gush_rows::encode::Buffer;
use gush_rows::generators::{Context, Generate};
use gush_rows::rng::Key;
pub(super) use names::keyword_meant;
use names::{MOST_CALLS, Ordinals};
use unroll::Unrolling;

/// What the values of a template follow from besides its text.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// What generators may depend on.
    pub context: &'a Context<'a>,
    /// The seed.
    pub seed: u64,
    /// The table's name.
    pub table: &'a str,
    /// Set if it was written for the Go program `fakedata`.
    pub compat: Option<Compat>,
}

/// How much is done before the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// All that can be.
    Full,
    /// Loops are not unrolled.
    Rolled,
    /// Nothing is computed or decided either: all is left to the rows.
    Least,
}

/// What is known of a value before any row.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    kind: Option<Kind>,
    constant: Option<Value>,
    /// Of a whole number, or of how many turns a loop over it has: the least and the most.
    span: Option<(u32, u32)>,
}

/// What is written next, as far as it is a run.
#[derive(Clone, Default)]
struct Pending {
    /// The text before each generator, and behind the last.
    texts: Vec<Vec<u8>>,
    draws: Vec<(Site, Arc<dyn Generate>)>,
    at: Option<Range<usize>>,
}

/// The most unknown names that the nearest are looked for, and the most names that each is compared with.
const MOST_COMPARED: usize = 1000;

/// The longest text of a constant that becomes a part of the program wherever it is written.
const MOST_COPIED: usize = 4096;

struct Compiler<'a> {
    options: Options<'a>,
    effort: Effort,
    text: &'a [u8],
    table: Key,
    program: Program,
    /// The generators that steps name, until each has a run of its own.
    drawn: Vec<(Site, Arc<dyn Generate>)>,
    ordinals: Ordinals,
    assigned: HashSet<String>,
    templates: HashMap<Vec<u8>, u32>,
    faults: Vec<Fault>,
    pending: Pending,
    /// The variables in sight, innermost last.
    scope: Vec<(String, u32)>,
    /// What is known of each variable of this template.
    variables: Vec<Known>,
    dot: u32,
    iterators: u32,
    loops: Vec<Loop>,
    /// How many blocks stand around that may not run.
    conditional: usize,
    unrolling: Unrolling,
}

/// A `range` being compiled: where its next turn begins, and the steps that leave it.
struct Loop {
    next: u32,
    breaks: Vec<usize>,
}

/// The program of a tree, or all mistakes in it, with those that were seen before.
pub(super) fn compile(
    source: Source,
    tree: &Tree,
    mut faults: Vec<Fault>,
    options: Options<'_>,
    effort: Effort,
) -> Result<Program, (Source, Vec<Fault>)> {
    let ordinals = Ordinals::of(tree);
    if let Some((at, len)) = ordinals.excess {
        let text = format!("more than {} generators in one template", grouped(MOST_CALLS as u64));
        faults.push(Fault::new(at..at + len, text));
        return Err((source, faults));
    }
    let text = source.0.bytes().to_vec();
    let mut heap = Heap::default();
    // A seed beyond the whole numbers is a text of digits.
    let seed = i64::try_from(options.seed)
        .map(Value::Int)
        .or_else(|_| heap.text(options.seed.to_string().as_bytes()));
    if let (Ok(seed), Ok(Value::Text(table))) = (seed, heap.text(options.table.as_bytes())) {
        heap.row = RowFields { row: 0, seed, table };
    }
    let program = Program {
        source,
        ops: Vec::new(),
        places: Vec::new(),
        parts: Vec::new(),
        runs: Vec::new(),
        sites: Vec::new(),
        calls: Vec::new(),
        texts: Buffer::default(),
        heap,
        outside: Outside { locale: options.context.locale, now: options.context.now, compat: options.compat },
        blamed: Blamed::default(),
    };
    let mut compiler = Compiler {
        options,
        effort,
        text: &text,
        table: Key::seed(options.seed).table(options.table),
        program,
        drawn: Vec::new(),
        ordinals,
        assigned: tree.assigned.clone(),
        templates: HashMap::new(),
        faults,
        pending: Pending::default(),
        scope: Vec::new(),
        variables: Vec::new(),
        dot: 0,
        iterators: 0,
        loops: Vec::new(),
        conditional: 0,
        unrolling: Unrolling::default(),
    };
    compiler.whole(tree);
    let Compiler { mut program, faults, drawn, .. } = compiler;
    shorten_jumps(&mut program.ops);
    if !faults.is_empty() {
        return Err((program.source, faults));
    }
    // Generators whose values are more than written have a run of their own.
    for op in &mut program.ops {
        if let Op::Draw(index) = op {
            let (site, generate) = &drawn[*index as usize];
            program.runs.push(Run::single(*site, Arc::clone(generate)));
            *index = program.runs.len() as u32 - 1;
        }
    }
    program.heap.fix();
    program.texts.slacken();
    Ok(program)
}

/// Has jumps to jumps lead where those lead.
fn shorten_jumps(ops: &mut [Op]) {
    for at in 0..ops.len() {
        let (Op::Jump(mut to) | Op::Unless(mut to) | Op::UnlessTest { mut to, .. }) = ops[at] else {
            continue;
        };
        // A chain is short; what leads in a circle is left alone.
        for _ in 0..8 {
            match ops[to as usize] {
                Op::Jump(further) => to = further,
                _ => break,
            }
        }
        ops[at] = ops[at].to(to);
    }
}

impl Compiler<'_> {
    fn whole(&mut self, tree: &Tree) {
        let definitions = self.definitions(&tree.definitions);
        self.part(&tree.body, Known { kind: Some(Kind::Row), ..Known::default() });
        self.conditional += 1;
        // Nobody knows how often a definition is called.
        self.unrolling.repeated += 1;
        for definition in definitions {
            self.part(&definition.body, Known::default());
        }
    }

    /// Which definition each name stands for, in the order of their parts.
    fn definitions<'t>(&mut self, all: &'t [Definition]) -> Vec<&'t Definition> {
        let mut definitions: Vec<&Definition> = Vec::new();
        let mut places: HashMap<&[u8], usize> = HashMap::new();
        let mut unnamed = Vec::new();
        for definition in all {
            if !definition.is_known {
                unnamed.push(definition);
                continue;
            }
            match places.get(&definition.name[..]).copied() {
                None => {
                    places.insert(&definition.name, definitions.len());
                    definitions.push(definition);
                }
                Some(_) if self.is_blank(&definition.body) => {}
                Some(at) if self.is_blank(&definitions[at].body) => definitions[at] = definition,
                Some(_) => {
                    let name = utf8::text(&definition.name);
                    let text = format!("the template `{name}` is defined twice");
                    self.faults.push(Fault::new(definition.at.clone(), text));
                }
            }
        }
        let numbered = definitions.iter().zip(1..);
        self.templates = numbered.map(|(definition, part)| (definition.name.clone(), part)).collect();
        definitions.extend(unnamed);
        definitions
    }

    fn is_blank(&self, body: &[Node]) -> bool {
        body.iter().all(|node| matches!(node, Node::Text(at) if self.is_space(at)))
    }

    fn is_space(&self, at: &Range<usize>) -> bool {
        str::from_utf8(&self.text[at.clone()]).is_ok_and(|text| text.trim().is_empty())
    }

    fn part(&mut self, body: &[Node], dot: Known) {
        self.scope = vec![("$".into(), 0)];
        self.variables = vec![dot];
        (self.dot, self.iterators) = (0, 0);
        let start = self.here();
        self.nodes(body);
        self.step(Op::Return, 0..0);
        let variables = self.variables.len() as u32;
        self.program.parts.push(Part { start, variables, iterators: self.iterators });
    }

    /// Adds a step of an expression.
    fn emit(&mut self, op: Op, at: Range<usize>) {
        self.program.ops.push(op);
        self.program.places.push(at);
    }

    /// Adds a step behind all that is written before it, and gives its place.
    fn step(&mut self, op: Op, at: Range<usize>) -> usize {
        self.flush();
        self.emit(op, at);
        self.program.ops.len() - 1
    }

    /// Where the next step will stand.
    fn here(&mut self) -> u32 {
        self.flush();
        self.len()
    }

    fn len(&self) -> u32 {
        self.program.ops.len() as u32
    }

    fn truncate(&mut self, start: u32) {
        self.program.ops.truncate(start as usize);
        self.program.places.truncate(start as usize);
    }

    /// Has the jumps of these steps lead here.
    fn land(&mut self, jumps: impl IntoIterator<Item = usize>) {
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

    /// Puts the steps from `start` on behind what is to be written before them.
    fn settle(&mut self, start: u32) {
        let ops = self.program.ops.split_off(start as usize);
        let places = self.program.places.split_off(start as usize);
        let by = self.here() - start;
        self.program.ops.extend(ops.into_iter().map(|op| op.moved(by)));
        self.program.places.extend(places);
    }

    fn write(&mut self, text: &[u8], at: &Range<usize>) {
        self.pending.at.get_or_insert(at.clone());
        match self.pending.texts.last_mut() {
            Some(last) => last.extend_from_slice(text),
            None => self.pending.texts.push(text.to_vec()),
        }
    }

    /// Adds what is to be written as one step.
    fn flush(&mut self) {
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

    fn nodes(&mut self, nodes: &[Node]) {
        let mut nodes = nodes.iter().peekable();
        while let Some(node) = nodes.next() {
            if self.faults.len() >= MOST_FAULTS {
                return;
            }
            let behind = Self::short_behind(node, nodes.peek().copied());
            if behind.is_some() {
                nodes.next();
            }
            let start = self.len();
            let (conditional, loops, dot) = (self.conditional, self.loops.len(), self.dot);
            let unrolling = self.unrolling.counts();
            if let Err(fault) = self.node(node, behind) {
                self.faults.push(fault);
                // What follows is still looked at, for its own mistakes.
                self.truncate(start);
                self.loops.truncate(loops);
                (self.conditional, self.dot) = (conditional, dot);
                self.unrolling.recount(unrolling);
            }
        }
    }

    /// One node, and the text behind it if `behind` says where that stands.
    fn node(&mut self, node: &Node, behind: Option<&Range<usize>>) -> Result<(), Fault> {
        match node {
            Node::Text(at) => {
                let text = self.text;
                self.write(&text[at.clone()], at);
            }
            Node::Action(pipe) => self.action(pipe)?,
            Node::Branches { with, branches, otherwise } => self.branches(*with, branches, otherwise, behind),
            Node::Range { pipe, body, otherwise } => self.range(pipe, body, otherwise),
            Node::Template { name, at, pipe } => self.template(name, at, pipe.as_ref())?,
            Node::Break(at) => {
                let jump = self.step(Op::Jump(0), at.clone());
                if let Some(innermost) = self.loops.last_mut() {
                    innermost.breaks.push(jump);
                }
            }
            Node::Continue(at) => {
                let next = self.loops.last().map_or(0, |innermost| innermost.next);
                self.step(Op::Jump(next), at.clone());
            }
        }
        Ok(())
    }

    fn action(&mut self, pipe: &Pipe) -> Result<(), Fault> {
        let start = self.len();
        self.pipe(pipe, false)?;
        if !pipe.variables.is_empty() {
            self.settle(start);
            return Ok(());
        }
        match self.program.ops[start as usize..] {
            [Op::Push(Value::Nil)] => {
                self.truncate(start);
                self.write(b"<no value>", &pipe.at);
            }
            [Op::Push(value)] => {
                let mut text = Vec::new();
                self.program.heap.plain(value, &mut text);
                if text.len() > MOST_COPIED {
                    self.emit(Op::Print, pipe.at.clone());
                    self.settle(start);
                } else {
                    self.truncate(start);
                    self.write(&text, &pipe.at);
                }
            }
            [Op::Draw(index)] => {
                self.truncate(start);
                self.write(b"", &pipe.at);
                self.pending.draws.push(self.drawn[index as usize].clone());
                self.pending.texts.push(Vec::new());
            }
            [Op::Load(place)] => {
                self.truncate(start);
                self.step(Op::Write(place), pipe.at.clone());
            }
            _ => {
                self.emit(Op::Print, pipe.at.clone());
                self.settle(start);
            }
        }
        Ok(())
    }

    /// With how many names one is compared that is unknown: only mistakes that may be shown are worth the time, and
    /// those come first, but for the ones in definitions.
    fn compared(&self) -> usize {
        if self.faults.len() < MOST_COMPARED { MOST_COMPARED } else { 0 }
    }

    /// A new variable of which this is known.
    fn variable(&mut self, known: Known) -> u32 {
        self.variables.push(known);
        self.variables.len() as u32 - 1
    }
}
