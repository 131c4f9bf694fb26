//! The machine that runs the program of a template for a row, step by step.

use super::generated::{Generators, Now, RunState};
use super::items::Items;
use crate::error::{Fault, RowError};
use crate::program::{NONE, Op, Program};
use crate::values::{Heap, MAX_TEXT, Refusal, TOO_MUCH_TEXT, Value};
use gusher::rng::Rows;
use gusher::text::Buffer;

/// The maximum depth of templates that call one another.
const MAX_FRAMES: usize = 10_000;
/// The maximum number of variables in templates that call one another.
const MAX_VARIABLES: usize = 1 << 20;

/// A template that called another one: the step to return to, and where its variables and iterators begin.
#[derive(Debug, Clone, Copy)]
struct Frame {
    step: u32,
    variables: u32,
    iterators: u32,
}

/// The loop that takes its next item, and the variables that receive it.
#[derive(Debug, Clone, Copy)]
struct NextItem {
    iterator: u32,
    item: u32,
    copy: u32,
    index: u32,
}

/// The state of a program that runs.
#[derive(Debug)]
pub(super) struct Machine<'t> {
    pub(super) program: &'t Program,
    pub(super) heap: Heap,
    pub(super) stack: Vec<Value>,
    variables: Vec<Value>,
    iterators: Vec<Items>,
    frames: Vec<Frame>,
    pub(super) runs: Vec<RunState<'t>>,
    /// How often each run and each site was reached in this row.
    pub(super) run_passes: Vec<Reached>,
    pub(super) site_passes: Vec<Reached>,
    /// Counts rows, so that nothing has to be reset for each.
    pub(super) serial: u64,
    pub(super) generators: Generators,
    pub(super) now: Now,
    pub(super) scratch: Vec<u8>,
    max_steps: u64,
}

impl<'t> Machine<'t> {
    pub fn new(program: &'t Program, max_steps: u64) -> Machine<'t> {
        Machine {
            program,
            heap: program.heap.clone(),
            stack: Vec::new(),
            variables: Vec::new(),
            iterators: Vec::new(),
            frames: Vec::new(),
            runs: program.runs.iter().map(|run| RunState::new(run, program.runs.len())).collect(),
            run_passes: vec![Reached::default(); program.runs.len()],
            site_passes: vec![Reached::default(); program.sites.len()],
            serial: 0,
            generators: Generators::default(),
            now: Now::default(),
            scratch: Vec::new(),
            max_steps,
        }
    }
}

impl Machine<'_> {
    /// Writes the first of these rows, until `out` has `full` bytes or more, and returns how many were written.
    pub fn batch(&mut self, rows: Rows<'_>, full: usize, out: &mut Buffer) -> Result<usize, RowError> {
        self.now.begin(rows);
        for index in 0..rows.len() {
            if out.len() >= full {
                return Ok(index);
            }
            let row = rows.get(index);
            self.now.at(index, row);
            let begin = out.len();
            if let Err(fault) = self.row(out) {
                out.truncate(begin);
                return Err(RowError { row, diagnostic: Box::new(self.program.source.explain(&fault)) });
            }
        }
        Ok(rows.len())
    }

    fn row(&mut self, out: &mut Buffer) -> Result<(), Fault> {
        self.heap.clear();
        self.heap.row.row = self.now.row;
        self.stack.clear();
        self.frames.clear();
        self.serial += 1;
        let main = self.program.routines[0];
        self.variables.clear();
        self.variables.resize(main.variables as usize, Value::Nil);
        self.variables[0] = Value::Row;
        self.iterators.clear();
        self.iterators.resize_with(main.iterators as usize, Items::default);
        self.run(main.start as usize, out)
    }

    /// Runs the steps from `next` on.
    fn run(&mut self, mut next: usize, out: &mut Buffer) -> Result<(), Fault> {
        let program = self.program;
        let limit = out.len() + MAX_TEXT;
        let mut steps = 0;
        let mut frame = Frame { step: 0, variables: 0, iterators: 0 };
        loop {
            let op = &program.ops[next];
            next += 1;
            steps += 1;
            let step = next - 1;
            let here = |text: String| Fault::new(program.spans[step].clone(), text);
            let refused = |refused: Refusal| program.refused(step, refused);
            match *op {
                Op::Text { start, end } => {
                    out.extend_from(&program.texts, start as usize..end as usize);
                    check_len(out, limit).map_err(here)?;
                }
                Op::Run(run) => {
                    let iteration = pass(&mut self.run_passes, run, self.serial);
                    let run = &mut self.runs[run as usize];
                    run.put(iteration, &self.now, out);
                    steps += run.steps(iteration);
                    check_len(out, limit).map_err(here)?;
                }
                Op::Print => {
                    let value = self.pop();
                    self.print(value, out);
                    check_len(out, limit).map_err(here)?;
                }
                Op::Write(variable) => {
                    match self.variables[(frame.variables + variable) as usize] {
                        Value::Int(value) => out.extend_int(value),
                        value => self.print(value, out),
                    }
                    check_len(out, limit).map_err(here)?;
                }
                Op::Push(value) => self.stack.push(value),
                Op::Load(variable) => self.stack.push(self.variables[(frame.variables + variable) as usize]),
                Op::Store(variable) => self.variables[(frame.variables + variable) as usize] = self.pop(),
                Op::Keep(variable) => self.variables[(frame.variables + variable) as usize] = self.top(),
                Op::Jump(to) => next = to as usize,
                Op::Unless(to) => {
                    if !self.pop().truth() {
                        next = to as usize;
                    }
                }
                Op::UnlessTest { variable, test, with, to } => {
                    let holds = match self.variables[(frame.variables + variable) as usize] {
                        Value::Int(value) => test.holds(value, i64::from(with)),
                        value => test.of_any(&mut self.heap, value, with).map_err(refused)?,
                    };
                    if !holds {
                        next = to as usize;
                    }
                }
                Op::And(to) | Op::Or(to) => {
                    if self.top().truth() == matches!(op, Op::Or(_)) {
                        next = to as usize;
                    } else {
                        self.pop();
                    }
                }
                Op::Next { iterator, item, copy, index, exit } => {
                    if !self.advance(NextItem { iterator, item, copy, index }, frame) {
                        next = exit as usize;
                    }
                    self.check_steps(steps).map_err(here)?;
                }
                Op::Again { iterator, item, copy, index, begin } => {
                    if self.advance(NextItem { iterator, item, copy, index }, frame) {
                        next = begin as usize;
                    }
                    self.check_steps(steps).map_err(here)?;
                }
                Op::Range { iterator, pairs, otherwise } => {
                    let items = Items::of(self.pop(), pairs, &self.heap).map_err(here)?;
                    if items.is_empty() {
                        next = otherwise as usize;
                    }
                    self.iterators[(frame.iterators + iterator) as usize] = items;
                }
                Op::Enter(_) | Op::Return => {
                    if self.call_or_return(*op, &mut next, &mut frame).map_err(here)? {
                        return Ok(());
                    }
                    self.check_steps(steps + self.heap.worked()).map_err(here)?;
                }
                Op::Call { .. }
                | Op::Draw(_)
                | Op::DrawWith { .. }
                | Op::Field { .. }
                | Op::Loop
                | Op::LoopBetween(_)
                | Op::Null(_)
                | Op::Pick { .. } => {
                    self.compute(*op).map_err(refused)?;
                    self.check_steps(steps + self.heap.worked()).map_err(here)?;
                }
            }
        }
    }

    /// Takes the next item of a loop into its variables; whether there was one.
    #[inline(always)]
    fn advance(&mut self, to: NextItem, frame: Frame) -> bool {
        let NextItem { iterator, item, copy, index } = to;
        let items = &mut self.iterators[(frame.iterators + iterator) as usize];
        let (position, value) = match items {
            // The usual loop, inlined.
            Items::Ints { next, left: left @ 1.., index } => {
                let taken = (*index, Value::Int(*next));
                (*next, *left, *index) = (next.wrapping_add(1), *left - 1, *index + 1);
                taken
            }
            items => match items.next(&self.heap) {
                Some(taken) => taken,
                None => return false,
            },
        };
        let variables = &mut self.variables[frame.variables as usize..];
        variables[item as usize] = value;
        if copy != NONE {
            variables[copy as usize] = value;
        }
        if index != NONE {
            variables[index as usize] = Value::Int(position);
        }
        true
    }

    /// Calls a template or returns from one; returns whether the program is over.
    fn call_or_return(&mut self, op: Op, next: &mut usize, frame: &mut Frame) -> Result<bool, String> {
        match op {
            Op::Enter(routine) => {
                self.frames.push(Frame { step: *next as u32, ..*frame });
                if self.frames.len() > MAX_FRAMES {
                    return Err("more than 10,000 templates call one another".into());
                }
                let routine = self.program.routines[routine as usize];
                frame.variables = self.variables.len() as u32;
                frame.iterators = self.iterators.len() as u32;
                let dot = self.pop();
                self.heap.charge(routine.variables as usize * 8);
                if self.variables.len() + routine.variables as usize > MAX_VARIABLES {
                    return Err(format!(
                        "templates that call one another have more than {} variables",
                        gush_diagnostics::grouped(MAX_VARIABLES as u64)
                    ));
                }
                self.variables.push(dot);
                self.variables.resize((frame.variables + routine.variables) as usize, Value::Nil);
                self.iterators.resize_with((frame.iterators + routine.iterators) as usize, Items::default);
                *next = routine.start as usize;
            }
            Op::Return => {
                let Some(caller) = self.frames.pop() else { return Ok(true) };
                self.variables.truncate(frame.variables as usize);
                self.iterators.truncate(frame.iterators as usize);
                *next = caller.step as usize;
                *frame = caller;
            }
            op => unreachable!("{op:?} leads nowhere"),
        }
        Ok(false)
    }

    #[inline]
    fn check_steps(&self, steps: u64) -> Result<(), String> {
        if steps > self.max_steps { Err(too_many_steps(self.max_steps)) } else { Ok(()) }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }

    #[inline]
    fn top(&self) -> Value {
        self.stack.last().copied().unwrap_or_default()
    }
}

/// How often something was reached in the row of this serial number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reached {
    serial: u64,
    times: u32,
}

/// How often the run or site at this index was reached before in this row, and counts this time.
#[inline]
pub(super) fn pass(reached: &mut [Reached], index: u32, serial: u64) -> u32 {
    let reached = &mut reached[index as usize];
    if reached.serial != serial {
        *reached = Reached { serial, times: 0 };
    }
    reached.times += 1;
    reached.times - 1
}

#[cold]
fn too_many_steps(limit: u64) -> String {
    format!("one row takes more than {} steps", gush_diagnostics::grouped(limit))
}

#[inline]
fn check_len(out: &Buffer, limit: usize) -> Result<(), String> {
    if out.len() > limit { Err(TOO_MUCH_TEXT.into()) } else { Ok(()) }
}
