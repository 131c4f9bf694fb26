//! The program of a template: what is done for a row, step by step.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use crate::condition::Test;
use crate::draw::{Modifiers, Outside, Run, Site};
use crate::error::{Fault, TemplateText};
use crate::function::Function;
use crate::values::{Field, Heap, Refused, Value};
use gusher::generators;
use gusher::text::Buffer;

/// One step. Values are passed on a stack; places of variables are counted from the frame of their template.
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
    /// Takes the value off the stack into a variable.
    Store(u32),
    /// The same, and leaves it on the stack too.
    Keep(u32),
    Field {
        field: Field,
        is_item: bool,
    },
    Call {
        function: &'static Function,
        args: u32,
    },
    /// Gives the value of a generator whose arguments never change.
    Draw(u32),
    /// Gives the value of a generator with these arguments.
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
    /// Jumps where the value on the stack is false, and takes it off in any case.
    Unless(u32),
    /// Jumps where this is not so of a variable.
    UnlessTest {
        place: u32,
        test: Test,
        with: i32,
        to: u32,
    },
    /// Jumps where the value on the stack is false, and leaves it then.
    And(u32),
    /// Jumps where the value on the stack is true, and leaves it then.
    Or(u32),
    /// Takes what is ranged over off the stack; jumps where it is empty.
    Range {
        iterator: u32,
        pairs: bool,
        otherwise: u32,
    },
    /// Takes the next item into these variables; jumps where there is none.
    Next {
        iterator: u32,
        item: u32,
        copy: u32,
        index: u32,
        exit: u32,
    },
    /// The same at the end of an iteration: jumps where there is another one.
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

/// Where a template begins in the program, and what it needs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Part {
    pub start: u32,
    pub variables: u32,
    pub iterators: u32,
}

/// A generator whose arguments are only known row by row.
#[derive(Debug)]
pub(crate) struct DrawCall {
    pub site: u32,
    pub entry: &'static generators::GeneratorSpec,
    /// The name that it is asked for by.
    pub generator: String,
    pub modifiers: Modifiers,
}

/// A template, ready to run.
#[derive(Debug)]
pub(crate) struct Program {
    pub source: TemplateText,
    pub ops: Vec<Op>,
    /// What each step is in the template's text.
    pub places: Vec<Range<usize>>,
    /// The template itself first, then those that it defines.
    pub parts: Vec<Part>,
    pub runs: Vec<Run>,
    /// What draws besides runs, each counted for itself.
    pub sites: Vec<Site>,
    pub calls: Vec<DrawCall>,
    /// What is written unchanged.
    pub texts: Buffer,
    /// The texts and lists that the template computes with.
    pub heap: Heap,
    pub outside: Outside,
    pub blamed: Blamed,
}

/// Where the arguments of calls are, for those that turn out to be wrong in a row.
#[derive(Debug, Default)]
pub(crate) struct Blamed {
    /// For each call by where it begins: which of the places are its own.
    calls: HashMap<usize, Range<usize>>,
    places: Vec<Range<usize>>,
}

impl Blamed {
    /// Notes the arguments of a call. One that was copied is noted once.
    pub fn note(&mut self, call: usize, args: impl Iterator<Item = Range<usize>>) {
        if let Entry::Vacant(free) = self.calls.entry(call) {
            let start = self.places.len();
            self.places.extend(args);
            free.insert(start..self.places.len());
        }
    }

    fn arg(&self, call: usize, arg: usize) -> Option<&Range<usize>> {
        self.places[self.calls.get(&call)?.clone()].get(arg)
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

    /// The step with its jump to this place.
    pub fn to(self, place: u32) -> Op {
        match self {
            Op::Jump(_) => Op::Jump(place),
            Op::Unless(_) => Op::Unless(place),
            Op::UnlessTest { place: variable, test, with, .. } => {
                Op::UnlessTest { place: variable, test, with, to: place }
            }
            Op::And(_) => Op::And(place),
            Op::Or(_) => Op::Or(place),
            Op::Range { iterator, pairs, .. } => Op::Range { iterator, pairs, otherwise: place },
            Op::Next { iterator, item, copy, index, .. } => {
                Op::Next { iterator, item, copy, index, exit: place }
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
            places: Vec::new(),
            parts: Vec::new(),
            runs: Vec::new(),
            sites: Vec::new(),
            calls: Vec::new(),
            texts: Buffer::default(),
            heap,
            outside,
            blamed: Blamed::default(),
        }
    }

    /// What is wrong with the values of a step, at the argument that is to blame.
    pub fn refused(&self, step: usize, Refused { arg, text }: Refused) -> Fault {
        let at = &self.places[step];
        let arg = arg.and_then(|arg| self.blamed.arg(at.start, arg));
        Fault::new(arg.unwrap_or(at).clone(), text)
    }

    /// The run that is all of the template, where there is no more to it.
    pub fn straight(&self) -> Option<&Run> {
        match self.ops[..] {
            [Op::Run(run), Op::Return] => self.runs.get(run as usize),
            _ => None,
        }
    }
}
