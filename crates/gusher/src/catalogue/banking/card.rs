//! Payment cards for tests: `card.number` `card.brand` `card.expiry` `card.cvv`. The holder is the row's person, see `people/`.

use std::sync::{Arc, LazyLock};

use jiff::civil::Date;

use crate::generators::facts::Thing;
use crate::generators::part_of::part_of;
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Dictionary, Field, TextPart};

const ENTITY: &str = "card";
/// Why there is no `@unique`.
const PART: &str = "a part of a card that other columns may describe too";

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("card.brand", "the brand of the row's card, such as Visa", brand).entity(ENTITY),
    GeneratorSpec::new(
        "card.cvv",
        "the code on the back of the row's card; four digits of American Express",
        cvv,
    )
    .entity(ENTITY),
    GeneratorSpec::new("card.expiry", "the month in which the row's card expires, such as 09/28", expiry)
        .entity(ENTITY),
    GeneratorSpec::new(
        "card.number",
        "the number of the row's card, of the ranges that testers use, with its right check digit",
        |_| Ok(Arc::new(Number::new())),
    )
    .entity(ENTITY),
];

/// A range of cards that testers use.
#[derive(Debug)]
struct CardRange {
    brand: &'static str,
    /// The first six digits.
    prefix: &'static str,
    /// How many digits the number has.
    digits: usize,
}

static RANGES: LazyLock<Vec<CardRange>> = LazyLock::new(|| {
    let range = |line: &'static str| {
        let [brand, prefix, digits]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some(CardRange { brand, prefix, digits: digits.parse().ok()? })
    };
    include_str!("../../../words/card-ranges.tsv").lines().filter_map(range).collect()
});

/// The draws of a card: its range and number; its code; when it expires.
static CARD: LazyLock<Thing> =
    LazyLock::new(|| Thing::new([&[RANGES.len(), GROUP, GROUP, GROUP], &[10 * GROUP], &[MONTHS]]));
/// Numbers of three digits.
const GROUP: usize = 1000;
/// Cards expire within five years.
const MONTHS: usize = 60;

/// `card.brand`
fn brand(_: Constraint<'_>) -> BuildResult {
    let name = |range: &CardRange| match range.brand {
        "amex" => "American Express",
        "diners" => "Diners Club",
        "discover" => "Discover",
        "jcb" => "JCB",
        "mastercard" => "Mastercard",
        "unionpay" => "UnionPay",
        _ => "Visa",
    };
    let (dictionary, indices) = Dictionary::indexed(RANGES.iter().map(name));
    Ok(Arc::new(CARD.column(PART).mapped(part(&Arc::new(dictionary), ""), 0, 0, indices)))
}

/// `card.expiry`: from the month after the present one on.
fn expiry(constraint: Constraint<'_>) -> BuildResult {
    let today: Date = constraint.today();
    let month = |after: usize| {
        let months = today.month() as usize + after;
        let year = (i64::from(today.year()) + months as i64 / 12).rem_euclid(100);
        format!("{:02}/{year:02}", months % 12 + 1)
    };
    let dictionary = Dictionary::exactly((0..MONTHS).map(month));
    Ok(Arc::new(CARD.column(PART).entry(part(&Arc::new(dictionary), ""), 2, 0)))
}

/// `card.cvv`: codes of three digits, and after them those of four.
fn cvv(_: Constraint<'_>) -> BuildResult {
    let dictionary = Arc::new(Dictionary::exactly(short().chain(long())));
    part_of(PART, vec![part(&dictionary, "")], |draws, columns| {
        let column = &mut columns[0];
        for (range, x) in column.iter_mut().zip(draws.load_shared(0)) {
            *range = take_digit(x, RANGES.len() as u64) as u32;
        }
        for (entry, x) in column.iter_mut().zip(draws.load_shared(1)) {
            let code = take_digit(x, 10 * GROUP as u64) as u32;
            let is_long = RANGES[*entry as usize].brand == "amex";
            *entry = if is_long { GROUP as u32 + code } else { code / 10 };
        }
    })
}

fn short() -> impl Iterator<Item = String> {
    (0..GROUP).map(|n| format!("{n:03}"))
}

fn long() -> impl Iterator<Item = String> {
    (0..10 * GROUP).map(|n| format!("{n:04}"))
}

/// A number: six digits of its range, three, three, and as many as its length leaves with the one that makes Luhn's sum right.
#[derive(Debug)]
struct Number {
    parts: [TextPart; 4],
    /// For each range: the sum of its first digits, which of the two kinds of sums its first group has, what its last group
    /// is divided by, and the first entry of its last part.
    ranges: Vec<(u32, usize, u32, u32)>,
    /// The summand of three digits: with the outer ones doubled, and with the middle one.
    sums: [Vec<u8>; 2],
}

/// The summand of a digit in Luhn's sum.
fn luhn(digit: u32, doubled: bool) -> u32 {
    if doubled { 2 * digit / 10 + 2 * digit % 10 } else { digit }
}

impl Number {
    fn new() -> Number {
        let exactly = |texts: Vec<String>| part(&Arc::new(Dictionary::exactly(texts)), "");
        let prefixes = exactly(RANGES.iter().map(|range| range.prefix.to_owned()).collect());
        let group = exactly(short().collect());
        // Digits and their check digit, one table for each number of them.
        let mut last = Vec::new();
        let firsts = [1, 2, 3].map(|width| {
            let first = last.len() as u32;
            last.extend(
                (0..10u32.pow(width + 1)).map(|n| format!("{n:0width$}", width = width as usize + 1)),
            );
            first
        });
        let ranges = RANGES.iter().map(|range| {
            let width = range.digits - 13;
            let digits = range.prefix.chars().map(|c| c.to_digit(10).unwrap_or(0));
            let sum = digits.enumerate().map(|(at, digit)| luhn(digit, (range.digits - at) % 2 == 0)).sum();
            (sum, range.digits % 2, 10u32.pow(3 - width as u32), firsts[width - 1])
        });
        let sums = [0, 1].map(|kind| {
            let sum = |n: u32| {
                let digits = [n / 100, n / 10 % 10, n % 10].into_iter().enumerate();
                digits.map(|(at, digit)| luhn(digit, at % 2 == kind)).sum::<u32>() as u8
            };
            (0..GROUP as u32).map(sum).collect()
        });
        let ranges = ranges.collect();
        Number { parts: [prefixes, group.clone(), group, exactly(last)], ranges, sums }
    }
}

impl Generate for Number {
    fn field(&self) -> Field {
        Field::composed(self.parts.iter().cloned())
    }

    fn cardinality(&self) -> u64 {
        (RANGES.len() * GROUP * GROUP * GROUP) as u64
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let [prefix, one, two, last] = values.indices(4, draws.len()) else {
            unreachable!("four parts were asked for")
        };
        for (row, x) in draws.load_shared(0).iter_mut().enumerate() {
            let range = take_digit(x, RANGES.len() as u64) as usize;
            let [first, second, third] = [(); 3].map(|()| take_digit(x, GROUP as u64) as u32);
            let (sum, kind, divisor, start) = self.ranges[range];
            // Digits that the number is too short for are the last ones of the group.
            let rest = third / divisor;
            let of = |kind: usize, n: u32| u32::from(self.sums[kind][n as usize]);
            let sum = sum + of(kind, first) + of(1 - kind, second) + of(kind, rest * divisor);
            (prefix[row], one[row], two[row]) = (range as u32, first, second);
            last[row] = start + rest * 10 + (10 - sum % 10) % 10;
        }
    }
}
