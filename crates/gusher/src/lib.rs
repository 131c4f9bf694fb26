//! Fake data as a pure function of (seed, table, column, row).
//!
//! One way, no way back: words → [`schema::Schema`] → [`plan::Plan`] → [`types::Batch`] → bytes
//! ([`text::Encoder`]). What makes rows of its own, as the template language does, puts them together from
//! [`fragment::Fragment`]s. No I/O, no threads, no clock: what depends on the outside comes in as an argument.
//!
//! # Rows of a table
//! ```
//! use gusher::text::{Buffer, Encoder, Format, FormatOptions};
//! use gusher::{generators::Context, plan::Plan, schema::Schema, types::Batch};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let context = Context::default();
//! let (schema, mistakes) = Schema::parse("people", &["id=seq", "age=int:18,90", "email@unique"], &context);
//! assert!(mistakes.is_empty());
//!
//! let rows = 0..100_000;
//! let plan = Plan::new(&schema, 7, &rows)?;
//! let ndjson = Format::NDJSON;
//! let encoder = Encoder::new(&plan, "people", &FormatOptions::new(ndjson), rows.clone());
//!
//! // A batch has up to `plan.batch_rows()` rows; its memory is used again for the next one.
//! let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
//! for first in rows.clone().step_by(plan.batch_rows()) {
//!     plan.fill(first..rows.end.min(first + plan.batch_rows() as u64), &mut batch);
//!     writer.write(&batch, &mut out);
//! }
//! assert_eq!(std::str::from_utf8(out.as_ref())?.lines().count(), 100_000);
//! # Ok(())
//! # }
//! ```
//! A batch is typed columns, which a program can read without any text:
//! ```
//! # use gusher::{generators::Context, plan::Plan, schema::Schema, types::{Array, Batch}};
//! # let context = Context::default();
//! # let (schema, _) = Schema::parse("people", &["id=seq", "age=int:18,90@null=0.1"], &context);
//! # let rows = 0..10_000;
//! # let plan = Plan::new(&schema, 7, &rows).unwrap();
//! # let mut batch = Batch::default();
//! # let (mut sum, mut known) = (0, 0);
//! for first in rows.clone().step_by(plan.batch_rows()) {
//!     plan.fill(first..rows.end.min(first + plan.batch_rows() as u64), &mut batch);
//!     let ages = &batch.columns()[1];
//!     if let Array::Ints(values) = ages.values() {
//!         for (_, age) in values.iter().enumerate().filter(|(row, _)| !ages.validity().is_null(*row)) {
//!             (sum, known) = (sum + age, known + 1);
//!         }
//!     }
//! }
//! println!("{known} people are {} years old on average", sum / known);
//! # assert!((8_800..9_200).contains(&known) && (50..58).contains(&(sum / known)), "{sum} {known}");
//! ```
//! [`generators::Generate`] is the trait for generators of your own, and shows one in a plan beside those that are there already;
//! [`generators::list_of`] and [`generators::struct_of`] make lists and structs of any. `examples/` has whole programs.
//!
//! A call of [`plan::Plan::fill`] takes at most [`plan::Plan::batch_rows`] rows, and panics where it is asked for more: that is
//! what the loops above are for. A plan makes any rows, in any order: `plan.fill(&[999, 5, 5][..], &mut batch)` gives row 999 and row 5 twice, as long as
//! the plan was made for so many rows. The same seed gives the same values on every machine.

mod base64;
pub mod calendar;
pub mod catalogue;
pub mod computed;
pub mod fragment;
pub mod generators;
mod limits;
pub mod links;
pub mod locale;
pub mod plan;
pub mod rng;
pub mod schema;
pub mod text;
mod text_index;
pub mod types;

pub use generators::Context;
pub use gush_diagnostics::{Diagnostic, Diagnostics};
pub use text::{Format, FormatOptions, UnknownFormat};
