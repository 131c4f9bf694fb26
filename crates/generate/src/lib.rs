//! Runs jobs: the rows of one or several tables, made on all cores, compressed if asked for, into a stream, a file, a
//! directory of files or a database.
//!
//! A [`Job`] is built and checked once, by its [`JobBuilder`]: everything that is wrong is found before anything is written. It can
//! then be run into any [`Destination`]. The job knows nothing of a command line: it has no exit codes and writes no
//! messages. Whoever runs it can watch it, and stop it, by a [`Monitor`] from another thread.
//!
//! ```text
//! Request → JobBuilder → Job → tables → shards → parts → (compression) → pump → Destination
//! request/   job.rs            table.rs shard.rs  parts.rs, maker.rs           destinations/
//! ```
//!
//! Without the feature `destinations` there are no files, threads and system calls, and the crate builds for WebAssembly:
//! [`Job::write`] makes the bytes on one thread.
//!
//! What makes the rows of a table is a [`RowSource`]: [`Columns`] in a format, a template, or one of your own.
//!
//! # From columns to a file
//! ```
//! use gush_generate::{Destination, JobBuilder, Monitor};
//! use gusher::text::{Format, FormatOptions};
//! use gusher::{Context, plan::Plan, schema::Schema};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let context = Context::default();
//! let (schema, found) = Schema::parse("people", &["id=seq", "name", "email@unique"], &context);
//! assert!(found.is_empty());
//!
//! let mut options = FormatOptions::new(Format::CSV);
//! options.header()?;
//! let plan = Plan::new(&schema, 7, &(0..1_000))?;
//! let job = JobBuilder::new(7).columns(plan, &schema, 0..1_000, &options).build()?;
//!
//! let path = folder.path().join("people.csv");
//! job.run(Destination::file(&path), &Monitor::default())?;
//! assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 1_001);
//! # Ok(())
//! # }
//! ```

mod bloom;
mod bytes;
mod columnar;
mod columns;
mod compress;
mod count;
#[cfg(feature = "destinations")]
mod destinations;
mod dirt;
mod display;
mod error;
mod file_record;
mod format;
mod groups;
mod job;
mod maker;
mod pages;
mod partition;
mod parts;
mod pieces;
pub mod request;
mod run;
mod shard;
mod sort;
mod source;
mod stalled;
mod table;
mod template;
mod threads;

pub use bloom::BloomColumn;
pub use columns::{Columns, diagnostics};
pub use compress::{Compression, CompressionError, NO_COMPRESSION};
#[cfg(feature = "destinations")]
pub use destinations::{Destination, DestinationError, Error, Monitor, System, check_database, in_parallel};
pub use dirt::DirtFormat;
pub use display::{Key, Screen, TableOptions};
pub use error::{JobError, JobErrors};
pub use file_record::{FileRecord, FileRecordError};
pub use format::{AnyFormat, AnyOptions, ColumnarOptions, OptionError, formats};
pub use gush_columnar::{
    Columnar, CorpusContent, CorpusFile, DecimalForm, EncodingSet, GroupSize, HalfForm, IntervalForm,
    NameForm, PageVersion, READERS, SETTINGS, Setting, TimeForm, TimestampForm, TimestampZone, UuidForm,
    parquet_corpus,
};
/// The progress of a load into a database, and why one failed.
#[cfg(feature = "destinations")]
pub use gush_db::{Error as DatabaseError, Progress as LoadProgress};
pub use gush_expr::Sql;
#[cfg(feature = "destinations")]
pub use gush_pipe::{Durability, pump::Outcome};
pub use job::{Job, JobBuilder, Script};
pub use partition::{Calendar, PartitionField, Transform};
pub use request::Record;
pub use shard::Shard;
pub use sort::{SortColumn, SortColumnError};
pub use source::{Edge, RowFailure, RowMaker, RowSource};
pub use stalled::StreamStalled;
pub use table::Table;
pub use threads::{MAX_THREADS, default_threads};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
