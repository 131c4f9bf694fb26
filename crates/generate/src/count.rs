//! Counts how many rows have a number of bytes, without writing them.

use std::ops::Range;

use gusher::schema::STREAM_ROWS;
use gusher::text::Buffer;

use crate::job::Job;
use crate::shard::Shard;
use crate::source::{Edge, RowSource};
use crate::table::TableSource;

/// About how many bytes are made at once on one thread.
const CHUNK: usize = 1 << 20;
/// After this number of rows without a byte none is expected any more.
const SILENT: u64 = 1 << 20;

/// Counts the rows that have at most n bytes, by jobs that have more and more of them.
#[derive(Debug)]
pub(crate) struct Counter {
    size: u64,
    /// The first row.
    start: u64,
    /// The end of the rows that are counted, and their bytes.
    rows: u64,
    bytes: u64,
    /// The same some rows before.
    base: [u64; 2],
    /// How many rows the last job had.
    end: Option<u64>,
}

/// What was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// The rows up to this one have the bytes, or one more or less where the last row is written otherwise than the others.
    Full(u64),
    /// All rows of the job have fewer bytes: a job that ends about here may have as many.
    More(u64),
    /// More rows have no more bytes.
    All,
    /// Rows are made column by column, and have no bytes of their own.
    Columnar,
    /// There are several tables.
    SeveralTables,
}

impl Counter {
    /// A counter of the rows from `start` on.
    pub fn new(size: u64, start: u64) -> Counter {
        Counter { size, start, rows: start, bytes: 0, base: [start, 0], end: None }
    }

    /// The first row that is counted.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Counts on, up to the last row of the job.
    pub fn count(&mut self, job: &Job) -> Counted {
        let [table] = job.tables() else { return Counted::SeveralTables };
        let TableSource::Rows(source) = table.source() else { return Counted::Columnar };
        let (source, end) = (&**source, table.rows(Shard::ALL).end);
        // A table of a schema file has no more rows than the file says.
        if self.end.replace(end) == Some(end) {
            return Counted::All;
        }
        let limit = self.size.saturating_sub(frame(source));
        let chunk = (CHUNK / source.mean_row_bytes()).max(source.batch_rows()) as u64;
        while self.rows < end {
            let chunks = chunks(self.rows..end, chunk, job.threads().get());
            for (rows, len) in chunks.iter().zip(lengths(source, &chunks)) {
                let Some(len) = len else {
                    // The run reports the row that fails.
                    return Counted::Full(rows.end);
                };
                if self.bytes + len > limit {
                    return Counted::Full(self.rows + within(source, rows.clone(), limit - self.bytes));
                }
                self.base = [self.rows, self.bytes];
                (self.rows, self.bytes) = (rows.end, self.bytes + len);
            }
        }
        let is_silent = self.bytes == 0 && self.rows - self.start >= SILENT;
        if is_silent || end >= STREAM_ROWS {
            return Counted::All;
        }
        let mean = (self.bytes as f64 / (self.rows - self.start).max(1) as f64).max(1.0 / 64.0);
        let more = (limit - self.bytes) as f64 / mean * 1.02 + 64.0;
        Counted::More((self.rows.saturating_add(more as u64)).min(STREAM_ROWS - 1))
    }

    /// The bytes of all that a job of about as many rows writes. A row that fails has none.
    pub fn exactly(&self, job: &Job) -> u64 {
        let [table] = job.tables() else { return 0 };
        let TableSource::Rows(source) = table.source() else { return 0 };
        let end = table.rows(Shard::ALL).end;
        let [rows, bytes] = if self.base[0] <= end { self.base } else { [self.start, 0] };
        frame(&**source) + bytes + length(&**source, rows..end).unwrap_or_default()
    }
}

/// The bytes before the first row and after the last one.
fn frame(source: &dyn RowSource) -> u64 {
    (source.header(Edge::Table).len() + source.footer(Edge::Table).len()) as u64
}

/// The next rows, one chunk a thread.
fn chunks(rows: Range<u64>, chunk: u64, count: usize) -> Vec<Range<u64>> {
    let starts = (0..count as u64).map(|index| rows.start.saturating_add(index * chunk));
    starts.take_while(|start| *start < rows.end).map(|start| start..rows.end.min(start + chunk)).collect()
}

/// The bytes of each of these chunks, each made on a thread of its own.
fn lengths(source: &dyn RowSource, chunks: &[Range<u64>]) -> Vec<Option<u64>> {
    let [first, others @ ..] = chunks else { return Vec::new() };
    std::thread::scope(|scope| {
        let others: Vec<_> = others.iter().map(|rows| scope.spawn(|| length(source, rows.clone()))).collect();
        let first = length(source, first.clone());
        let join = |thread: std::thread::ScopedJoinHandle<'_, Option<u64>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        [first].into_iter().chain(others.into_iter().map(join)).collect()
    })
}

/// The bytes of these rows; nothing where one of them cannot be made.
fn length(source: &dyn RowSource, rows: Range<u64>) -> Option<u64> {
    let (mut maker, mut buffer) = (source.maker(), Buffer::default());
    let (mut start, mut bytes) = (rows.start, 0);
    while start < rows.end {
        buffer.clear();
        start = maker.make(start..rows.end, CHUNK, &mut buffer).ok()?;
        bytes += buffer.len() as u64;
    }
    Some(bytes)
}

/// How many of these rows have at most n bytes.
fn within(source: &dyn RowSource, rows: Range<u64>, limit: u64) -> u64 {
    let (mut maker, mut buffer) = (source.maker(), Buffer::default());
    let (mut count, mut bytes) = (0, 0);
    for row in rows {
        buffer.clear();
        if maker.make(row..row + 1, CHUNK, &mut buffer).is_err() {
            return count + 1;
        }
        bytes += buffer.len() as u64;
        if bytes > limit {
            break;
        }
        count += 1;
    }
    count
}
