//! `argmax` and `argmin`: a column of the child that has the largest, or the smallest, value in another one.

use std::sync::Arc;

use super::children::{Children, Visit};
use crate::plan::column::{Derive, PlannedColumn};
use crate::rng::Rows;
use crate::types::{ColumnData, Scratch};

/// The value that a column has in one child of a row: the one with the largest, or the smallest, value in another column. Of several
/// it is the first.
#[derive(Debug)]
pub(in crate::plan) struct Extreme {
    pub children: Children,
    pub column: Arc<PlannedColumn>,
    /// What is compared.
    pub by: Arc<PlannedColumn>,
    pub is_max: bool,
    /// Whether there may be no value for a row.
    pub may_be_null: bool,
}

impl Derive for Extreme {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let mut best: Option<(u64, i64)> = None;
        let (mut found, mut has_none) = (Vec::with_capacity(rows.len()), Vec::new());
        self.children.visit(rows, scratch, &self.by, |visit| match visit {
            Visit::Child(row, Some(value)) => {
                let is_better =
                    best.is_none_or(|(_, known)| if self.is_max { value > known } else { value < known });
                if is_better {
                    best = Some((row, value));
                }
            }
            Visit::Child(_, None) => {}
            Visit::End => {
                if best.is_none() {
                    has_none.push(found.len());
                }
                // Where one row has a child, the first row of the children is there.
                found.push(best.take().map_or(0, |(row, _)| row));
            }
        });
        if has_none.len() == rows.len() {
            out.values.blank(&self.column.field().data_type, rows.len());
            return out.validity.mark(rows.len(), |_| false);
        }
        // What the scratch knows is of the rows themselves.
        let mut inner = Scratch::default();
        self.column.fill(Rows::At(&found), fractions, &mut inner, out);
        if self.may_be_null && out.validity.is_empty() {
            // Readers of what may be null expect a bitmap.
            out.validity.mark(rows.len(), |_| true);
        }
        has_none.into_iter().for_each(|at| out.validity.set_row(at, rows.len(), false));
    }
}
