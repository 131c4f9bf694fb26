//! Towns and regions: `city`, `state`, `state.code`.

use std::sync::Arc;

use fake::locales::{Data, EN};

use super::country::column;
use super::real;
use crate::generators::person::name::own_or;
use crate::generators::phrase::{List, Word, part};
use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field};

/// Where the places of English are, which names no country.
pub(super) const ENGLISH_COUNTRY: &str = "US";

/// Two letters and name of the states of the US and of its capital's district, one a line.
const US_STATES: &str = include_str!("../../../words/us-states.tsv");

static US_CODES: List = List::new(|| column(US_STATES, 0));
static US_NAMES: List = List::new(|| column(US_STATES, 1));
/// What stands before a town's name, with its space; nothing at all is the first.
static PREFIXES: List = List::new(|| {
    let spaced = EN::ADDRESS_CITY_PREFIX.iter().map(|prefix| format!("{} ", prefix.trim()));
    Arc::new(Dictionary::exactly(std::iter::once(String::new()).chain(spaced)))
});
static TOWNS: List = List::new(|| {
    Arc::new(Dictionary::of(EN::NAME_LAST_NAME.iter().copied().filter(|name| !name.contains('\''))))
});
static SUFFIXES: List = List::new(|| Arc::new(Dictionary::of(EN::ADDRESS_CITY_SUFFIX.iter().copied())));

/// The two letters of a state of the US.
pub(super) fn us_state_code(name: &str) -> Option<&'static str> {
    let mut states = US_STATES.lines().filter_map(|line| line.split_once('\t'));
    states.find(|(_, state)| *state == name).map(|(code, _)| code)
}

/// `state`: of the US, or the regions of the locale's country that towns are known in.
pub(super) fn state(constraint: Constraint<'_>) -> BuildResult {
    let words = match constraint.locale().country {
        None => Arc::clone(&US_NAMES),
        Some(country) => Arc::new(Dictionary::of(real::of(country).iter().map(|town| town.region))),
    };
    Ok(Arc::new(Word::new(words)))
}

/// `state.code`
pub(super) fn state_code(constraint: Constraint<'_>) -> BuildResult {
    let found =
        constraint.local(|locale| locale.own(|lists| lists.state_codes).map(|list| (locale, list)))?;
    Ok(Arc::new(Word::new(own_or(found, &US_CODES))))
}

/// `city`: in English a believable town that does not exist, such as "Port Hamillburgh"; a real one elsewhere, as
/// surnames do not make town names in every language.
pub(super) fn city(constraint: Constraint<'_>) -> BuildResult {
    if let Some(country) = constraint.locale().country {
        return Ok(Arc::new(Word::new(Dictionary::of(real::of(country).iter().map(|town| town.city)))));
    }
    let [prefixes, towns, suffixes] = [&PREFIXES, &TOWNS, &SUFFIXES].map(|list| Arc::clone(list));
    Ok(Arc::new(City { prefixes, towns, suffixes }))
}

#[derive(Debug)]
struct City {
    /// The first one is empty.
    prefixes: Arc<Dictionary>,
    towns: Arc<Dictionary>,
    suffixes: Arc<Dictionary>,
}

impl Generate for City {
    fn field(&self) -> Field {
        Field::composed([part(&self.prefixes, ""), part(&self.towns, ""), part(&self.suffixes, "")])
    }

    fn cardinality(&self) -> u64 {
        [&self.prefixes, &self.towns, &self.suffixes].iter().map(|words| words.len() as u64).product()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        // Two towns in three have no prefix, except where each must come once.
        let prefixes = self.prefixes.len() as u64;
        let shares = if draws.is_unique() { prefixes } else { 3 * (prefixes - 1) };
        let fractions = draws.load(0);
        let [prefix, town, suffix] = values.indices(3, fractions.len()) else {
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
