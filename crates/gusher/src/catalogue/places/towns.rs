//! The real towns of a locale, and the columns that tell of the row's one: all take it from the same draw.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::position::SCALE;
use crate::generators::part_of::part_of;
use crate::generators::phrase::part;
use crate::generators::weights::Shares;
use crate::generators::{BuildResult, Constraint, Generate, Properties};
use crate::locale::Locale;
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Dictionary, Field};

/// Why there is no `@unique`.
pub(super) const PART: &str = "a part of a place that other columns may describe too";
/// The shared draw that says which town it is.
const WHICH: u64 = 0;
/// How far from the middle of its part of the town a row lies at most, to the north or south and to the east or west, in
/// millionths of a degree: about 400 metres.
const SPREAD: i64 = 4_000;

/// A part of a town that has a postcode of its own: the town's name and its state's in the locale's language, the postcode, the time zone
/// where that is not the country's main one, and its position in millionths of a degree.
#[derive(Debug)]
pub(in crate::catalogue) struct Town {
    pub city: &'static str,
    pub state: &'static str,
    /// The state's short form.
    pub code: &'static str,
    pub postcode: &'static str,
    pub timezone: &'static str,
    pub latitude: i64,
    pub longitude: i64,
}

/// The towns of a locale, as often as people live there, and as often in each part of a town.
#[derive(Debug)]
pub(in crate::catalogue) struct Towns {
    pub towns: Vec<Town>,
    /// The parts of each town.
    parts: Vec<Parts>,
    /// How many people live in each town, and the position of its centre.
    whole: Vec<(u64, [i64; 2])>,
    /// Towns, and the same as the parts of each, so that a draw has both at one look-up.
    shares: Shares,
    shares_of_parts: Shares,
}

/// The parts of a town, which follow each other: the index of the first, and in the upper bits how many there are.
#[derive(Debug, Clone, Copy)]
struct Parts(u32);

impl Parts {
    /// How many bits the index of the first part has.
    const FIRST_BITS: u32 = 20;

    fn new(first: usize, count: usize) -> Parts {
        let fits = first < 1 << Parts::FIRST_BITS && count < 1 << (u32::BITS - Parts::FIRST_BITS);
        assert!(fits, "a town has at most 4,095 postcodes, and a locale about a million");
        Parts((count as u32) << Parts::FIRST_BITS | first as u32)
    }

    #[inline(always)]
    fn first(self) -> usize {
        (self.0 & ((1 << Parts::FIRST_BITS) - 1)) as usize
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0 >> Parts::FIRST_BITS
    }
}

static KNOWN: Mutex<BTreeMap<&'static str, Arc<Towns>>> = Mutex::new(BTreeMap::new());

impl Towns {
    /// The towns of the locale: columns share them, as they never change.
    pub fn of(locale: &'static Locale) -> Arc<Towns> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(locale.name).or_insert_with(|| Arc::new(Towns::read(locale))))
    }

    fn read(locale: &'static Locale) -> Towns {
        let states: BTreeMap<&str, &str> =
            locale.rows("states.tsv").map(|[code, name]| (code, name)).collect();
        let zone = locale.setting("timezone");
        let (mut towns, mut parts, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for [city, code, postcodes, latitude, longitude, people, timezone] in locale.rows("towns.tsv") {
            let (people, centre) = (people.parse().unwrap_or(1), [latitude, longitude].map(millionths));
            whole.push((people, centre));
            parts.push(Parts::new(towns.len(), postcodes.split(';').count()));
            for part in postcodes.split(';') {
                let (postcode, away) = part.split_once(',').unwrap_or((part, "0,0"));
                let (north, east) = away.split_once(',').unwrap_or_default();
                towns.push(Town {
                    city,
                    state: states.get(code).copied().unwrap_or(code),
                    code,
                    postcode,
                    timezone: if timezone.is_empty() { zone } else { timezone },
                    latitude: centre[0] + thousandths(north),
                    longitude: centre[1] + thousandths(east),
                });
            }
        }
        let shares = Shares::of((0..).zip(whole.iter().map(|(people, _)| *people)));
        let shares_of_parts = shares.map(|town| parts[town as usize].0);
        Towns { towns, parts, whole, shares, shares_of_parts }
    }

    /// The largest town of this name, in letters of any case, with or without accents, `München` also as `Muenchen`: how many people
    /// live there, and its latitude and longitude.
    pub fn named(&self, name: &str) -> Option<(u64, [i64; 2])> {
        let plain = |text: &str| deunicode::deunicode(text).to_lowercase();
        let spelled = |text: &str| {
            let letters = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("å", "aa"), ("ø", "oe")];
            letters.into_iter().fold(text.to_lowercase(), |text, (letter, two)| text.replace(letter, two))
        };
        let name = plain(name);
        let is_it = |city: &str| plain(city) == name || plain(&spelled(city)) == name;
        let all = self.whole.iter().zip(&self.parts);
        let known = all.filter(|(_, parts)| is_it(self.towns[parts.first()].city));
        known.map(|(whole, _)| *whole).max_by_key(|(people, _)| *people)
    }

    /// Which part of which town each row has: the town by its people, and each of its parts as often as another.
    #[inline(always)]
    pub fn draw(&self, draws: &mut Draws<'_>, mut take: impl FnMut(usize, usize)) {
        for (row, x) in draws.load_shared(WHICH).iter_mut().enumerate() {
            let parts = Parts(self.shares_of_parts.take(x));
            take(row, parts.first() + take_digit(x, parts.count().into()) as usize);
        }
    }

    /// Where each row lies, its latitude and its longitude: within `SPREAD` of the middle of its part of the town.
    #[inline(always)]
    pub fn draw_positions(&self, draws: &mut Draws<'_>, mut take: impl FnMut(usize, [i64; 2])) {
        for (row, x) in draws.load_shared(WHICH).iter_mut().enumerate() {
            let parts = Parts(self.shares_of_parts.take(x));
            let town = &self.towns[parts.first() + take_digit(x, parts.count().into()) as usize];
            let mut away = || take_digit(x, 2 * SPREAD as u64 + 1) as i64 - SPREAD;
            take(row, [town.latitude + away(), town.longitude + away()]);
        }
    }

    /// What each row has of its town, of entries for each part of a town.
    pub fn entries(self: Arc<Towns>, of_parts: Vec<u32>) -> TownEntries {
        let own = |parts: &Parts| &of_parts[parts.first()..][..parts.count() as usize];
        let is_of_towns =
            self.parts.iter().all(|parts| own(parts).iter().all(|entry| *entry == own(parts)[0]));
        match is_of_towns {
            true => TownEntries::Whole(self.shares.map(|town| own(&self.parts[town as usize])[0])),
            false => TownEntries::Parts(self, of_parts),
        }
    }
}

/// What is known of towns, as entries of a dictionary.
#[derive(Debug)]
pub(in crate::catalogue) enum TownEntries {
    /// The same in all parts of each town: which part it is makes no difference.
    Whole(Shares),
    /// Of each part.
    Parts(Arc<Towns>, Vec<u32>),
}

impl TownEntries {
    /// The entry of each row's town.
    #[inline(always)]
    pub fn draw(&self, draws: &mut Draws<'_>, column: &mut [u32]) {
        match self {
            TownEntries::Whole(shares) => {
                for (entry, x) in column.iter_mut().zip(draws.load_shared(WHICH)) {
                    *entry = shares.take(x);
                }
            }
            TownEntries::Parts(towns, entries) => towns.draw(draws, |row, part| column[row] = entries[part]),
        }
    }
}

/// A number with four digits after the point, in millionths.
fn millionths(text: &str) -> i64 {
    text.replacen('.', "", 1).parse::<i64>().map_or(0, |number| number * 100)
}

/// A number of thousandths, in millionths.
fn thousandths(text: &str) -> i64 {
    text.parse::<i64>().unwrap_or_default() * 1000
}

/// A column of texts that are derived from what is known of each town.
pub(super) fn town_column<T: AsRef<str>>(
    constraint: &Constraint<'_>,
    text: impl Fn(&Town) -> T,
) -> BuildResult {
    let towns = Towns::of(constraint.locale());
    let texts: Vec<T> = towns.towns.iter().map(text).collect();
    let (dictionary, indices) = Dictionary::indexed(texts.iter().map(AsRef::as_ref));
    let entries = towns.entries(indices);
    part_of(PART, vec![part(&Arc::new(dictionary), "")], move |draws, columns| {
        entries.draw(draws, &mut columns[0]);
    })
}

/// `city`
pub(super) fn city(constraint: Constraint<'_>) -> BuildResult {
    town_column(&constraint, |town| town.city)
}

/// `state`
pub(super) fn state(constraint: Constraint<'_>) -> BuildResult {
    town_column(&constraint, |town| town.state)
}

/// `state.code`
pub(super) fn state_code(constraint: Constraint<'_>) -> BuildResult {
    town_column(&constraint, |town| town.code)
}

/// `postcode`: not every country has them.
pub(super) fn postcode(constraint: Constraint<'_>) -> BuildResult {
    let with_postcodes = |locale: &'static Locale| {
        locale.rows::<3>("towns.tsv").next().filter(|[.., postcode]| !postcode.is_empty()).map(drop)
    };
    // Among the addresses of several countries one without postcodes has empty ones.
    if !constraint.settings.is_mixed {
        constraint.local(with_postcodes)?;
    }
    town_column(&constraint, |town| town.postcode)
}

/// `timezone`
pub(super) fn timezone(constraint: Constraint<'_>) -> BuildResult {
    town_column(&constraint, |town| town.timezone)
}

/// `latitude`
pub(super) fn latitude(constraint: Constraint<'_>) -> BuildResult {
    Ok(latitudes(&constraint))
}

/// `longitude`
pub(super) fn longitude(constraint: Constraint<'_>) -> BuildResult {
    Ok(longitudes(&constraint))
}

/// How far north each row lies.
pub(super) fn latitudes(constraint: &Constraint<'_>) -> Arc<dyn Generate> {
    Arc::new(Degrees { towns: Towns::of(constraint.locale()), axis: 0 })
}

/// How far east each row lies.
pub(super) fn longitudes(constraint: &Constraint<'_>) -> Arc<dyn Generate> {
    Arc::new(Degrees { towns: Towns::of(constraint.locale()), axis: 1 })
}

/// A number of degrees of the row's position in its town.
#[derive(Debug)]
struct Degrees {
    towns: Arc<Towns>,
    /// 0 for the latitude, 1 for the longitude.
    axis: usize,
}

impl Degrees {
    /// The middle of each part of a town, in millionths.
    fn middles(&self) -> impl Iterator<Item = i64> {
        self.towns.towns.iter().map(|town| [town.latitude, town.longitude][self.axis])
    }
}

impl Generate for Degrees {
    fn field(&self) -> Field {
        let ends = (self.middles().min(), self.middles().max());
        Field::decimal(SCALE, ends.0.unwrap_or_default() - SPREAD, ends.1.unwrap_or_default() + SPREAD)
    }

    fn cardinality(&self) -> u64 {
        let middles: std::collections::HashSet<i64> = self.middles().collect();
        middles.len() as u64 * (2 * SPREAD as u64 + 1)
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let column = values.ints(draws.len());
        // Each draws only what it needs.
        match self.axis {
            0 => self.towns.draw_positions(draws, |row, [latitude, _]| column[row] = latitude),
            _ => self.towns.draw_positions(draws, |row, [_, longitude]| column[row] = longitude),
        }
    }
}
