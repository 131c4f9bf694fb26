//! The grammar of a column: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.

use std::ops::Range;

use crate::generators;

/// What stands in a generator's place for a column that is computed: all that follows its colon is the expression.
pub(super) const EXPR: &str = "expr";

/// The places of a column's parts in its word.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub name: Option<Range<usize>>,
    pub generator: Range<usize>,
    pub constraint: Option<Range<usize>>,
    /// Without their `@`.
    pub modifiers: Vec<Range<usize>>,
}

/// Takes a word apart. The name, unless it stands elsewhere (`named`), ends at the first `=` (one behind the first `:`
/// or `@` belongs to what stands there), the generator at the first `:`, and each `@` without a backslash begins a
/// modifier. In an expression no sign means anything to the grammar.
pub(super) fn split(word: &str, named: bool) -> Parts {
    let ats = generators::unescaped(word, '@');
    let head = ats.first().copied().unwrap_or(word.len());
    let colon = word[..head].find(':');
    let equals = word[..colon.unwrap_or(head)].find('=').filter(|_| !named);
    let start = equals.map_or(0, |equals| equals + 1);
    if let Some(colon) = colon.filter(|&colon| word[start..colon] == *EXPR) {
        return Parts {
            name: equals.map(|equals| 0..equals),
            generator: start..colon,
            constraint: Some(colon + 1..word.len()),
            modifiers: Vec::new(),
        };
    }
    let ends = ats.iter().skip(1).copied().chain([word.len()]);
    Parts {
        name: equals.map(|equals| 0..equals),
        generator: start..colon.unwrap_or(head),
        constraint: colon.map(|colon| colon + 1..head),
        modifiers: ats.iter().zip(ends).map(|(&at, end)| at + 1..end).collect(),
    }
}

/// The same for an expression that ends at `end`, where modifiers follow.
pub(super) fn split_expression(word: &str, named: bool, end: usize) -> Parts {
    let ats: Vec<usize> = generators::unescaped(&word[end..], '@').into_iter().map(|at| end + at).collect();
    let ends = ats.iter().skip(1).copied().chain([word.len()]);
    let modifiers = ats.iter().zip(ends).map(|(&at, end)| at + 1..end).collect();
    Parts { modifiers, ..split(&word[..end], named) }
}
