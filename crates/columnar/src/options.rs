//! The options of a columnar file.

use crate::codec::Codec;

/// The options of a columnar file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// How pages are compressed.
    pub codec: Option<Codec>,
    /// How many rows a group has, except for those cut by the first and the last row; by the table's size otherwise.
    pub group_rows: Option<u64>,
    /// Whether each page of Parquet has its checksum.
    pub checksums: bool,
    /// Whether the columns of Parquet are numbered as [`fields`](crate::lake::fields) numbers them, which Iceberg finds them by.
    pub field_ids: bool,
}
