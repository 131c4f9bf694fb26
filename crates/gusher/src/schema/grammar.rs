//! The grammar of a column: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.

use std::ops::Range;

use crate::generators;

/// Written instead of a generator for a column that is computed: all that follows its colon is the expression.
pub(super) const EXPR: &str = "expr";

/// The spans of the parts of a column spec.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SpecParts {
    pub name: Option<Range<usize>>,
    pub generator: Range<usize>,
    pub constraint: Option<Range<usize>>,
    /// Without their `@`.
    pub modifiers: Vec<Range<usize>>,
}

/// Splits a column spec. The name, unless it is given elsewhere (`named`), ends at the first `=` (one after the first `:`
/// or `@` belongs to that part), the generator at the first `:`, and each `@` without a backslash begins a
/// modifier. In an expression no character means anything to the grammar.
pub(super) fn split(spec: &str, named: bool) -> SpecParts {
    let ats = generators::unescaped(spec, '@');
    let head = ats.first().copied().unwrap_or(spec.len());
    let colon = spec[..head].find(':');
    let equals = spec[..colon.unwrap_or(head)].find('=').filter(|_| !named);
    let start = equals.map_or(0, |equals| equals + 1);
    if let Some(colon) = colon.filter(|&colon| spec[start..colon] == *EXPR) {
        return SpecParts {
            name: equals.map(|equals| 0..equals),
            generator: start..colon,
            constraint: Some(colon + 1..spec.len()),
            modifiers: Vec::new(),
        };
    }
    let ends = ats.iter().skip(1).copied().chain([spec.len()]);
    SpecParts {
        name: equals.map(|equals| 0..equals),
        generator: start..colon.unwrap_or(head),
        constraint: colon.map(|colon| colon + 1..head),
        modifiers: ats.iter().zip(ends).map(|(&at, end)| at + 1..end).collect(),
    }
}

/// The same for an expression that ends at `end`, where modifiers follow.
pub(super) fn split_expression(spec: &str, named: bool, end: usize) -> SpecParts {
    let ats: Vec<usize> = generators::unescaped(&spec[end..], '@').into_iter().map(|at| end + at).collect();
    let ends = ats.iter().skip(1).copied().chain([spec.len()]);
    let modifiers = ats.iter().zip(ends).map(|(&at, end)| at + 1..end).collect();
    SpecParts { modifiers, ..split(&spec[..end], named) }
}
