//! Names: `name`, `name.first`, `name.last`, `name.prefix`, `name.suffix`.

use std::sync::Arc;

use crate::generators::phrase::{List, Phrase, Word, part};
use crate::generators::{BuildResult, Constraint};
use crate::locale::{Locale, english};
use crate::types::{Dictionary, Part};

static FIRST_NAMES: List = List::new(|| table(english().first_names));
static LAST_NAMES: List = List::new(|| table(english().last_names));
static PREFIXES: List =
    List::new(|| Arc::new(Dictionary::lines(include_str!("../../../words/name-prefixes.txt"))));
static SUFFIXES: List =
    List::new(|| Arc::new(Dictionary::lines(include_str!("../../../words/name-suffixes.txt"))));

fn table(words: &[&'static str]) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(words.iter().copied().map(mended)))
}

/// What `fake` has, without its misprints.
fn mended(word: &'static str) -> &'static str {
    match word {
        "D\"ávila" => "D'Ávila",
        _ => word,
    }
}

/// First name, gender (`f`, `m`, or `u` for both) and the locales that it is used in, one a line: the names of `fake`,
/// without those that are none, and with Arabic ones of men, of whom it has one.
const GENDERS: &str = include_str!("../../../words/first-names.tsv");

/// The first names of a locale with their genders.
pub(super) fn genders(locale: &Locale) -> impl Iterator<Item = (&'static str, &'static str)> {
    GENDERS.lines().filter_map(move |line| {
        let mut fields = line.split('\t');
        let (name, gender) = (fields.next()?, fields.next()?);
        let here = fields.next()?.split(',').any(|tag| tag.eq_ignore_ascii_case(locale.name));
        here.then_some((name, gender))
    })
}

/// The first names of a locale.
pub(super) fn first_names(locale: &Locale) -> Arc<Dictionary> {
    match locale.is_english() {
        true => Arc::clone(&FIRST_NAMES),
        false => Arc::new(Dictionary::of(genders(locale).map(|(name, _)| name))),
    }
}

/// The last names of a locale.
pub(in crate::generators) fn last_names(locale: &Locale) -> Arc<Dictionary> {
    if locale.is_english() { Arc::clone(&LAST_NAMES) } else { table(locale.last_names) }
}

/// First and last name in the order and with the spaces of the locale.
pub(super) fn whole(locale: &Locale, first: &Arc<Dictionary>, last: &Arc<Dictionary>) -> [Part; 2] {
    let (first_field, last_field) = ("{FirstName}", "{LastName}");
    let form = locale.name_form;
    match form.strip_prefix(last_field).and_then(|rest| rest.strip_suffix(first_field)) {
        Some(between) => [part(last, between), part(first, "")],
        None => [part(first, " "), part(last, "")],
    }
}

/// `name.first`
pub(super) fn first(constraint: Constraint<'_>) -> BuildResult {
    let names = constraint.local(|locale| locale.own(|lists| lists.first_names).map(|_| locale))?;
    Ok(Arc::new(Word::new(first_names(names))))
}

/// `name.last`
pub(super) fn last(constraint: Constraint<'_>) -> BuildResult {
    let names = constraint.local(|locale| locale.own(|lists| lists.last_names).map(|_| locale))?;
    Ok(Arc::new(Word::new(last_names(names))))
}

/// `name`: first and last, or last and first.
pub(super) fn name(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.local(with_names)?;
    Ok(Arc::new(Phrase::new(whole(locale, &first_names(locale), &last_names(locale)).into())))
}

/// The locale, if it has names of its own.
pub(super) fn with_names(locale: &'static Locale) -> Option<&'static Locale> {
    locale.own(|lists| lists.first_names).and(locale.own(|lists| lists.last_names)).map(|_| locale)
}

/// `name.prefix`
pub(super) fn prefix(constraint: Constraint<'_>) -> BuildResult {
    let titles = constraint.local(|locale| locale.own(|lists| lists.titles).map(|list| (locale, list)))?;
    Ok(Arc::new(Word::new(own_or(titles, &PREFIXES))))
}

/// `name.suffix`
pub(super) fn suffix(constraint: Constraint<'_>) -> BuildResult {
    let found =
        constraint.local(|locale| locale.own(|lists| lists.name_suffixes).map(|list| (locale, list)))?;
    Ok(Arc::new(Word::new(own_or(found, &SUFFIXES))))
}

/// The words of a locale, or for English those of a file, which has more of them.
pub(in crate::generators) fn own_or(
    (locale, list): (&Locale, crate::locale::List),
    english: &Arc<Dictionary>,
) -> Arc<Dictionary> {
    if locale.is_english() { Arc::clone(english) } else { table(list) }
}
