//! Text: `lorem`, `noun`, `word`, `words`.

use std::sync::Arc;

use super::list::lines;
use super::phrase::{List, Phrase, Word, part};
use super::size::Size;
use super::{BuildResult, Constraint, GeneratorSpec};
use crate::types::Dictionary;

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("lorem", "Latin-like words that mean nothing", lorem).optional(
        "N",
        "how many words, 1 to 1,000; 10 by default",
        "lorem:5",
    ),
    GeneratorSpec::new("noun", "an English noun", noun).english(),
    GeneratorSpec::new("word", "a common English word", word).english(),
    GeneratorSpec::new("words", "common English words", words).english().optional(
        "N",
        "how many, 1 to 1,000; 3 by default",
        "words:5",
    ),
];

const LOREM: Size = Size { form: "lorem:N", things: "words", default: 10, range: 1..=1000 };
const WORDS: Size = Size { form: "words:N", default: 3, ..LOREM };

static LATIN: List = lines!("lorem.txt");
static COMMON: List = lines!("common-words.txt");
pub(super) static NOUNS: List = lines!("nouns.txt");
pub(super) static LEGACY_DETERMINERS: List = lines!("determiners.txt");
pub(super) static VERBS: List = lines!("verbs-past.txt");
/// The endings with their space in front; none at all is one of them.
pub(super) static SENTENCE_ENDINGS: List = List::new(|| {
    let spaced = include_str!("../../words/sentence-endings.txt").lines().map(|ending| format!(" {ending}"));
    Arc::new(Dictionary::exactly(std::iter::once(String::new()).chain(spaced)))
});

/// `noun`
pub(crate) fn noun(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&NOUNS))))
}

/// `word`
pub(crate) fn word(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&COMMON))))
}

/// `words[:N]`
pub(crate) fn words(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(row_of(&COMMON, WORDS.of(constraint)?)))
}

/// `lorem[:N]`
pub(crate) fn lorem(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(row_of(&LATIN, LOREM.of(constraint)?)))
}

/// So many words with spaces between them.
fn row_of(words: &Arc<Dictionary>, count: usize) -> Phrase {
    Phrase::long((1..=count).map(|n| part(words, if n == count { "" } else { " " })).collect())
}

pub(super) fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
