//! Phones: `phone`, `phone.code`, `phone.local` and `phone.de`, `phone.fr` … for each country.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::people::{NEXT, PHONE};
use crate::generators::phrase::{List, Word};
use crate::generators::place::country::{COUNTRIES, Country};
use crate::generators::{BuildResult, Constraint, ConstraintField, Generate};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field};

/// Country, calling code and the digits after it, where `#` is any digit; one a line. `tools/phone-formats` writes them:
/// ranges that no numbering plan uses, so that the numbers reach nobody, and a million or more for each country whose
/// numbers are long enough.
const FORMATS: &str = include_str!("../../../words/phone-formats.tsv");

static CODES: List = List::new(|| {
    let mut codes: Vec<&str> = COUNTRIES.iter().map(|country| country.calling_code).collect();
    codes.sort_unstable();
    Arc::new(Dictionary::of(codes))
});

/// Whether it is `phone.` and the two small letters of a country.
pub(in crate::generators) fn is_of_country(name: &str) -> bool {
    country_of(name).is_some()
}

fn country_of(name: &str) -> Option<&'static Country> {
    let code = name.strip_prefix("phone.").filter(|code| !code.contains(|c: char| c.is_ascii_uppercase()))?;
    COUNTRIES.iter().find(|country| country.code.eq_ignore_ascii_case(code))
}

/// `phone` and `phone.de`: E.164, of the locale's country or of the one that is named.
pub(super) fn phone(constraint: Constraint<'_>) -> BuildResult {
    let named = country_of(constraint.generator);
    if let (Some(country), Some(_)) = (named, constraint.settings.locale) {
        let text = format!("`{}` is of {} already", constraint.generator, country.name);
        return Err(constraint.settings.locale_at.error(text));
    }
    let country = named.or_else(|| Country::find(constraint.locale().country));
    let draw = Draw::Shared(PHONE + (constraint.settings.nth() - 1) * NEXT);
    Ok(Arc::new(country.map_or_else(|| Phone::anywhere(draw), |country| Phone::of(country, draw))))
}

/// `phone` of `fakedata`: of any country, and of nobody that other columns describe.
pub(in crate::generators) fn anywhere(constraint: Constraint<'_>) -> BuildResult {
    let named = country_of(constraint.generator.trim_start_matches("fakedata."));
    Ok(Arc::new(named.map_or_else(|| Phone::anywhere(Draw::Own), |country| Phone::of(country, Draw::Own))))
}

/// `phone.code`
pub(super) fn code(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&CODES))))
}

/// `phone.local[:digits]`
pub(super) fn local(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(1, "phone.local:DIGITS")?;
    let digits = |field: &ConstraintField| {
        let digits = u32::try_from(field.int()?).ok().filter(|digits| (8..=12).contains(digits));
        digits.ok_or_else(|| field.error("expected 8 to 12 digits"))
    };
    let first = 10i64.pow(fields.first().map_or(Ok(8), digits)? - 1);
    let blocks = Blocks::new(vec![vec![(first, 9 * first as u64)]]);
    Ok(Arc::new(Phone { before: "", blocks, draw: Draw::Own }))
}

/// Numbers in blocks without gaps: the first one and how many there are.
type Block = (i64, u64);

#[derive(Debug)]
struct Phone {
    before: &'static str,
    blocks: Blocks,
    draw: Draw,
}

/// Which draw a number is taken from.
#[derive(Debug, Clone, Copy)]
enum Draw {
    /// The column's own first one.
    Own,
    /// One that the columns of an entity share.
    Shared(u64),
}

#[derive(Debug)]
struct Blocks {
    blocks: Vec<Block>,
    /// How many numbers the blocks before each have.
    sums: Vec<u64>,
    /// For each country, how many numbers the countries before it have, and how many it has itself.
    countries: Vec<(u64, u64)>,
    /// How many there are in all.
    count: u64,
}

impl Blocks {
    /// The blocks of each country.
    fn new(of_countries: Vec<Vec<Block>>) -> Blocks {
        let mut count = 0;
        let (mut blocks, mut sums, mut countries) = (Vec::new(), Vec::new(), Vec::new());
        for own in of_countries {
            let before = count;
            for (first, len) in joined(own) {
                blocks.push((first, len));
                sums.push(count);
                count += len;
            }
            countries.push((before, count - before));
        }
        Blocks { blocks, sums, countries, count }
    }

    /// The number for a fraction: each country comes as often as any other, however many numbers it has.
    fn of_any_country(&self, mut x: u64) -> i64 {
        let country = take_digit(&mut x, self.countries.len() as u64) as usize;
        let (before, count) = self.countries[country];
        self.at(before + bounded(x, count))
    }

    /// The number at this place among all.
    fn at(&self, place: u64) -> i64 {
        let block = self.sums.partition_point(|&sum| sum <= place) - 1;
        self.blocks[block].0 + (place - self.sums[block]) as i64
    }
}

/// The blocks in order, those without a gap between them as one.
fn joined(mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.sort_unstable();
    let mut joined: Vec<Block> = Vec::with_capacity(blocks.len());
    for (first, len) in blocks {
        match joined.last_mut() {
            Some((start, known)) if *start + *known as i64 == first => *known += len,
            _ => joined.push((first, len)),
        }
    }
    joined
}

/// The lines of the file: country, calling code, digits.
fn formats() -> impl Iterator<Item = [&'static str; 3]> {
    FORMATS.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// All numbers of a format. Only its beginning is fixed, so there are no gaps between them.
fn block([_, code, digits]: [&str; 3]) -> Block {
    let number = |any: &str| format!("{code}{digits}").replace('#', any).parse::<i64>();
    let (first, last) = (number("0").unwrap_or(0), number("9").unwrap_or(0));
    (first, first.abs_diff(last) + 1)
}

impl Phone {
    fn new(of_countries: Vec<Vec<Block>>, draw: Draw) -> Phone {
        Phone { before: "+", blocks: Blocks::new(of_countries), draw }
    }

    /// Numbers of one country; those of another country with the same calling code if it has none of its own.
    fn of(country: &Country, draw: Draw) -> Phone {
        let own = || formats().filter(|[of, ..]| *of == country.code);
        let near = || formats().filter(|[_, code, _]| *code == country.calling_code);
        let blocks =
            if own().next().is_some() { own().map(block).collect() } else { near().map(block).collect() };
        Phone::new(vec![blocks], draw)
    }

    /// Numbers of every country.
    fn anywhere(draw: Draw) -> Phone {
        let mut of_countries: BTreeMap<&str, Vec<Block>> = BTreeMap::new();
        for line in formats() {
            of_countries.entry(line[0]).or_default().push(block(line));
        }
        Phone::new(of_countries.into_values().collect(), draw)
    }
}

impl Generate for Phone {
    fn field(&self) -> Field {
        let (mut min, mut max) = (i64::MAX, 0);
        for &(first, len) in &self.blocks.blocks {
            (min, max) = (min.min(first), max.max(first + len as i64 - 1));
        }
        // Text, not a number: nobody calculates with it.
        Field::int64(min, max).affixed(self.before, "")
    }

    fn cardinality(&self) -> u64 {
        self.blocks.count
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let unique = draws.is_unique();
        let fractions = match self.draw {
            // Under @unique a number is of nobody else, which no other column tells.
            Draw::Shared(draw) if !unique => draws.load_shared(draw),
            Draw::Shared(_) | Draw::Own => draws.load(0),
        };
        let numbers = values.ints(fractions.len());
        if unique {
            for (number, x) in numbers.iter_mut().zip(fractions) {
                *number = self.blocks.at(bounded(*x, self.blocks.count));
            }
            return;
        }
        for (number, x) in numbers.iter_mut().zip(fractions) {
            *number = self.blocks.of_any_country(*x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_format() {
        assert_eq!(formats().count(), FORMATS.lines().count());
        for [country, code, digits] in formats() {
            let country = Country::find(country).unwrap();
            assert_eq!(country.calling_code, code, "{}", country.name);
            assert!(code.len() + digits.len() <= 15, "+{code} {digits}");
            let any = digits.trim_start_matches(|c: char| c.is_ascii_digit());
            assert!(any.chars().all(|c| c == '#'), "+{code} {digits}");
        }
    }

    /// Their numbers have so few digits that a million of them cannot be free.
    const SHORT: [&str; 9] = ["AQ", "CK", "FK", "FO", "GL", "GS", "HM", "NC", "NF"];

    #[test]
    fn every_country_has_a_million_numbers() {
        for country in COUNTRIES.iter() {
            let count = Phone::of(country, Draw::Own).blocks.count;
            let is_short = SHORT.contains(&country.code) || country.code == "SH";
            assert!(count >= if is_short { 300 } else { 1_000_000 }, "{}: {count}", country.name);
        }
    }

    #[test]
    fn countries_come_alike_whatever_numbers_they_have() {
        let blocks = Blocks::new(vec![vec![(10, 1)], vec![(51, 1), (70, 8), (50, 1)]]);
        assert_eq!(blocks.blocks, [(10, 1), (50, 2), (70, 8)]);
        assert_eq!(
            [0, u64::MAX / 2 - 9, u64::MAX / 2 + 9, u64::MAX].map(|x| blocks.of_any_country(x)),
            [10, 10, 50, 77]
        );
    }

    /// Otherwise `@unique` could give one number twice.
    #[test]
    fn no_number_stands_in_two_blocks() {
        let countries = COUNTRIES.iter().map(|country| Phone::of(country, Draw::Own));
        for phone in countries.chain([Phone::anywhere(Draw::Own)]) {
            let mut blocks = phone.blocks.blocks.clone();
            blocks.sort_unstable();
            for pair in blocks.windows(2) {
                assert!(pair[0].0 + pair[0].1 as i64 <= pair[1].0, "{pair:?}");
            }
        }
    }

    #[test]
    fn every_calling_code_comes() {
        let anywhere = Phone::anywhere(Draw::Own);
        for country in COUNTRIES.iter() {
            let all = |n: &Block| n.0.to_string().starts_with(country.calling_code);
            assert!(anywhere.blocks.blocks.iter().any(all), "{}", country.name);
        }
    }

    #[test]
    fn places_are_counted_through_the_blocks() {
        let blocks = Blocks::new(vec![vec![(50, 2)], vec![(10, 1), (70, 3)]]);
        let all: Vec<i64> = (0..blocks.count).map(|place| blocks.at(place)).collect();
        assert_eq!(all, [50, 51, 10, 70, 71, 72]);
    }
}
