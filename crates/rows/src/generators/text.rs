//! Text: `lorem`, `noun`, `paragraph`, `sentence`, `word`, `words`.

use std::sync::Arc;

use super::list::{ADJECTIVES, lines};
use super::phrase::{List, Phrase, Word, part};
use super::size::Size;
use super::{BuildResult, Constraint, GeneratorSpec};
use crate::types::{Dictionary, Part};

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("lorem", "Latin-like words that mean nothing", lorem).optional(
        "N",
        "how many words, 1 to 1,000; 10 by default",
        "lorem:5",
    ),
    GeneratorSpec::new("noun", "an English noun", noun).english(),
    GeneratorSpec::new("paragraph", "English sentences", paragraph).english().optional(
        "N",
        "how many sentences, 1 to 100; 4 by default",
        "paragraph:2",
    ),
    GeneratorSpec::new("sentence", "an English sentence", sentence).english(),
    GeneratorSpec::new("word", "a common English word", word).english(),
    GeneratorSpec::new("words", "common English words", words).english().optional(
        "N",
        "how many, 1 to 1,000; 3 by default",
        "words:5",
    ),
];

const LOREM: Size = Size { form: "lorem:N", things: "words", default: 10, range: 1..=1000 };
const WORDS: Size = Size { form: "words:N", default: 3, ..LOREM };
const SENTENCES: Size = Size { form: "paragraph:N", things: "sentences", default: 4, range: 1..=100 };

static LATIN: List = lines!("lorem.txt");
static COMMON: List = lines!("common-words.txt");
pub(super) static NOUNS: List = lines!("nouns.txt");
pub(super) static LEGACY_DETERMINERS: List = lines!("determiners.txt");
/// The determiners as they begin a sentence.
static OPENERS: List =
    List::new(|| Arc::new(Dictionary::exactly(LEGACY_DETERMINERS.iter().map(capitalised))));
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

/// `sentence`: subject, verb, object and an ending, as "Our quiet river followed the tall lamp at noon."
///
/// The words up to the verb come from the first draw and are enough to tell sentences apart.
pub(crate) fn sentence(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Phrase::drawn(sentence_parts(".").to_vec())))
}

/// The words up to the verb, and those behind it with what ends the sentence.
fn sentence_parts(end: &'static str) -> [Vec<Part>; 2] {
    let subject = vec![part(&OPENERS, " "), part(&ADJECTIVES, " "), part(&NOUNS, " "), part(&VERBS, " ")];
    let object = vec![
        part(&LEGACY_DETERMINERS, " "),
        part(&ADJECTIVES, " "),
        part(&NOUNS, ""),
        part(&SENTENCE_ENDINGS, end),
    ];
    [subject, object]
}

/// `paragraph[:N]`: the first sentence is enough to tell paragraphs apart.
pub(crate) fn paragraph(constraint: Constraint<'_>) -> BuildResult {
    let count = SENTENCES.of(constraint)?;
    let sentences = (1..=count).flat_map(|n| sentence_parts(if n == count { "." } else { ". " }));
    Ok(Arc::new(Phrase::drawn(sentences.collect())))
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
