//! Times written field by field, straight into the row.

use super::digits::{NUMBER_ROOM, PAIRS, put_int};
use super::escape::Style;
use crate::calendar::{Field, MONTHS, Pad, Pattern, Piece, Unit, WEEKDAYS, civil, day_of_year, weekday};

/// The program that writes one time.
#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    unit: Unit,
    /// Whether year, month or day of the month are needed.
    date: bool,
    max_bytes: usize,
}

/// One field and the text that always follows it.
#[derive(Debug)]
struct Step {
    put: Put,
    after: [u8; 8],
    after_len: usize,
}

/// What a step writes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Put {
    Nothing,
    Year,
    Two(Two),
    /// The same with a space or nothing instead of a zero.
    Bare(Two, Pad),
    DayOfYear(Pad),
    Month(&'static [[u8; 16]; 12]),
    Weekday(&'static [[u8; 16]; 7]),
    HalfDay([u8; 2]),
    IsoYear,
    /// So many digits of the fraction.
    Fraction(usize),
    Unix,
}

/// A number of one or two digits.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Two {
    Century,
    YearOfCentury,
    Month,
    Day,
    Hour,
    Hour12,
    Minute,
    Second,
    WeekFromSunday,
    WeekFromMonday,
    IsoWeek,
    WeekdayFromSunday,
    WeekdayFromMonday,
}

/// The most bytes that a field touches.
const FIELD_ROOM: usize = NUMBER_ROOM;

/// A name of at most 15 bytes with its length in the last one.
const fn slot(name: &str, len: usize, upper: bool) -> [u8; 16] {
    let (name, mut slot, mut i) = (name.as_bytes(), [0; 16], 0);
    let len = if len < name.len() { len } else { name.len() };
    while i < len {
        slot[i] = if upper { name[i].to_ascii_uppercase() } else { name[i] };
        i += 1;
    }
    slot[15] = len as u8;
    slot
}

const fn slots<const N: usize>(names: [&str; N], len: usize, upper: bool) -> [[u8; 16]; N] {
    let (mut all, mut i) = ([[0; 16]; N], 0);
    while i < N {
        all[i] = slot(names[i], len, upper);
        i += 1;
    }
    all
}

/// The names in full and short, as they are and in capitals.
static MONTH_NAMES: [[[u8; 16]; 12]; 4] =
    [slots(MONTHS, 15, false), slots(MONTHS, 15, true), slots(MONTHS, 3, false), slots(MONTHS, 3, true)];
static WEEKDAY_NAMES: [[[u8; 16]; 7]; 4] = [
    slots(WEEKDAYS, 15, false),
    slots(WEEKDAYS, 15, true),
    slots(WEEKDAYS, 3, false),
    slots(WEEKDAYS, 3, true),
];

impl Put {
    fn of(field: Field, pad: Pad) -> Put {
        let two = |two| if pad == Pad::Zero { Put::Two(two) } else { Put::Bare(two, pad) };
        let which = |short, upper| 2 * usize::from(short) + usize::from(upper);
        match field {
            Field::Year => Put::Year,
            Field::Century => two(Two::Century),
            Field::YearOfCentury => two(Two::YearOfCentury),
            Field::Month => two(Two::Month),
            Field::Day => two(Two::Day),
            Field::DayOfYear => Put::DayOfYear(pad),
            Field::MonthName { short, upper } => Put::Month(&MONTH_NAMES[which(short, upper)]),
            Field::WeekdayName { short, upper } => Put::Weekday(&WEEKDAY_NAMES[which(short, upper)]),
            Field::WeekdayFromMonday => Put::Bare(Two::WeekdayFromMonday, Pad::None),
            Field::WeekdayFromSunday => Put::Bare(Two::WeekdayFromSunday, Pad::None),
            Field::WeekFromSunday => two(Two::WeekFromSunday),
            Field::WeekFromMonday => two(Two::WeekFromMonday),
            Field::IsoWeek => two(Two::IsoWeek),
            Field::IsoYear => Put::IsoYear,
            Field::Hour => two(Two::Hour),
            Field::Hour12 => two(Two::Hour12),
            Field::HalfDay { upper } => Put::HalfDay(if upper { *b"AP" } else { *b"ap" }),
            Field::Minute => two(Two::Minute),
            Field::Second => two(Two::Second),
            Field::Fraction(digits) => Put::Fraction(usize::from(digits)),
            Field::Unix => Put::Unix,
        }
    }
}

/// A time taken apart.
struct Parts {
    day: i32,
    date: (i32, u32, u32),
    /// The second of the day.
    second: u32,
    milli: u32,
}

impl Program {
    /// The program that writes times of this unit by this pattern.
    pub fn new(pattern: &Pattern, unit: Unit, style: &Style) -> Program {
        let mut steps: Vec<Step> = Vec::new();
        let step = |put| Step { put, after: [0; 8], after_len: 0 };
        for piece in &pattern.pieces {
            match piece {
                Piece::Field(field, pad) => steps.push(step(Put::of(*field, *pad))),
                Piece::Text(text) => {
                    let mut escaped = Vec::new();
                    style.escape(text, &mut escaped);
                    for &byte in &escaped {
                        if steps.last().is_none_or(|step| step.after_len == 8) {
                            steps.push(step(Put::Nothing));
                        }
                        if let Some(Step { after, after_len, .. }) = steps.last_mut() {
                            after[*after_len] = byte;
                            *after_len += 1;
                        }
                    }
                }
            }
        }
        let date = pattern.fields().any(|field| field.is_of_date() && field != Field::Unix);
        let max_bytes = steps.iter().map(|step| step.put.max_bytes() + 8).sum::<usize>() + FIELD_ROOM;
        Program { steps, unit, date, max_bytes }
    }

    /// The most bytes that writing one time touches.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// A time as text, for tables and for the mean.
    pub fn text(&self, value: i64) -> Vec<u8> {
        let mut out = vec![0; self.max_bytes];
        let len = self.put(value, &mut out, 0);
        out.truncate(len);
        out
    }

    /// Writes the time `value` from `at` on, and says how many bytes it has.
    #[inline(always)]
    pub fn put(&self, value: i64, out: &mut [u8], at: usize) -> usize {
        let parts = self.parts(value);
        let out = &mut out[at..at + self.max_bytes];
        let mut at = 0;
        for step in &self.steps {
            at += parts.put(step.put, &mut out[at..]);
            out[at..at + 8].copy_from_slice(&step.after);
            at += step.after_len;
        }
        at
    }

    #[inline(always)]
    fn parts(&self, value: i64) -> Parts {
        let (day, second, milli) = match self.unit {
            Unit::Days => (value, 0, 0),
            Unit::Seconds => (value.div_euclid(86_400), value.rem_euclid(86_400), 0),
            Unit::Millis => {
                let (day, milli) = (value.div_euclid(86_400_000), value.rem_euclid(86_400_000) as u32);
                (day, i64::from(milli / 1000), milli % 1000)
            }
        };
        let day = day as i32;
        let date = if self.date { civil(day) } else { (0, 1, 1) };
        Parts { day, date, second: second as u32, milli }
    }
}

impl Put {
    /// The most bytes that it moves on by.
    fn max_bytes(self) -> usize {
        match self {
            Put::Nothing => 0,
            Put::Two(_) | Put::Bare(..) | Put::HalfDay(_) => 2,
            Put::DayOfYear(_) => 3,
            Put::Year | Put::IsoYear => 4,
            Put::Month(_) | Put::Weekday(_) | Put::Fraction(_) => 9,
            Put::Unix => 20,
        }
    }
}

impl Parts {
    #[inline(always)]
    fn put(&self, put: Put, out: &mut [u8]) -> usize {
        match put {
            Put::Nothing => 0,
            Put::Two(two) => {
                out[..2].copy_from_slice(&PAIRS[self.two(two) as usize]);
                2
            }
            Put::Bare(two, pad) => put_bare(self.two(two), pad, out),
            Put::Year => put_year(self.date.0, out),
            Put::IsoYear => put_year(self.thursday().0, out),
            Put::DayOfYear(pad) => {
                let n = day_of_year(self.date) + 1;
                let leading = if n < 10 { 2 } else { usize::from(n < 100) };
                let digits = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
                put_padded(digits, leading, pad, out)
            }
            Put::Month(names) => put_name(&names[self.date.1 as usize - 1], out),
            Put::Weekday(names) => put_name(&names[weekday(self.day) as usize], out),
            Put::HalfDay([before, after]) => {
                out[0] = if self.second < 43_200 { before } else { after };
                // M or m, as the letter before it.
                out[1] = b'M' | (before & 0x20);
                2
            }
            Put::Fraction(digits) => {
                let [[_, a], [b, c]] =
                    [PAIRS[(self.milli / 100) as usize], PAIRS[(self.milli % 100) as usize]];
                out[..9].copy_from_slice(&[a, b, c, b'0', b'0', b'0', b'0', b'0', b'0']);
                digits
            }
            Put::Unix => {
                let seconds = i64::from(self.day) * 86_400 + i64::from(self.second);
                put_int(seconds, out.first_chunk_mut::<NUMBER_ROOM>().expect("there is room for a field"))
            }
        }
    }

    #[inline(always)]
    fn two(&self, two: Two) -> u32 {
        let hour = self.second / 3600;
        match two {
            Two::Century => self.date.0 as u32 / 100 % 100,
            Two::YearOfCentury => self.date.0 as u32 % 100,
            Two::Month => self.date.1,
            Two::Day => self.date.2,
            Two::Hour => hour,
            Two::Hour12 => (hour + 11) % 12 + 1,
            Two::Minute => self.second / 60 % 60,
            Two::Second => self.second % 60,
            Two::WeekdayFromMonday => weekday(self.day) + 1,
            Two::WeekdayFromSunday => (weekday(self.day) + 1) % 7,
            Two::WeekFromSunday => (day_of_year(self.date) + 7 - (weekday(self.day) + 1) % 7) / 7,
            Two::WeekFromMonday => (day_of_year(self.date) + 7 - weekday(self.day)) / 7,
            Two::IsoWeek => day_of_year(self.thursday()) / 7 + 1,
        }
    }

    /// The Thursday of the week, which says what year the week belongs to.
    fn thursday(&self) -> (i32, u32, u32) {
        civil(self.day + 3 - weekday(self.day) as i32)
    }
}

#[inline(always)]
fn put_year(year: i32, out: &mut [u8]) -> usize {
    // The week before the first Monday of year 0 belongs to a year that four digits cannot tell: 0 has to do.
    let year = year.max(0) as u32;
    let [[a, b], [c, d]] = [PAIRS[(year / 100 % 100) as usize], PAIRS[(year % 100) as usize]];
    out[..4].copy_from_slice(&[a, b, c, d]);
    4
}

#[inline(always)]
fn put_name(slot: &[u8; 16], out: &mut [u8]) -> usize {
    out[..16].copy_from_slice(slot);
    usize::from(slot[15])
}

/// A number below 100 with a space or nothing instead of a leading zero; one-digit numbers of their own are written bare.
#[inline(always)]
fn put_bare(n: u32, pad: Pad, out: &mut [u8]) -> usize {
    put_padded(PAIRS[n as usize], usize::from(n < 10), pad, out)
}

/// Digits, the first `leading` of which are zeros that the padding takes the place of.
#[inline(always)]
fn put_padded<const N: usize>(mut digits: [u8; N], leading: usize, pad: Pad, out: &mut [u8]) -> usize {
    match pad {
        Pad::Zero => {}
        Pad::Space => digits[..leading].fill(b' '),
        Pad::None => digits.rotate_left(leading),
    }
    out[..N].copy_from_slice(&digits);
    if pad == Pad::None { N - leading } else { N }
}
