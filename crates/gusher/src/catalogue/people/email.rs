//! Logins: `email`, `username`.

use std::sync::Arc;

use super::population::{LOGIN, NEXT, Persons, plain_persons};
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, bounded, take_digits};
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
    persons: Persons,
    between: &'static str,
    /// The text after the number.
    domains: Option<Arc<Dictionary>>,
    /// The shared draw of the number and the domain.
    draw: u64,
}

/// `username`: letters, digits and underscores only.
pub(super) fn username(constraint: Constraint<'_>) -> BuildResult {
    let (persons, draw) = (plain_persons(&constraint, None)?, draw(&constraint));
    Ok(Arc::new(Login { persons, between: "_", domains: None, draw }))
}

/// The same of letters and digits alone.
pub(in crate::catalogue) fn alphanumeric(constraint: Constraint<'_>) -> BuildResult {
    let (persons, draw) = (plain_persons(&constraint, None)?, draw(&constraint));
    Ok(Arc::new(Login { persons, between: "", domains: None, draw }))
}

/// `email`: on a reserved domain.
pub(super) fn email(constraint: Constraint<'_>) -> BuildResult {
    let (persons, draw) = (plain_persons(&constraint, None)?, draw(&constraint));
    let domains = Some(Arc::clone(&AT_DOMAINS));
    Ok(Arc::new(Login { persons, between: ".", domains, draw }))
}

/// The draw of the person's first login, or of the one that `@nth` says.
fn draw(constraint: &Constraint<'_>) -> u64 {
    LOGIN + (constraint.settings.nth() - 1) * NEXT
}

impl Generate for Login {
    fn field(&self) -> Field {
        let people = &self.persons.people;
        let names = [part(&people.first.dictionary, self.between), part(&people.last.dictionary, "")];
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
        self.persons.names(draws, first, last);
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
