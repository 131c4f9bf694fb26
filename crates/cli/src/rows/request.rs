//! What is to be done: a job, where its rows go, and what else was asked for.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use gush_generate::{Compression, Durability, Job, JobBuilder, Shard};

use super::progress::Progress;

/// A run that makes sense.
pub struct Request {
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
    pub threads: NonZeroUsize,
    pub output: Option<PathBuf>,
    /// How many files each table has where the output is a directory.
    pub files: Option<NonZeroU64>,
    pub compression: Option<Compression>,
    /// What has to hold once the files are there.
    pub durability: Durability,
    pub progress: Progress,
}

impl RunOptions {
    /// Whether all rows go to one place: a stream, or a file.
    pub(super) fn output_is_one(&self) -> bool {
        self.files.is_none()
    }

    /// A job of this seed and shard without a table yet.
    pub(super) fn job(&self, seed: u64, shard: Shard) -> JobBuilder {
        JobBuilder::new(seed).shard(shard).threads(self.threads).compression(self.compression)
    }
}
