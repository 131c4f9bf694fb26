//! Typed files of generated rows: batches → Apache Parquet, Apache Arrow IPC, Apache Avro.
//!
//! A batch is columnar already, so nothing is turned around: the values of a column go from the batch into its pages. Rows are
//! cut into groups by their numbers (Avro, which has rows, calls them blocks), each group can be built alone, on any thread, and its bytes do not depend on how many
//! there are. What has to be at the end of a file, where everything is, is built from what each group records of itself.
//!
//! ```text
//! Plan ─→ Writer ─→ GroupMaker::make(rows) → bytes, Group   on any thread, in any order
//!           └────→ footer(all Groups in order) → bytes      once
//! ```
//! No I/O and no threads: `gush-generate` has them. Readers in the same process get columns by [`memory`], without a file.
//!
//! # A file
//! ```
//! use gush_columnar::{Columnar, Options, Writer};
//! use gusher::{Context, plan::Plan, schema::Schema};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let context = Context::default();
//! let (schema, diagnostics) = Schema::parse("people", &["id=seq", "name", "email@null=0.1"], &context);
//! assert!(diagnostics.is_empty());
//! let rows = 0..1_000;
//! let plan = Plan::new(&schema, 7, &rows)?;
//!
//! let writer = Writer::new(Columnar::Parquet, &plan, &rows, Options { group_rows: Some(400), ..Options::default() })?;
//! let mut file = writer.header().to_vec();
//! let mut maker = writer.maker();
//! let mut groups = Vec::new();
//! for group in [0..400, 400..800, 800..1_000] {
//!     groups.push(maker.make(group, &mut file)?);
//! }
//! file.extend(writer.footer(&groups)?);
//! assert!(file.ends_with(b"PAR1"));
//! # Ok(())
//! # }
//! ```

mod arrow;
mod avro;
mod bits;
mod codec;
mod corpus;
mod delta;
mod dictionary;
mod format;
mod identifier;
mod kind;
pub mod lake;
pub mod memory;
mod options;
mod parquet;
mod readers;
mod runs;
mod stored;
mod tree;
mod writer;
#[cfg_attr(not(feature = "zst"), path = "no_zst.rs")]
mod zst;

pub use avro::long as avro_long;
pub use codec::Codec;
pub use corpus::{CorpusContent, CorpusFile, parquet_corpus};
pub use format::{Columnar, FORMATS};
pub use options::{
    DecimalForm, EncodingSet, GroupSize, HalfForm, IntervalForm, NameForm, Options, PageVersion,
    ParquetOptions, SETTINGS, Setting, SortKey, TimeForm, TimestampForm, TimestampZone, UuidForm,
};
pub use parquet::{Closing, closing, refusal};
pub use readers::{READERS, Reader};
pub use writer::{Group, GroupMaker, Writer};
pub use zst::ZstCompressor;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
