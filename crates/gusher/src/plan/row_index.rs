//! Rows of a plan in another order, a part of them at a time: for whoever sorts rows before they are generated.

use std::fmt::Debug;

use crate::rng::Rows;

/// Which row of a plan each number means.
pub trait RowIndex: Debug + Send + Sync {
    /// Writes the rows that the numbers from `first` on mean.
    ///
    /// # Panics
    /// If one of them means none.
    fn fill(&self, first: u64, rows: &mut [u64]);
}

/// The rows that numbers mean; a run of them, which is filled faster, where they are consecutive.
pub(super) fn rows<'r>(index: &dyn RowIndex, numbers: Rows<'_>, rows: &'r mut [u64]) -> Rows<'r> {
    match numbers {
        Rows::Run { first, .. } => index.fill(first, rows),
        Rows::At(numbers) => {
            numbers.iter().zip(rows.chunks_mut(1)).for_each(|(&number, row)| index.fill(number, row));
        }
    }
    let is_run = match *rows {
        [first, .., last] => {
            last.wrapping_sub(first) == rows.len() as u64 - 1 && rows.windows(2).all(|pair| pair[0] < pair[1])
        }
        _ => false,
    };
    if is_run { Rows::Run { first: rows[0], len: rows.len() } } else { Rows::At(rows) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::RowIndex;
    use crate::generators::Context;
    use crate::plan::Plan;
    use crate::schema::Schema;
    use crate::types::{Array, Batch};

    #[derive(Debug)]
    struct Listed(Vec<u64>);

    impl RowIndex for Listed {
        fn fill(&self, first: u64, rows: &mut [u64]) {
            rows.copy_from_slice(&self.0[first as usize..][..rows.len()]);
        }
    }

    #[test]
    fn numbers_mean_the_rows_of_the_index() {
        let (schema, found) = Schema::parse("t", &["id=seq"], &Context::default().now(0));
        assert_eq!(found, []);
        let plan = Plan::new(&schema, 1, &(0..100)).expect("there are 100 numbers");
        let listed = vec![5, 6, 7, 8, 3, 99, 3, 1, 2, 2, 4];
        let plan = plan.indexed(Arc::new(Listed(listed.clone())));
        let mut batch = Batch::default();
        for numbers in [0..4, 0..11, 2..9, 7..11, 4..5] {
            plan.fill(numbers.clone(), &mut batch);
            let Array::Ints(ids) = batch.columns()[0].values() else { panic!("ids are integers") };
            let rows: Vec<u64> = ids.iter().map(|id| *id as u64 - 1).collect();
            assert_eq!(rows, listed[numbers.start as usize..numbers.end as usize]);
        }
        plan.fill(&[10, 0][..], &mut batch);
        let Array::Ints(ids) = batch.columns()[0].values() else { panic!("ids are integers") };
        assert_eq!(ids, &[5, 6]);
    }
}
