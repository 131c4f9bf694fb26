//! How many parents are of each class: by the shares in which words are dealt out, or as counted.

use std::sync::Arc;

use super::class_index::ClassIndex;
use crate::rng::{bounded, index_fraction};

/// How many parents are of each class.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shares {
    /// Words are dealt out: for each of equal shares of the parents the index of its class, ascending.
    Dealt(Vec<usize>),
    /// Values are drawn; the parents by their classes, once these are known.
    Drawn(Option<Arc<ClassIndex>>),
}

impl Shares {
    /// The consecutive indices that the parents of each class have: where each class begins, and which it is. None where that is not
    /// known.
    pub fn intervals(&self, parents: u64) -> Option<Vec<(u64, usize)>> {
        match self {
            Shares::Dealt(shares) => Some(dealt_intervals(shares, parents)),
            Shares::Drawn(index) => index.as_ref().map(|index| index.intervals()),
        }
    }
}

/// The consecutive indices of rows that each of equal shares has, by what the shares are of, ascending: where each begins, and what it is.
pub fn dealt_intervals(shares: &[usize], parents: u64) -> Vec<(u64, usize)> {
    let share = |index: u64| bounded(index_fraction(index, parents), shares.len() as u64) as usize;
    let mut intervals: Vec<(u64, usize)> = Vec::new();
    let mut at = 0;
    while at < parents {
        let word = shares[share(at)];
        intervals.push((at, word));
        // The first index of a later word.
        let (mut low, mut high) = (at + 1, parents);
        while low < high {
            let middle = low + (high - low) / 2;
            match shares[share(middle)] == word {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        at = low;
    }
    intervals
}
