//! Texts that several generators make, one after the other, such as a line of a log.

use std::sync::Arc;

use super::{Generate, RowLimit};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// The draws that each generator has for itself.
const DRAWS: u64 = 16;

/// The values of several generators, each with the text that always follows it.
#[derive(Debug)]
pub(crate) struct Joined {
    parts: Vec<(Arc<dyn Generate>, &'static str)>,
    /// What each value is, as `@unique` is refused.
    what: &'static str,
}

impl Joined {
    /// Values of these generators. None of them may describe a thing together with other columns.
    pub fn new(parts: Vec<(Arc<dyn Generate>, &'static str)>, what: &'static str) -> Joined {
        Joined { parts, what }
    }
}

impl Generate for Joined {
    fn field(&self) -> Field {
        Field::joined(self.parts.iter().map(|(part, after)| (part.field(), *after)))
    }

    fn cardinality(&self) -> u64 {
        self.parts.iter().map(|(part, _)| part.cardinality()).max().unwrap_or(1)
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err(self.what)
    }

    fn max_rows(&self) -> Option<RowLimit> {
        self.parts.iter().filter_map(|(part, _)| part.max_rows()).min_by_key(|limit| limit.rows)
    }

    fn is_by_row(&self) -> bool {
        self.parts.iter().any(|(part, _)| part.is_by_row())
    }

    fn uses_now(&self) -> bool {
        self.parts.iter().any(|(part, _)| part.uses_now())
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let parts = values.joined(self.parts.len());
        for ((values, (part, _)), base) in
            parts.iter_mut().zip(&self.parts).zip((0..).step_by(DRAWS as usize))
        {
            part.fill(&mut draws.from(base), values);
        }
    }
}
