//! Numbers in blocks, of any country: `phone.local`, and `phone` of `fakedata`.

use std::sync::Arc;

use super::phone::{Block, RANGES, Range, country_of};
use crate::generators::place::country::Country;
use crate::generators::{BuildResult, Constraint, ConstraintField, Generate};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Field};

/// `phone` of `fakedata`: of any country, and of nobody that other columns describe.
pub(in crate::generators) fn anywhere(constraint: Constraint<'_>) -> BuildResult {
    let named = country_of(constraint.generator.trim_start_matches("fakedata."));
    Ok(Arc::new(named.map_or_else(Phone::anywhere, Phone::of)))
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
    Ok(Arc::new(Phone { before: "", blocks }))
}

#[derive(Debug)]
struct Phone {
    before: &'static str,
    blocks: Blocks,
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

impl Phone {
    /// Numbers of one country.
    fn of(country: &Country) -> Phone {
        let blocks = Range::of(country, false).map_or_else(Vec::new, |range| range.blocks().collect());
        Phone { before: "+", blocks: Blocks::new(vec![blocks]) }
    }

    /// Numbers of every country.
    fn anywhere() -> Phone {
        let free = RANGES.iter().filter(|range| !range.is_valid);
        Phone { before: "+", blocks: Blocks::new(free.map(|range| range.blocks().collect()).collect()) }
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
        let fractions = draws.load(0);
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

/// How many free numbers a country has.
#[cfg(test)]
pub(super) fn count(country: &Country) -> u64 {
    Phone::of(country).blocks.count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::place::country::COUNTRIES;

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
        let countries = COUNTRIES.iter().map(Phone::of);
        for phone in countries.chain([Phone::anywhere()]) {
            let mut blocks = phone.blocks.blocks.clone();
            blocks.sort_unstable();
            for pair in blocks.windows(2) {
                assert!(pair[0].0 + pair[0].1 as i64 <= pair[1].0, "{pair:?}");
            }
        }
    }

    #[test]
    fn every_calling_code_comes() {
        let anywhere = Phone::anywhere();
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
