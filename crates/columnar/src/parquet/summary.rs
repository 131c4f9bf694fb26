//! What is known of a column of a group, for whoever describes files elsewhere.

use ::parquet::file::statistics::Statistics;

use super::chunk::Group;
use super::statistics::statistics;
use super::table::Parquet;
use crate::kind::Kind;

impl Parquet<'_> {
    /// How many columns a file has: leaves of structs and lists count.
    pub(crate) fn column_count(&self) -> usize {
        self.columns.len()
    }
}

impl Group {
    /// How many values a column has, those included that are null, and how many bytes.
    pub(crate) fn column_size(&self, column: usize) -> (u64, u64) {
        let chunk = &self.chunks[column];
        (chunk.pages.iter().map(|page| u64::from(page.slots)).sum(), chunk.bytes())
    }

    /// How many bytes it has: its chunks, and their bloom filters.
    pub(crate) fn bytes(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.bytes() + chunk.bloom.unwrap_or(0)).sum()
    }
}

/// The statistics of a column of a group, and the kind of its values.
pub(crate) fn statistics_of(table: &Parquet<'_>, group: &Group, column: usize) -> (Statistics, Kind) {
    let of = &table.columns[column];
    (statistics(&group.chunks[column], of), of.kind)
}
