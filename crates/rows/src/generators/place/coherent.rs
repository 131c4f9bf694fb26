//! The row's place: what `place.*` say of it agrees, as all take it from the same draw.

use std::sync::Arc;

use super::country::Country;
use super::position::SCALE;
use super::real::{self, TOWNS, Town};
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field};

/// The shared draw that says which town it is.
const WHICH: u64 = 0;

/// The towns that a column knows: of all countries, each as likely as any other, or of the locale's.
#[derive(Debug)]
struct TownSet {
    towns: &'static [Town],
    /// Where the towns of each country begin, and how many there are.
    countries: Vec<(u64, u64)>,
}

impl TownSet {
    fn of(constraint: &Constraint<'_>) -> TownSet {
        let towns = constraint.locale().country.map_or(&TOWNS[..], real::of);
        let mut begin = 0;
        let country = |towns: &[Town]| {
            begin += towns.len() as u64;
            (begin - towns.len() as u64, towns.len() as u64)
        };
        let countries = towns.chunk_by(|a, b| a.country == b.country).map(country).collect();
        TownSet { towns, countries }
    }

    /// Which town each row has.
    fn draw(&self, draws: &mut Draws<'_>, mut take: impl FnMut(usize, usize)) {
        let count = self.countries.len() as u64;
        for (row, x) in draws.load_shared(WHICH).iter_mut().enumerate() {
            let (begin, len) = self.countries[take_digit(x, count) as usize];
            take(row, (begin + bounded(*x, len)) as usize);
        }
    }
}

/// A word that tells of a town.
#[derive(Debug)]
struct EntityColumn {
    known: TownSet,
    words: Arc<Dictionary>,
    /// Each town's word.
    indices: Vec<u32>,
}

impl EntityColumn {
    fn made(constraint: Constraint<'_>, word: fn(&Town) -> &'static str) -> BuildResult {
        let known = TownSet::of(&constraint);
        let (words, indices) = Dictionary::indexed(known.towns.iter().map(word));
        Ok(Arc::new(EntityColumn { known, words: Arc::new(words), indices }))
    }
}

/// `place.city`
pub(super) fn city(constraint: Constraint<'_>) -> BuildResult {
    EntityColumn::made(constraint, |town| town.city)
}

/// `place.state`
pub(super) fn state(constraint: Constraint<'_>) -> BuildResult {
    EntityColumn::made(constraint, |town| town.region)
}

/// `place.postcode`
pub(super) fn postcode(constraint: Constraint<'_>) -> BuildResult {
    EntityColumn::made(constraint, |town| town.postcode)
}

/// `place.country`
pub(super) fn country(constraint: Constraint<'_>) -> BuildResult {
    EntityColumn::made(constraint, |town| {
        Country::find(town.country).map_or(town.country, |country| country.name)
    })
}

/// `place.country.code`
pub(super) fn country_code(constraint: Constraint<'_>) -> BuildResult {
    EntityColumn::made(constraint, |town| town.country)
}

/// `place.latitude`
pub(super) fn latitude(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Degrees::of(&constraint, |town| town.latitude)))
}

/// `place.longitude`
pub(super) fn longitude(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Degrees::of(&constraint, |town| town.longitude)))
}

/// Why there is no `@unique`.
const PART: &str = "a part of a place that other columns may describe too";

impl Generate for EntityColumn {
    fn field(&self) -> Field {
        Field::composed([part(&self.words, "")])
    }

    fn cardinality(&self) -> u64 {
        self.words.len() as u64
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let column = &mut values.indices(1, draws.len())[0];
        self.known.draw(draws, |row, town| column[row] = self.indices[town]);
    }
}

/// A number of degrees that tells of a town.
#[derive(Debug)]
struct Degrees {
    known: TownSet,
    /// Each town's, in millionths.
    degrees: Vec<i64>,
}

impl Degrees {
    fn of(constraint: &Constraint<'_>, degrees: fn(&Town) -> i64) -> Degrees {
        let known = TownSet::of(constraint);
        let degrees = known.towns.iter().map(degrees).collect();
        Degrees { known, degrees }
    }
}

impl Generate for Degrees {
    fn field(&self) -> Field {
        let end = |most: Option<&i64>| most.copied().unwrap_or_default();
        Field::decimal(SCALE, end(self.degrees.iter().min()), end(self.degrees.iter().max()))
    }

    fn cardinality(&self) -> u64 {
        self.degrees.iter().collect::<std::collections::HashSet<_>>().len() as u64
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let column = values.ints(draws.len());
        self.known.draw(draws, |row, town| column[row] = self.degrees[town]);
    }
}
