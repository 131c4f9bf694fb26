//! When people were born: the draw that a birthday follows from, cut into bands of years such as decades.
//!
//! The day is that of 2026-01-01, whatever "now" is, so that a person's name stays the same: a row's age at that time is as pure a
//! function of its person as its gender.

use std::ops::RangeInclusive;

use jiff::civil::{Date, date};

use crate::generators::Ages;
use crate::generators::constraint::{date_to_day, day_to_date};
use crate::rng::Draws;

/// The draw that the birthday of a person follows from; others have those around it (`population.rs`).
pub(super) const BIRTHDAY: u64 = 2;
/// The year on whose first day people have the ages that are asked for.
const YEAR: i16 = 2026;
/// The draw is cut into this number of equal parts, each of which is shorter than a year for any ages.
const PARTS: usize = 128;

/// The days on which people of these ages were born.
pub(super) fn birthdays(ages: Ages) -> RangeInclusive<i32> {
    day(date(YEAR - i16::from(ages.oldest) - 1, 1, 2))..=day(date(YEAR - i16::from(ages.youngest), 1, 1))
}

/// The ages of those who were born on these days, as near as they can be asked for.
pub(super) fn ages_of(days: &RangeInclusive<i32>) -> Ages {
    let age = |day: i32| {
        let birthday = day_to_date(day);
        let is_new_year = birthday.month() == 1 && birthday.day() == 1;
        i64::from(YEAR - birthday.year()) - i64::from(!is_new_year)
    };
    Ages::nearest((age(*days.end()), age(*days.start())))
}

/// The first day on which those were born who are younger than this.
pub(super) fn younger_than(age: u8) -> i32 {
    day(date(YEAR - i16::from(age), 1, 2))
}

/// The first day of a year.
pub(super) fn new_year(year: i16) -> i32 {
    day(date(year, 1, 1))
}

fn day(date: Date) -> i32 {
    date_to_day(date)
}

/// In which of some bands of days a person was born, counted from the oldest people.
#[derive(Debug)]
pub(super) struct Bands {
    /// For each part of the draw the band at its start, and the last bits of that band; a part meets one later band at most.
    parts: Box<[(u32, u64); PARTS]>,
}

impl Bands {
    /// People of these ages; each band but the first begins with one of the days `starts`, earlier ones first and a year or more
    /// apart.
    pub fn of(ages: Ages, starts: impl IntoIterator<Item = i32>) -> Bands {
        let days = birthdays(ages);
        let first = *days.start();
        let count = u128::from(days.end().abs_diff(first)) + 1;
        let threshold = |start: i32| (u128::try_from(start - first).unwrap_or(0) << 64).div_ceil(count);
        let thresholds: Vec<u128> = starts.into_iter().map(threshold).collect();
        let part = |at: usize| {
            let start = (at as u128) << (64 - PARTS.ilog2());
            let band = thresholds.iter().filter(|threshold| **threshold <= start).count();
            let last =
                thresholds.get(band).map_or(u64::MAX, |next| u64::try_from(next - 1).unwrap_or(u64::MAX));
            (band as u32, last)
        };
        Bands { parts: Box::new(std::array::from_fn(part)) }
    }

    /// The band of a birthday's bits.
    #[inline(always)]
    pub fn band(&self, birthday: u64) -> u32 {
        let (band, last) = self.parts[(birthday >> (64 - PARTS.ilog2())) as usize];
        band + u32::from(birthday > last)
    }

    /// The bands of all rows.
    #[inline]
    pub fn load(&self, draws: &mut Draws<'_>, bands: &mut [u32]) {
        for (band, birthday) in bands.iter_mut().zip(draws.load_shared(BIRTHDAY)) {
            *band = self.band(*birthday);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bands, ages_of, birthdays, new_year, younger_than};
    use crate::generators::Ages;
    use crate::rng::bounded;

    proptest! {
        /// A band is that of the day that `birthdate` has for the same bits.
        #[test]
        fn a_band_is_that_of_the_birthday(
            ages in (18..=120u8, 18..=120u8),
            years in proptest::collection::btree_set(1900..2020i16, 0..60),
            bits: Vec<u64>,
        ) {
            let ages = Ages { youngest: ages.0.min(ages.1), oldest: ages.0.max(ages.1) };
            let starts: Vec<i32> = years.into_iter().map(new_year).collect();
            let bands = Bands::of(ages, starts.iter().copied());
            let days = birthdays(ages);
            let count = u64::from(days.end().abs_diff(*days.start())) + 1;
            for birthday in bits.into_iter().chain([0, u64::MAX]) {
                let day = days.start() + bounded(birthday, count) as i32;
                let expected = starts.iter().filter(|start| **start <= day).count();
                prop_assert_eq!(bands.band(birthday) as usize, expected);
            }
        }
    }

    #[test]
    fn ages_are_those_of_new_year() {
        let days = birthdays(Ages::default());
        // Who was born on 1945-01-02 is 80 years old on 2026-01-01, and who was born on 2008-01-01 is 18.
        assert_eq!((*days.start(), *days.end()), (new_year(1945) + 1, new_year(2008)));
        assert_eq!(younger_than(18), days.end() + 1);
        assert_eq!(ages_of(&days), Ages::default());
        assert_eq!(ages_of(&(0..=0)), Ages { youngest: 56, oldest: 56 });
    }
}
