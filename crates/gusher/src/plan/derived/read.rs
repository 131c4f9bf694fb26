//! Reading another column: of the same row, or of the row's parent.

use std::sync::Arc;

use crate::links::Link;
use crate::plan::column::PlannedColumn;
use crate::rng::Rows;
use crate::types::{ColumnData, LinkRows, Scratch};

/// A column that is read, and the link that leads to its row; the own row without one.
#[derive(Debug, Clone)]
pub(in crate::plan) struct Read {
    pub link: Option<Arc<Link>>,
    pub column: Arc<PlannedColumn>,
}

impl Read {
    /// Fills `out`, which has no null row before, with what the rows read.
    pub fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let Some(link) = &self.link else {
            return self.column.fill(rows, fractions, scratch, out);
        };
        let LinkRows { parents, fractions, validity, inner, .. } = parents(link, rows, scratch);
        fractions.resize(rows.len(), 0);
        self.column.fill(Rows::At(parents), fractions, inner, out);
        out.validity.intersect(validity);
    }
}

/// The rows' parents by a link.
pub(super) fn parents<'s>(link: &Arc<Link>, rows: Rows<'_>, scratch: &'s mut Scratch) -> &'s mut LinkRows {
    scratch.link(Arc::as_ptr(link).addr(), |found| link.fill(rows, found))
}
