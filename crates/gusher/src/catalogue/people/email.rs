//! Logins: `email`, `username`, `password`.

use std::sync::Arc;

use super::population::{LOGIN, NEXT, People, plain_people};
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, Key, bounded, take_digits};
use crate::types::{Array, Dictionary, Field};

/// Domains that RFC 2606 and RFC 6761 reserve: no test mail sent there reaches anybody.
const RESERVED_DOMAINS: &str = include_str!("../../../words/reserved-domains.txt");
/// Numbers after user names and mail addresses run from 1 to this; some have none.
const LAST_NUMBER: u32 = 999;
/// How many numbers there are after the logins of a unique column.
const UNIQUE_NUMBERS: u64 = 1_000_000_000;

pub(in crate::catalogue) static NUMBERS: List = List::new(|| {
    let number = |n: u32| if n == 0 { String::new() } else { n.to_string() };
    Arc::new(Dictionary::exactly((0..=LAST_NUMBER).map(number)))
});
/// The digits of a number after its first ones: none or three.
static MORE_DIGITS: List = List::new(|| {
    let digits = (0..1000).map(|n| format!("{n:03}"));
    Arc::new(Dictionary::exactly(std::iter::once(String::new()).chain(digits)))
});
pub(in crate::catalogue) static DOMAINS: List = List::new(|| Arc::new(Dictionary::lines(RESERVED_DOMAINS)));

/// The domains as they end an address. What is between number and domain belongs to these, so that the further digits of a
/// number are nothing at all where there are none.
static AT_DOMAINS: List =
    List::new(|| Arc::new(Dictionary::exactly(DOMAINS.iter().map(|domain| format!("@{domain}")))));

/// A user name or a mail address: the person's names, a number, and a domain where it is an address.
///
/// Under `@unique` the number alone tells any two apart, so that the names stay the person's.
#[derive(Debug)]
struct Login {
    people: Arc<People>,
    between: &'static str,
    /// The text after the number.
    domains: Option<Arc<Dictionary>>,
    /// The shared draw of the number and the domain.
    draw: u64,
}

/// `username`: letters, digits and underscores only.
pub(super) fn username(constraint: Constraint<'_>) -> BuildResult {
    let (people, draw) = (plain_people(&constraint)?, draw(&constraint));
    Ok(Arc::new(Login { people, between: "_", domains: None, draw }))
}

/// The same of letters and digits alone.
pub(in crate::catalogue) fn alphanumeric(constraint: Constraint<'_>) -> BuildResult {
    let (people, draw) = (plain_people(&constraint)?, draw(&constraint));
    Ok(Arc::new(Login { people, between: "", domains: None, draw }))
}

/// `email`: on a reserved domain.
pub(super) fn email(constraint: Constraint<'_>) -> BuildResult {
    let (people, draw) = (plain_people(&constraint)?, draw(&constraint));
    let domains = Some(Arc::clone(&AT_DOMAINS));
    Ok(Arc::new(Login { people, between: ".", domains, draw }))
}

/// The draw of the person's first login, or of the one that `@nth` says.
fn draw(constraint: &Constraint<'_>) -> u64 {
    LOGIN + (constraint.settings.nth() - 1) * NEXT
}

impl Generate for Login {
    fn field(&self) -> Field {
        let names =
            [part(&self.people.first.dictionary, self.between), part(&self.people.last.dictionary, "")];
        let number = [part(&NUMBERS, ""), part(&MORE_DIGITS, ""), part(&MORE_DIGITS, "")];
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
        self.people.draw(draws, |row, person| (first[row], last[row]) = (person.first, person.last));
        let domains = self.domains.as_ref().map_or(1, |domains| domains.len() as u32);
        let fractions = draws.load_shared(self.draw);
        take_digits(fractions, NUMBERS.len() as u32, number);
        if let [domain] = domain {
            take_digits(fractions, domains, domain);
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

/// The dictionary entries of a number below a thousand million without leading zeros; nothing at all for 0.
fn digits(number: u32) -> [u32; 3] {
    match number {
        0..1000 => [number, 0, 0],
        1000..1_000_000 => [number / 1000, number % 1000 + 1, 0],
        _ => [number / 1_000_000, number / 1000 % 1000 + 1, number % 1000 + 1],
    }
}

/// The characters of passwords: 64, so that each takes 6 bits, and none that any format has to quote.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How many characters the bits of one draw give.
const A_DRAW: usize = 10;
const LONGEST: usize = 128;

/// `password[:min,max]`
pub(super) fn password(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("password:MIN,MAX")?;
    let length = |field: &crate::generators::ConstraintField| {
        let length = usize::try_from(field.int()?).ok().filter(|length| (1..=LONGEST).contains(length));
        length.ok_or_else(|| field.error(format!("expected a length from 1 to {LONGEST}")))
    };
    let min = min.as_ref().map(length).transpose()?;
    let max = max.as_ref().map(length).transpose()?;
    // One that is given moves the usual other end out of its way.
    let (min, max) = match (min, max) {
        (Some(min), None) => (min, min.max(20)),
        (None, Some(max)) => (max.min(12), max),
        (min, max) => (min.unwrap_or(12), max.unwrap_or(20)),
    };
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    Ok(Arc::new(Password { min, max }))
}

#[derive(Debug)]
struct Password {
    min: usize,
    max: usize,
}

impl Password {
    /// The characters that the first draw gives in every password.
    fn first(&self) -> usize {
        self.min.min(A_DRAW)
    }
}

impl Generate for Password {
    fn field(&self) -> Field {
        Field::free(self.max, self.min.midpoint(self.max), true)
    }

    fn cardinality(&self) -> u64 {
        1 << (6 * self.first())
    }

    /// The first draw gives the first characters, the second one the length, each further one ten characters more.
    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let blocks = self.max.div_ceil(A_DRAW);
        let lengths = draws.key(1);
        let more: Vec<Key> = (2..=blocks as u64).map(|draw| draws.key(draw)).collect();
        // What the first draw does not give of the first block, as it would go beyond the shortest password.
        let rest = u64::MAX.checked_shr(6 * self.first() as u32).unwrap_or(0);
        let (rows, span, texts) = (draws.counters(), (self.max - self.min + 1) as u64, values.strings());
        rows.zip(draws.load(0), |x, row| {
            let bits = lengths.bits(row);
            let length = self.min + bounded(bits, span) as usize;
            texts.push_with(blocks * A_DRAW, |buffer| {
                write_block((*x & !rest) | (bits & rest), buffer);
                for (key, block) in more.iter().zip(buffer[A_DRAW..].chunks_mut(A_DRAW)) {
                    write_block(key.bits(row), block);
                }
                length
            });
        });
    }
}

/// Ten characters from the upper bits.
fn write_block(mut bits: u64, buffer: &mut [u8]) {
    for to in &mut buffer[..A_DRAW] {
        *to = CHARACTERS[(bits >> 58) as usize];
        bits <<= 6;
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
