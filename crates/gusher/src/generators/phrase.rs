//! Texts composed of dictionary entries: each part takes its digit off the row's fraction.

use std::sync::{Arc, LazyLock};

use super::{Generate, MAX_VALUES};
use crate::rng::{Draws, bounded, bounded_word, take_digits};
use crate::types::{Array, Dictionary, Field, TextPart};

/// A text of one or more entries, each from its own dictionary.
///
/// The fraction of each draw gives the entries of one group of parts, as mixed-radix digits: several draws, because one
/// fraction has no more than 64 bits to give.
#[derive(Debug)]
pub(crate) struct Phrase {
    /// The parts that each draw gives.
    draws: Vec<Vec<TextPart>>,
    cardinality: u64,
}

impl Phrase {
    /// A text whose entries one draw gives; the product of the tables' sizes must stay below 2^62.
    pub fn new(parts: Vec<TextPart>) -> Phrase {
        Phrase::drawn(vec![parts])
    }

    /// A text whose first entries the first draw gives, the next ones the second draw and so on. The entries of the
    /// first draw must be enough to tell two texts apart.
    pub fn drawn(draws: Vec<Vec<TextPart>>) -> Phrase {
        let cardinality = draws[0].iter().map(|part| part.dictionary.len() as u64).product();
        debug_assert!(cardinality <= MAX_VALUES, "one fraction cannot tell {cardinality} texts apart");
        Phrase { draws, cardinality }
    }

    /// A text of any number of entries, as many of them to a draw as one fraction gives without a bias that could be
    /// seen: the product of their tables' sizes stays below 2^48.
    pub fn long(parts: Vec<TextPart>) -> Phrase {
        let mut draws: Vec<Vec<TextPart>> = vec![Vec::new()];
        let mut product = 1u64;
        for part in parts {
            let len = part.dictionary.len() as u64;
            product = product.saturating_mul(len);
            if product > 1 << 48 {
                draws.push(Vec::new());
                product = len;
            }
            draws.last_mut().expect("there is a draw").push(part);
        }
        Phrase::drawn(draws)
    }
}

/// A dictionary that is built when it is first used, and then shared by all columns.
pub(crate) type List = LazyLock<Arc<Dictionary>>;

/// A part: a dictionary and the text that always follows it.
pub(crate) fn part(dictionary: &Arc<Dictionary>, after: &'static str) -> TextPart {
    TextPart { dictionary: Arc::clone(dictionary), after }
}

impl Generate for Phrase {
    fn field(&self) -> Field {
        Field::composed(self.draws.iter().flatten().cloned())
    }

    fn cardinality(&self) -> u64 {
        self.cardinality
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let count = self.draws.iter().map(Vec::len).sum();
        let mut columns = values.indices(count, draws.len());
        for (draw, parts) in self.draws.iter().enumerate() {
            let (own, others) = columns.split_at_mut(parts.len());
            take_entries(draws.load(draw as u64), parts, own);
            columns = others;
        }
    }
}

/// The entries of the parts, as the digits of the fractions.
pub(crate) fn take_entries(fractions: &mut [u64], parts: &[TextPart], columns: &mut [Vec<u32>]) {
    let Some((last, others)) = parts.split_last() else { return };
    for (part, column) in others.iter().zip(columns.iter_mut()) {
        take_digits(fractions, part.dictionary.len() as u32, column);
    }
    let n = last.dictionary.len() as u32;
    for (index, x) in columns[others.len()].iter_mut().zip(fractions) {
        *index = bounded_word(*x, n);
    }
}

/// One entry of a dictionary, by its shares; under `@unique` every entry has one share.
#[derive(Debug)]
pub(crate) struct DictionaryEntry {
    pub dictionary: Arc<Dictionary>,
}

impl DictionaryEntry {
    /// An entry of the dictionary.
    pub fn new(dictionary: impl Into<Arc<Dictionary>>) -> DictionaryEntry {
        DictionaryEntry { dictionary: dictionary.into() }
    }
}

impl Generate for DictionaryEntry {
    fn field(&self) -> Field {
        Field::composed([part(&self.dictionary, "")])
    }

    fn cardinality(&self) -> u64 {
        self.dictionary.len() as u64
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let unique = draws.is_unique();
        let fractions = draws.load(0);
        let column = &mut values.indices(1, fractions.len())[0];
        match self.dictionary.shares() {
            Some(shares) if !unique => {
                for (index, x) in column.iter_mut().zip(fractions) {
                    *index = shares[bounded(*x, shares.len() as u64) as usize];
                }
            }
            _ => {
                let n = self.dictionary.len() as u32;
                for (index, x) in column.iter_mut().zip(fractions) {
                    *index = bounded_word(*x, n);
                }
            }
        }
    }
}
