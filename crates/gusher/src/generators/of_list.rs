//! What columns say of one thing of a list that they share, such as a country.

use std::sync::Arc;

use super::phrase::part;
use super::{BuildResult, Generate, Properties};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Dictionary, Field};

/// What tells of one thing of a list, such as a country: all its columns have the same number of a row.
#[derive(Debug)]
pub(crate) struct OfList {
    words: Arc<Dictionary>,
    /// The word of each thing.
    indices: Vec<u32>,
}

impl OfList {
    /// The word of each thing, in the order of the list.
    pub fn made<'w>(words: impl Iterator<Item = &'w str>) -> BuildResult {
        let (words, indices) = Dictionary::indexed(words);
        Ok(Arc::new(OfList { words: Arc::new(words), indices }))
    }
}

/// What tells of one thing of a list that columns share: its word for each thing.
pub(crate) fn of_list<'w>(words: impl Iterator<Item = &'w str>) -> BuildResult {
    OfList::made(words)
}

impl Generate for OfList {
    fn field(&self) -> Field {
        Field::composed([part(&self.words, "")])
    }

    fn cardinality(&self) -> u64 {
        self.words.len() as u64
    }

    fn properties(&self) -> Properties<'_> {
        let unique_support = match self.words.len() == self.indices.len() {
            true => Ok(()),
            false => Err("a word that several of the list have"),
        };
        Properties { unique_support, is_unique_as_entity: true, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = if draws.is_unique() { draws.load(0) } else { draws.load_shared(0) };
        let column = &mut values.indices(1, fractions.len())[0];
        for (word, x) in column.iter_mut().zip(fractions) {
            *word = self.indices[bounded(*x, self.indices.len() as u64) as usize];
        }
    }
}
