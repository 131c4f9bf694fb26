//! Fake data as a pure function of (seed, table, column, row).
//!
//! # Rows and values of a table
//! ```
//! use gusher::{Format, Table};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut out = Vec::new();
//! let people = Table::new("people", ["id=seq", "age=int:18,90", "email@unique"])?.seed(7);
//! people.write(0..100_000, Format::CSV, &mut out)?;
//! for batch in people.batches(0..100_000)? {
//!     let ages = batch.column("age")?.ints()?;
//!     println!("{} people are {} years old together", batch.len(), ages.flatten().sum::<i64>());
//! }
//! # assert_eq!(std::str::from_utf8(&out)?.lines().count(), 100_000);
//! # Ok(())
//! # }
//! ```
//! A column is what `gush rows` takes: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`. A [`Table`] generates any rows alone, in any
//! order, and the same seed gives the same values on every machine. A [`Dataset`] is the tables of a schema file, or of a
//! [`DatasetBuilder`], with the links between them. A [`Context`] has locale, "now", files and the language of expressions. All that is wrong is reported at
//! once, as [`Diagnostics`]. [`generators::Generate`] is the trait for generators of your own. `examples/` has complete programs.
//!
//! # Below
//! Data flows one way: column specs → [`schema::Schema`] → [`plan::Plan`] → [`types::Batch`] → bytes ([`text::Encoder`]). What
//! a table does at once, these do step by step, for programs that have threads and buffers of their own:
//! ```
//! use gusher::{Context, Format, plan::Plan, schema::Schema, text::{Buffer, Encoder}, types::Batch};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (schema, diagnostics) = Schema::parse("people", &["id=seq", "name"], &Context::default());
//! assert!(diagnostics.is_empty());
//! let rows = 0..10_000;
//! let plan = Plan::new(&schema, 7, &rows)?;
//! let encoder = Encoder::new(&plan, "people", &Format::NDJSON.into(), rows.clone());
//!
//! // A batch has up to `plan.batch_rows()` rows; its memory is used again for the next one.
//! let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
//! for first in rows.clone().step_by(plan.batch_rows()) {
//!     plan.fill(first..rows.end.min(first + plan.batch_rows() as u64), &mut batch);
//!     writer.write(&batch, &mut out);
//! }
//! assert_eq!(std::str::from_utf8(out.as_ref())?.lines().count(), 10_000);
//! # Ok(())
//! # }
//! ```
//! No I/O, no threads, no clock: what depends on the outside comes in as an argument. A call of [`plan::Plan::fill`] takes at
//! most [`plan::Plan::batch_rows`] rows, and panics where it is asked for more. A plan generates any rows: `plan.fill(&[999, 5, 5][..],
//! &mut batch)` gives row 999 and row 5 twice, as long as the plan was built for them. [`generators::list_of`] and
//! [`generators::struct_of`] make lists and structs of any generators.
//!
//! # Features
//! All locales are built in by `locale-all`, which is a default. Without default features, `locale-de`, `locale-fr` … add the
//! locales of one language each: `locale-de` those of Germany, Austria and Switzerland. English of the United States, the
//! default locale, is always there. A locale that is left out is refused, with the feature's name; so is `world`, unless all are
//! there. The data of all locales are 3.2 MB of a program, those of `locale-en` alone 0.5 MB. No feature changes a value.
//! ```toml
//! gusher = { version = "0.1", default-features = false, features = ["locale-de", "locale-fr"] }
//! ```

mod base64;
mod builder;
mod calendar;
pub mod catalogue;
mod computed;
mod dataset;
mod fragment;
pub mod generators;
#[doc(hidden)]
pub mod internal;
mod limits;
pub mod links;
pub mod locale;
pub mod plan;
pub mod prelude;
pub mod rng;
pub mod schema;
mod table;
pub mod text;
mod text_index;
pub mod types;

pub use builder::{DatasetBuilder, Setting, TableBuilder};
pub use dataset::Dataset;
pub use generators::Context;
pub use gush_diagnostics::{Diagnostic, Diagnostics};
pub use schema::Column;
pub use table::{Batches, ColumnValues, Table, TableBatch, Texts, UnknownName, ValueError, WriteError};
pub use text::{Format, FormatOptions, UnknownFormat};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
