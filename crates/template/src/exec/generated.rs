//! The values of generators for a batch of rows, kept per iteration until the next batch: where a loop calls a generator
//! repeatedly, each of its iterations is a column of its own.

use std::collections::HashMap;
use std::ops::Range;

use crate::draw::{Run, ValueForm, Written};
use crate::program::{DrawCall, Program};
use crate::values::{Heap, Outcome, Refusal, Value};
use gusher::internal::fragment::{Fragment, FragmentWriter};
use gusher::rng::Rows;
use gusher::text::Buffer;
use gusher::types::{Array, Batch};

/// The rows of the batch, and the one of them that is being written.
#[derive(Debug, Default)]
pub(crate) struct Now {
    first: u64,
    /// How many rows there are.
    len: usize,
    /// Their numbers, if they are not consecutive.
    gathered: Vec<u64>,
    /// Counts batches, from 1.
    batch: u64,
    /// The index of the current row among them.
    index: usize,
    /// The number of the current row.
    pub row: u64,
}

impl Now {
    /// Begins the next batch.
    pub fn begin(&mut self, rows: Rows<'_>) {
        self.len = rows.len();
        self.gathered.clear();
        match rows {
            Rows::Run { first, .. } => self.first = first,
            Rows::At(rows) => self.gathered.extend_from_slice(rows),
        }
        self.batch += 1;
    }

    /// Moves to this row.
    pub fn at(&mut self, index: usize, row: u64) {
        (self.index, self.row) = (index, row);
    }

    /// The rows with these indices.
    fn rows(&self, at: Range<usize>) -> Rows<'_> {
        let all = match &self.gathered[..] {
            [] => Rows::Run { first: self.first, len: self.len },
            rows => Rows::At(rows),
        };
        all.slice(at)
    }
}

/// Rows in a batch, unless the template is a single run: each iteration of a loop has columns of its own, and all of them
/// should stay in the cache.
pub(crate) const ROWS_AT_ONCE: usize = 256;
/// The number of iterations of a generator that are filled for the entire batch at once, as most rows have them.
const ITERATIONS: usize = 32;
/// The number of rows that later iterations are filled for at once, as each of them takes memory.
const FEW_ROWS: usize = 16;
/// How many iterations of all runs together are filled in that way; those after them are filled row by row.
const LATER_ITERATIONS: usize = 2048;
/// The steps that the value of a generator for a single row is charged as.
const STEPS_ALONE: u64 = 10;
/// Building a generator is charged as the reading of this many bytes, and of its constraint this many times.
const BYTES_A_GENERATOR: usize = 8_000;
const TIMES_A_CONSTRAINT: usize = 100;

/// One iteration of a run: its values, and their text once it is needed.
#[derive(Debug, Default)]
struct Iteration {
    batch: Batch,
    text: Buffer,
    ends: Vec<usize>,
    /// The number of the batch that the values belong to, and of the one that the text belongs to.
    filled: u64,
    written: u64,
}

/// A run with its current values.
#[derive(Debug)]
pub(crate) struct RunState<'t> {
    run: &'t Run,
    form: ValueForm,
    writer: FragmentWriter<'t>,
    iterations: Vec<Iteration>,
    /// How many iterations are filled for several rows at once.
    max_iterations: usize,
    single: Iteration,
    steps: u64,
    later_steps: u64,
}

impl<'t> RunState<'t> {
    /// The state of one of `runs` runs.
    pub fn new(run: &'t Run, runs: usize) -> RunState<'t> {
        let writer = run.fragment.writer();
        let generators = run.len() as u64;
        let (steps, later_steps) = (generators / 2, generators * STEPS_ALONE);
        let (iterations, single) = (Vec::new(), Iteration::default());
        let max_iterations = ITERATIONS + LATER_ITERATIONS / runs.max(1);
        RunState { run, form: run.form(), writer, iterations, max_iterations, single, steps, later_steps }
    }

    /// Appends the text of this iteration in this row.
    #[inline(always)]
    pub fn put(&mut self, iteration: u32, now: &Now, out: &mut Buffer) {
        match self.iterations.get(iteration as usize) {
            // The usual case: the text is ready.
            Some(state) if (iteration as usize) < ITERATIONS && state.written == now.batch => {
                out.extend_from(&state.text, state.span(now.index));
            }
            _ => self.put_new(iteration, now, out),
        }
    }

    #[inline(never)]
    fn put_new(&mut self, iteration: u32, now: &Now, out: &mut Buffer) {
        let (text, span) = self.text(iteration, now);
        out.extend_from(text, span);
    }

    /// The steps that this iteration is charged in addition to its own: later iterations are filled row by row.
    #[inline]
    pub fn steps(&self, iteration: u32) -> u64 {
        if iteration as usize >= ITERATIONS { self.later_steps } else { self.steps }
    }

    /// The buffer with the text of this iteration, and the span of this row in it.
    #[inline]
    fn text(&mut self, iteration: u32, now: &Now) -> (&Buffer, Range<usize>) {
        let (state, writer, index) = self.filled(iteration, now);
        if state.written != state.filled {
            state.text.clear();
            state.ends.clear();
            writer.write_each(&state.batch, &mut state.text, &mut state.ends);
            state.text.slacken();
            state.written = state.filled;
        }
        (&state.text, state.span(index))
    }

    /// The value of this iteration in this row.
    pub fn value(&mut self, iteration: u32, now: &Now, heap: &mut Heap) -> Outcome {
        if self.form == ValueForm::Text {
            let (text, span) = self.text(iteration, now);
            let text = heap.text(&text.as_ref()[span]);
            heap.charge(8 * self.steps(iteration) as usize);
            return text;
        }
        heap.charge(8 * self.steps(iteration) as usize);
        let form = self.form;
        let (state, _, index) = self.filled(iteration, now);
        Ok(number(form, state.batch.columns()[0].values(), index))
    }

    /// The iteration with its values, what writes them, and the index of the row in them.
    #[inline]
    fn filled(&mut self, iteration: u32, now: &Now) -> (&mut Iteration, &mut FragmentWriter<'t>, usize) {
        let index = iteration as usize;
        if index >= self.max_iterations {
            self.run.fill(u64::from(iteration), now.rows(now.index..now.index + 1), &mut self.single.batch);
            // Single-row results are not cached.
            (self.single.filled, self.single.written) = (1, 0);
            return (&mut self.single, &mut self.writer, 0);
        }
        if self.iterations.len() <= index {
            self.iterations.resize_with(index + 1, Iteration::default);
        }
        let state = &mut self.iterations[index];
        let (rows, row, batch) = if index < ITERATIONS {
            (now.rows(0..now.len), now.index, now.batch)
        } else {
            let (group, row) = (now.index / FEW_ROWS, now.index % FEW_ROWS);
            let start = group * FEW_ROWS;
            let rows = now.rows(start..now.len.min(start + FEW_ROWS));
            (rows, row, now.batch * ROWS_AT_ONCE as u64 + group as u64)
        };
        if state.filled != batch {
            self.run.fill(u64::from(iteration), rows, &mut state.batch);
            state.filled = batch;
        }
        (state, &mut self.writer, row)
    }
}

impl Iteration {
    /// The span of the text of the row at this index.
    #[inline(always)]
    fn span(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start..self.ends[index]
    }
}

/// A value that is not a text.
fn number(form: ValueForm, values: &Array, index: usize) -> Value {
    match (form, values) {
        (ValueForm::Int, Array::Ints(values)) => Value::Int(values[index]),
        (ValueForm::Decimal(scale), Array::Ints(values)) => Value::Decimal(values[index], scale),
        (ValueForm::Bool, Array::Bools(values)) => Value::Bool(values[index]),
        (form, values) => panic!("a generator declared {form:?} and gave {values:?}"),
    }
}

/// Generators whose arguments are only known row by row, by their names and arguments.
#[derive(Debug, Default)]
pub(crate) struct Generators {
    cache: HashMap<String, Cached>,
    key: String,
    written: Written,
    batch: Batch,
    text: Buffer,
    ends: Vec<usize>,
}

#[derive(Debug)]
struct Cached {
    form: ValueForm,
    max_rows: Option<u64>,
    fragment: Fragment,
}

/// The capacity of the cache: when it is full, it is emptied.
const MAX_CACHED: usize = 64;

impl Generators {
    /// The value of a call with these arguments.
    pub fn value(
        &mut self,
        program: &Program,
        call: &DrawCall,
        args: &[Value],
        iteration: u32,
        row: u64,
        heap: &mut Heap,
    ) -> Outcome {
        let compat = program.outside.compat_of(&call.generator).is_some();
        self.written.write(compat, call.entry, &call.generator, heap, args)?;
        self.key.clear();
        self.key.push_str(&call.generator);
        call.modifiers.write(&mut self.key);
        self.key.push('\0');
        self.key.push_str(&self.written.text);
        let site = &program.sites[call.site as usize];
        heap.charge(8 * STEPS_ALONE as usize + self.key.len());
        if !self.cache.contains_key(&self.key) {
            if self.cache.len() == MAX_CACHED {
                self.cache.clear();
            }
            heap.charge(BYTES_A_GENERATOR + TIMES_A_CONSTRAINT * self.key.len());
            let cached = self.build(program, call)?;
            self.cache.insert(self.key.clone(), cached);
        }
        let cached = &self.cache[&self.key];
        if cached.max_rows.is_some_and(|rows| rows <= row) {
            return Err(format!("the series leaves the 64-bit numbers before row {row}").into());
        }
        let rows = Rows::Run { first: row, len: 1 };
        cached.fragment.fill([site.keys(u64::from(iteration))], rows, &mut self.batch);
        if cached.form != ValueForm::Text {
            return Ok(number(cached.form, self.batch.columns()[0].values(), 0));
        }
        self.text.clear();
        self.ends.clear();
        cached.fragment.writer().write_each(&self.batch, &mut self.text, &mut self.ends);
        heap.text(self.text.as_ref())
    }

    fn build(&self, program: &Program, call: &DrawCall) -> Result<Cached, Refusal> {
        let read = |_: &str| Err(std::io::Error::other("in a template the path must always be the same"));
        let DrawCall { entry, generator, modifiers, .. } = call;
        let generate = program.outside.build(entry, generator, Some(&self.written), modifiers, &read)?;
        let (form, max_rows) =
            (ValueForm::of(&generate.field()), generate.properties().max_rows.map(|limit| limit.rows));
        Ok(Cached { form, max_rows, fragment: Fragment::single(generate) })
    }
}
