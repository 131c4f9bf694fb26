//! `list`: the children of a row as structs of their columns.

use super::children::Children;
use crate::plan::column::{Derive, PlannedColumn};
use crate::plan::order::Order;
use crate::rng::Rows;
use crate::types::{BATCH_ROWS, ColumnData, LinkRows, Scratch};

/// How many bytes the children that are filled together have, about.
const CHUNK_BYTES: usize = 1 << 20;

/// The children of each row, in order.
#[derive(Debug)]
pub(in crate::plan) struct ChildList {
    pub children: Children,
    /// The columns that are shown, then those that these are computed from.
    pub columns: Vec<PlannedColumn>,
    pub order: Order,
}

impl ChildList {
    /// How many children are filled together: fewer where they have lists of their own.
    fn chunk_rows(&self) -> usize {
        let columns = self.columns.iter().map(|column| column.field().data_type.batch_bytes());
        let row = columns.fold(0, usize::saturating_add);
        (CHUNK_BYTES / row.max(1)).clamp(1, BATCH_ROWS)
    }
}

impl Derive for ChildList {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let LinkRows { parents: ranges, fractions, inner, .. } = self.children.ranges(rows, scratch);
        let ranges = ranges.as_chunks::<2>().0;
        let (_, items) = out.values.lists().lay(ranges.iter().map(|range| (range[1] - range[0]) as u32));
        let fields = items.values.structs(self.order.visible);
        let mut coming = ranges.iter().flat_map(|range| range[0]..range[1]);
        let mut columns: Vec<ColumnData> = self.columns.iter().map(|_| inner.take()).collect();
        let (mut chunk, mut filled, chunk_rows) = (inner.take_rows(), 0, self.chunk_rows());
        loop {
            chunk.clear();
            chunk.extend(coming.by_ref().take(chunk_rows));
            if chunk.is_empty() {
                break;
            }
            self.children.0.rows_of_slots(&mut chunk);
            fractions.resize(chunk.len(), 0);
            inner.reset();
            columns.iter_mut().for_each(|column| column.validity.clear());
            self.order.fill(&self.columns, Rows::At(&chunk), fractions, inner, &mut columns);
            for (field, column) in fields.iter_mut().zip(&mut columns) {
                match filled {
                    0 => std::mem::swap(field, column),
                    _ => field.append(filled, column, chunk.len()),
                }
            }
            filled += chunk.len();
        }
        if filled == 0 {
            let blank = |(field, column): (&mut ColumnData, &PlannedColumn)| {
                field.values.blank(&column.field().data_type, 0);
            };
            fields.iter_mut().zip(&self.columns).for_each(blank);
        }
        inner.give_rows(chunk);
        columns.into_iter().for_each(|column| inner.give(column));
    }
}
