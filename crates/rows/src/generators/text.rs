//! Text: `noun`, `sentence`.

use std::sync::Arc;

use super::phrase::{List, Phrase, Word, part};
use super::{Constraint, Entry, Made};
use crate::words::Words;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] =
    &[Entry::new("noun", "an English noun", noun), Entry::new("sentence", "an English sentence", sentence)];

static NOUNS: List = List::new(|| Arc::new(Words::lines(include_str!("../../words/nouns.txt"))));
static ADJECTIVES: List = List::new(|| Arc::new(Words::lines(include_str!("../../words/adjectives.txt"))));
static DETERMINERS: List = List::new(|| Arc::new(Words::lines(include_str!("../../words/determiners.txt"))));
/// The determiners as they begin a sentence.
static OPENERS: List = List::new(|| Arc::new(Words::exactly(DETERMINERS.iter().map(capitalised))));
static VERBS: List = List::new(|| Arc::new(Words::lines(include_str!("../../words/verbs-past.txt"))));
/// The endings with their space in front; none at all is one of them.
static ENDINGS: List = List::new(|| {
    let spaced = include_str!("../../words/sentence-endings.txt").lines().map(|ending| format!(" {ending}"));
    Arc::new(Words::exactly(std::iter::once(String::new()).chain(spaced)))
});

/// `noun`
pub(crate) fn noun(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(Arc::clone(&NOUNS))))
}

/// `sentence`: subject, verb, object and an ending, as "Our quiet river followed the tall lamp at noon."
///
/// The words up to the verb come from the first draw and are enough to tell sentences apart.
pub(crate) fn sentence(_: Constraint<'_>) -> Made {
    let subject = vec![part(&OPENERS, " "), part(&ADJECTIVES, " "), part(&NOUNS, " "), part(&VERBS, " ")];
    let object = vec![part(&DETERMINERS, " "), part(&ADJECTIVES, " "), part(&NOUNS, ""), part(&ENDINGS, ".")];
    Ok(Arc::new(Phrase::drawn(vec![subject, object])))
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
