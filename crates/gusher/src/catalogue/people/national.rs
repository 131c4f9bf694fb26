//! `national.id`: the number that a state gave to the row's person. Where it tells a birthday and a gender, they are the person's.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::births::{BIRTHDAY, ages_of};
use super::identity::{ages, count, days_of};
use super::national_id_formats::{BirthForm, MONTHS, Marks, Number, YEARS, birth_form};
use super::population::{PART, Persons, WHO, genders, plain_persons};
use crate::calendar::civil;
use crate::catalogue::check_digits::tax;
use crate::generators::{Ages, BuildResult, Constraint, ConstraintError, Gender, Generate, Properties};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, Dictionary, Field};

/// The form of the constraint.
pub(super) const FORM: &str = "COUNTRY,MIN,MAX";
/// Its meaning.
pub(super) const FORM_ABOUT: &str = "two letters, the locale's by default; youngest and oldest age, or first and last day of birth, for numbers that tell a birthday";
/// The shared draw of the number.
const NUMBER: u64 = 40;
/// The days of Ukraine's numbers are counted from this one, 1899-12-31.
const DAY_ZERO: i32 = -25_568;

/// Whether the numbers of a country tell the birthday.
pub(crate) fn tells_birthday(country: &str) -> bool {
    birth_form(country).is_some()
}

/// `national.id[:COUNTRY,MIN_AGE,MAX_AGE]`
pub(super) fn national_id(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(3, &format!("{}:{FORM}", constraint.generator))?;
    let is_known = |country: &str| birth_form(country).is_some() || tax::has_national_id(country);
    let typed = fields.first().filter(|field| !field.text.is_empty());
    let country = match typed {
        Some(_) if constraint.settings.locale.is_some() => {
            let text = "there is a country in the constraint already; leave one of the two";
            return Err(constraint.settings.locale_at.error(text));
        }
        Some(field) => Some(field.text.to_ascii_uppercase()).filter(|country| is_known(country)).ok_or_else(
            || {
                field.error(
                    "expected the two letters of a country with a personal number that is known here, such as ES, SE or US",
                )
            },
        )?,
        None => constraint.local(|locale| is_known(locale.country).then_some(locale.country))?.to_owned(),
    };
    let Some(form) = birth_form(&country) else {
        return match fields.get(1) {
            Some(field) if !constraint.settings.is_mixed => {
                Err(field.error(format!("the numbers of {country} do not tell a birthday; leave the ages")))
            }
            _ => Ok(tax::national_id(&country)),
        };
    };
    let age = |at: usize| fields.get(at).filter(|field| !field.text.is_empty());
    let days = days_of(&constraint, age(1), age(2), |min, max| {
        constraint.error(format!("the first age or day ({min}) is above the last ({max})"))
    })?;
    let (first, last) = (civil(*days.start()).0, civil(*days.end()).0);
    if !YEARS.contains(&first) || !YEARS.contains(&last) {
        return Err(constraint.error(format!(
            "the numbers of {country} tell birthdays of the years {} to {}; these would be of {first} to {last}",
            YEARS.start(),
            YEARS.end()
        )));
    }
    let has_letters = form.form.contains('L');
    let ages = ages(age(1), age(2)).map_or_else(|_| ages_of(&days), Ages::nearest);
    let letters = has_letters.then(|| letters(&constraint, ages)).transpose()?;
    let genders = genders(constraint.settings.gender);
    Ok(Arc::new(Born { form, days, genders, letters }))
}

/// A number that tells when the row's person was born.
#[derive(Debug)]
struct Born {
    form: &'static BirthForm,
    days: RangeInclusive<i32>,
    /// The meaning of the digit of the gender.
    genders: [u32; 2],
    letters: Option<Letters>,
}

/// The letters that represent names.
#[derive(Debug)]
struct Letters {
    persons: Persons,
    /// Those of each name.
    first: Vec<[u8; 3]>,
    last: Vec<[u8; 3]>,
}

/// The letters of the locale's names, as Italy makes them, for people of these ages.
fn letters(constraint: &Constraint<'_>, ages: Ages) -> Result<Letters, ConstraintError> {
    let persons = plain_persons(constraint, Some(ages))?;
    let plain = &persons.people;
    let of = |dictionary: &Dictionary, is_first| {
        dictionary.iter().map(|name| three_letters(name, is_first)).collect()
    };
    Ok(Letters { first: of(&plain.first.dictionary, true), last: of(&plain.last.dictionary, false), persons })
}

/// Three consonants, then vowels, then X; of a first name with four consonants or more not the second.
fn three_letters(name: &str, is_first: bool) -> [u8; 3] {
    let letters = || name.bytes().filter(u8::is_ascii_alphabetic).map(|b| b.to_ascii_uppercase());
    let is_vowel = |b: &u8| b"AEIOU".contains(b);
    let consonants = letters().filter(|b| !is_vowel(b)).count();
    let skipped = if is_first && consonants > 3 { 1 } else { usize::MAX };
    let chosen = letters().filter(|b| !is_vowel(b)).enumerate().filter(|(at, _)| *at != skipped);
    let all = chosen.map(|(_, b)| b).chain(letters().filter(is_vowel)).chain(*b"XXX");
    let mut three = [b'X'; 3];
    three.iter_mut().zip(all).for_each(|(to, b)| *to = b);
    three
}

/// The parts of a number.
struct Person {
    date: (i32, u32, u32),
    day: i32,
    letters: [[u8; 3]; 2],
}

/// No number is longer.
const LONGEST: usize = 24;

impl Born {
    /// Writes a number and says how long it is.
    fn write(&self, person: &Person, gender: Gender, serial: u64, text: &mut [u8; LONGEST]) -> usize {
        let marks = (self.form.marks)(person.date.0, gender);
        let start = bounded(serial, u64::from(marks.count)) as u32;
        let mut length = 0;
        // A serial number that has no check digit is left out.
        for tried in 0..marks.count {
            let serial = marks.first + marks.step * ((start + tried) % marks.count);
            let (end, values) = self.lay(person, &marks, serial, text);
            length = end;
            let number = Number { values: &values.0[..values.1], year: person.date.0 };
            if !marks.is_checked {
                break;
            }
            if let Some(check) = (self.form.check)(&number) {
                let digits = text[..length].iter_mut().filter(|b| **b == b'c');
                digits.zip(check).for_each(|(to, b)| *to = b);
                break;
            }
        }
        length
    }

    /// Writes a number whose check characters are `c`, and says where it ends and what the values of the others are.
    fn lay(
        &self,
        person: &Person,
        marks: &Marks,
        serial: u32,
        text: &mut [u8; LONGEST],
    ) -> (usize, ([u32; LONGEST], usize)) {
        let (year, month, day) = person.date;
        let days = (person.day - DAY_ZERO) as u32;
        let (mut end, mut serials, mut nth) = (0, 0, 0);
        let mut put = |bytes: &[u8]| {
            text[end..end + bytes.len()].copy_from_slice(bytes);
            end += bytes.len();
        };
        let two = |n: u32| [b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        let form = self.form.form;
        let width = form.bytes().filter(|b| *b == b'S').count() as u32;
        for b in form.bytes() {
            match b {
                b'C' => put(&two(year as u32 / 100)),
                b'Y' => put(&two(year as u32 % 100)),
                b'y' => {
                    put(&[b'0' + (year as u32 / 100 % 10) as u8]);
                    put(&two(year as u32 % 100));
                }
                b'M' => put(&two(month + marks.month)),
                b'D' => put(&two(day + marks.day)),
                b'm' => put(&[MONTHS[month as usize - 1]]),
                b'G' => put(&[marks.mark]),
                b'L' => put(&person.letters[0]),
                b'F' => put(&person.letters[1]),
                b'S' => {
                    serials += 1;
                    put(&[b'0' + (serial / 10u32.pow(width - serials) % 10) as u8]);
                }
                b'N' => {
                    nth += 1;
                    put(&[b'0' + (days / 10u32.pow(5 - nth) % 10) as u8]);
                }
                b'c' if !marks.is_checked => {}
                b => put(&[b]),
            }
        }
        let (mut values, mut count) = ([0; LONGEST], 0);
        for b in &text[..end] {
            if let (Some(value), true) = ((*b as char).to_digit(36), *b != b'c') {
                values[count] = value;
                count += 1;
            }
        }
        (end, (values, count))
    }
}

impl Generate for Born {
    fn field(&self) -> Field {
        // Centuries, days and letters are written longer than they are marked.
        let longer = |b: u8| match b {
            b'C' | b'Y' | b'M' | b'D' => 2,
            b'y' | b'L' | b'F' => 3,
            _ => 1,
        };
        let length = self.form.form.bytes().map(longer).sum();
        let plain = self.form.form.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
        Field::free(length, length, plain)
    }

    fn cardinality(&self) -> u64 {
        count(&self.days)
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let keys: [Key; 3] = [WHO, BIRTHDAY, NUMBER].map(|draw| draws.shared_key(draw));
        let (first, days) = (*self.days.start(), count(&self.days));
        let (counters, texts) = (draws.counters(), values.strings());
        for row in 0..draws.len() {
            let [who, born, serial] = keys.map(|key| key.bits(counters.get(row)));
            let day = first + bounded(born, days) as i32;
            let gender = match self.genders[(who >> 63) as usize] {
                0 => Gender::Female,
                _ => Gender::Male,
            };
            let letters = self.letters.as_ref().map_or([*b"XXX"; 2], |letters| {
                let [first, last] = letters.persons.names_of(who, born);
                [letters.last[last as usize], letters.first[first as usize]]
            });
            let person = Person { date: civil(day), day, letters };
            texts.push_with(LONGEST, |buffer| {
                let mut text = [0; LONGEST];
                let length = self.write(&person, gender, serial, &mut text);
                buffer[..LONGEST].copy_from_slice(&text);
                length
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::three_letters;
    use crate::catalogue::tests::{diagnostics, values};

    /// The date and the gender that a Swedish number tells are those of the other columns.
    #[test]
    fn a_number_tells_the_birthday_and_the_gender_of_its_person() {
        let of = |spec: &str| values(spec, 5, 0..3000);
        let (dates, genders) = (of("birthdate@of=x"), of("gender@of=x"));
        for (row, number) in of("national.id:SE@of=x").iter().enumerate() {
            assert_eq!(number[..8], dates[row].replace('-', ""), "{number}");
            let is_odd = (number.as_bytes()[11] - b'0') % 2 == 1;
            assert_eq!(is_odd, genders[row] == "male", "{number}");
        }
        let (dates, numbers) = (of("birthdate:20,25"), of("national.id:SE,20,25"));
        assert!(dates.iter().zip(&numbers).all(|(date, number)| number[..8] == date.replace('-', "")));
        let women = of("national.id:FI@gender=female");
        assert!(women.iter().all(|number| number.as_bytes()[9] % 2 == 0));
    }

    #[test]
    fn italian_numbers_have_the_letters_of_their_names() {
        for (name, first, last) in [
            ("maria", *b"MRA", *b"MRA"),
            ("rossi", *b"RSS", *b"RSS"),
            ("gianfranco", *b"GFR", *b"GNF"),
            ("fo", *b"FOX", *b"FOX"),
        ] {
            assert_eq!((three_letters(name, true), three_letters(name, false)), (first, last), "{name}");
        }
    }

    #[test]
    fn wrong_countries_and_ages_are_refused() {
        for (spec, text) in [
            (
                "national.id:XX",
                "expected the two letters of a country with a personal number that is known here",
            ),
            ("national.id:DE,18,20", "the numbers of DE do not tell a birthday; leave the ages"),
            ("national.id:SE,65,18", "the first age or day (65) is above the last (18)"),
            ("national.id:SE,x", "expected"),
            (
                "national.id:SE,18,140",
                "the numbers of SE tell birthdays of the years 1900 to 2036; these would be of 1884 to 2007",
            ),
            ("national.id:SE@unique", "`@unique` is not supported"),
            ("national.id:SE,1,2,3", "one field too many"),
            ("national.id:SE@locale=fi_FI", "there is a country in the constraint already"),
            ("national.id@locale=kk_KZ", "`national.id` has no data for kk_KZ"),
        ] {
            let found = diagnostics(spec);
            assert!(found.first().is_some_and(|found| found.starts_with(text)), "{spec}: {found:?}");
        }
    }
}
