//! Writes the parts of tables to a sink, made on several threads.

use std::io;
use std::num::NonZeroUsize;

use gush_pipe::Sink;
use gush_pipe::pump::{self, Maker, Outcome, Progress};

use super::error::Error;
use super::monitor::Monitor;
use crate::job::Job;
use crate::pieces::{Pieces, Taker};
use crate::run;
use crate::shard::Shard;
use crate::source::RowFailure;
use crate::stalled::StreamStalled;

/// Takes parts into a sink, seen by a monitor.
struct Pumped<'p> {
    sink: &'p mut Sink,
    monitor: &'p Monitor,
}

impl Taker for Pumped<'_> {
    fn begin(&mut self, table: usize, rows: u64, part_rows: u64) {
        self.monitor.begin(table, rows, part_rows);
    }

    fn take<M: Pieces>(
        &mut self,
        count: u64,
        threads: NonZeroUsize,
        new_maker: impl Fn() -> M + Sync,
    ) -> io::Result<bool> {
        let maker = || PumpMaker(new_maker());
        let outcome = pump::run(self.sink, 0..count, threads, maker, self.monitor.watch())?;
        Ok(outcome == Outcome::Done)
    }

    fn end(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sink.write_all(bytes)
    }
}

/// A maker as the pump has it.
struct PumpMaker<M>(M);

impl<M: Pieces> Maker for PumpMaker<M> {
    type Block = M::Block;

    fn make(&mut self, part: u64, block: &mut M::Block) -> io::Result<Progress> {
        Ok(if self.0.make(part, block)? { Progress::Complete } else { Progress::Partial })
    }
}

/// Writes all tables, one after the other, to `sink`, which errors call `target`: one table, or several that are a script.
pub(super) fn write_all(
    job: &Job,
    sink: &mut Sink,
    target: &str,
    monitor: &Monitor,
) -> Result<Outcome, Error> {
    let all = run::all(job, &mut Pumped { sink, monitor });
    all.map(outcome).map_err(|(table, error)| explain(error, job, table, target))
}

/// Writes a shard of the table with this index to `sink`, which errors call `target`.
pub(super) fn write(
    job: &Job,
    table: usize,
    shard: Shard,
    sink: &mut Sink,
    target: &str,
    monitor: &Monitor,
) -> Result<Outcome, Error> {
    let all = run::table(job, table, shard, [&[], &[]], &mut Pumped { sink, monitor });
    all.map(outcome).map_err(|error| explain(error, job, table, target))
}

fn outcome(is_all: bool) -> Outcome {
    if is_all { Outcome::Done } else { Outcome::Stopped }
}

/// The error that came through the pump.
fn explain(error: io::Error, job: &Job, table: usize, target: &str) -> Error {
    match error.downcast::<RowFailure>() {
        Ok(failure) => Error::Row { table: job.tables()[table].name().into(), failure },
        Err(error) => match error.downcast::<StreamStalled>() {
            Ok(stalled) => Error::Stalled(stalled),
            Err(error) => Error::Write { target: target.into(), error },
        },
    }
}
