//! `regex`: texts that match a regular expression.

mod draw;
mod facts;
mod parse;

use std::sync::Arc;

use crate::generators::codes::{MAX_ENTRIES, code};
use crate::generators::phrase::Phrase;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::rng::Draws;
use crate::types::{Array, Field};
use draw::Drawn;
use parse::Node;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] =
    &[GeneratorSpec::new("regex", "a text that matches a regular expression", regex)
        .required(
            "PATTERN",
            r"in the syntax of Rust's regex, but ^ and $ only at the ends, no \b, and of \p only general categories; a class of more than 256 characters, such as \d or ., gives printable ASCII; *, + and {n,} stop 8 above their least; an @ is written \@",
            r"regex:[A-Z]{2}\d{4}",
        )
        .verbatim()];

/// Why `@unique` is refused for a pattern: its texts do not show how they were built.
const AMBIGUOUS: &str = "a text that the pattern may make in several ways";

/// `regex:PATTERN`: at each repeat every number, and at each alternative every branch, is as likely as another.
pub(crate) fn regex(constraint: Constraint<'_>) -> BuildResult {
    let pattern = constraint.text.unwrap_or_default();
    if pattern.is_empty() {
        return Err(constraint.error(r"a pattern is needed, such as regex:[A-Z]{2}\d{4}"));
    }
    let node = parse::parse(pattern)?;
    let facts = facts::of(&node);
    let unique_support = if facts.clear { Ok(()) } else { Err(AMBIGUOUS) };
    let mut positions = Vec::new();
    if tabled(&node, &mut positions) {
        return Ok(Arc::new(Tabled { phrase: code(positions), unique_support }));
    }
    Ok(Arc::new(Drawn::new(&node, unique_support)))
}

/// Takes the pattern apart into positions that do not depend on each other, each with few texts that are equally likely.
/// Says whether that can be done.
fn tabled(node: &Node, positions: &mut Vec<Vec<String>>) -> bool {
    match node {
        Node::Concat(parts) => parts.iter().all(|part| tabled(part, positions)),
        Node::Repeat { node, min, max } if min == max => (0..*min).all(|_| tabled(node, positions)),
        _ => match facts::equally_likely(node, MAX_ENTRIES) {
            Some(texts) => {
                positions.push(texts);
                true
            }
            None => false,
        },
    }
}

/// A pattern whose positions are drawn from tables.
#[derive(Debug)]
struct Tabled {
    phrase: Phrase,
    unique_support: Result<(), &'static str>,
}

impl Generate for Tabled {
    fn field(&self) -> Field {
        self.phrase.field()
    }

    fn cardinality(&self) -> u64 {
        self.phrase.cardinality()
    }

    fn properties(&self) -> Properties<'_> {
        Properties { unique_support: self.unique_support, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        self.phrase.fill(draws, values);
    }
}

#[cfg(test)]
mod tests;
