//! What the tests of jobs share.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gush_diagnostics::{Code, Diagnostic};
use gush_generate::{
    AnyOptions, Destination, Error, Job, JobBuilder, Monitor, RowFailure, RowMaker, RowSource, formats,
};
use gush_pipe::Sink;
use gusher::generators::Context;
use gusher::plan::Planner;
use gusher::schema::file::RowExtent;
use gusher::schema::{DatasetSpec, Schema};
use gusher::text::Buffer;

/// Rows that are their own numbers.
#[derive(Debug, Clone)]
pub struct Numbers {
    /// The row that cannot be made.
    pub fails_at: Option<u64>,
    /// The row with which the job is stopped.
    pub stop: Option<(u64, Arc<AtomicBool>)>,
    /// The row from which on nothing is written.
    pub until: Option<u64>,
    /// The size of rows as the source tells it: the larger, the fewer are in a part.
    pub mean_row_bytes: usize,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { fails_at: None, stop: None, until: None, mean_row_bytes: 32 << 10 }
    }
}

impl RowSource for Numbers {
    fn maker(&self) -> Box<dyn RowMaker + '_> {
        Box::new(self.clone())
    }

    fn mean_row_bytes(&self) -> usize {
        self.mean_row_bytes
    }

    fn max_row_bytes(&self) -> usize {
        self.mean_row_bytes
    }

    fn may_be_silent(&self) -> bool {
        self.until.is_some()
    }
}

impl RowMaker for Numbers {
    fn make(&mut self, mut rows: Range<u64>, limit: usize, out: &mut Buffer) -> Result<u64, RowFailure> {
        let (all, full) = (rows.end, out.len().saturating_add(limit));
        if let Some((row, flag)) = &self.stop
            && rows.contains(row)
        {
            flag.store(true, Ordering::Relaxed);
        }
        rows.end = rows.end.min(self.until.unwrap_or(u64::MAX));
        for row in rows {
            if self.fails_at == Some(row) {
                let diagnostic = Box::new(Diagnostic::new(Code::Template, "row", 0..3, "it fails"));
                return Err(RowFailure { row, diagnostic });
            }
            if out.len() >= full {
                return Ok(row);
            }
            out.extend(format!("{row}\n").as_bytes());
        }
        Ok(all)
    }
}

pub fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// The job with these rows of the only table of a dataset too.
pub fn with_rows(job: JobBuilder, dataset: &DatasetSpec, rows: u64, options: &AnyOptions) -> JobBuilder {
    let plan = Planner::new(dataset, 7).plan(0).unwrap();
    job.columns(plan, &dataset.tables[0].schema, 0..rows, options)
}

/// A job of numbers.
pub fn job(rows: Range<u64>) -> Job {
    JobBuilder::new(1).table("numbers", rows, Numbers::default()).build().unwrap()
}

/// A table of columns with this number of rows.
pub fn dataset(table: &str, columns: &[&str], rows: u64) -> DatasetSpec {
    let (schema, found) = Schema::parse(table, columns, &Context::default());
    assert_eq!(found, []);
    DatasetSpec::single(schema, RowExtent::Range(0..rows))
}

pub fn options(format: &str) -> AnyOptions {
    formats().find(|known| known.name == format).unwrap().into()
}

/// What a job writes to a stream.
pub fn stream(job: &Job) -> Result<Vec<u8>, Error> {
    let (written, result) = written(job);
    result.map(|()| written)
}

/// What a job that fails writes to a stream before.
pub fn partial(job: &Job) -> (Vec<u8>, Error) {
    let (written, result) = written(job);
    (written, result.unwrap_err())
}

fn written(job: &Job) -> (Vec<u8>, Result<(), Error>) {
    let mut file: File = tempfile::tempfile().unwrap();
    let mut sink = Sink::from_file(file.try_clone().unwrap()).unwrap();
    let result = job.run(Destination::Stream { sink: &mut sink, name: "stream" }, &Monitor::default());
    let mut written = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut written).unwrap();
    (written, result.map(|_| ()))
}

/// The names of all files in a folder, also of hidden ones.
pub fn files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Uncompressed bytes.
pub fn plain(bytes: &[u8], method: &str) -> Vec<u8> {
    let mut plain = Vec::new();
    match method {
        "gz" => flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut plain).unwrap(),
        "zst" => zstd::Decoder::new(bytes).unwrap().read_to_end(&mut plain).unwrap(),
        _ => return bytes.to_owned(),
    };
    plain
}
