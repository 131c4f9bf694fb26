//! Types and values: what the values of a column are, and how a batch holds them.
//!
//! A [`Batch`] is up to [`BATCH_ROWS`] rows, column by column: an [`Array`] of values and a [`Validity`] bitmap each. The
//! memory of its arrays is used again from batch to batch.

mod array;
mod batch;
mod dictionary;
mod fixed_bytes;
mod shape;
mod strings;
mod validity;

pub use array::Array;
pub use batch::{BATCH_ROWS, Batch, ColumnData};
pub use dictionary::Dictionary;
pub use fixed_bytes::FixedBytes;
pub use shape::{BytesForm, Part, Shape};
pub use strings::Strings;
pub use validity::Validity;
pub(crate) use validity::is_null;
