//! The calendar: days and dates, and how a time is written field by field.

/// What the values of a column of times count, from 1970-01-01 00:00 UTC on (times of day: from midnight on).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Days.
    Days,
    /// Seconds.
    Seconds,
    /// Thousandths of a second.
    Millis,
}

impl Unit {
    /// How many of them a day has.
    pub fn per_day(self) -> i64 {
        match self {
            Unit::Days => 1,
            Unit::Seconds => SECONDS,
            Unit::Millis => SECONDS * 1000,
        }
    }

    /// The full seconds of a number of units.
    pub fn seconds(self, count: i64) -> i64 {
        match self {
            Unit::Days => count * SECONDS,
            Unit::Seconds => count,
            Unit::Millis => count.div_euclid(1000),
        }
    }
}

/// The seconds of a day.
pub const SECONDS: i64 = 86_400;

/// The first and the last day that are written with four digits of the year, as days after 1970-01-01.
pub const DAYS: std::ops::RangeInclusive<i32> = -719_528..=2_932_896;

/// How a time is written: fields and what is between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The pieces in order.
    pub pieces: Vec<Piece>,
}

/// One piece of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text that never changes.
    Text(String),
    /// A part of the time.
    Field(TimeField, Pad),
}

/// How numbers with fewer digits than their field are padded. Names ignore it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pad {
    /// Zeros.
    Zero,
    /// Spaces.
    Space,
    /// Nothing.
    None,
}

/// A part of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeField {
    /// The year, with four digits.
    Year,
    /// The first two digits of the year.
    Century,
    /// The last two digits of the year.
    YearOfCentury,
    /// The month, 1 to 12.
    Month,
    /// The day of the month.
    Day,
    /// The day of the year, 1 to 366, with three digits.
    DayOfYear,
    /// The month's English name, or its first letters, as it is or in capitals.
    MonthName {
        /// Three letters only.
        short: bool,
        /// In capitals.
        upper: bool,
    },
    /// The weekday's English name, or its first letters, as it is or in capitals.
    WeekdayName {
        /// Three letters only.
        short: bool,
        /// In capitals.
        upper: bool,
    },
    /// The weekday, from Monday = 1 to Sunday = 7.
    WeekdayFromMonday,
    /// The weekday, from Sunday = 0 to Saturday = 6.
    WeekdayFromSunday,
    /// The week of the year: the first Sunday begins week 1.
    WeekFromSunday,
    /// The week of the year: the first Monday begins week 1.
    WeekFromMonday,
    /// The week of ISO 8601: the first one with a Thursday is week 1.
    IsoWeek,
    /// The year that the week of ISO 8601 belongs to.
    IsoYear,
    /// The hour, 0 to 23.
    Hour,
    /// The hour, 1 to 12.
    Hour12,
    /// AM or PM, in capitals or not.
    HalfDay {
        /// In capitals.
        upper: bool,
    },
    /// The minute.
    Minute,
    /// The second.
    Second,
    /// The given number of digits of the fraction of a second, 1 to 9.
    Fraction(u8),
    /// Seconds since 1970-01-01 00:00 UTC.
    Unix,
}

impl TimeField {
    /// Whether it depends on the day.
    pub fn is_of_date(self) -> bool {
        !self.is_of_time() || self == TimeField::Unix
    }

    /// Whether it depends on the time of day.
    pub fn is_of_time(self) -> bool {
        use TimeField::{Fraction, HalfDay, Hour, Hour12, Minute, Second, Unix};
        matches!(self, Hour | Hour12 | HalfDay { .. } | Minute | Second | Fraction(_) | Unix)
    }
}

impl TimeField {
    /// The most bytes that it is written with.
    pub fn longest(self) -> usize {
        match self {
            TimeField::Year | TimeField::IsoYear => 4,
            TimeField::MonthName { short: false, .. } | TimeField::WeekdayName { short: false, .. } => 9,
            TimeField::MonthName { .. } | TimeField::WeekdayName { .. } | TimeField::DayOfYear => 3,
            TimeField::Fraction(digits) => usize::from(digits),
            // Of the years that have four digits.
            TimeField::Unix => 12,
            _ => 2,
        }
    }
}

impl Pattern {
    /// The most letters that a time is written with.
    pub fn longest(&self) -> usize {
        let fields: usize = self.fields().map(TimeField::longest).sum();
        fields + self.texts().map(|text| text.chars().count()).sum::<usize>()
    }

    /// The fields in order.
    pub fn fields(&self) -> impl Iterator<Item = TimeField> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Field(field, _) => Some(*field),
            Piece::Text(_) => None,
        })
    }

    /// The texts that never change.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Field(..) => None,
        })
    }

    /// Whether some number may have spaces before it.
    pub fn has_spaces(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Field(_, Pad::Space)))
    }

    /// Whether times that differ are written differently.
    pub fn tells_apart(&self, unit: Unit, of_day: bool) -> bool {
        let has = |wanted: TimeField| self.fields().any(|field| field == wanted);
        let unix = has(TimeField::Unix);
        let month = has(TimeField::Month) || self.fields().any(|f| matches!(f, TimeField::MonthName { .. }));
        let year = has(TimeField::Year) || (has(TimeField::Century) && has(TimeField::YearOfCentury));
        let date = unix || (year && (has(TimeField::DayOfYear) || (month && has(TimeField::Day))));
        let half = self.fields().any(|field| matches!(field, TimeField::HalfDay { .. }));
        let hour = has(TimeField::Hour) || (has(TimeField::Hour12) && half);
        let second = unix || (hour && has(TimeField::Minute) && has(TimeField::Second));
        let millis = self.fields().any(|field| matches!(field, TimeField::Fraction(3..)));
        let enough = match unit {
            Unit::Days => date,
            Unit::Seconds => (date || of_day) && second,
            Unit::Millis => (date || of_day) && second && millis,
        };
        enough && self.can_be_cut()
    }

    /// Whether it can be seen where each number of no fixed width ends.
    fn can_be_cut(&self) -> bool {
        self.pieces.windows(2).all(|pair| match pair {
            [Piece::Field(TimeField::Unix, _) | Piece::Field(_, Pad::None), Piece::Text(text)] => {
                !text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            }
            [Piece::Field(TimeField::Unix, _) | Piece::Field(_, Pad::None), _] => false,
            _ => true,
        }) && !self.pieces.windows(2).any(|pair| {
            matches!(pair[1], Piece::Field(TimeField::Unix, _)) && matches!(pair[0], Piece::Field(..))
        })
    }

    /// `YYYY-MM-DD?HH:MM:SS`, with thousandths behind a `point` where the unit has them, and texts between day and hour and after.
    pub fn date_time(between: &str, unit: Unit, point: &str, behind: &str) -> Pattern {
        let mut pieces = Pattern::date().pieces;
        pieces.push(text(between));
        pieces.extend(Pattern::time().pieces);
        if unit == Unit::Millis {
            pieces.extend([text(point), Piece::Field(TimeField::Fraction(3), Pad::Zero)]);
        }
        pieces.push(text(behind));
        Pattern { pieces }
    }

    /// `YYYY-MM-DD`.
    pub fn date() -> Pattern {
        Pattern::separated([TimeField::Year, TimeField::Month, TimeField::Day], "-")
    }

    /// `HH:MM:SS`.
    pub fn time() -> Pattern {
        Pattern::separated([TimeField::Hour, TimeField::Minute, TimeField::Second], ":")
    }

    /// Three fields, with a text between them.
    pub fn separated(fields: [TimeField; 3], between: &str) -> Pattern {
        let [a, b, c] = fields.map(|field| Piece::Field(field, Pad::Zero));
        Pattern { pieces: vec![a, text(between), b, text(between), c] }
    }
}

fn text(text: &str) -> Piece {
    Piece::Text(text.into())
}

/// The English names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The English names of the weekdays, from Monday on.
pub const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Year, month and day of the day `day` days after 1970-01-01 in the proleptic Gregorian calendar, for the years 0
/// to 9999 and a few before and after: Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to
/// calendar algorithms", Software: Practice and Experience 53 (2023), figure 12.
#[inline(always)]
pub fn civil(day: i32) -> (i32, u32, u32) {
    // Days since the first of March of a year 400·ERAS years before year 0, so that they are not negative.
    const ERAS: u32 = 1;
    let n = (day + 719_468 + ERAS as i32 * 146_097) as u32;
    // The century, and the day in it.
    let in_quarters = 4 * n + 3;
    let (century, of_century) = (in_quarters / 146_097, in_quarters % 146_097 / 4);
    // The year in the century and the day in the year, from one product: 2^32 / 2939745 is just above 4 · 365.25.
    let product = 2_939_745 * u64::from(4 * of_century + 3);
    let (year, of_year) = ((product >> 32) as u32, product as u32 / 2_939_745 / 4);
    // Month and day, from March on, likewise: 2^16 / 2141 is just above 30.6.
    let product = 2141 * of_year + 197_913;
    let (month, day) = (product >> 16, (product & 0xFFFF) / 2141);
    let next_year = of_year >= 306;
    let year = 100 * century + year + u32::from(next_year);
    (year as i32 - 400 * ERAS as i32, if next_year { month - 12 } else { month }, day + 1)
}

/// The day of the week, from Monday = 0 to Sunday = 6.
#[inline(always)]
pub fn weekday(day: i32) -> u32 {
    // 1970-01-01 was a Thursday.
    (day + 3).rem_euclid(7) as u32
}

/// The day of the year, from 0, of a date.
#[inline(always)]
pub fn day_of_year((year, month, day): (i32, u32, u32)) -> u32 {
    const BEFORE: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    BEFORE[month as usize - 1] + day - 1 + u32::from(leaps && month > 2)
}
