//! Runs jobs: the rows of one or several tables, made on all cores, compressed if asked for, into a stream, a file or a
//! directory of files.
//!
//! A [`Job`] is built and checked once, by its [`JobBuilder`]: every mistake is found before anything is written. It can
//! then be run into any [`Destination`]. The job knows nothing of a command line: it has no exit codes and writes no
//! messages. Whoever runs it can watch it, and stop it, by a [`Monitor`] from another thread.
//!
//! ```text
//! Request → JobBuilder → Job → tables → shards → parts → (compression) → pump → Destination
//! request/   job.rs            table.rs shard.rs  parts.rs, maker.rs           destination.rs, run.rs
//! ```
//!
//! What makes the rows of a table is a [`RowSource`]: [`Columns`] in a format, a template, or one of your own.
//!
//! # From columns to a file
//! ```
//! use gush_generate::{Destination, JobBuilder, Monitor};
//! use gusher::text::{Format, FormatOptions};
//! use gusher::{generators::Context, plan::Plan, schema::Schema};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let context = Context::default();
//! let (schema, mistakes) = Schema::parse("people", &["id=seq", "name", "email@unique"], &context);
//! assert!(mistakes.is_empty());
//!
//! let csv = Format::CSV;
//! let mut options = FormatOptions::new(csv);
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

mod columnar;
mod columns;
mod compress;
mod destination;
mod dirt;
mod error;
mod format;
mod groups;
mod job;
mod maker;
mod manifest;
mod monitor;
mod parts;
pub mod request;
mod run;
mod shard;
mod silence;
mod source;
mod system;
mod table;
mod template;

pub use columns::{Columns, mistakes};
pub use compress::{Compression, CompressionError, NO_COMPRESSION};
pub use destination::Destination;
pub use dirt::DirtFormat;
pub use error::{DestinationError, Error, JobError, JobErrors};
pub use format::{AnyFormat, AnyOptions, ColumnarOptions, OptionError, formats};
pub use gush_columnar::Columnar;
pub use gush_expr::Sql;
pub use gush_pipe::Durability;
pub use gush_pipe::pump::Outcome;
pub use job::{Job, JobBuilder, MAX_THREADS, Script, default_threads};
pub use manifest::Record;
pub use monitor::Monitor;
pub use shard::Shard;
pub use silence::Silent;
pub use source::{Edge, RowFailure, RowMaker, RowSource};
pub use system::System;
pub use table::Table;
