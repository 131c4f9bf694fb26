//! The parts of a time that tables are built for: which text of a table a time has, and what each of those texts is.

use std::ops::Range;

use crate::calendar::{MONTHS, Pad, Piece, SECONDS, TimeField, Unit, WEEKDAYS, civil, day_of_year, weekday};
use crate::rng::{Kernel, run};

/// Where in its table a time finds the text of one part of it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::text) struct Index {
    pub part: TimePart,
    pub unit: Unit,
    /// The first of the times' days.
    pub first_day: i64,
    /// Whether no time is 2^32 units or more after the begin of that day.
    pub is_narrow: bool,
}

/// The part of a time that a run of fields depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum TimePart {
    Day,
    /// The year, counted from this one.
    Year(i32),
    MonthAndDay,
    DayOfYear,
    Weekday,
    WeekFromSunday,
    WeekFromMonday,
    /// The year of ISO 8601, counted from this one.
    IsoYear(i32),
    IsoWeek,
    HourAndMinute,
    Second,
    Milli,
}

/// A time taken apart.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::text) struct Moment {
    year: i32,
    month: u32,
    day: u32,
    /// From 0.
    day_of_year: u32,
    /// From Monday = 0.
    weekday: u32,
    week_from_sunday: u32,
    week_from_monday: u32,
    iso_year: i32,
    iso_week: u32,
    second_of_day: u32,
    milli: u32,
}

impl TimePart {
    /// How many texts its table has.
    pub fn count(self, days: &Range<i64>) -> u32 {
        let last = civil(days.end as i32 - 1).0;
        match self {
            TimePart::Day => (days.end - days.start) as u32,
            TimePart::Year(first) => (last - first + 1) as u32,
            // The last days of a year may belong to the next.
            TimePart::IsoYear(first) => (last - first + 2) as u32,
            TimePart::MonthAndDay => 12 * 31,
            TimePart::DayOfYear => 366,
            TimePart::Weekday => 7,
            TimePart::WeekFromSunday | TimePart::WeekFromMonday | TimePart::IsoWeek => 54,
            TimePart::HourAndMinute => 24 * 60,
            TimePart::Second => 60,
            TimePart::Milli => 1000,
        }
    }

    /// A time whose text is at `index`; only what the part says of it means something.
    pub fn moment(self, index: u32, first_day: i64) -> Moment {
        let blank = Moment::default();
        match self {
            TimePart::Day => Moment::of(first_day as i32 + index as i32),
            TimePart::Year(first) => Moment { year: first + index as i32, ..blank },
            TimePart::IsoYear(first) => Moment { iso_year: first + index as i32, ..blank },
            TimePart::MonthAndDay => Moment { month: index / 31 + 1, day: index % 31 + 1, ..blank },
            TimePart::DayOfYear => Moment { day_of_year: index, ..blank },
            TimePart::Weekday => Moment { weekday: index, ..blank },
            TimePart::WeekFromSunday => Moment { week_from_sunday: index, ..blank },
            TimePart::WeekFromMonday => Moment { week_from_monday: index, ..blank },
            TimePart::IsoWeek => Moment { iso_week: index, ..blank },
            TimePart::HourAndMinute => Moment { second_of_day: index * 60, ..blank },
            TimePart::Second => Moment { second_of_day: index, ..blank },
            TimePart::Milli => Moment { milli: index, ..blank },
        }
    }
}

/// The week that a day of the year is in, where weeks begin with the weekday that `day` days have passed since.
#[inline(always)]
fn week(day_of_year: u32, day: u32) -> u32 {
    (day_of_year + 7 - day) / 7
}

/// The Thursday of a day's week: its year is the one that the week belongs to.
#[inline(always)]
fn thursday(day: i32) -> (i32, u32, u32) {
    civil(day + 3 - weekday(day) as i32)
}

impl Moment {
    fn of(n: i32) -> Moment {
        let date = civil(n);
        let (day_of_year, weekday) = (day_of_year(date), weekday(n));
        Moment {
            year: date.0,
            month: date.1,
            day: date.2,
            day_of_year,
            weekday,
            week_from_sunday: week(day_of_year, (weekday + 1) % 7),
            week_from_monday: week(day_of_year, weekday),
            iso_year: thursday(n).0,
            iso_week: crate::calendar::day_of_year(thursday(n)) / 7 + 1,
            ..Moment::default()
        }
    }

    /// A piece of a pattern as this time has it.
    pub fn text(&self, piece: &Piece) -> String {
        let (field, pad) = match piece {
            Piece::Text(text) => return text.clone(),
            Piece::Field(field, pad) => (*field, *pad),
        };
        let name = |name: &str, short: bool, upper: bool| {
            let name = if short { &name[..3] } else { name };
            if upper { name.to_uppercase() } else { name.to_owned() }
        };
        let hour = self.second_of_day / 3600;
        let (number, width) = match field {
            // The days of year 0 before its first week belong to a year that four digits cannot tell: 0 has to do.
            TimeField::Year => (self.year.max(0) as u32, 4),
            TimeField::IsoYear => (self.iso_year.max(0) as u32, 4),
            TimeField::Century => (self.year as u32 / 100, 2),
            TimeField::YearOfCentury => (self.year as u32 % 100, 2),
            TimeField::Month => (self.month, 2),
            TimeField::Day => (self.day, 2),
            TimeField::DayOfYear => (self.day_of_year + 1, 3),
            TimeField::MonthName { short, upper } => {
                return name(MONTHS[self.month as usize - 1], short, upper);
            }
            TimeField::WeekdayName { short, upper } => {
                return name(WEEKDAYS[self.weekday as usize], short, upper);
            }
            TimeField::WeekdayFromMonday => (self.weekday + 1, 1),
            TimeField::WeekdayFromSunday => ((self.weekday + 1) % 7, 1),
            TimeField::WeekFromSunday => (self.week_from_sunday, 2),
            TimeField::WeekFromMonday => (self.week_from_monday, 2),
            TimeField::IsoWeek => (self.iso_week, 2),
            TimeField::Hour => (hour, 2),
            TimeField::Hour12 => ((hour + 11) % 12 + 1, 2),
            TimeField::HalfDay { upper } => return name(if hour < 12 { "am" } else { "pm" }, false, upper),
            TimeField::Minute => (self.second_of_day / 60 % 60, 2),
            TimeField::Second => (self.second_of_day % 60, 2),
            TimeField::Fraction(digits) => {
                return format!("{:03}000000", self.milli)[..usize::from(digits)].to_owned();
            }
            TimeField::Unix => return String::new(),
        };
        match pad {
            Pad::Zero => format!("{number:0width$}"),
            Pad::Space => format!("{number:width$}"),
            Pad::None => number.to_string(),
        }
    }
}

impl Index {
    /// Where in its table a time of these days finds the text of this part.
    pub fn new(part: TimePart, unit: Unit, days: &Range<i64>) -> Index {
        let is_narrow = (days.end - days.start) * unit.per_day() <= 1 << 32;
        Index { part, unit, first_day: days.start, is_narrow }
    }

    /// The index of each of these times.
    pub fn fill(&self, times: &[i64], indices: &mut Vec<u32>) {
        // The divisors are known to the compiler, which makes multiplications of them.
        match self.unit {
            Unit::Days => self.fill_by::<1, 1>(times, indices),
            Unit::Seconds => self.fill_by::<{ SECONDS as u64 }, 1>(times, indices),
            Unit::Millis => self.fill_by::<{ 1000 * SECONDS as u64 }, 1000>(times, indices),
        }
    }

    /// The same for times that have `PER_DAY` units to a day and `PER_SECOND` to a second.
    fn fill_by<const PER_DAY: u64, const PER_SECOND: u64>(&self, times: &[i64], indices: &mut Vec<u32>) {
        let first = self.first_day;
        if self.is_narrow
            && matches!(
                self.part,
                TimePart::Day | TimePart::HourAndMinute | TimePart::Second | TimePart::Milli
            )
        {
            indices.resize(times.len(), 0);
            let start = first * PER_DAY as i64;
            return run(Narrow::<PER_DAY, PER_SECOND> { part: self.part, start, times, indices });
        }
        indices.clear();
        // No time lies before the first day: the distance is not negative. Those of null rows may be anything, and the calendar has
        // an end.
        let since = |time: &i64| time.wrapping_sub(first * PER_DAY as i64) as u64;
        let day = |time: &i64| (since(time) / PER_DAY).min(MAX_DAYS) as i32 + first as i32;
        let of_day = |time: &i64| since(time) % PER_DAY;
        let times = times.iter();
        match self.part {
            TimePart::Day => indices.extend(times.map(|time| (since(time) / PER_DAY) as u32)),
            TimePart::Year(first) => indices.extend(times.map(|time| (civil(day(time)).0 - first) as u32)),
            TimePart::IsoYear(first) => {
                indices.extend(times.map(|time| (thursday(day(time)).0 - first) as u32));
            }
            TimePart::MonthAndDay => indices.extend(times.map(|time| {
                let (_, month, day) = civil(day(time));
                31 * month + day - 32
            })),
            TimePart::DayOfYear => indices.extend(times.map(|time| day_of_year(civil(day(time))))),
            TimePart::Weekday => indices.extend(times.map(|time| weekday(day(time)))),
            TimePart::WeekFromSunday => indices.extend(times.map(|time| {
                let day = day(time);
                week(day_of_year(civil(day)), (weekday(day) + 1) % 7)
            })),
            TimePart::WeekFromMonday => indices.extend(times.map(|time| {
                let day = day(time);
                week(day_of_year(civil(day)), weekday(day))
            })),
            TimePart::IsoWeek => {
                indices.extend(times.map(|time| day_of_year(thursday(day(time))) / 7 + 1));
            }
            TimePart::HourAndMinute => {
                indices.extend(times.map(|time| (of_day(time) / (60 * PER_SECOND)) as u32));
            }
            TimePart::Second => indices.extend(times.map(|time| (since(time) / PER_SECOND % 60) as u32)),
            TimePart::Milli => indices.extend(times.map(|time| (since(time) % PER_SECOND) as u32)),
        }
    }
}

/// More days than there are from the first day of year 0 to the last of year 9999.
const MAX_DAYS: u64 = 4_000_000;

/// The indices of times that lie less than 2^32 units after `start`: words of 32 bits are what vectors can divide.
struct Narrow<'a, const PER_DAY: u64, const PER_SECOND: u64> {
    part: TimePart,
    start: i64,
    times: &'a [i64],
    indices: &'a mut [u32],
}

impl<const PER_DAY: u64, const PER_SECOND: u64> Kernel for Narrow<'_, PER_DAY, PER_SECOND> {
    #[inline(always)]
    fn run(self) {
        let Narrow { part, start, times, indices } = self;
        let since = |time: &i64| time.wrapping_sub(start) as u32;
        let (per_day, per_second) = (PER_DAY as u32, PER_SECOND as u32);
        let pairs = indices.iter_mut().zip(times);
        match part {
            TimePart::HourAndMinute => {
                pairs.for_each(|(index, time)| *index = since(time) % per_day / (60 * per_second));
            }
            TimePart::Second => pairs.for_each(|(index, time)| *index = since(time) / per_second % 60),
            TimePart::Milli => pairs.for_each(|(index, time)| *index = since(time) % per_second),
            _ => pairs.for_each(|(index, time)| *index = since(time) / per_day),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Index, TimePart};
    use crate::calendar::Unit;

    proptest! {
        #[test]
        fn narrow_times_have_the_indices_of_wide_ones(first in -700_000i64..2_900_000, times in prop::collection::vec(0i64..3_000_000_000, 0..50)) {
            for unit in [Unit::Days, Unit::Seconds, Unit::Millis] {
                let days = first..first + (1 << 32) / unit.per_day();
                let start = first * unit.per_day();
                let times: Vec<i64> = times.iter().map(|time| start + time % ((1 << 32) / unit.per_day() * unit.per_day())).collect();
                for part in [TimePart::Day, TimePart::HourAndMinute, TimePart::Second, TimePart::Milli] {
                    let narrow = Index::new(part, unit, &days);
                    prop_assert!(narrow.is_narrow && !Index::new(part, unit, &(first..first + (1 << 33))).is_narrow);
                    let wide = Index { is_narrow: false, ..narrow.clone() };
                    let (mut found, mut expected) = (vec![7], vec![8; 3]);
                    narrow.fill(&times, &mut found);
                    wide.fill(&times, &mut expected);
                    prop_assert_eq!(&found, &expected);
                }
            }
        }
    }
}
