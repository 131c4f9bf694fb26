//! Runs a request: makers of rows, the pump, and a sink.

use std::io;
use std::ops::Range;
use std::path::Path;

use gush_pipe::pump::{self, Maker, Outcome, Watch};
use gush_pipe::{Durability, OutputFile, Sink, output};
use gush_rows::encode::{Buffer, Encoder, RowWriter};
use gush_rows::plan::Plan;
use gush_rows::schema::STREAM_ROWS;
use gush_rows::types::{BATCH_ROWS, Batch};
use gush_template::{RowError, Writer};

use super::progress;
use super::request::{Request, RunOptions, Work};
use super::silence::Written;
use crate::exit::Failure;
use crate::signals::{self, Caught};

pub use super::silence::Silent;

/// About how many bytes a part has: two of them fit a core's second-level cache.
const PART_BYTES: usize = 256 << 10;
/// About how many bytes all parts on their way have, of which there are two a thread.
const ALL_BYTES: usize = 8 << 20;
/// What a part never exceeds, unless a single row does.
const MOST_BYTES: usize = 4 << 20;

/// Writes the rows of a request.
pub fn rows(request: &Request) -> Result<(), Failure> {
    match &request.run.output {
        None => {
            let mut sink = Sink::stdout().map_err(Failure::stdout)?;
            pump(request, &mut sink, &Watch::default()).map_err(Failure::stdout)?;
            Ok(())
        }
        Some(path) => to_file(request, path),
    }
}

/// Writes a text, or other bytes, to standard output.
pub fn text(text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    let written = Sink::stdout().and_then(|mut sink| sink.write_all(text.as_ref()));
    written.map_err(Failure::stdout)
}

/// Writes a text, or other bytes, to a file, which appears whole or not at all.
pub fn file(path: &Path, text: &(impl AsRef<[u8]> + ?Sized), durability: Durability) -> Result<(), Failure> {
    let mut file = OutputFile::create(path).map_err(Failure::Output)?;
    let written = file.sink().write_all(text.as_ref());
    written.map_err(|error| Failure::Write { target: path.display().to_string(), error })?;
    file.commit(durability).map_err(Failure::Output)
}

fn to_file(request: &Request, path: &Path) -> Result<(), Failure> {
    let watch = Watch::default();
    // Before there is a file that a signal could leave behind. Where there will be none, a signal ends the process as
    // usual, even while it waits for the other side.
    let caught = match output::is_direct(path) {
        true => Caught::default(),
        false => signals::catch(&watch).map_err(anyhow::Error::from)?,
    };
    let mut file = OutputFile::create(path).map_err(Failure::Output)?;
    let outcome = pump(request, file.sink(), &watch);
    match outcome.map_err(|error| Failure::write(&path.display().to_string(), error))? {
        Outcome::Done => file.commit(request.run.durability).map_err(Failure::Output),
        Outcome::Stopped => {
            // The unfinished file goes before the process does.
            drop(file);
            Err(Failure::Signal(caught.signal()))
        }
    }
}

fn pump(request: &Request, sink: &mut Sink, watch: &Watch) -> io::Result<Outcome> {
    let Range { start, end } = request.rows;
    let part_rows = part_rows(request);
    // Without rows there may still be a header and a footer.
    let parts = (end - start).div_ceil(part_rows).max(1);
    let written = Written::default();
    let mut run = |parts: Range<u64>, end: u64| {
        let maker = || RowMaker { request, part_rows, end, hand: Hand::of(&request.work), written: &written };
        match request.run.compression {
            None => pump::run(sink, parts, request.run.threads, maker, watch),
            Some(compression) => {
                pump::run(sink, parts, request.run.threads, || compression.around(maker()), watch)
            }
        }
    };
    progress::shown(request, part_rows, watch, || {
        let outcome = run(0..parts, end);
        // All parts before the one with the failing row were written; of this one, what stands before that row.
        if let Some(row) = outcome.as_ref().err().and_then(failing_row) {
            let part = (row - start) / part_rows;
            if start + part * part_rows < row {
                run(part..part + 1, row)?;
            }
        }
        outcome
    })
}

/// The number of the row that could not be made, if that is what went wrong.
fn failing_row(error: &io::Error) -> Option<u64> {
    error.get_ref()?.downcast_ref::<RowError>().map(|error| error.row)
}

/// How many rows a part has: whole batches, unless rows are so wide that a batch would be too much.
fn part_rows(request: &Request) -> u64 {
    let Request { work, run: RunOptions { threads, compression, .. }, .. } = request;
    let (mean, max, batch_rows) = match work {
        Work::Columns { encoder, .. } => {
            (encoder.mean_row_bytes(), encoder.max_row_bytes(), encoder.batch_rows())
        }
        Work::Template(template) => {
            let mean = template.mean_row_bytes();
            // Nobody knows how often a loop turns before it does.
            (mean, template.max_row_bytes().unwrap_or(mean), BATCH_ROWS)
        }
    };
    let (bytes, most) = match compression {
        None => {
            let bytes = PART_BYTES.min(ALL_BYTES / (2 * threads.get()));
            (bytes, MOST_BYTES.min(8 * bytes))
        }
        Some(compression) => (compression.part_bytes(), 8 * compression.part_bytes()),
    };
    let usual = bytes / mean;
    let most = most / max;
    let rows = usual.min(most).max(1);
    (if rows > batch_rows { rows / batch_rows * batch_rows } else { rows }) as u64
}

/// Makes any part of the rows.
struct RowMaker<'r> {
    request: &'r Request,
    part_rows: u64,
    /// The row behind the last one to be made.
    end: u64,
    hand: Hand<'r>,
    written: &'r Written,
}

/// What writes the rows of one thread.
enum Hand<'r> {
    Columns { plan: &'r Plan, encoder: &'r Encoder, writer: RowWriter<'r>, batch: Batch },
    Template(Box<Writer<'r>>),
}

impl Hand<'_> {
    fn of(work: &Work) -> Hand<'_> {
        match work {
            Work::Columns { plan, encoder } => {
                Hand::Columns { plan, encoder, writer: encoder.writer(), batch: Batch::default() }
            }
            Work::Template(template) => Hand::Template(Box::new(template.writer())),
        }
    }
}

impl Maker for RowMaker<'_> {
    type Block = Buffer;

    fn make(&mut self, part: u64, block: &mut Buffer) -> io::Result<()> {
        block.clear();
        let Range { start, end } = self.request.rows;
        let mut at = start + part * self.part_rows;
        let part_end = self.end.min(at + self.part_rows);
        let (plan, encoder, writer, batch) = match &mut self.hand {
            Hand::Columns { plan, encoder, writer, batch } => (plan, encoder, writer, batch),
            Hand::Template(writer) => {
                writer.write(at..part_end, block).map_err(io::Error::other)?;
                let is_stream = end == STREAM_ROWS;
                return if is_stream { self.written.note(at..part_end, block.len()) } else { Ok(()) };
            }
        };
        if part == 0 {
            block.extend(if self.request.is_first { encoder.header() } else { encoder.shard_header() });
        }
        while at < part_end {
            let next = part_end.min(at + encoder.batch_rows() as u64);
            plan.fill(&(at..next), batch);
            writer.write(batch, block);
            at = next;
        }
        if part_end == end {
            block.extend(if self.request.is_last { encoder.footer() } else { encoder.shard_footer() });
        }
        Ok(())
    }
}
