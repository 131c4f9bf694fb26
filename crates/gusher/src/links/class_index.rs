//! The rows of a table by the classes that they are of, where these follow from drawn values: counted once.

use crate::rng::{Permutation, Rows};

/// The rows of a table by their classes.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassIndex {
    /// Where the rows of each class begin, and the end.
    starts: Box<[u32]>,
    /// The rows, ascending for each class.
    rows: Box<[u32]>,
    /// Where each row is among these.
    positions: Box<[u32]>,
}

impl ClassIndex {
    /// Groups rows by their classes, of which there are `count`: `classes` has that of each row.
    ///
    /// # Panics
    /// If a class is none of these, or the rows are more than 32 bits count.
    pub fn new(classes: &[u16], count: usize) -> ClassIndex {
        let mut starts = vec![0u32; count + 1];
        classes.iter().for_each(|&class| starts[usize::from(class) + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let (mut rows, mut positions) = (vec![0; classes.len()], vec![0; classes.len()]);
        for (row, &class) in classes.iter().enumerate() {
            let position = &mut next[usize::from(class)];
            rows[*position as usize] = u32::try_from(row).expect("rows of an index have 32 bits");
            positions[row] = *position;
            *position += 1;
        }
        ClassIndex { starts: starts.into(), rows: rows.into(), positions: positions.into() }
    }

    /// Where each class that has rows begins, and which it is.
    pub(super) fn intervals(&self) -> Vec<(u64, usize)> {
        let pairs = self.starts.windows(2).enumerate();
        pairs.filter(|(_, pair)| pair[0] < pair[1]).map(|(class, pair)| (u64::from(pair[0]), class)).collect()
    }

    fn len(&self) -> u64 {
        self.rows.len() as u64
    }
}

/// The order of parents by their classes: each parent's index, and back.
#[derive(Debug, Clone)]
pub enum ClassOrder {
    /// A permutation of their rows deals the classes out.
    Dealt(Permutation),
    /// They were counted.
    Counted(std::sync::Arc<ClassIndex>),
}

impl ClassOrder {
    /// How many parents there are.
    pub(super) fn parents(&self) -> u64 {
        match self {
            ClassOrder::Dealt(permutation) => permutation.domain(),
            ClassOrder::Counted(index) => index.len(),
        }
    }

    /// The index of each parent.
    pub(super) fn fill(&self, parents: Rows<'_>, indices: &mut [u64]) {
        match self {
            ClassOrder::Dealt(permutation) => permutation.fill(parents, indices),
            ClassOrder::Counted(index) => {
                parents.zip(indices, |at, parent| *at = u64::from(index.positions[parent as usize]));
            }
        }
    }

    /// The parent of each index.
    pub(super) fn fill_inverse(&self, indices: Rows<'_>, parents: &mut [u64]) {
        match self {
            ClassOrder::Dealt(permutation) => permutation.fill_inverse(indices, parents),
            ClassOrder::Counted(index) => {
                indices.zip(parents, |parent, at| *parent = u64::from(index.rows[at as usize]));
            }
        }
    }
}
