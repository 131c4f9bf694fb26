//! Identity data of people: `birthdate`, `age`, `ssn`, `nationality`.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use jiff::Span;

use super::births::BIRTHDAY;
use super::population::PART;
use crate::calendar::DAYS;
use crate::catalogue::time;
use crate::generators::constraint::{date_to_day, day_to_date};
use crate::generators::facts::Thing;
use crate::generators::phrase::{List, Phrase, part};
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField, Generate, Properties};
use crate::locale::countries::COUNTRIES;
use crate::rng::{Draws, bounded};
use crate::types::{Array, Dictionary, Field};

static NATIONALITIES: List =
    List::new(|| Arc::new(Dictionary::of(COUNTRIES.iter().map(|row| row.nationality))));
/// The shared draw of the nationality; others have those around it (`population.rs`, `occupation.rs`, `name.rs`).
const NATIONALITY: usize = 10;
/// The Social Security Administration never gave out these areas (and never will, as numbers are drawn at random
/// since 2011). Those from 900 on, which it does not give either, belong to the tax office, so people have them.
static SSN_AREAS: List = List::new(|| Arc::new(Dictionary::of(["000", "666"])));
/// From 01 to 99.
static SSN_GROUPS: List = List::new(|| Arc::new(Dictionary::exactly((1..100).map(|n| format!("{n:02}")))));
/// From 0001 to 9999.
static SSN_SERIALS: List =
    List::new(|| Arc::new(Dictionary::exactly((1..10_000).map(|n| format!("{n:04}")))));

/// `nationality:any`
pub(super) fn nationality(_: Constraint<'_>) -> BuildResult {
    let nothing: &[usize] = &[];
    let mut draws = [nothing; NATIONALITY + 1];
    let sizes = [NATIONALITIES.len()];
    draws[NATIONALITY] = &sizes;
    Ok(Arc::new(Thing::new(draws).column(PART).entry(part(&NATIONALITIES, ""), NATIONALITY, 0)))
}

/// The shared draw of the picture.
const PICTURE: usize = 11;
static SITES: List = List::new(|| {
    let ends = ["example", "test", "example.com", "example.net", "example.org"];
    Arc::new(Dictionary::exactly(ends.map(|end| format!("https://avatars.{end}/"))))
});
/// Two hexadecimal digits: a list of more would take a millisecond to write.
static HEX_PAIRS: List = List::new(|| Arc::new(Dictionary::exactly((0..=0xFF).map(|n| format!("{n:02x}")))));
/// How many of those the name of a picture has.
const PAIRS: usize = 4;
static FORMATS: List = List::new(|| Arc::new(Dictionary::of([".jpg", ".png", ".webp"])));

/// `avatar`
pub(super) fn avatar(_: Constraint<'_>) -> BuildResult {
    let nothing: &[usize] = &[];
    let mut draws = [nothing; PICTURE + 1];
    let mut sizes = [HEX_PAIRS.len(); PAIRS + 2];
    (sizes[0], sizes[PAIRS + 1]) = (SITES.len(), FORMATS.len());
    draws[PICTURE] = &sizes;
    let mut column = Thing::new(draws).column(PART).entry(part(&SITES, ""), PICTURE, 0);
    for pair in 1..=PAIRS {
        column = column.entry(part(&HEX_PAIRS, ""), PICTURE, pair);
    }
    Ok(Arc::new(column.entry(part(&FORMATS, ""), PICTURE, PAIRS + 1)))
}

/// `ssn`
pub(super) fn ssn(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![part(&SSN_AREAS, "-"), part(&SSN_GROUPS, "-"), part(&SSN_SERIALS, "")])))
}

/// The form of the constraint of birthdates.
pub(super) const AGES_FORM: &str = "MIN,MAX";
/// Its meaning.
pub(super) const AGES_ABOUT: &str = "youngest and oldest age in whole years, or first and last day of birth, such as \
     1990-01-01,2000-01-01; both included; 18 to 80 years by default";
/// The oldest age that can be asked for.
const OLDEST: i64 = 150;

/// `birthdate[:min_age,max_age]`
pub(super) fn birthdate(constraint: Constraint<'_>) -> BuildResult {
    let days = birthdays(&constraint)?;
    let field = time::dated(&constraint, Field::date32(*days.start(), *days.end()))?;
    Ok(Arc::new(Birthdate { days, field }))
}

/// `age[:min,max]`: that of who was born on the person's day.
pub(super) fn age(constraint: Constraint<'_>) -> BuildResult {
    let days = birthdays(&constraint)?;
    let today = constraint.today();
    let birthday = |years: i64| date_to_day(today.saturating_sub(Span::new().years(years)));
    // Who was born on a day after this birthday is younger than that many years.
    let birthdays = (1..=OLDEST).map(birthday).collect();
    Ok(Arc::new(Age { days, birthdays }))
}

/// The days on which people of the constraint's ages were born.
fn birthdays(constraint: &Constraint<'_>) -> Result<RangeInclusive<i32>, ConstraintError> {
    let (min, max) = constraint.pair(&format!("{}:MIN,MAX", constraint.generator))?;
    days_of(constraint, min.as_ref(), max.as_ref(), |min, max| constraint.reversed(min, max))
}

/// The days on which people were born whose youngest and oldest age the fields say, or the first and the last of which;
/// `reversed` says that the one is above the other.
pub(super) fn days_of(
    constraint: &Constraint<'_>,
    min: Option<&ConstraintField>,
    max: Option<&ConstraintField>,
    reversed: impl Fn(&dyn Display, &dyn Display) -> ConstraintError,
) -> Result<RangeInclusive<i32>, ConstraintError> {
    let days = match (min.filter(|field| is_day(field)), max.filter(|field| is_day(field))) {
        (None, None) => {
            let (youngest, oldest) = ages(min, max)?;
            if youngest > oldest {
                return Err(reversed(&youngest, &oldest));
            }
            return days_of_ages(constraint, youngest, oldest);
        }
        (first, last) => [(first, min), (last, max)].map(|(day, given)| match (day, given) {
            (None, Some(age)) => Err(age.error("expected two ages or two days, not one of each")),
            (day, _) => day.map(|day| time::day(day, constraint).map(date_to_day)).transpose(),
        }),
    };
    let [first, last] = days;
    let (first, last) = (first?, last?);
    // One that is given moves the usual other end out of its way.
    let usual =
        |end: fn(&RangeInclusive<i32>) -> i32| days_of_ages(constraint, 18, 80).map(|days| end(&days));
    let first = match (first, last) {
        (Some(first), _) => first,
        (None, last) => last.unwrap_or(i32::MAX).min(usual(|days| *days.start())?),
    };
    let last = last.map_or_else(|| usual(|days| *days.end()).map(|usual| usual.max(first)), Ok)?;
    if first > last {
        return Err(reversed(&day_to_date(first), &day_to_date(last)));
    }
    Ok(first..=last)
}

/// Whether a field is a day, not an age.
fn is_day(field: &ConstraintField) -> bool {
    let text = &field.text[..];
    let is_relative = text.starts_with(['-', '+']) && text.ends_with(|c: char| c.is_ascii_lowercase());
    is_relative
        || text.starts_with("today")
        || text.starts_with("now")
        || text.get(1..).is_some_and(|rest| rest.contains('-'))
}

/// The youngest and the oldest age, which the fields say or not.
pub(super) fn ages(
    min: Option<&ConstraintField>,
    max: Option<&ConstraintField>,
) -> Result<(i64, i64), ConstraintError> {
    let int = |field: &ConstraintField| {
        field.int().map_err(|_| {
            field.error(
                "expected an age in years, such as 18, or a day of birth, such as 1990-12-31 or today-30y",
            )
        })
    };
    let age = |field: &ConstraintField| match int(field)? {
        age @ 0..=OLDEST => Ok(age),
        _ => Err(field.error(format!("expected an age from 0 to {OLDEST} years"))),
    };
    let (min, max) = (min.map(age).transpose()?, max.map(age).transpose()?);
    // One that is given moves the usual other end out of its way.
    let youngest = min.unwrap_or_else(|| max.map_or(18, |max| max.min(18)));
    Ok((youngest, max.unwrap_or(youngest.max(80))))
}

/// The days on which people of these ages today were born.
fn days_of_ages(
    constraint: &Constraint<'_>,
    youngest: i64,
    oldest: i64,
) -> Result<RangeInclusive<i32>, ConstraintError> {
    let today = constraint.today();
    let before = |years: i64| date_to_day(today.saturating_sub(Span::new().years(years)));
    // Who turns a year older tomorrow was born a day after this day, their age in years ago.
    let days = before(oldest + 1) + 1..=before(youngest);
    if days.start() < DAYS.start() {
        return Err(constraint.error(format!(
            "whoever was {oldest} years old on {today} was born before the year 0, where dates begin; choose a lower \
             age or a later present"
        )));
    }
    Ok(days)
}

/// A day of these.
#[derive(Debug)]
struct Birthdate {
    days: RangeInclusive<i32>,
    field: Field,
}

/// How many days there are.
pub(super) fn count(days: &RangeInclusive<i32>) -> u64 {
    u64::from(days.end().abs_diff(*days.start())) + 1
}

impl Generate for Birthdate {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        count(&self.days)
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (first, days) = (*self.days.start(), count(&self.days));
        let fractions = draws.load_shared(BIRTHDAY);
        for (day, x) in values.dates(fractions.len()).iter_mut().zip(fractions) {
            *day = first + bounded(*x, days) as i32;
        }
    }
}

/// The age of who was born on one of these days.
#[derive(Debug)]
struct Age {
    days: RangeInclusive<i32>,
    /// The last days on which those were born who are 1, 2, 3 … years old, later ones first.
    birthdays: Vec<i32>,
}

impl Age {
    fn of(&self, day: i32) -> i64 {
        self.birthdays.partition_point(|&birthday| day <= birthday) as i64
    }
}

impl Generate for Age {
    fn field(&self) -> Field {
        Field::int64(self.of(*self.days.end()), self.of(*self.days.start()))
    }

    fn cardinality(&self) -> u64 {
        (self.of(*self.days.start()) - self.of(*self.days.end())) as u64 + 1
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (first, days) = (*self.days.start(), count(&self.days));
        let fractions = draws.load_shared(BIRTHDAY);
        for (age, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *age = self.of(first + bounded(*x, days) as i32);
        }
    }
}
