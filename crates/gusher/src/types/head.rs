//! The columns of a table, as a writer needs them before the first row.

use super::Field;

/// One column: its name and type, and what a table's keys can consist of.
#[derive(Clone, Debug)]
pub struct ColumnHead {
    /// Its name, the type of its values, whether they may be null, and how they are written as text.
    pub field: Field,
    /// Whether all its values differ.
    pub is_unique: bool,
    /// Whether it counts the rows, so that it can be a table's key.
    pub is_serial: bool,
}

/// The columns of a table in the order in which they are written.
#[derive(Clone, Debug)]
pub struct Heads {
    /// One for each column.
    pub columns: Vec<ColumnHead>,
    /// How many rows a batch should have, at most [`BATCH_ROWS`](super::BATCH_ROWS).
    pub batch_rows: usize,
}

impl Heads {
    /// The fields of the columns.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = &Field> {
        self.columns.iter().map(|column| &column.field)
    }
}
