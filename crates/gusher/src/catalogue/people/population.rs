//! Everyone whom a locale has: first names by gender and generation and last names, as often as they really come.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::births::Bands;
use super::generations::{self, Generations};
use super::plain::plain_names;
use crate::generators::weights::Shares;
use crate::generators::{Ages, Constraint, ConstraintError, Gender};
use crate::locale::Locale;
use crate::rng::{Draws, take_digit};
use crate::types::Dictionary;

/// Why there is no `@unique`.
pub(super) const PART: &str = "a part of a person whom other columns may describe too; `email@unique` and `username@unique` can be asked for";
/// The draws that the columns of one person share: who it is, the second last name, the title, the middle name, the
/// birthday (`births.rs`); the login and the phone, of which a person may have several, are from [`LOGIN`] and [`PHONE`] on.
pub(super) const WHO: u64 = 0;
pub(super) const LOGIN: u64 = 1;
pub(super) const SECOND: u64 = 3;
pub(super) const TITLE: u64 = 4;
pub(super) const MIDDLE: u64 = 5;
pub(super) const PHONE: u64 = 6;
/// A second login or phone takes the draw so much later.
pub(super) const NEXT: u64 = 16;

/// The file of a language whose people are called after their fathers.
const PATRONYMICS: &str = "patronymics.tsv";

/// Everyone whom a locale has.
#[derive(Debug)]
pub(super) struct People {
    pub first: Names,
    pub last: Names,
    /// The first names of each decade of birth, where they are known.
    generations: Option<Generations>,
    /// Names after the father's, where people have such: `None` where a middle name is another first name.
    patronymics: Option<Names>,
    /// The meaning of the digit of the gender, 0 for a woman and 1 for a man: the same, where all are of one.
    genders: [u32; 2],
}

/// Names of women and of men.
#[derive(Debug)]
pub(super) struct Names {
    pub dictionary: Arc<Dictionary>,
    /// Those of women and those of men: looked up by gender, as a branch would be guessed wrong for every other person.
    by_gender: [Shares; 2],
}

/// The people of a column: everyone of its locale who has its ages.
#[derive(Debug)]
pub(super) struct Persons {
    pub people: Arc<People>,
    /// The decades in which they were born, where these decide the first names.
    decades: Option<Bands>,
}

impl Names {
    /// The names of a file: name, gender (`f`, `m`, or `u` for both), weight; of people of both genders, or of one only.
    fn of(locale: &Locale, file: &str, only: Option<Gender>) -> Names {
        Names::with(locale, file, only, std::iter::empty()).0
    }

    /// The same, with further names that are in the dictionary alone, and the entries of these.
    fn with(
        locale: &Locale,
        file: &str,
        only: Option<Gender>,
        further: impl Iterator<Item = &'static str>,
    ) -> (Names, Vec<u32>) {
        let rows: Vec<[&str; 3]> = locale.rows(file).filter(|[_, its, _]| is_wanted(its, only)).collect();
        let (dictionary, mut indices) =
            Dictionary::indexed(rows.iter().map(|[name, ..]| *name).chain(further));
        let further = indices.split_off(rows.len());
        let of = |gender: &str| {
            let own = rows.iter().zip(&indices).filter(|([_, its, _], _)| *its == gender || *its == "u");
            Shares::of(own.map(|([.., weight], &index)| (index, weight.parse().unwrap_or(1))))
        };
        let by_gender = [Gender::Female, Gender::Male].map(|gender| of(only.unwrap_or(gender).letter()));
        (Names { dictionary: Arc::new(dictionary), by_gender }, further)
    }

    /// The same names in the form of an address, where accents do not tell two apart; and the new entry of each.
    fn plain(&self, locale: &Locale) -> (Names, Vec<u32>) {
        let (dictionary, indices) = {
            let plain = plain_names(locale, &self.dictionary);
            let (dictionary, indices) = Dictionary::indexed(plain.iter());
            (dictionary, indices)
        };
        let by_gender = self.by_gender.each_ref().map(|shares| shares.map(|index| indices[index as usize]));
        (Names { dictionary: Arc::new(dictionary), by_gender }, indices)
    }

    /// A digit off the front of the fraction, which means a name of this gender.
    #[inline(always)]
    fn take_share(&self, gender: u32, x: &mut u64) -> u64 {
        take_digit(x, self.by_gender[gender as usize & 1].len() as u64)
    }

    /// A name of a person of this gender.
    #[inline(always)]
    pub fn take(&self, gender: u32, x: &mut u64) -> u32 {
        self.by_gender[gender as usize & 1].take(x)
    }
}

/// Whether a list's gender is one of those that are wanted.
fn is_wanted(its: &str, only: Option<Gender>) -> bool {
    only.is_none_or(|only| its == only.letter() || its == "u")
}

impl People {
    fn of(locale: &Locale, only: Option<Gender>) -> People {
        let rows: Vec<_> =
            generations::rows(locale).into_iter().filter(|row| is_wanted(row.gender, only)).collect();
        let (first, entries) = Names::with(locale, "first-names.tsv", only, rows.iter().map(|row| row.name));
        let own = |gender: Gender| {
            let gender = only.unwrap_or(gender);
            let own = entries.iter().copied().zip(&rows).filter(|(_, row)| row.gender == gender.letter());
            (own.collect(), first.by_gender[gender as usize].len())
        };
        let generations =
            (!rows.is_empty()).then(|| Generations::of([Gender::Female, Gender::Male].map(own)));
        let last = Names::of(locale, "last-names.tsv", only);
        let patronymics = locale.text(PATRONYMICS).map(|_| Names::of(locale, PATRONYMICS, only));
        People { first, last, generations, patronymics, genders: genders(only) }
    }

    /// The same people in the form of an address, which has no middle name.
    fn plain(&self, locale: &Locale) -> People {
        let (first, entries) = self.first.plain(locale);
        let (last, _) = self.last.plain(locale);
        let generations =
            self.generations.as_ref().map(|generations| generations.map(|entry| entries[entry as usize]));
        People { first, last, generations, patronymics: None, genders: self.genders }
    }

    /// The names that stand between the first and the last.
    pub fn middle(&self) -> &Names {
        self.patronymics.as_ref().unwrap_or(&self.first)
    }

    /// The gender of each row: 0 for a woman, 1 for a man.
    pub fn genders(&self, draws: &mut Draws<'_>, genders: &mut [u32]) {
        for (gender, x) in genders.iter_mut().zip(draws.load_shared(WHO)) {
            *gender = self.genders[take_digit(x, 2) as usize & 1];
        }
    }

    /// The last name of each row.
    pub fn lasts(&self, draws: &mut Draws<'_>, lasts: &mut [u32]) {
        for (last, x) in lasts.iter_mut().zip(draws.load_shared(WHO)) {
            let digit = take_digit(x, 2) as u32;
            self.first.take_share(digit, x);
            *last = self.last.take(digit, x);
        }
    }

    /// The first name of a person of this gender and decade.
    #[inline(always)]
    fn first_name(&self, generations: &Generations, gender: u32, decade: u32, x: &mut u64) -> u32 {
        generations.name(gender, decade, self.first.take_share(gender, x))
    }
}

impl Persons {
    fn of(people: Arc<People>, constraint: &Constraint<'_>, ages: Option<Ages>) -> Persons {
        let ages = constraint.settings.ages.or(ages).unwrap_or_default();
        let decades = people.generations.is_some().then(|| generations::decades(ages));
        Persons { people, decades }
    }

    /// The first name of each row.
    pub fn firsts(&self, draws: &mut Draws<'_>, firsts: &mut [u32]) {
        let people = &*self.people;
        let (Some(generations), Some(decades)) = (&people.generations, &self.decades) else {
            for (first, x) in firsts.iter_mut().zip(draws.load_shared(WHO)) {
                *first = people.first.take(take_digit(x, 2) as u32, x);
            }
            return;
        };
        decades.load(draws, firsts);
        for (first, x) in firsts.iter_mut().zip(draws.load_shared(WHO)) {
            *first = people.first_name(generations, take_digit(x, 2) as u32, *first, x);
        }
    }

    /// The first and the last name of each row, in one pass, as they are what is asked for most.
    pub fn names(&self, draws: &mut Draws<'_>, firsts: &mut [u32], lasts: &mut [u32]) {
        let people = &*self.people;
        let (Some(generations), Some(decades)) = (&people.generations, &self.decades) else {
            for ((first, last), x) in firsts.iter_mut().zip(lasts).zip(draws.load_shared(WHO)) {
                let digit = take_digit(x, 2) as u32;
                *first = people.first.take(digit, x);
                *last = people.last.take(digit, x);
            }
            return;
        };
        decades.load(draws, firsts);
        for ((first, last), x) in firsts.iter_mut().zip(lasts).zip(draws.load_shared(WHO)) {
            let digit = take_digit(x, 2) as u32;
            *first = people.first_name(generations, digit, *first, x);
            *last = people.last.take(digit, x);
        }
    }

    /// The first and the last name that the bits of a person and of its birthday say.
    pub fn names_of(&self, mut who: u64, birthday: u64) -> [u32; 2] {
        let people = &*self.people;
        let digit = take_digit(&mut who, 2) as u32;
        let first = match (&people.generations, &self.decades) {
            (Some(generations), Some(decades)) => {
                people.first_name(generations, digit, decades.band(birthday), &mut who)
            }
            _ => people.first.take(digit, &mut who),
        };
        [first, people.last.take(digit, &mut who)]
    }
}

/// The meaning of the digit of the gender: 0 for a woman, 1 for a man.
pub(in crate::catalogue) fn genders(only: Option<Gender>) -> [u32; 2] {
    [Gender::Female, Gender::Male].map(|gender| only.unwrap_or(gender) as u32)
}

/// The locale, if it has names.
pub(super) fn with_names(locale: &'static Locale) -> Option<&'static Locale> {
    locale.text("first-names.tsv").and(locale.text("last-names.tsv")).map(|_| locale)
}

/// The people of the column's locale.
pub(super) fn persons(constraint: &Constraint<'_>) -> Result<(&'static Locale, Persons), ConstraintError> {
    let (locale, people) = people(constraint)?;
    Ok((locale, Persons::of(people, constraint, None)))
}

/// Everyone of the column's locale, whatever their ages.
pub(super) fn people(constraint: &Constraint<'_>) -> Result<(&'static Locale, Arc<People>), ConstraintError> {
    let locale = constraint.local(with_names)?;
    let only = constraint.settings.gender;
    Ok((locale, shared(&PEOPLE, (locale.name, only), || People::of(locale, only))))
}

/// The people of the column's locale, of these ages unless it says others, with their names in the form of an address.
pub(super) fn plain_persons(
    constraint: &Constraint<'_>,
    ages: Option<Ages>,
) -> Result<Persons, ConstraintError> {
    let (locale, people) = people(constraint)?;
    let which = (locale.name, constraint.settings.gender);
    Ok(Persons::of(shared(&PLAIN_PEOPLE, which, || people.plain(locale)), constraint, ages))
}

/// The name of a locale, and the gender where only people of one are asked for.
type Which = (&'static str, Option<Gender>);
/// The people that were asked for: columns share them, as they never change.
type KnownPeople = Mutex<BTreeMap<Which, Arc<People>>>;
static PEOPLE: KnownPeople = Mutex::new(BTreeMap::new());
static PLAIN_PEOPLE: KnownPeople = Mutex::new(BTreeMap::new());

fn shared(known: &KnownPeople, which: Which, make: impl FnOnce() -> People) -> Arc<People> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(known.entry(which).or_insert_with(|| Arc::new(make())))
}
