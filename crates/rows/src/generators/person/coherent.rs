//! The row's person: what `person.*` say of it agrees, as all take it from the same draws.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::login::{DOMAINS, NUMBERS, plain_words};
use super::name::{genders, last_names, whole, with_names};
use super::papers::{Birthdate, Draw, PART, birthdays};
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, ConstraintError, Generate};
use crate::locale::Locale;
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field, Part};

/// The shared draws: who it is, what is added to the login, the birthday.
const WHO: u64 = 0;
const LOGIN: u64 = 1;
const BIRTHDAY: u64 = 2;

static GENDERS: List = List::new(|| Arc::new(Dictionary::of(["female", "male"])));

/// How many numbers there are behind the logins of a unique column.
const UNIQUE_NUMBERS: u64 = 1_000_000_000;
/// The digits of a number behind its first ones: none or three.
static MORE_DIGITS: List = List::new(|| {
    let digits = (0..1000).map(|n| format!("{n:03}"));
    Arc::new(Dictionary::exactly(std::iter::once(String::new()).chain(digits)))
});

/// Everyone whom a locale has.
#[derive(Debug)]
struct People {
    /// First names of women, then those of men; names of both stand in both.
    first: Names,
    women: usize,
    last: Names,
}

/// Names, of which several can be the same word.
#[derive(Debug)]
struct Names {
    words: Arc<Dictionary>,
    /// The word of each name.
    indices: Vec<u32>,
}

impl Names {
    fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        let (words, indices) = Dictionary::indexed(names);
        Names { words: Arc::new(words), indices }
    }

    /// The same names as they stand in an address, where accents do not tell two apart.
    fn plain(&self, locale: &Locale) -> Names {
        let plain = Names::of(plain_words(locale, &self.words).iter());
        let indices = self.indices.iter().map(|&index| plain.indices[index as usize]).collect();
        Names { indices, ..plain }
    }
}

impl People {
    fn of(locale: &Locale) -> People {
        let of_gender = |gender| genders(locale).filter(move |(_, its)| *its == gender || *its == "u");
        let first = Names::of(of_gender("f").chain(of_gender("m")).map(|(name, _)| name));
        let last = Names::of(last_names(locale).iter());
        People { first, women: of_gender("f").count(), last }
    }

    /// The same people as they stand in an address.
    fn plain(&self, locale: &Locale) -> People {
        People { first: self.first.plain(locale), last: self.last.plain(locale), women: self.women }
    }

    /// How many first names each gender has, and where they begin.
    fn genders(&self) -> [(u64, u64); 2] {
        let (women, all) = (self.women as u64, self.first.indices.len() as u64);
        [(women, 0), (all - women, women)]
    }

    /// Who each row is: the gender, the first and the last name.
    fn draw(&self, draws: &mut Draws<'_>, mut take: impl FnMut(usize, [u32; 3])) {
        let (genders, last_names) = (self.genders(), &self.last.indices[..]);
        for (row, x) in draws.load_shared(WHO).iter_mut().enumerate() {
            let gender = take_digit(x, 2);
            let (count, begin) = genders[gender as usize];
            let first = self.first.indices[(begin + take_digit(x, count)) as usize];
            let last = last_names[bounded(*x, last_names.len() as u64) as usize];
            take(row, [gender as u32, first, last]);
        }
    }
}

/// The people of the column's locale.
fn people(constraint: &Constraint<'_>) -> Result<(&'static Locale, Arc<People>), ConstraintError> {
    let locale = constraint.local(with_names)?;
    Ok((locale, shared(&PEOPLE, locale, || People::of(locale))))
}

/// The same people as they stand in an address.
fn plain_people(constraint: &Constraint<'_>) -> Result<Arc<People>, ConstraintError> {
    let (locale, people) = people(constraint)?;
    Ok(shared(&PLAIN_PEOPLE, locale, || people.plain(locale)))
}

/// The people of each locale that was asked for, by its name: columns share them, as they never change.
type ByLocale = Mutex<BTreeMap<&'static str, Arc<People>>>;
static PEOPLE: ByLocale = Mutex::new(BTreeMap::new());
static PLAIN_PEOPLE: ByLocale = Mutex::new(BTreeMap::new());

fn shared(known: &ByLocale, locale: &Locale, make: impl FnOnce() -> People) -> Arc<People> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(known.entry(locale.name).or_insert_with(|| Arc::new(make())))
}

/// Words that tell of a person: of each part which of [gender, first name, last name] it is.
#[derive(Debug)]
struct EntityColumn {
    people: Arc<People>,
    parts: Vec<(Part, usize)>,
}

const GENDER: usize = 0;
const FIRST: usize = 1;
const LAST: usize = 2;

/// `person.gender`
pub(super) fn gender(constraint: Constraint<'_>) -> BuildResult {
    let (_, people) = people(&constraint)?;
    Ok(Arc::new(EntityColumn { people, parts: vec![(part(&GENDERS, ""), GENDER)] }))
}

/// `person.first`
pub(super) fn first(constraint: Constraint<'_>) -> BuildResult {
    let (_, people) = people(&constraint)?;
    let parts = vec![(part(&people.first.words, ""), FIRST)];
    Ok(Arc::new(EntityColumn { people, parts }))
}

/// `person.last`
pub(super) fn last(constraint: Constraint<'_>) -> BuildResult {
    let (_, people) = people(&constraint)?;
    let parts = vec![(part(&people.last.words, ""), LAST)];
    Ok(Arc::new(EntityColumn { people, parts }))
}

/// `person.name`
pub(super) fn name(constraint: Constraint<'_>) -> BuildResult {
    let (locale, people) = people(&constraint)?;
    let which = |part: Part| {
        let which = if Arc::ptr_eq(&part.words, &people.first.words) { FIRST } else { LAST };
        (part, which)
    };
    let parts = whole(locale, &people.first.words, &people.last.words).map(which).into();
    Ok(Arc::new(EntityColumn { people, parts }))
}

/// `person.birthdate[:min_age,max_age]`
pub(super) fn birthdate(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Birthdate { days: birthdays(&constraint)?, draw: Draw::Shared(BIRTHDAY) }))
}

impl Generate for EntityColumn {
    fn field(&self) -> Field {
        Field::composed(self.parts.iter().map(|(part, _)| part.clone()))
    }

    fn cardinality(&self) -> u64 {
        self.parts.iter().map(|(part, _)| part.words.len() as u64).product()
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let columns = values.indices(self.parts.len(), draws.len());
        match (columns, &self.parts[..]) {
            ([only], [(_, which)]) => self.people.draw(draws, |row, person| only[row] = person[*which]),
            ([one, two], [(_, FIRST), _]) => {
                self.people.draw(draws, |row, [_, first, last]| (one[row], two[row]) = (first, last));
            }
            ([one, two], _) => {
                self.people.draw(draws, |row, [_, first, last]| (one[row], two[row]) = (last, first));
            }
            _ => unreachable!("a person is told in one or two words"),
        }
    }
}

/// A user name or a mail address: the person's names, a number, and a domain where it is an address.
///
/// Under `@unique` the number alone tells any two apart, so that the names stay the person's.
#[derive(Debug)]
struct Login {
    people: Arc<People>,
    between: &'static str,
    /// What follows the number.
    domains: Option<Arc<Dictionary>>,
}

/// `person.username`
pub(super) fn username(constraint: Constraint<'_>) -> BuildResult {
    let people = plain_people(&constraint)?;
    Ok(Arc::new(Login { people, between: "_", domains: None }))
}

/// `person.email`
pub(super) fn email(constraint: Constraint<'_>) -> BuildResult {
    let people = plain_people(&constraint)?;
    let domains = Some(Arc::clone(&DOMAINS));
    Ok(Arc::new(Login { people, between: ".", domains }))
}

impl Generate for Login {
    fn field(&self) -> Field {
        let names = [part(&self.people.first.words, self.between), part(&self.people.last.words, "")];
        let before = if self.domains.is_some() { "@" } else { "" };
        let number = [part(&NUMBERS, ""), part(&MORE_DIGITS, ""), part(&MORE_DIGITS, before)];
        let domain = self.domains.iter().map(|domains| part(domains, ""));
        Field::composed(names.into_iter().chain(number).chain(domain))
    }

    fn cardinality(&self) -> u64 {
        UNIQUE_NUMBERS
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let count = 5 + usize::from(self.domains.is_some());
        let columns = values.indices(count, draws.len());
        let [first, last, number, middle, end, domain @ ..] = columns else {
            unreachable!("five parts at least were asked for")
        };
        self.people
            .draw(draws, |row, [_, its_first, its_last]| (first[row], last[row]) = (its_first, its_last));
        let domains = self.domains.as_ref().map_or(1, |domains| domains.len() as u64);
        for (row, x) in draws.load_shared(LOGIN).iter_mut().enumerate() {
            number[row] = take_digit(x, NUMBERS.len() as u64) as u32;
            if let [domain] = &mut *domain {
                domain[row] = bounded(*x, domains) as u32;
            }
        }
        middle.fill(0);
        end.fill(0);
        if draws.is_unique() {
            for (row, x) in draws.load(0).iter().enumerate() {
                [number[row], middle[row], end[row]] = digits(bounded(*x, UNIQUE_NUMBERS) as u32);
            }
        }
    }
}

/// The words of a number below a thousand million without leading zeros; nothing at all for 0.
fn digits(number: u32) -> [u32; 3] {
    match number {
        0..1000 => [number, 0, 0],
        1000..1_000_000 => [number / 1000, number % 1000 + 1, 0],
        _ => [number / 1_000_000, number / 1000 % 1000 + 1, number % 1000 + 1],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MORE_DIGITS, NUMBERS, UNIQUE_NUMBERS, digits};

    proptest! {
        #[test]
        fn digits_are_those_of_the_number(number in prop_oneof![0..2_000_000u32, 0..UNIQUE_NUMBERS as u32]) {
            let [first, middle, end] = digits(number).map(|index| index as usize);
            let text = [NUMBERS.get(first), MORE_DIGITS.get(middle), MORE_DIGITS.get(end)].concat();
            let expected = if number == 0 { String::new() } else { number.to_string() };
            prop_assert_eq!(text, expected);
        }
    }
}
