//! Columns with the same value in every row: `const`, and what a place has that is the same wherever it is.

use std::sync::Arc;

use crate::generators::constraint::unescape;
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::rng::Draws;
use crate::types::{Array, Dictionary, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] =
    &[GeneratorSpec::new("const", "the same text in every row: a constant", text)
        .required("TEXT", r"the text, commas and blanks included; an @ in it is written \@", "const:active")
        .verbatim()];

/// `const:TEXT`
fn text(constraint: Constraint<'_>) -> BuildResult {
    match constraint.text {
        Some(text) if !text.is_empty() => constant(&unescape(text), "the same text"),
        Some(_) | None => {
            Err(constraint.error("a text is missing; the form is const:TEXT, such as const:active"))
        }
    }
}

/// A column of this text; `reason` is what `@unique` is refused with.
pub(in crate::catalogue) fn constant(text: &str, reason: &'static str) -> BuildResult {
    Ok(Arc::new(Constant { dictionary: Arc::new(Dictionary::exactly([text.to_owned()])), reason }))
}

/// The same text in every row.
#[derive(Debug)]
struct Constant {
    dictionary: Arc<Dictionary>,
    reason: &'static str,
}

impl Generate for Constant {
    fn field(&self) -> Field {
        Field::composed([part(&self.dictionary, "")])
    }

    fn cardinality(&self) -> u64 {
        1
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(self.reason)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        values.indices(1, draws.len())[0].fill(0);
    }
}
