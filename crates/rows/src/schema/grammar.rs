//! The grammar of a column: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.

use std::ops::Range;

use crate::generators;

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
/// modifier.
pub(super) fn split(word: &str, named: bool) -> Parts {
    let ats = generators::unescaped(word, '@');
    let head = ats.first().copied().unwrap_or(word.len());
    let colon = word[..head].find(':');
    let equals = word[..colon.unwrap_or(head)].find('=').filter(|_| !named);
    let start = equals.map_or(0, |equals| equals + 1);
    let ends = ats.iter().skip(1).copied().chain([word.len()]);
    Parts {
        name: equals.map(|equals| 0..equals),
        generator: start..colon.unwrap_or(head),
        constraint: colon.map(|colon| colon + 1..head),
        modifiers: ats.iter().zip(ends).map(|(&at, end)| at + 1..end).collect(),
    }
}
