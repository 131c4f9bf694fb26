//! Types and values: what the values of a column are, and how a batch holds them.
//!
//! A [`Field`] says what a column is: its logical [`DataType`] with bounds, and apart from it the [`Display`], which is how
//! values are written where only text can be, and the [`StorageType`], which is the type that they are stored as where columns have types.
//!
//! A [`Batch`] is up to [`BATCH_ROWS`] rows, column by column: an [`Array`] of values and a [`Validity`] bitmap each. The
//! memory of its arrays is used again from batch to batch.

mod array;
mod batch;
mod blank;
mod data_type;
mod decimal;
mod dictionary;
mod display;
mod field;
mod fits;
mod fixed_bytes;
mod geometry;
mod half;
mod head;
mod scratch;
mod span;
mod sql_names;
mod storable;
mod storage;
mod strings;
mod syntax;
mod validity;
mod width;

pub use array::{Array, ColumnData, ListArray, PatchedArray};
pub use batch::{BATCH_ROWS, Batch};
pub(crate) use data_type::float_span;
pub use data_type::{DataType, Field, Specials, TextPart, TimeUnit, Utf8};
pub use decimal::float_of_decimal;
pub use dictionary::Dictionary;
pub use display::{Affixes, BytesForm, Display, TextForm};
pub use fixed_bytes::FixedBytes;
pub use geometry::{POINT_BYTES, point_of_binary, point_of_text, point_to_binary};
pub use half::{half_bits, of_half_bits, shortest_half};
pub use head::{ColumnHead, Heads};
pub(crate) use scratch::{LinkRows, Scratch};
pub use span::{Span, SpanForm, write_postgres as write_postgres_span};
pub(crate) use storable::plural;
pub use storage::{MAX_BITS, MAX_DIMENSIONS, MAX_PRECISION, STORAGE_TYPES, StorageType, StorageTypeHelp};
pub use strings::Strings;
pub use syntax::Syntax;
pub use validity::Validity;
pub(crate) use validity::is_null;
pub use width::{FloatWidth, IntType, StorageUnit};
