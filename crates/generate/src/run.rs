//! Writes one shard of one table to a sink.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use gush_pipe::Sink;
use gush_pipe::pump::{self, Outcome};

use crate::error::Error;
use crate::groups;
use crate::job::{Job, Script};
use crate::maker::PartMaker;
use crate::monitor::Monitor;
use crate::parts::Parts;
use crate::shard::Shard;
use crate::silence::{Silent, Written};
use crate::source::{RowFailure, RowSource};
use crate::table::TableSource;

/// Writes a shard of all tables, one after the other, to `sink`, which errors call `target`: of one table, or of several that
/// are a script.
pub(crate) fn write_all(
    job: &Job,
    shard: Shard,
    sink: &mut Sink,
    target: &str,
    monitor: &Monitor,
) -> Result<Outcome, Error> {
    let (none, last) = (Script::default(), job.tables().len() - 1);
    let Script { before, after } = job.script().unwrap_or(&none);
    for (index, table) in job.tables().iter().enumerate() {
        let around: [&[u8]; 2] =
            [if index == 0 { before } else { &[] }, if index == last { after } else { &[] }];
        let outcome = pump(job, index, shard, around, sink, monitor);
        if outcome.map_err(|error| explain(error, table.name(), target))? == Outcome::Stopped {
            return Ok(Outcome::Stopped);
        }
    }
    Ok(Outcome::Done)
}

/// Writes a shard of the table with this index to `sink`, which errors call `target`.
pub(crate) fn write(
    job: &Job,
    table: usize,
    shard: Shard,
    sink: &mut Sink,
    target: &str,
    monitor: &Monitor,
) -> Result<Outcome, Error> {
    let outcome = pump(job, table, shard, [&[], &[]], sink, monitor);
    outcome.map_err(|error| explain(error, job.tables()[table].name(), target))
}

fn pump(
    job: &Job,
    index: usize,
    shard: Shard,
    around: [&[u8]; 2],
    sink: &mut Sink,
    monitor: &Monitor,
) -> io::Result<Outcome> {
    let table = &job.tables()[index];
    let shard = table.shard(shard);
    let source = match table.source() {
        TableSource::Rows(rows) => &**rows,
        TableSource::Columns(columns) => {
            return groups::write(job, index, columns, table.rows(shard), sink, monitor);
        }
    };
    let threads = threads(job, source, table.rows(shard));
    let parts = Parts::new(source, table.rows(shard), threads, job.compression());
    let Range { start, end } = parts.all();
    let written = Written::default();
    let written = (table.is_stream() && source.may_be_silent()).then_some(&written);
    let maker =
        || PartMaker { source, parts: &parts, shard, next: None, maker: source.maker(), around, written };
    let (range, watch) = (0..parts.count(), monitor.watch());
    monitor.begin(index, end - start, parts.part_rows());
    match job.compression() {
        None => pump::run(sink, range, threads, maker, watch),
        Some(compression) => pump::run(sink, range, threads, || compression.around(maker()), watch),
    }
}

/// Rows that take no more than this are one part: there is nothing for a second thread.
const ONE_PART: u64 = 64 << 10;

/// How many threads make these rows.
fn threads(job: &Job, source: &dyn RowSource, rows: Range<u64>) -> NonZeroUsize {
    let most = (rows.end - rows.start).saturating_mul(source.max_row_bytes() as u64);
    if most <= ONE_PART { NonZeroUsize::MIN } else { job.threads() }
}

/// The error that came through the pump.
fn explain(error: io::Error, table: &str, target: &str) -> Error {
    match error.downcast::<RowFailure>() {
        Ok(failure) => Error::Row { table: table.into(), failure },
        Err(error) => match error.downcast::<Silent>() {
            Ok(silent) => Error::Silent(silent),
            Err(error) => Error::Write { target: target.into(), error },
        },
    }
}
