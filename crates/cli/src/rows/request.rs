//! What is to be done: a job, where its rows go, and what else was asked for.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::path::PathBuf;

use gush_generate::{Compression, Durability, Job, JobBuilder, Record, Shard};
use gusher::encode::FormatOptions;
use gusher::rng::Key;

use super::progress::Progress;

/// A run that makes sense.
pub struct RowsRequest {
    /// What makes the rows.
    pub job: Job,
    /// How and where to.
    pub run: RunOptions,
    /// The schema as the text of a file that repeats this, where only that is wanted.
    pub print_schema: Option<String>,
    /// The same, to be kept in a file.
    pub save_schema: Option<(PathBuf, String)>,
    /// What to say about the run on stderr before it begins.
    pub notes: Vec<String>,
}

/// What is the same whatever makes the rows.
pub struct RunOptions {
    pub now: i64,
    pub show_seed: bool,
    pub threads: Option<NonZeroUsize>,
    pub output: Option<PathBuf>,
    /// How many files each table has where the output is a directory.
    pub files: Option<NonZeroU64>,
    /// Whether files of a directory that are whole are left as they are.
    pub resume: bool,
    pub compression: Option<Compression>,
    /// What has to hold once the files are there.
    pub durability: Durability,
    pub progress: Progress,
}

impl RunOptions {
    /// What is kept with the files of a directory, where the output is one: `schema` makes the same rows again.
    pub(super) fn record(
        &self,
        seed: u64,
        shard: Shard,
        schema: String,
        options: &FormatOptions,
        tables: impl Iterator<Item = (String, Range<u64>)>,
    ) -> Option<Record> {
        let request = gush_generate::JobRequest {
            program: concat!("gush ", env!("CARGO_PKG_VERSION")).into(),
            schema,
            format: options.spec().name.into(),
            options: format!("{:016x}", Key::seed(0).derive(&format!("{options:?}")).bits(0)),
            compression: self.compression.map(|compression| format!("{compression:?}")),
            files: self.files?.get(),
            shard: format!("{}/{}", shard.index() + 1, shard.count()),
            shard_by: None,
            tables: tables.map(|(name, rows)| format!("{name} {}..{}", rows.start, rows.end)).collect(),
        };
        Some(Record { request, seed, resume: self.resume })
    }

    /// Whether all rows go to one place: a stream, or a file.
    pub(super) fn output_is_one(&self) -> bool {
        self.files.is_none()
    }

    /// A job of this seed and shard without a table yet.
    pub(super) fn job(&self, seed: u64, shard: Shard) -> JobBuilder {
        JobBuilder::new(seed).shard(shard).threads(self.threads).compression(self.compression)
    }
}
