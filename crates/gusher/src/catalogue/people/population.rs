//! Everyone whom a locale has: first names by gender and last names, as often as they really come.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::plain::plain_names;
use crate::generators::weights::Shares;
use crate::generators::{Constraint, ConstraintError, Gender};
use crate::locale::Locale;
use crate::rng::{Draws, take_digit};
use crate::types::Dictionary;

/// Why there is no `@unique`.
pub(super) const PART: &str = "a part of a person whom other columns may describe too; `email@unique` and `username@unique` can be asked for";
/// The draws that the columns of one person share: who it is, the second last name, the title, the middle name, the
/// birthday; the login and the phone, of which a person may have several, are from [`LOGIN`] and [`PHONE`] on.
pub(super) const WHO: u64 = 0;
pub(super) const LOGIN: u64 = 1;
pub(super) const BIRTHDAY: u64 = 2;
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

/// A person: its gender, and the dictionary entries of its names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Person {
    /// 0 for a woman, 1 for a man.
    pub gender: u32,
    pub first: u32,
    pub last: u32,
}

impl Names {
    /// The names of a file: name, gender (`f`, `m`, or `u` for both), weight; of people of both genders, or of one only.
    fn of(locale: &Locale, file: &str, only: Option<Gender>) -> Names {
        let is_wanted = |its: &str| only.is_none_or(|only| its == only.letter() || its == "u");
        let rows: Vec<[&str; 3]> = locale.rows(file).filter(|[_, its, _]| is_wanted(its)).collect();
        let (dictionary, indices) = Dictionary::indexed(rows.iter().map(|[name, ..]| *name));
        let of = |gender: &str| {
            let own = rows.iter().zip(&indices).filter(|([_, its, _], _)| *its == gender || *its == "u");
            Shares::of(own.map(|([.., weight], &index)| (index, weight.parse().unwrap_or(1))))
        };
        let by_gender = [Gender::Female, Gender::Male].map(|gender| of(only.unwrap_or(gender).letter()));
        Names { dictionary: Arc::new(dictionary), by_gender }
    }

    /// The same names in the form of an address, where accents do not tell two apart.
    fn plain(&self, locale: &Locale) -> Names {
        let (dictionary, indices) = {
            let plain = plain_names(locale, &self.dictionary);
            let (dictionary, indices) = Dictionary::indexed(plain.iter());
            (dictionary, indices)
        };
        let by_gender = self.by_gender.each_ref().map(|shares| shares.map(|index| indices[index as usize]));
        Names { dictionary: Arc::new(dictionary), by_gender }
    }

    /// A name of a person of this gender.
    #[inline(always)]
    pub fn take(&self, gender: u32, x: &mut u64) -> u32 {
        self.by_gender[gender as usize & 1].take(x)
    }
}

impl People {
    fn of(locale: &Locale, only: Option<Gender>) -> People {
        let [first, last] = ["first-names.tsv", "last-names.tsv"].map(|file| Names::of(locale, file, only));
        let patronymics = locale.text(PATRONYMICS).map(|_| Names::of(locale, PATRONYMICS, only));
        People { first, last, patronymics, genders: genders(only) }
    }

    /// The names that stand between the first and the last.
    pub fn middle(&self) -> &Names {
        self.patronymics.as_ref().unwrap_or(&self.first)
    }

    /// Who each row is.
    #[inline(always)]
    pub fn draw(&self, draws: &mut Draws<'_>, mut take: impl FnMut(usize, Person)) {
        for (row, x) in draws.load_shared(WHO).iter_mut().enumerate() {
            take(row, self.person(x));
        }
    }

    /// Who the fraction says.
    #[inline(always)]
    pub fn person(&self, x: &mut u64) -> Person {
        let digit = take_digit(x, 2) as u32;
        let gender = self.genders[digit as usize & 1];
        let first = self.first.take(digit, x);
        Person { gender, first, last: self.last.take(digit, x) }
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
pub(super) fn people(constraint: &Constraint<'_>) -> Result<(&'static Locale, Arc<People>), ConstraintError> {
    let locale = constraint.local(with_names)?;
    let only = constraint.settings.gender;
    Ok((locale, shared(&PEOPLE, (locale.name, only), || People::of(locale, only))))
}

/// The same people in the form of an address.
pub(super) fn plain_people(constraint: &Constraint<'_>) -> Result<Arc<People>, ConstraintError> {
    let (locale, people) = people(constraint)?;
    let (first, last) = (&people.first, &people.last);
    // No address has a middle name.
    let plain = || People {
        first: first.plain(locale),
        last: last.plain(locale),
        patronymics: None,
        genders: people.genders,
    };
    Ok(shared(&PLAIN_PEOPLE, (locale.name, constraint.settings.gender), plain))
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
