//! The state of the walk: what was compiled so far, and what is known at this point.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::unrolling::Unrolling;
use crate::ast::Expr;
use crate::compile::number::Ordinals;
use crate::compile::options::{Effort, Options};
use crate::draw::Site;
use crate::error::Fault;
use crate::program::Program;
use crate::values::{Kind, Value};
use gusher::generators::Generate;
use gusher::rng::Key;

/// The arguments of a call: what is known of each, and where it is.
pub(super) type Args = Vec<(Known, Range<usize>)>;

/// The maximum number of unknown names that get a suggestion, and of names that each is compared with.
const MAX_COMPARED: usize = 1000;

/// What is known of a value before any row.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::compile) struct Known {
    pub kind: Option<Kind>,
    pub constant: Option<Value>,
    /// The bounds of a whole number, or of the number of iterations of a loop over the value.
    pub bounds: Option<(u32, u32)>,
    /// Whether it is an item of a list: as in Go, one that is nil has no fields, while those of no data are nil.
    pub is_item: bool,
}

/// The run that is being gathered.
#[derive(Clone, Default)]
pub(in crate::compile) struct Pending {
    /// The text before each generator, and after the last.
    pub texts: Vec<Vec<u8>>,
    pub draws: Vec<(Site, Arc<dyn Generate>)>,
    pub at: Option<Range<usize>>,
}

pub(in crate::compile) struct Compiler<'a> {
    pub options: Options<'a>,
    pub effort: Effort,
    pub text: &'a [u8],
    pub table: Key,
    pub program: Program,
    /// The generators that steps name, until each has a run of its own.
    pub drawn: Vec<(Site, Arc<dyn Generate>)>,
    /// The number of each call that draws.
    pub ordinals: Ordinals,
    /// The variables that are set anywhere.
    pub assigned: &'a HashSet<String>,
    /// The routine of each definition.
    pub templates: HashMap<Vec<u8>, u32>,
    pub faults: Vec<Fault>,
    pub pending: Pending,
    /// The variables in scope, innermost last.
    pub scope: Vec<(String, u32)>,
    /// What is known of each variable of this template.
    pub variables: Vec<Known>,
    pub dot: u32,
    pub iterators: u32,
    pub loops: Vec<Loop>,
    /// How many surrounding blocks may not run.
    pub conditional: usize,
    pub unrolling: Unrolling,
}

/// A `range` being compiled: where its next iteration begins, and the steps that leave it.
pub(in crate::compile) struct Loop {
    pub next: u32,
    pub breaks: Vec<usize>,
}

impl<'a> Compiler<'a> {
    /// A compiler of this text, before its first node.
    pub fn new(
        options: Options<'a>,
        effort: Effort,
        text: &'a [u8],
        assigned: &'a HashSet<String>,
        ordinals: Ordinals,
        program: Program,
    ) -> Compiler<'a> {
        Compiler {
            options,
            effort,
            text,
            table: Key::seed(options.seed).table(options.table),
            program,
            drawn: Vec::new(),
            ordinals,
            assigned,
            templates: HashMap::new(),
            faults: Vec::new(),
            pending: Pending::default(),
            scope: Vec::new(),
            variables: Vec::new(),
            dot: 0,
            iterators: 0,
            loops: Vec::new(),
            conditional: 0,
            unrolling: Unrolling::default(),
        }
    }

    /// How many names an unknown one is compared with: none after many errors, as their suggestions would hardly be shown.
    pub(super) fn compared(&self) -> usize {
        if self.faults.len() < MAX_COMPARED { MAX_COMPARED } else { 0 }
    }

    /// A new variable of which this is known.
    pub(super) fn variable(&mut self, known: Known) -> u32 {
        self.variables.push(known);
        self.variables.len() as u32 - 1
    }
}

/// The span to report for a wrong number of arguments: the first surplus one, or the function.
pub(super) fn surplus(head: &Expr, (_, max): (usize, usize), args: &Args) -> Range<usize> {
    let at = args.get(max).map(|(_, at)| at).filter(|at| at.start > head.at.start);
    at.unwrap_or(&head.at).clone()
}
