//! What the catalogues of table formats (Delta, Iceberg) say of Parquet files: the columns with their types, and the bounds of values; and
//! what of a catalogue is Parquet itself.

mod bounds;
mod checkpoint;
mod field;

pub(crate) use bounds::summaries;
pub use bounds::{Bound, ColumnSummary};
pub use checkpoint::{DeltaCheckpoint, DeltaFile, DeltaMetadata, DeltaProtocol};
pub use field::{LakeField, LakeType, fields};
