//! Which columns of a schema a plan fills, and in which order: those that are written, and the hidden ones that they are
//! computed from; each computed one after those that it reads, whose values are there already.

use super::PlannedColumn;
use crate::rng::Rows;
use crate::schema::{Column, Relation, Schema};
use crate::types::{ColumnData, Scratch};

/// The order in which a plan fills its columns.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// How many of the columns are written; hidden ones follow.
    pub visible: usize,
    /// For each column that is computed, the indices of those that it reads.
    pub reads: Vec<Option<Vec<usize>>>,
    /// The indices of all columns, each after those that it reads.
    pub turns: Vec<usize>,
}

impl Order {
    /// The order of columns none of which is computed.
    pub fn plain(columns: usize) -> Order {
        Order { visible: columns, reads: vec![None; columns], turns: (0..columns).collect() }
    }

    /// The order of the same columns at other indices, of which the first `visible` are written; `index_of` has the new index of each.
    pub fn reordered(&self, visible: usize, index_of: &[usize]) -> Order {
        let new = |index: &usize| index_of[*index];
        let mut reads = vec![None; self.reads.len()];
        for (index, columns) in self.reads.iter().enumerate() {
            reads[index_of[index]] = columns.as_ref().map(|columns| columns.iter().map(new).collect());
        }
        Order { visible, reads, turns: self.turns.iter().map(new).collect() }
    }

    /// The indices in the schema of the columns that a plan has, and their order.
    pub fn of(schema: &Schema) -> (Vec<usize>, Order) {
        let all = 0..schema.columns.len();
        Order::of_columns(schema, all.filter(|&index| !schema.columns[index].hidden).collect())
    }

    /// The same of a plan that has these columns, and others only where they are read.
    pub fn of_columns(schema: &Schema, mut indices: Vec<usize>) -> (Vec<usize>, Order) {
        let visible = indices.len();
        let mut position_of = vec![None; schema.columns.len()];
        indices.iter().enumerate().for_each(|(at, &index)| position_of[index] = Some(at));
        let mut next = 0;
        while let Some(&index) = indices.get(next) {
            next += 1;
            for &read in reads(&schema.columns[index]).unwrap_or_default() {
                if position_of[read].is_none() {
                    position_of[read] = Some(indices.len());
                    indices.push(read);
                }
            }
        }
        let at = |read: &usize| position_of[*read].expect("a column that is read has a position");
        let reads = indices
            .iter()
            .map(|&index| reads(&schema.columns[index]).map(|reads| reads.iter().map(at).collect()));
        let reads: Vec<Option<Vec<usize>>> = reads.collect();
        let turns = turns(&reads);
        (indices, Order { visible, reads, turns })
    }
}

impl Order {
    /// Fills these rows, column by column: of `planned` into `columns`, none of which has a null row before.
    pub fn fill(
        &self,
        planned: &[PlannedColumn],
        rows: Rows<'_>,
        fractions: &mut [u64],
        scratch: &mut Scratch,
        columns: &mut [ColumnData],
    ) {
        for &index in &self.turns {
            let planned = &planned[index];
            match &self.reads[index] {
                None => planned.fill(rows, fractions, scratch, &mut columns[index]),
                Some(reads) => {
                    let mut column = std::mem::take(&mut columns[index]);
                    planned.compute(rows, fractions, columns, reads, &mut column);
                    columns[index] = column;
                }
            }
        }
    }
}

fn reads(column: &Column) -> Option<&[usize]> {
    match &column.relation {
        Some(Relation::Computed { reads, .. }) => Some(reads),
        _ => None,
    }
}

/// The indices in an order in which each comes after all that it reads: computed columns have no circles.
fn turns(reads: &[Option<Vec<usize>>]) -> Vec<usize> {
    let mut turns = Vec::with_capacity(reads.len());
    let mut is_filled = vec![false; reads.len()];
    let mut left: Vec<usize> = (0..reads.len()).collect();
    while !left.is_empty() {
        let before = left.len();
        left.retain(|&index| {
            let is_ready = reads[index].iter().flatten().all(|&read| is_filled[read]);
            if is_ready {
                turns.push(index);
                is_filled[index] = true;
            }
            !is_ready
        });
        assert!(left.len() < before, "computed columns read each other in a circle");
    }
    turns
}
