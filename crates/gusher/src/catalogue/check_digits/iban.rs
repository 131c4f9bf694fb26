//! International bank account numbers (ISO 13616), with the check digits of their countries within them.

use std::ops::Range;
use std::sync::Arc;

use super::checked::Checked;
use super::rule::{ODD, Rule};
use crate::generators::{BuildResult, Constraint, ConstraintError};

/// Country, structure of what follows the check digits, and which characters of that are the bank's and the account's.
const FORMS: &str = include_str!("../../../words/iban.tsv");

/// The draws of the accounts of a country.
pub(in crate::catalogue) struct Account {
    /// The complete number.
    pub iban: Checked,
    /// Where the account's own number is in it.
    pub account: Range<usize>,
}

/// `iban[:COUNTRY]`: of no row's bank; British ones where the country has none in American English.
pub(in crate::catalogue) fn iban(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Account::of(&constraint, British::InTheStates)?.iban))
}

/// Whether British numbers replace those of the United States, which have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::catalogue) enum British {
    InTheStates,
    Never,
}

/// A line of [`FORMS`].
fn line(country: &str) -> Option<[&'static str; 4]> {
    let lines = FORMS.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok());
    lines.into_iter().find(|[own, ..]: &[&str; 4]| *own == country)
}

impl Account {
    /// Those of the country in the constraint, or of the column's locale.
    pub fn of(constraint: &Constraint<'_>, british: British) -> Result<Account, ConstraintError> {
        let fields = constraint.fields(1, &format!("{}:COUNTRY", constraint.generator))?;
        let line = match fields.first() {
            Some(_) if constraint.settings.locale.is_some() => {
                let text = "there is a country in the constraint already; leave one of the two";
                return Err(constraint.settings.locale_at.error(text));
            }
            Some(field) => line(&field.text.to_ascii_uppercase()).ok_or_else(|| {
                field.error("expected the two letters of a country that has IBANs, such as DE, FR or GB")
            })?,
            None if british == British::InTheStates => {
                constraint.local(|locale| line(if locale.country == "US" { "GB" } else { locale.country }))?
            }
            None => constraint.of_country("IBANs", |locale| line(locale.country))?,
        };
        Ok(Account::new(line))
    }

    fn new([country, structure, bank, account]: [&'static str; 4]) -> Account {
        let mut kinds = Vec::new();
        for run in structure.split_inclusive(['a', 'c', 'n']) {
            let (count, kind) = run.split_at(run.len() - 1);
            // Where a letter or a digit is allowed, there is a digit.
            let kind = if kind == "a" { '@' } else { '#' };
            kinds.extend(std::iter::repeat_n(kind, count.parse().unwrap_or(0)));
        }
        let [bank, account] = [bank, account].map(range);
        mark(country, &mut kinds, &bank);
        let mut rules = national(country);
        for rule in &rules {
            let own: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == rule.mark).collect();
            debug_assert!(own.len() == rule.results[0].len(), "{country} has its marks already");
        }
        // The country and the two check digits before all.
        rules.iter_mut().for_each(|rule| drop(rule.weights.splice(0..0, [0; 4])));
        rules.push(international(country, &kinds));
        let form: String =
            [country, "zz"].into_iter().map(str::to_owned).chain([String::from_iter(&kinds)]).collect();
        let account = account.start + 4..account.end + 4;
        Account { iban: Checked::new(&[], &form, &rules, &[account.start, account.end]), account }
    }
}

/// Two numbers with a dash between.
fn range(text: &str) -> Range<usize> {
    let (start, end) = text.split_once('-').unwrap_or_default();
    start.parse().unwrap_or(0)..end.parse().unwrap_or(0)
}

/// The bank is one that there is not: its number is zeros, and its letters are TEST. The positions of a country's own check digits get
/// their marks, and what may not be free has what it must be.
fn mark(country: &str, kinds: &mut [char], bank: &Range<usize>) {
    for (at, letter) in bank.clone().zip("TESTXX".chars()) {
        kinds[at] = if kinds[at] == '@' { letter } else { '0' };
    }
    let mut set = |first: usize, text: &str| {
        kinds[first..first + text.len()].copy_from_slice(&text.chars().collect::<Vec<_>>());
    };
    match country {
        "BA" | "XK" => set(14, "aa"),
        "BE" => set(10, "aa"),
        // A current account, and its first owner.
        "BR" => set(23, "C1"),
        "ME" | "RS" => set(16, "aa"),
        "MK" | "SI" => set(13, "aa"),
        "PT" => set(19, "aa"),
        "TL" => set(17, "aa"),
        "TN" => set(18, "aa"),
        "MR" | "FR" | "MC" => set(21, "aa"),
        "IT" | "SM" => set(0, "a"),
        "EE" => set(15, "a"),
        "FI" => set(13, "a"),
        // There is no prefix of the account, and the last two digits make its sum right.
        "CZ" | "SK" => set(4, "000000########aa"),
        "ES" => set(8, "ab"),
        "HU" => {
            set(7, "a");
            set(23, "b");
        }
        // The owner is one born on no day.
        "IS" => set(12, "000000#aa0"),
        "MU" => set(23, "MUR"),
        "SC" => set(24, "SCR"),
        // Banks are 0010 to 0099, as there are few accounts in each; bank 0000 is that of giro accounts, which have another check digit. No
        // account begins with 00.
        "NO" => set(0, "00%#%####aa"),
        "PL" => set(7, "a"),
        _ => {}
    }
}

/// The check digits of a country's own, by the positions of what follows the international ones.
fn national(country: &str) -> Vec<Rule> {
    // What a number has as its last digits so that 97 divides it with them, counted from `first`.
    let by_97 = |len: usize, first: u32, result: fn(u32) -> u32| {
        let mut weights: Vec<i32> = Vec::with_capacity(len);
        let mut weight = first as i32;
        for _ in 0..len {
            weights.push(weight);
            weight = weight * 10 % 97;
        }
        weights.reverse();
        vec![Rule::new('a', 97, &weights, 2, result)]
    };
    let to_ten = |mark, weights: &[i32]| Rule::new(mark, 10, weights, 1, |sum| (10 - sum) % 10);
    let spanish = |mark, weights: &[i32]| {
        Rule::new(mark, 11, weights, 1, |sum| [0, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1][sum as usize])
    };
    match country {
        "BA" | "XK" => by_97(14, 3, |sum| 98 - sum),
        "BE" => by_97(10, 1, |sum| if sum == 0 { 97 } else { sum }),
        "ME" | "RS" => by_97(16, 3, |sum| 98 - sum),
        "MK" | "SI" => by_97(13, 3, |sum| 98 - sum),
        "PT" => by_97(19, 3, |sum| 98 - sum),
        "TL" => by_97(17, 3, |sum| 98 - sum),
        "TN" => by_97(18, 3, |sum| 97 - sum),
        "MR" => by_97(21, 3, |sum| 97 - sum),
        "FR" | "MC" => {
            // The three numbers by factors of their own (Relevé d'identité bancaire).
            let weights = [(5, 89), (5, 15), (11, 3)].into_iter().flat_map(|(len, factor)| {
                (0..len).rev().map(move |exponent| (0..exponent).fold(factor, |weight, _| weight * 10 % 97))
            });
            vec![Rule::new('a', 97, &weights.collect::<Vec<i32>>(), 2, |sum| 97 - sum)]
        }
        "IT" | "SM" => {
            let weights: Vec<i32> =
                (0..23).map(|at| [0, ODD, 1][if at == 0 { 0 } else { 2 - at % 2 }]).collect();
            let letters = ('A'..='Z').map(String::from).collect();
            vec![Rule { mark: 'a', modulus: 26, start: 0, weights, results: letters, step: None }]
        }
        "EE" => vec![to_ten('a', &[0, 0, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7])],
        "FI" => vec![super::rule::luhn('a', 0, 14)],
        "CZ" | "SK" => {
            let weights = [&[0; 10][..], &[6, 3, 7, 9, 10, 5, 8, 4]].concat();
            vec![Rule::pair('a', 11, &weights, 2, |sum| (11 - sum) % 11)]
        }
        "ES" => vec![
            spanish('a', &[4, 8, 5, 10, 9, 7, 3, 6]),
            spanish('b', &[&[0; 10][..], &[1, 2, 4, 8, 5, 10, 9, 7, 3, 6]].concat()),
        ],
        "HU" => vec![
            to_ten('a', &[9, 7, 3, 1, 9, 7, 3]),
            to_ten('b', &[&[0; 8][..], &[9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3]].concat()),
        ],
        "IS" => {
            let weights = [&[0; 12][..], &[3, 2, 7, 6, 5, 4, 3]].concat();
            vec![Rule::pair('a', 11, &weights, 2, |sum| (11 - sum) % 11)]
        }
        "NO" => vec![Rule::pair('a', 11, &[5, 4, 3, 2, 7, 6, 5, 4, 3], 2, |sum| (11 - sum) % 11)],
        "PL" => vec![to_ten('a', &[3, 9, 7, 1, 3, 9, 7])],
        _ => Vec::new(),
    }
}

/// The first check digits: the country and they go to the end, a letter is the number of its position in the alphabet and nine,
/// and the complete number leaves a remainder of 1 by 97.
fn international(country: &str, kinds: &[char]) -> Rule {
    let is_letter = |kind: &char| kind.is_ascii_uppercase() || *kind == '@';
    // The rule of Italy gives a letter.
    let own = ["IT", "SM"].contains(&country);
    let mut weight = (0..6).fold(1, |weight, _| weight * 10 % 97);
    let mut weights = vec![0; 4 + kinds.len()];
    for (at, kind) in kinds.iter().enumerate().rev() {
        weights[4 + at] = weight;
        let digits = if is_letter(kind) || own && *kind == 'a' { 2 } else { 1 };
        weight = (0..digits).fold(weight, |weight, _| weight * 10 % 97);
    }
    (weights[0], weights[1]) = (10_000 % 97, 100 % 97);
    Rule::new('z', 97, &weights, 2, |sum| 98 - sum)
}
