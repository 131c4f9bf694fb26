//! Words of one list each, every one as likely as the others: animals, colors, industries …

use std::sync::Arc;

use crate::generators::phrase::{DictionaryEntry, List};
use crate::generators::word_tables::lines;
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::Dictionary;

/// Animals and their like.
pub(in crate::catalogue) static THINGS: &[GeneratorSpec] = &[
    GeneratorSpec::new("animal", "an animal", word).english(),
    GeneratorSpec::new("animal.cat", "a breed of cats", word).english(),
    GeneratorSpec::new("animal.dog", "a breed of dogs", word).english(),
    GeneratorSpec::new("dinosaur", "a dinosaur", word),
];
/// Words.
pub(in crate::catalogue) static WORDS: &[GeneratorSpec] = &[
    GeneratorSpec::new("adjectives", "an English adjective", word).english(),
    GeneratorSpec::new("color", "a colour's English name", word).english(),
    GeneratorSpec::new("emoji", "an emoji", word),
];
/// The trades of companies.
pub(in crate::catalogue) static TRADES: &[GeneratorSpec] =
    &[GeneratorSpec::new("industry", "an industry", word).english()];
/// The web.
pub(in crate::catalogue) static WEB: &[GeneratorSpec] = &[
    GeneratorSpec::new("domain.tld", "a top-level domain", word),
    GeneratorSpec::new("event.action", "what a user did: clicked, purchased, viewed or watched", word),
    GeneratorSpec::new("http.method", "a method of HTTP, mostly GET, as servers see them", word),
];

pub(in crate::catalogue) static ADJECTIVES: List = lines!("adjectives.txt");
static ACTIONS: List = List::new(|| Arc::new(Dictionary::of(["clicked", "purchased", "viewed", "watched"])));
/// Those of RFC 9110, section 9.3, that servers of web sites see, and PATCH (RFC 5789), as often of 200 as they see them.
pub(in crate::catalogue) static METHODS: List = List::new(|| {
    let methods =
        [("DELETE", 2), ("GET", 160), ("HEAD", 6), ("OPTIONS", 4), ("PATCH", 2), ("POST", 22), ("PUT", 4)];
    Arc::new(Dictionary::weighted(methods))
});
static ANIMALS: List = lines!("animals.txt");
static CATS: List = lines!("animals-cat.txt");
static DOGS: List = lines!("animals-dog.txt");
static COLORS: List = lines!("colors.txt");
/// Those of one word, as in the Go program `fakedata`.
pub(in crate::catalogue) static SHORT_COLORS: List =
    List::new(|| Arc::new(Dictionary::of(COLORS.iter().filter(|color| !color.contains(' ')))));
static DINOSAURS: List = lines!("dinosaurs.txt");
static TLDS: List = lines!("tlds.txt");
static EMOJI: List = lines!("emoji.txt");
static INDUSTRIES: List = lines!("industries.txt");

/// The list of each generator.
static LISTS: &[(&str, &List)] = &[
    ("adjectives", &ADJECTIVES),
    ("animal", &ANIMALS),
    ("animal.cat", &CATS),
    ("animal.dog", &DOGS),
    ("color", &COLORS),
    ("dinosaur", &DINOSAURS),
    ("domain.tld", &TLDS),
    ("emoji", &EMOJI),
    ("event.action", &ACTIONS),
    ("http.method", &METHODS),
    ("industry", &INDUSTRIES),
];

/// A word of the list that the generator is named after.
fn word(constraint: Constraint<'_>) -> BuildResult {
    let list = LISTS.iter().find(|(name, _)| *name == constraint.generator).map(|(_, list)| list);
    let list = list.expect("every generator of this file has a list");
    Ok(Arc::new(DictionaryEntry::new(Arc::clone(list))))
}

#[cfg(test)]
mod tests {
    use super::{LISTS, THINGS, TRADES, WEB, WORDS};

    #[test]
    fn every_generator_has_its_list() {
        let mut names: Vec<&str> =
            [THINGS, WORDS, TRADES, WEB].into_iter().flatten().map(|spec| spec.name).collect();
        names.sort_unstable();
        assert!(names.into_iter().eq(LISTS.iter().map(|(name, _)| *name)));
    }
}
