//! What the catalogues of table formats (Delta, Iceberg) say of Parquet files: the columns with their types, and the bounds of values.

mod bounds;
mod field;

pub(crate) use bounds::summaries;
pub use bounds::{Bound, ColumnSummary};
pub use field::{LakeField, LakeType, fields};
