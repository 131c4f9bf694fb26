//! Text: `lorem`, `noun`, `word`, `words`.

use std::sync::Arc;

use crate::generators::phrase::{DictionaryEntry, List, Phrase, part};
use crate::generators::size::Size;
use crate::generators::word_tables::lines;
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::Dictionary;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("lorem", "Latin-like words that mean nothing", lorem).optional(
        "N",
        "how many words, 1 to 1,000; 10 by default",
        "lorem:5",
    ),
    GeneratorSpec::new(
        "lorem.html",
        "Latin-like words that mean nothing, as a heading, a paragraph and a list of HTML",
        |_| markup([("<h2>", "</h2>\n<p>"), ("", ".</p>\n<ul>"), ("<li>", "</li>"), ("</ul>", "")]),
    ),
    GeneratorSpec::new(
        "lorem.markdown",
        "Latin-like words that mean nothing, as a heading, a paragraph and a list of Markdown",
        |_| markup([("## ", "\n\n"), ("", ".\n"), ("\n- ", ""), ("", "")]),
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
pub(in crate::catalogue) static NOUNS: List = lines!("nouns.txt");

/// `noun`
pub(crate) fn noun(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Arc::clone(&NOUNS))))
}

/// `word`
pub(crate) fn word(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Arc::clone(&COMMON))))
}

/// `words[:N]`
pub(crate) fn words(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(row_of(&COMMON, WORDS.of(constraint)?)))
}

/// `lorem[:N]`
pub(crate) fn lorem(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(row_of(&LATIN, LOREM.of(constraint)?)))
}

/// A heading of three words, a paragraph of twelve and a list of three items, each with what precedes and follows it; then
/// the end of the list.
fn markup([heading, paragraph, item, end]: [(&'static str, &'static str); 4]) -> BuildResult {
    // What precedes a run of words is a part of the first one.
    let first = |before: &str| Arc::new(LATIN.map(|word| format!("{before}{}", capitalised(word))));
    let run = |before: &str, words: usize, after: &'static str| {
        let mut parts = vec![part(&first(before), if words == 1 { after } else { " " })];
        parts.extend((2..=words).map(|n| part(&LATIN, if n == words { after } else { " " })));
        parts
    };
    let mut parts = run(heading.0, 3, heading.1);
    parts.extend(run(paragraph.0, 12, paragraph.1));
    for _ in 0..3 {
        parts.extend(run(item.0, 2, item.1));
    }
    if !end.0.is_empty() {
        parts.push(part(&Arc::new(Dictionary::exactly([String::new()])), end.0));
    }
    Ok(Arc::new(Phrase::long(parts)))
}

/// The given number of words with spaces between them.
fn row_of(words: &Arc<Dictionary>, count: usize) -> Phrase {
    Phrase::long((1..=count).map(|n| part(words, if n == count { "" } else { " " })).collect())
}

pub(in crate::catalogue) fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
