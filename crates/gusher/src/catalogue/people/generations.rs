//! First names by generation: what share of the people of each decade of birth has each name.

use super::births::{Bands, new_year};
use crate::generators::Ages;
use crate::locale::Locale;

/// The file of a locale with the shares: name, gender (`f` or `m`), and a weight for each decade. A locale whose own file has its first names
/// does not take the generations of its language.
const FILE: &str = "generations.tsv";
/// Those who were born before 1950, in the 1950s, 1960s, 1970s, 1980s and 1990s, and since 2000.
pub(super) const DECADES: usize = 7;
/// The year that the second decade begins with.
const SECOND_DECADE: i16 = 1950;

/// A name of people of one gender, and its weights in each decade.
pub(super) struct Row {
    pub name: &'static str,
    pub gender: &'static str,
    weights: [u32; DECADES],
}

/// The rows of a locale; none where it has no generations.
pub(super) fn rows(locale: &Locale) -> Vec<Row> {
    let row = |line: &'static str| {
        let mut fields = line.split('\t');
        let (name, gender) = (fields.next()?, fields.next()?);
        let mut weights = [0; DECADES];
        for weight in &mut weights {
            *weight = fields.next()?.parse().ok()?;
        }
        Some(Row { name, gender, weights })
    };
    text(locale).unwrap_or_default().lines().filter_map(row).collect()
}

/// Whether first names follow from the decade of birth.
pub(crate) fn has_generations(locale: &Locale) -> bool {
    text(locale).is_some()
}

fn text(locale: &Locale) -> Option<&'static str> {
    locale.text_beside("first-names.tsv", FILE)
}

/// In which decade people of these ages were born.
pub(super) fn decades(ages: Ages) -> Bands {
    Bands::of(ages, (1..DECADES as i16).map(|decade| new_year(SECOND_DECADE + 10 * (decade - 1))))
}

/// The first names of each decade: a table of equal shares for each gender, the decades one after the other.
///
/// A share is two of those that the names of all decades have, which the bits before the last name are taken by: 60 kB for a locale.
#[derive(Debug)]
pub(super) struct Generations {
    entries: [Box<[u16]>; 2],
    /// How many shares a decade has.
    shares: u32,
}

impl Generations {
    /// The names of women and of men: dictionary entries and weights, and how many shares their names of all decades have.
    pub fn of(genders: [(Vec<(u32, &Row)>, usize); 2]) -> Generations {
        let shares = genders.iter().map(|(_, all)| all.div_ceil(2)).max().unwrap_or(1);
        let entries = genders.map(|(names, all)| {
            let decade = |decade: usize| {
                let own = apportioned(
                    names.iter().map(|(entry, row)| (*entry, row.weights[decade])),
                    all.div_ceil(2),
                );
                // The other gender may have more.
                let filler = own.first().copied().unwrap_or_default();
                own.into_iter().chain(std::iter::repeat(filler)).take(shares)
            };
            (0..DECADES).flat_map(decade).collect()
        });
        Generations { entries, shares: shares as u32 }
    }

    /// The name that a digit of the names of all decades means in a decade.
    #[inline(always)]
    pub fn name(&self, gender: u32, decade: u32, digit: u64) -> u32 {
        let entries = &self.entries[gender as usize & 1];
        u32::from(entries[(decade * self.shares) as usize + (digit >> 1) as usize])
    }

    /// The same shares of other names.
    pub fn map(&self, change: impl Fn(u32) -> u32) -> Generations {
        let entries = self
            .entries
            .each_ref()
            .map(|entries| entries.iter().map(|&entry| change(u32::from(entry)) as u16).collect());
        Generations { entries, shares: self.shares }
    }
}

/// Entries by their weights, as many as there are equal shares: each has the number of them that its weight asks for, or one more or less.
fn apportioned(weighted: impl Iterator<Item = (u32, u32)>, shares: usize) -> Vec<u16> {
    let weighted: Vec<(u32, u32)> = weighted.collect();
    let total: u64 = weighted.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut entries = Vec::with_capacity(shares);
    let mut sum = 0;
    for (entry, weight) in weighted {
        sum += u64::from(weight);
        let end = (sum * shares as u64 + total / 2) / total.max(1);
        entries.resize(end as usize, entry as u16);
    }
    entries
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DECADES, apportioned, rows};
    use crate::locale::LOCALES;

    proptest! {
        #[test]
        fn each_entry_has_the_shares_of_its_weight(weights in proptest::collection::vec(0..5000u32, 1..300), shares in 1..3000usize) {
            let total: u32 = weights.iter().sum();
            prop_assume!(total > 0);
            let entries = apportioned((0..).zip(weights.iter().copied()), shares);
            prop_assert_eq!(entries.len(), shares);
            for (entry, weight) in (0..).zip(&weights) {
                let count = entries.iter().filter(|its| **its == entry).count() as f64;
                let exact = f64::from(*weight) / f64::from(total) * shares as f64;
                prop_assert!((count - exact).abs() <= 1.0, "{} of {}", count, exact);
            }
        }
    }

    #[test]
    fn every_decade_has_names_of_both_genders() {
        for locale in LOCALES.iter() {
            let rows = rows(locale);
            for decade in 0..DECADES {
                for gender in ["f", "m"] {
                    let own = rows.iter().filter(|row| row.gender == gender && row.weights[decade] > 0);
                    assert!(rows.is_empty() || own.count() >= 40, "{} {decade} {gender}", locale.name);
                }
            }
            assert!(rows.iter().all(|row| row.weights.iter().any(|weight| *weight > 0)), "{}", locale.name);
        }
    }
}
