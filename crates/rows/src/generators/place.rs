//! Places: `country`, `country.code`, `city`.

use std::sync::Arc;

use fake::locales::{Data, EN};

use super::phrase::{List, Word, part};
use super::{Constraint, Entry, Generate, Made};
use crate::batch::{Shape, Values};
use crate::law::{Draws, bounded, take_digit};
use crate::words::Words;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[
    Entry::new("city", "a believable town that does not exist", city),
    Entry::new("country", "a country's English name", country),
    Entry::new("country.code", "a country's two letters (ISO 3166-1)", country_code),
];

static COUNTRIES: List = List::new(|| Arc::new(Words::of(EN::ADDRESS_COUNTRY.iter().copied())));
static COUNTRY_CODES: List = List::new(|| Arc::new(Words::of(EN::ADDRESS_COUNTRY_CODE.iter().copied())));
/// What stands before a town's name, with its space; nothing at all is the first.
static PREFIXES: List = List::new(|| {
    let spaced = EN::ADDRESS_CITY_PREFIX.iter().map(|prefix| format!("{} ", prefix.trim()));
    Arc::new(Words::exactly(std::iter::once(String::new()).chain(spaced)))
});
static TOWNS: List =
    List::new(|| Arc::new(Words::of(EN::NAME_LAST_NAME.iter().copied().filter(|name| !name.contains('\'')))));
static SUFFIXES: List = List::new(|| Arc::new(Words::of(EN::ADDRESS_CITY_SUFFIX.iter().copied())));

/// `country`
pub(crate) fn country(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(Arc::clone(&COUNTRIES))))
}

/// `country.code`: two letters (ISO 3166-1).
pub(crate) fn country_code(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(Arc::clone(&COUNTRY_CODES))))
}

/// `city`: a believable town that does not exist, such as "Port Hamillburgh".
pub(crate) fn city(_: Constraint<'_>) -> Made {
    let [prefixes, towns, suffixes] = [&PREFIXES, &TOWNS, &SUFFIXES].map(|list| Arc::clone(list));
    Ok(Arc::new(City { prefixes, towns, suffixes }))
}

#[derive(Debug)]
struct City {
    /// The first one is empty.
    prefixes: Arc<Words>,
    towns: Arc<Words>,
    suffixes: Arc<Words>,
}

impl Generate for City {
    fn shape(&self) -> Shape {
        Shape::Words(vec![part(&self.prefixes, ""), part(&self.towns, ""), part(&self.suffixes, "")])
    }

    fn domain(&self) -> u64 {
        [&self.prefixes, &self.towns, &self.suffixes].iter().map(|words| words.len() as u64).product()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        // Two towns in three have no prefix, except where each must come once.
        let prefixes = self.prefixes.len() as u64;
        let shares = if draws.is_unique() { prefixes } else { 3 * (prefixes - 1) };
        let fractions = draws.load(0);
        let [prefix, town, suffix] = values.words(3, fractions.len()) else {
            unreachable!("three parts were asked for")
        };
        for (i, x) in fractions.iter_mut().enumerate() {
            let share = take_digit(x, shares);
            prefix[i] = if share < prefixes { share as u32 } else { 0 };
            town[i] = take_digit(x, self.towns.len() as u64) as u32;
            suffix[i] = bounded(*x, self.suffixes.len() as u64) as u32;
        }
    }
}
