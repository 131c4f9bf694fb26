//! The children of rows: those of a counted link by arithmetic, those of any other by an index.

use std::sync::Arc;

use super::shift::time;
use crate::links::Groups;
use crate::plan::column::PlannedColumn;
use crate::rng::Rows;
use crate::types::{BATCH_ROWS, LinkRows, Scratch};

/// The children of the rows of a table, which refer to them by one link.
#[derive(Debug)]
pub(in crate::plan) struct Children(pub Groups);

/// What is met on the way through the children of some rows.
pub(in crate::plan) enum Visit {
    /// A child: its row, and the value of the column; none where that is null.
    Child(u64, Option<i64>),
    /// The end of the children of one row.
    End,
}

impl Children {
    /// The slots of the children of each row, as starts and ends.
    pub fn ranges<'s>(&self, rows: Rows<'_>, scratch: &'s mut Scratch) -> &'s mut LinkRows {
        // Not the id of the link itself, which is for the other direction.
        scratch.link(self.0.id() + 1, |found| {
            found.parents.clear();
            let ranges = &mut found.parents;
            self.0.slots_of(rows, |range| ranges.extend([range.start, range.end]));
        })
    }

    /// Hands the number of children of each row to `each`.
    pub fn counts(&self, rows: Rows<'_>, scratch: &mut Scratch, each: impl FnMut(u64)) {
        let ranges = &self.ranges(rows, scratch).parents;
        ranges.as_chunks::<2>().0.iter().map(|range| range[1] - range[0]).for_each(each);
    }

    /// Goes through the children of all rows, in order, with what a column of numbers or times has for each.
    pub fn visit(
        &self,
        rows: Rows<'_>,
        scratch: &mut Scratch,
        column: &Arc<PlannedColumn>,
        mut each: impl FnMut(Visit),
    ) {
        let LinkRows { parents: ranges, fractions, inner, .. } = self.ranges(rows, scratch);
        let mut out = inner.take();
        let mut chunk = Chunk { rows: inner.take_rows(), at: 0 };
        let mut coming = ranges.as_chunks::<2>().0.iter().flat_map(|range| range[0]..range[1]);
        for range in ranges.as_chunks::<2>().0 {
            for _ in range[0]..range[1] {
                if chunk.at == chunk.rows.len() {
                    chunk.rows.clear();
                    chunk.rows.extend(coming.by_ref().take(BATCH_ROWS));
                    self.0.rows_of_slots(&mut chunk.rows);
                    chunk.at = 0;
                    fractions.resize(chunk.rows.len(), 0);
                    inner.reset();
                    out.validity.clear();
                    column.fill(Rows::At(&chunk.rows), fractions, inner, &mut out);
                }
                let is_null = out.validity.is_null(chunk.at);
                let value = (!is_null).then(|| time(&out.values, chunk.at));
                each(Visit::Child(chunk.rows[chunk.at], value));
                chunk.at += 1;
            }
            each(Visit::End);
        }
        inner.give(out);
        inner.give_rows(chunk.rows);
    }
}

/// Children whose values were filled together, and which of them comes next.
struct Chunk {
    rows: Vec<u64>,
    at: usize,
}
