//! What generators made for a batch of rows, kept per iteration until the next batch: where a loop passes a generator
//! again and again, each of its iterations is a column of its own.

use std::collections::HashMap;
use std::ops::Range;

use crate::draw::{Form, Refusal, Run, Written};
use crate::program::{DrawCall, Program};
use crate::values::{Heap, Outcome, Value};
use gusher::fragment::{Fragment, FragmentWriter};
use gusher::rng::Rows;
use gusher::text::Buffer;
use gusher::types::{Array, Batch};

/// The rows being made, and the one of them that is being written.
#[derive(Debug, Default)]
pub(crate) struct Now {
    first: u64,
    /// How many rows there are.
    len: usize,
    /// Their numbers, if they are no run.
    gathered: Vec<u64>,
    /// Counts batches, from 1.
    batch: u64,
    /// The place of the row among them.
    index: usize,
    /// Its number.
    pub row: u64,
}

impl Now {
    /// Goes on to the next batch.
    pub fn begin(&mut self, rows: Rows<'_>) {
        self.len = rows.len();
        self.gathered.clear();
        match rows {
            Rows::Run { first, .. } => self.first = first,
            Rows::At(rows) => self.gathered.extend_from_slice(rows),
        }
        self.batch += 1;
    }

    /// Goes on to this row.
    pub fn at(&mut self, index: usize, row: u64) {
        (self.index, self.row) = (index, row);
    }

    /// The rows at these places.
    fn rows(&self, at: Range<usize>) -> Rows<'_> {
        let all = match &self.gathered[..] {
            [] => Rows::Run { first: self.first, len: self.len },
            rows => Rows::At(rows),
        };
        all.slice(at)
    }
}

/// Rows whose values are made at once where there is more than a run: each iteration of a loop has columns of its own,
/// and all of them should stay in the cache.
pub(crate) const ROWS_AT_ONCE: usize = 256;
/// So many iterations of a generator are made for a whole batch at once, as most rows have them.
const ITERATIONS: usize = 32;
/// Later ones, which take memory for each, are made for so many rows at once.
const FEW_ROWS: usize = 16;
/// How many iterations of all runs together are made so; those after them are made row by row.
const LATER_ITERATIONS: usize = 2048;
/// Making a generator's value for a row alone takes as long as so many steps.
const STEPS_ALONE: u64 = 10;
/// Making a generator takes as long as going through so many bytes, and through its constraint so many times.
const BYTES_A_GENERATOR: usize = 8_000;
const TIMES_A_CONSTRAINT: usize = 100;

/// One iteration of a run: its values, and their text once it is asked for.
#[derive(Debug, Default)]
struct Iteration {
    batch: Batch,
    text: Buffer,
    ends: Vec<usize>,
    /// The batch that the values are of, and the one that the text is of.
    filled: u64,
    written: u64,
}

/// A run with what it made.
#[derive(Debug)]
pub(crate) struct RunState<'t> {
    run: &'t Run,
    form: Form,
    writer: FragmentWriter<'t>,
    iterations: Vec<Iteration>,
    /// How many iterations are made for several rows at once.
    most_iterations: usize,
    single: Iteration,
    steps: u64,
    later_steps: u64,
}

impl<'t> RunState<'t> {
    /// The state of one of so many runs.
    pub fn new(run: &'t Run, runs: usize) -> RunState<'t> {
        let writer = run.fragment.writer();
        let generators = run.len() as u64;
        let (steps, later_steps) = (generators / 2, generators * STEPS_ALONE);
        let (iterations, single) = (Vec::new(), Iteration::default());
        let most_iterations = ITERATIONS + LATER_ITERATIONS / runs.max(1);
        RunState { run, form: run.form(), writer, iterations, most_iterations, single, steps, later_steps }
    }

    /// Appends the text of this iteration in this row.
    #[inline(always)]
    pub fn put(&mut self, iteration: u32, now: &Now, out: &mut Buffer) {
        match self.iterations.get(iteration as usize) {
            // Mostly it is there.
            Some(made) if (iteration as usize) < ITERATIONS && made.written == now.batch => {
                out.extend_from(&made.text, made.place(now.index));
            }
            _ => self.make(iteration, now, out),
        }
    }

    #[inline(never)]
    fn make(&mut self, iteration: u32, now: &Now, out: &mut Buffer) {
        let (text, place) = self.text(iteration, now);
        out.extend_from(text, place);
    }

    /// The steps that this iteration is worth besides one: later iterations are made for each row alone.
    #[inline]
    pub fn steps(&self, iteration: u32) -> u64 {
        if iteration as usize >= ITERATIONS { self.later_steps } else { self.steps }
    }

    /// The text of this iteration in this row: where it is.
    #[inline]
    fn text(&mut self, iteration: u32, now: &Now) -> (&Buffer, Range<usize>) {
        let (made, writer, index) = self.filled(iteration, now);
        if made.written != made.filled {
            made.text.clear();
            made.ends.clear();
            writer.write_each(&made.batch, &mut made.text, &mut made.ends);
            made.text.slacken();
            made.written = made.filled;
        }
        (&made.text, made.place(index))
    }

    /// The value of this iteration in this row.
    pub fn value(&mut self, iteration: u32, now: &Now, heap: &mut Heap) -> Outcome {
        if self.form == Form::Text {
            let (text, place) = self.text(iteration, now);
            let text = heap.text(&text.as_ref()[place]);
            heap.charge(8 * self.steps(iteration) as usize);
            return text;
        }
        heap.charge(8 * self.steps(iteration) as usize);
        let form = self.form;
        let (made, _, index) = self.filled(iteration, now);
        Ok(number(form, made.batch.columns()[0].values(), index))
    }

    /// The iteration with its values, what writes them, and the place of the row in them.
    #[inline]
    fn filled(&mut self, iteration: u32, now: &Now) -> (&mut Iteration, &mut FragmentWriter<'t>, usize) {
        let place = iteration as usize;
        if place >= self.most_iterations {
            self.run.fill(u64::from(iteration), now.rows(now.index..now.index + 1), &mut self.single.batch);
            // Single-row results are not cached.
            (self.single.filled, self.single.written) = (1, 0);
            return (&mut self.single, &mut self.writer, 0);
        }
        if self.iterations.len() <= place {
            self.iterations.resize_with(place + 1, Iteration::default);
        }
        let made = &mut self.iterations[place];
        let (rows, index, which) = if place < ITERATIONS {
            (now.rows(0..now.len), now.index, now.batch)
        } else {
            let (few, index) = (now.index / FEW_ROWS, now.index % FEW_ROWS);
            let start = few * FEW_ROWS;
            let rows = now.rows(start..now.len.min(start + FEW_ROWS));
            (rows, index, now.batch * ROWS_AT_ONCE as u64 + few as u64)
        };
        if made.filled != which {
            self.run.fill(u64::from(iteration), rows, &mut made.batch);
            made.filled = which;
        }
        (made, &mut self.writer, index)
    }
}

impl Iteration {
    /// Where the text of the row at this place is.
    #[inline(always)]
    fn place(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start..self.ends[index]
    }
}

/// A value that is no text.
fn number(form: Form, values: &Array, index: usize) -> Value {
    match (form, values) {
        (Form::Int, Array::Ints(values)) => Value::Int(values[index]),
        (Form::Decimal(scale), Array::Ints(values)) => Value::Decimal(values[index], scale),
        (Form::Bool, Array::Bools(values)) => Value::Bool(values[index]),
        (form, values) => panic!("a generator announced {form:?} and made {values:?}"),
    }
}

/// Generators whose arguments were only known row by row, by their names and arguments.
#[derive(Debug, Default)]
pub(crate) struct Generators {
    made: HashMap<String, Cached>,
    key: String,
    written: Written,
    batch: Batch,
    text: Buffer,
    ends: Vec<usize>,
}

#[derive(Debug)]
struct Cached {
    form: Form,
    max_rows: Option<u64>,
    fragment: Fragment,
}

/// More generators than this are not kept; all are forgotten then.
const MAX_MADE: usize = 64;

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
    ) -> Result<Value, Refusal> {
        let compat = program.outside.compat_of(&call.generator).is_some();
        self.written.write(compat, call.entry, &call.generator, heap, args)?;
        self.key.clear();
        self.key.push_str(&call.generator);
        call.modifiers.write(&mut self.key);
        self.key.push('\0');
        self.key.push_str(&self.written.text);
        let site = &program.sites[call.site as usize];
        heap.charge(8 * STEPS_ALONE as usize + self.key.len());
        if !self.made.contains_key(&self.key) {
            if self.made.len() == MAX_MADE {
                self.made.clear();
            }
            heap.charge(BYTES_A_GENERATOR + TIMES_A_CONSTRAINT * self.key.len());
            let made = self.make(program, call)?;
            self.made.insert(self.key.clone(), made);
        }
        let made = &self.made[&self.key];
        if made.max_rows.is_some_and(|rows| rows <= row) {
            let text = format!("the series leaves the 64-bit numbers before row {row}");
            return Err(Refusal { arg: None, text });
        }
        let rows = Rows::Run { first: row, len: 1 };
        made.fragment.fill([site.keys(u64::from(iteration))], rows, &mut self.batch);
        if made.form != Form::Text {
            return Ok(number(made.form, self.batch.columns()[0].values(), 0));
        }
        self.text.clear();
        self.ends.clear();
        made.fragment.writer().write_each(&self.batch, &mut self.text, &mut self.ends);
        heap.text(self.text.as_ref()).map_err(|refused| Refusal { arg: None, text: refused.text })
    }

    fn make(&self, program: &Program, call: &DrawCall) -> Result<Cached, Refusal> {
        let read = |_: &str| Err(std::io::Error::other("in a template the path must always be the same"));
        let DrawCall { entry, generator, modifiers, .. } = call;
        let generate = program.outside.make(entry, generator, Some(&self.written), modifiers, &read)?;
        let (form, max_rows) =
            (Form::of(&generate.field()), generate.properties().max_rows.map(|limit| limit.rows));
        Ok(Cached { form, max_rows, fragment: Fragment::single(generate) })
    }
}
