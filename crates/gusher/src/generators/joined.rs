//! Texts that several generators make, one after the other, such as a line of a log.

use std::sync::Arc;

use super::{Generate, Properties};
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

    fn properties(&self) -> Properties<'_> {
        let parts = || self.parts.iter().map(|(part, _)| part.properties());
        Properties {
            max_rows: parts().filter_map(|part| part.max_rows).min_by_key(|limit| limit.rows),
            is_by_row: parts().any(|part| part.is_by_row),
            uses_now: parts().any(|part| part.uses_now),
            ..Properties::not_unique(self.what)
        }
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
