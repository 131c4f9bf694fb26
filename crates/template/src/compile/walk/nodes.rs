//! Nodes in their order: text, and actions that write a value.

use std::ops::Range;

use super::compiler::{Compiler, Known};
use crate::ast::{Pipe, TemplateNode, Tree};
use crate::compile::define::Definitions;
use crate::error::{Fault, MAX_FAULTS};
use crate::program::{Op, Routine};
use crate::values::{Kind, Value};

/// The longest text of a constant that is copied into the program wherever it is written.
const MAX_COPIED: usize = 4096;

impl Compiler<'_> {
    /// Compiles the template, and then the definitions in it, each as a routine.
    pub(in crate::compile) fn template_and_definitions(&mut self, tree: &Tree, definitions: Definitions<'_>) {
        self.templates = definitions.routines;
        let dot = match self.options.compat {
            None => Known { kind: Some(Kind::Row), ..Known::default() },
            // The Go program gives its templates no data.
            Some(_) => Known { kind: Some(Kind::Nothing), constant: Some(Value::Nil), ..Known::default() },
        };
        self.routine(&tree.body, dot);
        self.conditional += 1;
        // Nobody knows how often a definition is called.
        self.unrolling.repeated += 1;
        for definition in definitions.bodies {
            self.routine(&definition.body, Known::default());
        }
    }

    fn routine(&mut self, body: &[TemplateNode], dot: Known) {
        self.scope = vec![("$".into(), 0)];
        self.variables = vec![dot];
        (self.dot, self.iterators) = (0, 0);
        let start = self.here();
        self.nodes(body);
        self.step(Op::Return, 0..0);
        let variables = self.variables.len() as u32;
        self.program.routines.push(Routine { start, variables, iterators: self.iterators });
    }

    pub(super) fn nodes(&mut self, nodes: &[TemplateNode]) {
        let mut nodes = nodes.iter().peekable();
        while let Some(node) = nodes.next() {
            if self.faults.len() >= MAX_FAULTS {
                return;
            }
            let after = Self::short_after(node, nodes.peek().copied());
            if after.is_some() {
                nodes.next();
            }
            let start = self.len();
            let (conditional, loops, dot) = (self.conditional, self.loops.len(), self.dot);
            let unrolling = self.unrolling.counts();
            if let Err(fault) = self.node(node, after) {
                self.faults.push(fault);
                // What follows is still compiled, to find its errors.
                self.truncate(start);
                self.loops.truncate(loops);
                (self.conditional, self.dot) = (conditional, dot);
                self.unrolling.recount(unrolling);
            }
        }
    }

    /// One node, and the text after it if `after` says where that is.
    fn node(&mut self, node: &TemplateNode, after: Option<&Range<usize>>) -> Result<(), Fault> {
        match node {
            TemplateNode::Text(at) => {
                let text = self.text;
                self.write(&text[at.clone()], at);
            }
            TemplateNode::Action(pipe) => self.action(pipe)?,
            TemplateNode::Branches { with, branches, otherwise } => {
                self.branches(*with, branches, otherwise, after);
            }
            TemplateNode::Range { pipe, body, otherwise } => self.range(pipe, body, otherwise),
            TemplateNode::Template { name, at, pipe } => self.template(name, at, pipe.as_ref())?,
            TemplateNode::Break(at) => {
                let jump = self.step(Op::Jump(0), at.clone());
                if let Some(innermost) = self.loops.last_mut() {
                    innermost.breaks.push(jump);
                }
            }
            TemplateNode::Continue(at) => {
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
            self.flush_before(start);
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
                if text.len() > MAX_COPIED {
                    self.emit(Op::Print, pipe.at.clone());
                    self.flush_before(start);
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
            [Op::Load(variable)] => {
                self.truncate(start);
                self.step(Op::Write(variable), pipe.at.clone());
            }
            _ => {
                self.emit(Op::Print, pipe.at.clone());
                self.flush_before(start);
            }
        }
        Ok(())
    }
}
