//! The columns of one thing of a list that they share, such as a country.

use std::sync::Arc;

use super::phrase::part;
use super::{BuildResult, Generate, Properties};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Dictionary, Field};

/// A column that describes one thing of a list, such as a country: all its columns have the same number of a row.
#[derive(Debug)]
pub(crate) struct OfList {
    dictionary: Arc<Dictionary>,
    /// The index of the text of each thing.
    indices: Vec<u32>,
}

impl OfList {
    /// Columns of the text of each thing, in the order of the list.
    pub fn build<'w>(texts: impl Iterator<Item = &'w str>) -> BuildResult {
        let (dictionary, indices) = Dictionary::indexed(texts);
        Ok(Arc::new(OfList { dictionary: Arc::new(dictionary), indices }))
    }
}

/// A column that describes one thing of a list: its text for each thing.
pub(crate) fn of_list<'w>(texts: impl Iterator<Item = &'w str>) -> BuildResult {
    OfList::build(texts)
}

impl Generate for OfList {
    fn field(&self) -> Field {
        Field::composed([part(&self.dictionary, "")])
    }

    fn cardinality(&self) -> u64 {
        self.dictionary.len() as u64
    }

    fn properties(&self) -> Properties<'_> {
        let unique_support = match self.dictionary.len() == self.indices.len() {
            true => Ok(()),
            false => Err("a word that several of the list have"),
        };
        Properties { unique_support, is_unique_as_entity: true, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = if draws.is_unique() { draws.load(0) } else { draws.load_shared(0) };
        let column = &mut values.indices(1, fractions.len())[0];
        for (index, x) in column.iter_mut().zip(fractions) {
            *index = self.indices[bounded(*x, self.indices.len() as u64) as usize];
        }
    }
}
