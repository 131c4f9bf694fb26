//! Runs a request: makers of rows, the pump, and a sink.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gush_pipe::pump::{self, Maker, Outcome, Watch};
use gush_pipe::{OutputFile, Sink};
use gush_rows::batch::{BATCH_ROWS, Batch};
use gush_rows::encode::{Buffer, RowWriter};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::progress;
use super::request::Request;
use crate::exit::Failure;

/// About how many bytes a part has: two of them fit a core's second-level cache.
const PART_BYTES: u64 = 256 << 10;

/// Writes the rows of a request.
pub fn rows(request: &Request) -> Result<(), Failure> {
    match &request.output {
        None => {
            let mut sink = Sink::stdout().map_err(Failure::stdout)?;
            pump(request, &mut sink, &Watch::default()).map_err(Failure::stdout)?;
            Ok(())
        }
        Some(path) => to_file(request, path),
    }
}

/// Writes a text to standard output.
pub fn text(text: &str) -> Result<(), Failure> {
    let written = Sink::stdout().and_then(|mut sink| sink.write_all(text.as_bytes()));
    written.map_err(Failure::stdout)
}

fn to_file(request: &Request, path: &Path) -> Result<(), Failure> {
    let watch = Watch::default();
    // Before there is a file that a signal could leave behind.
    let signal = catch_signals(&watch).map_err(anyhow::Error::from)?;
    let file = OutputFile::create(path).map_err(Failure::Output)?;
    let mut sink = file.sink().map_err(Failure::Output)?;
    let outcome = pump(request, &mut sink, &watch);
    match outcome.map_err(|error| Failure::Write { target: path.display().to_string(), error })? {
        Outcome::Done => file.commit().map_err(Failure::Output),
        Outcome::Stopped => {
            // The unfinished file goes before the process does.
            drop(file);
            Err(Failure::Signal(signal.load(Ordering::Relaxed) as i32))
        }
    }
}

/// Lets a signal that would end the process end the pump instead, and says which one it was.
fn catch_signals(watch: &Watch) -> io::Result<Arc<AtomicUsize>> {
    let which = Arc::new(AtomicUsize::new(0));
    for signal in [SIGINT, SIGTERM, progress::HANGUP] {
        signal_hook::flag::register_usize(signal, Arc::clone(&which), signal as usize)?;
        signal_hook::flag::register(signal, watch.stop_flag())?;
    }
    Ok(which)
}

fn pump(request: &Request, sink: &mut Sink, watch: &Watch) -> io::Result<Outcome> {
    if request.is_first {
        sink.write_all(request.encoder.header())?;
    }
    let rows = request.rows.clone();
    let part_rows = part_rows(request.encoder.mean_row_bytes());
    let parts = (rows.end - rows.start).div_ceil(part_rows);
    let maker = || RowMaker { request, part_rows, writer: request.encoder.writer(), batch: Batch::default() };
    progress::shown(request, part_rows, watch, || pump::run(sink, 0..parts, request.threads, maker, watch))
}

/// How many rows a part has: whole batches, unless rows are so wide that a batch would be too much.
fn part_rows(row_bytes: usize) -> u64 {
    let rows = (PART_BYTES / row_bytes as u64).max(1);
    let batch = BATCH_ROWS as u64;
    if rows > batch { rows / batch * batch } else { rows }
}

/// Makes any part of the rows.
struct RowMaker<'r> {
    request: &'r Request,
    part_rows: u64,
    writer: RowWriter<'r>,
    batch: Batch,
}

impl Maker for RowMaker<'_> {
    type Block = Buffer;

    fn make(&mut self, part: u64, block: &mut Buffer) -> io::Result<()> {
        block.clear();
        let Range { start, end } = self.request.rows;
        let mut at = start + part * self.part_rows;
        let end = end.min(at + self.part_rows);
        while at < end {
            let next = end.min(at + BATCH_ROWS as u64);
            self.request.plan.fill(&(at..next), &mut self.batch);
            self.writer.write(&self.batch, block);
            at = next;
        }
        Ok(())
    }
}
