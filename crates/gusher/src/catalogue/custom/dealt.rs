//! `@exact`: words that are dealt out, each in exactly its share of the table's rows.
//!
//! The rows are shuffled by a permutation, and the first of them have the first word, the next ones the second: of the rows of a
//! word as many as its share says, rounded. So it is known without counting how many rows have a word, and which these are.

use std::sync::Arc;

use crate::generators::phrase::DictionaryEntry;
use crate::generators::{BuildResult, Constraint, ConstraintField, Generate, Properties, RowLimit};
use crate::rng::{Draws, Permutation, index_fraction};
use crate::types::{Array, Dictionary, Field};

/// Words by their shares of this many rows.
#[derive(Debug)]
struct Dealt {
    words: DictionaryEntry,
    rows: u64,
}

/// The words of a dictionary, whose shares of one word follow each other.
pub(super) fn dealt(constraint: &Constraint<'_>, asked: &ConstraintField, words: Dictionary) -> BuildResult {
    if constraint.settings.cycle.is_some() || constraint.settings.dist.is_some() {
        return Err(
            asked.error("the words are dealt out by their weights; leave @exact, or @cycle and @dist")
        );
    }
    let Some(rows) = constraint.context.rows else {
        let text = "`exact` shares are those of all rows of the table, and how many these are is not known here: give the table's number \
                    of rows, from row 0 on";
        return Err(asked.error(text));
    };
    Ok(Arc::new(Dealt { words: DictionaryEntry::new(words), rows }))
}

impl Generate for Dealt {
    fn field(&self) -> Field {
        self.words.field()
    }

    fn cardinality(&self) -> u64 {
        self.words.cardinality()
    }

    fn properties(&self) -> Properties<'_> {
        let limit = RowLimit { rows: self.rows, reason: "has its exact shares" };
        let unique_support = Err("a word that has its share");
        Properties { max_rows: Some(limit), unique_support, is_dealt: true, ..Properties::by_row() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let mut fractions = vec![0; draws.len()];
        let order = Permutation::dealing(draws.root(), self.rows.max(1));
        order.fill(draws.rows(), &mut fractions);
        fractions.iter_mut().for_each(|index| *index = index_fraction(*index, self.rows));
        self.words.fill(&mut draws.from(0).given(&fractions), values);
    }
}
