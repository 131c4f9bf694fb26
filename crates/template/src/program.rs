//! The program of a template: the steps that write a row.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use crate::condition::Test;
use crate::draw::{Modifiers, Outside, Run, Site};
use crate::error::{Fault, TemplateText};
use crate::function::Function;
use crate::values::{Heap, Refusal, RowField, Value};
use gusher::generators;
use gusher::text::Buffer;

/// One step. Values are passed on a stack; variables are indices from the frame of their template on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// Writes a text of the template, which is in [`Program::texts`].
    Text {
        start: u32,
        end: u32,
    },
    /// Writes a run of texts and generators.
    Run(u32),
    /// Writes the value on the stack.
    Print,
    /// Writes a variable.
    Write(u32),
    Push(Value),
    Load(u32),
    /// Pops the value into a variable.
    Store(u32),
    /// Copies the value on the stack into a variable.
    Keep(u32),
    Field {
        field: RowField,
        is_item: bool,
    },
    Call {
        function: &'static Function,
        args: u32,
    },
    /// Pushes the value of a generator whose arguments never change.
    Draw(u32),
    /// Pushes the value of a generator with these arguments.
    DrawWith {
        call: u32,
        args: u32,
    },
    /// `Loop`, with one argument.
    Loop,
    /// `Loop`, with two.
    LoopBetween(u32),
    /// `Null`, with its probability and its value.
    Null(u32),
    /// `Pick`
    Pick {
        site: u32,
        args: u32,
    },
    Jump(u32),
    /// Pops a value; jumps if it is false.
    Unless(u32),
    /// Jumps unless a variable passes a test.
    UnlessTest {
        variable: u32,
        test: Test,
        with: i32,
        to: u32,
    },
    /// Jumps if the value on the stack is false, and pops it otherwise.
    And(u32),
    /// Jumps if the value on the stack is true, and pops it otherwise.
    Or(u32),
    /// Pops what is ranged over; jumps if it is empty.
    Range {
        iterator: u32,
        pairs: bool,
        otherwise: u32,
    },
    /// Moves the next item into these variables; jumps if there is none.
    Next {
        iterator: u32,
        item: u32,
        copy: u32,
        index: u32,
        exit: u32,
    },
    /// The same at the end of an iteration: jumps if there is another item.
    Again {
        iterator: u32,
        item: u32,
        copy: u32,
        index: u32,
        begin: u32,
    },
    /// Calls a template with the value on the stack as its dot.
    Enter(u32),
    Return,
}

/// No variable.
pub(crate) const NONE: u32 = u32::MAX;

/// A template in the program, the main one or a defined one: where it begins, and what it needs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Routine {
    pub start: u32,
    pub variables: u32,
    pub iterators: u32,
}

/// A generator whose arguments are only known row by row.
#[derive(Debug)]
pub(crate) struct DrawCall {
    pub site: u32,
    pub entry: &'static generators::GeneratorSpec,
    /// The name that the call has for it.
    pub generator: String,
    pub modifiers: Modifiers,
}

/// A template, ready to run.
#[derive(Debug)]
pub(crate) struct Program {
    pub source: TemplateText,
    pub ops: Vec<Op>,
    /// The text of the template that each step comes from.
    pub spans: Vec<Range<usize>>,
    /// The template itself first, then those that it defines.
    pub routines: Vec<Routine>,
    pub runs: Vec<Run>,
    /// The calls that draw outside of runs, each counted for itself.
    pub sites: Vec<Site>,
    pub calls: Vec<DrawCall>,
    /// What is written unchanged.
    pub texts: Buffer,
    /// The texts and lists that the template computes with.
    pub heap: Heap,
    pub outside: Outside,
    pub argument_spans: ArgumentSpans,
}

/// The spans of the arguments of calls, for those that turn out to be wrong in a row.
#[derive(Debug, Default)]
pub(crate) struct ArgumentSpans {
    /// For each call, by its offset: which of the spans belong to it.
    calls: HashMap<usize, Range<usize>>,
    spans: Vec<Range<usize>>,
}

impl ArgumentSpans {
    /// Records the arguments of a call, once for all copies of it.
    pub fn note(&mut self, call: usize, args: impl Iterator<Item = Range<usize>>) {
        if let Entry::Vacant(free) = self.calls.entry(call) {
            let start = self.spans.len();
            self.spans.extend(args);
            free.insert(start..self.spans.len());
        }
    }

    fn arg(&self, call: usize, arg: usize) -> Option<&Range<usize>> {
        self.spans[self.calls.get(&call)?.clone()].get(arg)
    }
}

impl Op {
    /// The step with its jump, if it is one, `by` steps further.
    pub fn moved(self, by: u32) -> Op {
        match self {
            Op::Jump(to) => Op::Jump(to + by),
            Op::Unless(to) => Op::Unless(to + by),
            Op::And(to) => Op::And(to + by),
            Op::Or(to) => Op::Or(to + by),
            other => other,
        }
    }

    /// The step with this target of its jump, if it is one.
    pub fn to(self, target: u32) -> Op {
        match self {
            Op::Jump(_) => Op::Jump(target),
            Op::Unless(_) => Op::Unless(target),
            Op::UnlessTest { variable, test, with, .. } => {
                Op::UnlessTest { variable, test, with, to: target }
            }
            Op::And(_) => Op::And(target),
            Op::Or(_) => Op::Or(target),
            Op::Range { iterator, pairs, .. } => Op::Range { iterator, pairs, otherwise: target },
            Op::Next { iterator, item, copy, index, .. } => {
                Op::Next { iterator, item, copy, index, exit: target }
            }
            other => other,
        }
    }
}

impl Program {
    /// A program without any steps.
    pub fn empty(source: TemplateText, heap: Heap, outside: Outside) -> Program {
        Program {
            source,
            ops: Vec::new(),
            spans: Vec::new(),
            routines: Vec::new(),
            runs: Vec::new(),
            sites: Vec::new(),
            calls: Vec::new(),
            texts: Buffer::default(),
            heap,
            outside,
            argument_spans: ArgumentSpans::default(),
        }
    }

    /// What is wrong with the values of a step, at the argument that is to blame.
    pub fn refused(&self, step: usize, Refusal { arg, text }: Refusal) -> Fault {
        let at = &self.spans[step];
        let arg = arg.and_then(|arg| self.argument_spans.arg(at.start, arg));
        Fault::new(arg.unwrap_or(at).clone(), text)
    }

    /// The run that the template consists of, if it is a single one.
    pub fn straight(&self) -> Option<&Run> {
        match self.ops[..] {
            [Op::Run(run), Op::Return] => self.runs.get(run as usize),
            _ => None,
        }
    }
}
