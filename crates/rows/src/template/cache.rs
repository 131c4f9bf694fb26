//! What generators made for a batch of rows, kept per turn until the next batch: where a loop passes a generator again
//! and again, each of its turns is a column of its own.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::draw::{Form, Refusal, Run, Site, Written};
use super::program::{DrawCall, Program};
use super::value::{Heap, Outcome, Value};
use crate::encode::{Buffer, Encoder, RowWriter};
use crate::generators::Generate;
use crate::plan::Plan;
use crate::rng::Rows;
use crate::types::{Array, Batch};

/// The rows being made, and the one of them whose turn it is.
#[derive(Debug, Default)]
pub(super) struct Now {
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

/// Rows whose values are made at once where there is more than a run: each turn of a loop has columns of its own, and
/// all of them should stay in the cache.
pub(super) const ROWS_AT_ONCE: usize = 256;
/// So many turns of a generator are made for a whole batch at once, as most rows have them.
const TURNS: usize = 32;
/// Later ones, which take memory for each, are made for so many rows at once.
const FEW_ROWS: usize = 16;
/// How many turns of all runs together are made so; those behind them are made row by row.
const LATER_TURNS: usize = 2048;
/// Making a generator's value for a row alone takes as long as so many steps.
const STEPS_ALONE: u64 = 10;
/// Making a generator takes as long as going through so many bytes, and through its constraint so many times.
const BYTES_A_GENERATOR: usize = 8_000;
const TIMES_A_CONSTRAINT: usize = 100;

/// One turn of a run: its values, and their text once somebody asks for it.
#[derive(Debug, Default)]
struct Turn {
    batch: Batch,
    text: Buffer,
    ends: Vec<usize>,
    /// The batch that the values are of, and the one that the text is of.
    filled: u64,
    written: u64,
}

/// A run with what it made.
#[derive(Debug)]
pub(super) struct RunState<'t> {
    run: &'t Run,
    form: Form,
    writer: RowWriter<'t>,
    turns: Vec<Turn>,
    /// How many turns are made for several rows at once.
    most_turns: usize,
    single: Turn,
    steps: u64,
    later_steps: u64,
}

impl<'t> RunState<'t> {
    /// The state of one of so many runs.
    pub fn new(run: &'t Run, runs: usize) -> RunState<'t> {
        let writer = run.encoder.writer();
        let generators = run.len() as u64;
        let (steps, later_steps) = (generators / 2, generators * STEPS_ALONE);
        let (turns, single) = (Vec::new(), Turn::default());
        let most_turns = TURNS + LATER_TURNS / runs.max(1);
        RunState { run, form: run.form(), writer, turns, most_turns, single, steps, later_steps }
    }

    /// Appends the text of this turn in this row.
    #[inline(always)]
    pub fn put(&mut self, turn: u32, now: &Now, out: &mut Buffer) {
        match self.turns.get(turn as usize) {
            // Mostly it is there.
            Some(made) if (turn as usize) < TURNS && made.written == now.batch => {
                out.extend_from(&made.text, made.place(now.index));
            }
            _ => self.make(turn, now, out),
        }
    }

    #[inline(never)]
    fn make(&mut self, turn: u32, now: &Now, out: &mut Buffer) {
        let (text, place) = self.text(turn, now);
        out.extend_from(text, place);
    }

    /// The steps that this turn is worth besides one: later turns are made for each row alone.
    #[inline]
    pub fn steps(&self, turn: u32) -> u64 {
        if turn as usize >= TURNS { self.later_steps } else { self.steps }
    }

    /// The text of this turn in this row: where it stands.
    #[inline]
    fn text(&mut self, turn: u32, now: &Now) -> (&Buffer, Range<usize>) {
        let (made, writer, index) = self.filled(turn, now);
        if made.written != made.filled {
            made.text.clear();
            made.ends.clear();
            writer.write_each(&made.batch, &mut made.text, &mut made.ends);
            made.text.slacken();
            made.written = made.filled;
        }
        (&made.text, made.place(index))
    }

    /// The value of this turn in this row.
    pub fn value(&mut self, turn: u32, now: &Now, heap: &mut Heap) -> Outcome {
        if self.form == Form::Text {
            let (text, place) = self.text(turn, now);
            let text = heap.text(&text.as_ref()[place]);
            heap.touch(8 * self.steps(turn) as usize);
            return text;
        }
        heap.touch(8 * self.steps(turn) as usize);
        let form = self.form;
        let (made, _, index) = self.filled(turn, now);
        Ok(number(form, &made.batch.columns[0].values, index))
    }

    /// The turn with its values, what writes them, and the place of the row in them.
    #[inline]
    fn filled(&mut self, turn: u32, now: &Now) -> (&mut Turn, &mut RowWriter<'t>, usize) {
        let place = turn as usize;
        if place >= self.most_turns {
            self.run.fill(u64::from(turn), now.rows(now.index..now.index + 1), &mut self.single.batch);
            // It is never the same again.
            (self.single.filled, self.single.written) = (1, 0);
            return (&mut self.single, &mut self.writer, 0);
        }
        if self.turns.len() <= place {
            self.turns.resize_with(place + 1, Turn::default);
        }
        let made = &mut self.turns[place];
        let (rows, index, which) = if place < TURNS {
            (now.rows(0..now.len), now.index, now.batch)
        } else {
            let (few, index) = (now.index / FEW_ROWS, now.index % FEW_ROWS);
            let start = few * FEW_ROWS;
            let rows = now.rows(start..now.len.min(start + FEW_ROWS));
            (rows, index, now.batch * ROWS_AT_ONCE as u64 + few as u64)
        };
        if made.filled != which {
            self.run.fill(u64::from(turn), rows, &mut made.batch);
            made.filled = which;
        }
        (made, &mut self.writer, index)
    }
}

impl Turn {
    /// Where the text of the row at this place stands.
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
pub(super) struct Generators {
    made: HashMap<String, Made>,
    key: String,
    written: Written,
    batch: Batch,
    text: Buffer,
    ends: Vec<usize>,
}

#[derive(Debug)]
struct Made {
    generate: Arc<dyn Generate>,
    form: Form,
    encoder: Encoder,
}

/// More generators than this are not kept; all are forgotten then.
const MOST_MADE: usize = 64;

impl Generators {
    /// The value of a call with these arguments.
    pub fn value(
        &mut self,
        program: &Program,
        call: &DrawCall,
        args: &[Value],
        turn: u32,
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
        heap.touch(8 * STEPS_ALONE as usize + self.key.len());
        if !self.made.contains_key(&self.key) {
            if self.made.len() == MOST_MADE {
                self.made.clear();
            }
            heap.touch(BYTES_A_GENERATOR + TIMES_A_CONSTRAINT * self.key.len());
            let made = self.make(program, call, site)?;
            self.made.insert(self.key.clone(), made);
        }
        let made = &self.made[&self.key];
        if made.generate.max_rows().is_some_and(|limit| limit.rows <= row) {
            let text = format!("the series leaves the 64-bit numbers before row {row}");
            return Err(Refusal { arg: None, text });
        }
        let rows = Rows::Run { first: row, len: 1 };
        let (columns, fractions) = self.batch.reset(1, rows);
        made.generate.fill(&mut site.draws(u64::from(turn), rows, fractions), &mut columns[0].values);
        if made.form != Form::Text {
            return Ok(number(made.form, &columns[0].values, 0));
        }
        self.text.clear();
        self.ends.clear();
        made.encoder.writer().write_each(&self.batch, &mut self.text, &mut self.ends);
        heap.text(self.text.as_ref()).map_err(|refused| Refusal { arg: None, text: refused.text })
    }

    fn make(&self, program: &Program, call: &DrawCall, site: &Site) -> Result<Made, Refusal> {
        let read = |_: &str| Err(std::io::Error::other("in a template the path must always be the same"));
        let DrawCall { entry, generator, modifiers, .. } = call;
        let generate = program.outside.make(entry, generator, Some(&self.written), modifiers, &read)?;
        let key = site.key(0);
        let plan = Plan::keyed([(Arc::clone(&generate), key, key)]);
        let encoder = Encoder::around(&plan, vec![Vec::new()], Vec::new());
        Ok(Made { form: Form::of(&generate.field()), generate, encoder })
    }
}
