//! Buffers that a batch needs while links are followed: kept from batch to batch.

use super::{Array, ColumnData, Validity};

/// The links of some rows, and buffers for columns of other tables.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    links: Vec<LinkRows>,
    columns: Vec<ColumnData>,
    rows: Vec<Vec<u64>>,
}

/// The parents of some rows by one link.
#[derive(Debug, Default)]
pub(crate) struct LinkRows {
    /// Which link; 0 for none.
    id: usize,
    /// Whether what is here is of these rows.
    is_known: bool,
    /// The parent of each row.
    pub parents: Vec<u64>,
    /// Which rows have none.
    pub validity: Validity,
    /// A buffer for the draws of columns of the parents.
    pub fractions: Vec<u64>,
    /// A buffer for numbers.
    pub array: Array,
    /// The same of the parents.
    pub inner: Scratch,
}

impl Scratch {
    /// Other rows come: nothing is known of their links.
    pub fn reset(&mut self) {
        self.links.iter_mut().for_each(|link| link.is_known = false);
    }

    /// The rows' parents by a link, whose number is `id`: those that are known, or those that `find` finds.
    pub fn link(&mut self, id: usize, find: impl FnOnce(&mut LinkRows)) -> &mut LinkRows {
        let index = self.links.iter().position(|link| link.id == id);
        let index = index.or_else(|| self.links.iter().position(|link| !link.is_known));
        let index = index.unwrap_or_else(|| {
            self.links.push(LinkRows::default());
            self.links.len() - 1
        });
        let link = &mut self.links[index];
        if !(link.is_known && link.id == id) {
            find(link);
            (link.id, link.is_known) = (id, true);
            link.inner.reset();
        }
        link
    }

    /// A column to be filled, which is to be handed back.
    pub fn take(&mut self) -> ColumnData {
        let mut column = self.columns.pop().unwrap_or_default();
        column.validity.clear();
        column
    }

    /// A buffer for the numbers of rows, which is to be handed back.
    pub fn take_rows(&mut self) -> Vec<u64> {
        let mut rows = self.rows.pop().unwrap_or_default();
        rows.clear();
        rows
    }

    /// Hands that back.
    pub fn give_rows(&mut self, rows: Vec<u64>) {
        self.rows.push(rows);
    }

    /// Hands a column back, for its memory to be used again.
    pub fn give(&mut self, column: ColumnData) {
        self.columns.push(column);
    }
}
