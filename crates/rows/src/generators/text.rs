//! Text: `noun`, `sentence`.

use std::sync::Arc;

use super::phrase::{Phrase, Word, part};
use super::{Constraint, ConstraintError, Generate};
use crate::words::Words;

type Made = Result<Arc<dyn Generate>, ConstraintError>;

const NOUNS: &str = include_str!("../../words/nouns.txt");
const ADJECTIVES: &str = include_str!("../../words/adjectives.txt");
const DETERMINERS: &str = include_str!("../../words/determiners.txt");
const VERBS: &str = include_str!("../../words/verbs-past.txt");
const ENDINGS: &str = include_str!("../../words/sentence-endings.txt");

/// `noun`
pub(crate) fn noun(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(Words::lines(NOUNS))))
}

/// `sentence`: subject, verb, object and an ending, as "Our quiet river followed the tall lamp at noon."
///
/// The words up to the verb come from the first draw and are enough to tell sentences apart.
pub(crate) fn sentence(_: Constraint<'_>) -> Made {
    let list = |text: &'static str| Arc::new(Words::lines(text));
    let (nouns, adjectives) = (list(NOUNS), list(ADJECTIVES));
    let openers: Vec<String> = DETERMINERS.lines().map(capitalised).collect();
    let openers = Arc::new(Words::of(openers.iter().map(String::as_str)));
    let subject =
        vec![part(&openers, " "), part(&adjectives, " "), part(&nouns, " "), part(&list(VERBS), " ")];
    let object =
        vec![part(&list(DETERMINERS), " "), part(&adjectives, " "), part(&nouns, ""), part(&endings(), ".")];
    Ok(Arc::new(Phrase::with_second(subject, object)))
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The endings with their space in front; none at all is one of them.
fn endings() -> Arc<Words> {
    let spaced = ENDINGS.lines().map(|ending| format!(" {ending}"));
    Arc::new(Words::exactly(std::iter::once(String::new()).chain(spaced)))
}
