//! The values of one column of a batch.

use super::{Array, Validity};

/// The values of one column of a batch.
#[derive(Debug, Default)]
pub struct ColumnData {
    pub(crate) values: Array,
    pub(crate) validity: Validity,
}

impl ColumnData {
    /// The values, one a row; those of null rows are there too and mean nothing.
    pub fn values(&self) -> &Array {
        &self.values
    }

    /// Which rows are null.
    pub fn validity(&self) -> &Validity {
        &self.validity
    }
}
