//! Days, times of day and moments as text files write them.

use jiff::civil::Date;

/// Seconds of a day.
pub const DAY: f64 = 86_400.0;

/// A day, a time of day, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// In which orders its day may be read; none for a time of day.
    pub orders: Orders,
    /// What is between the numbers of the day.
    pub separator: u8,
    /// The year in each of these orders, where two digits of it are written: in that of [`Orders`].
    pub short_years: Option<[u32; 3]>,
    /// How the day and the month are written that are below 10, if one is.
    pub padding: Padding,
    /// Whether there is a time of day; whether seconds, and how many digits behind them.
    pub time: Option<TimeForm>,
    /// What grows with time: see [`Moment::text`]. Offsets of zones do not count.
    pub key: f64,
}

/// The orders of day, month and year that a day may be read in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// Year, month, day.
    pub ymd: bool,
    /// Day, month, year.
    pub dmy: bool,
    /// Month, day, year.
    pub mdy: bool,
}

impl Orders {
    /// Those that are in both.
    pub fn and(self, other: Orders) -> Orders {
        Orders { ymd: self.ymd && other.ymd, dmy: self.dmy && other.dmy, mdy: self.mdy && other.mdy }
    }

    /// How many there are.
    pub fn count(self) -> usize {
        usize::from(self.ymd) + usize::from(self.dmy) + usize::from(self.mdy)
    }
}

/// Whether numbers below 10 have a zero before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Padding {
    /// One has.
    pub has_zeros: bool,
    /// One has not.
    pub is_short: bool,
}

impl Padding {
    fn of(number: u32, digits: usize) -> Padding {
        Padding { has_zeros: number < 10 && digits == 2, is_short: digits == 1 }
    }

    /// What both have.
    pub fn and(self, other: Padding) -> Padding {
        Padding { has_zeros: self.has_zeros || other.has_zeros, is_short: self.is_short || other.is_short }
    }

    /// What is before a letter of `strftime`.
    pub fn flag(self) -> &'static str {
        if self.is_short && !self.has_zeros { "-" } else { "" }
    }
}

/// How a time of day is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeForm {
    /// What is between the day and it: `T`, a blank, or nothing.
    pub before: u8,
    /// Whether it has seconds.
    pub has_seconds: bool,
    /// Digits behind the seconds.
    pub digits: u8,
    /// Whether the hours are those of half a day, and how their half is written.
    pub half: Option<Half>,
    /// How hours below 10 are written.
    pub padding: Padding,
    /// What follows: `Z`, an offset, or nothing.
    pub zone: Zone,
}

/// How the half of a day is written behind a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// ` PM`.
    Capitals { has_blank: bool },
    /// ` pm`.
    Small { has_blank: bool },
}

/// The zone behind a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// None is written.
    None,
    /// `Z`.
    Utc,
    /// `+02:00` or `+0200`.
    Offset,
}

/// The moment that a text is.
pub fn parse(text: &[u8]) -> Option<Moment> {
    if text.len() < 5 || text.len() > 40 || !text[0].is_ascii_digit() {
        return None;
    }
    if text[1] == b':' || text[2] == b':' {
        let (form, seconds) = time(text, 0)?;
        return Some(Moment {
            orders: Orders::default(),
            separator: 0,
            short_years: None,
            padding: Padding::default(),
            time: Some(form),
            key: seconds,
        });
    }
    let (first, rest) = digits(text)?;
    let separator = *rest.first().filter(|byte| matches!(byte, b'-' | b'/' | b'.'))?;
    let (second, rest) = digits(&rest[1..])?;
    let (third, rest) = digits(rest.strip_prefix(&[separator])?)?;
    let day = day([first, second, third], separator)?;
    // The year is the first or the last of them, and always has all of its digits.
    let other = if first.1 == 4 { third } else { first };
    let padding = Padding::of(second.0, second.1).and(Padding::of(other.0, other.1));
    let base = Moment {
        orders: day.orders,
        separator,
        short_years: day.short_years,
        padding,
        time: None,
        key: f64::from(day.number) * DAY,
    };
    match rest.first() {
        None => Some(base),
        Some(&before @ (b'T' | b't' | b' ')) => {
            let (form, seconds) = time(&rest[1..], before)?;
            Some(Moment { time: Some(form), key: base.key + seconds, ..base })
        }
        Some(_) => None,
    }
}

/// A number of one to four digits, with how many these are, and what follows.
fn digits(text: &[u8]) -> Option<((u32, usize), &[u8])> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number =
        text[..count].iter().fold(0_u32, |all, digit| all.wrapping_mul(10) + u32::from(digit - b'0'));
    (1..=4).contains(&count).then(|| ((number, count), &text[count..]))
}

/// What three numbers are as a day.
struct Day {
    orders: Orders,
    /// The number of the day by the first order that is possible.
    number: u32,
    short_years: Option<[u32; 3]>,
}

fn day(parts: [(u32, usize); 3], separator: u8) -> Option<Day> {
    let [(first, long), (second, of_second), (third, last)] = parts;
    if of_second > 2 {
        return None;
    }
    if long == 4 && last <= 2 {
        let number = number(first, second, third)?;
        return Some(Day { orders: Orders { ymd: true, ..Orders::default() }, number, short_years: None });
    }
    if long > 2 {
        return None;
    }
    if last == 4 {
        let (dmy, mdy) = (number(third, second, first), number(third, first, second));
        let orders = Orders { ymd: false, dmy: dmy.is_some(), mdy: mdy.is_some() };
        return Some(Day { orders, number: dmy.or(mdy)?, short_years: None });
    }
    // Numbers with points that are shorter are more often versions.
    let is_full = long == 2 && of_second == 2;
    if last != 2 || separator != b'/' && !is_full {
        return None;
    }
    let years = [century(first), century(third), century(third)];
    let ymd = number(years[0], second, third).filter(|_| separator == b'-');
    let (dmy, mdy) = (number(years[1], second, first), number(years[2], first, second));
    let orders = Orders { ymd: ymd.is_some(), dmy: dmy.is_some(), mdy: mdy.is_some() };
    Some(Day { orders, number: dmy.or(mdy).or(ymd)?, short_years: Some(years) })
}

/// The year that two digits mean, as POSIX has it.
fn century(digits: u32) -> u32 {
    if digits < 69 { 2000 + digits } else { 1900 + digits }
}

/// A number for each day that there is, in their order: months have 31 numbers.
fn number(year: u32, month: u32, day: u32) -> Option<u32> {
    let (narrow_year, narrow_month) = (i16::try_from(year).ok()?, i8::try_from(month).ok()?);
    Date::new(narrow_year, narrow_month, i8::try_from(day).ok()?).ok()?;
    Some((year * 12 + month - 1) * 31 + day - 1)
}

impl Moment {
    /// The day, the time of day or both that a key stands for, as ISO 8601 writes them.
    pub fn text(key: f64, has_day: bool, has_time: bool) -> String {
        let (number, second) = ((key / DAY).floor(), key.rem_euclid(DAY) as u64);
        let number = number.max(0.0) as u64;
        let (year, month, day) = (number / 31 / 12, number / 31 % 12 + 1, number % 31 + 1);
        let day = format!("{year:04}-{month:02}-{day:02}");
        let time = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
        match (has_day, has_time) {
            (true, true) => format!("{day}T{time}"),
            (true, false) => day,
            (false, _) => time,
        }
    }
}

/// A time of day and the seconds since midnight.
fn time(text: &[u8], before: u8) -> Option<(TimeForm, f64)> {
    let (hour, rest) = digits(text)?;
    let (minute, rest) = digits(rest.strip_prefix(b":")?)?;
    if hour.0 > 23 || hour.1 > 2 || minute.0 > 59 || minute.1 != 2 {
        return None;
    }
    let mut seconds = f64::from(hour.0 * 3600 + minute.0 * 60);
    let padding = Padding::of(hour.0, hour.1);
    let mut form = TimeForm { before, has_seconds: false, digits: 0, half: None, padding, zone: Zone::None };
    let mut rest = rest;
    if let Some(behind) = rest.strip_prefix(b":") {
        let (second, behind) = digits(behind)?;
        if second.0 > 60 || second.1 != 2 {
            return None;
        }
        form.has_seconds = true;
        seconds += f64::from(second.0);
        rest = behind;
        if let Some(behind) = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b",")) {
            let count = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count == 0 || count > 9 {
                return None;
            }
            form.digits = count as u8;
            rest = &behind[count..];
        }
    }
    if let Some((half, is_afternoon)) = half(rest) {
        if !(1..=12).contains(&hour.0) {
            return None;
        }
        form.half = Some(half);
        // Twelve is the first hour of each half.
        seconds += 3600.0 * (f64::from(u8::from(is_afternoon)) - f64::from(u8::from(hour.0 == 12))) * 12.0;
        return Some((form, seconds));
    }
    form.zone = zone(rest)?;
    Some((form, seconds))
}

/// Which half of a day a text is, and whether that is the second one.
fn half(text: &[u8]) -> Option<(Half, bool)> {
    let (has_blank, word) = text.strip_prefix(b" ").map_or((false, text), |word| (true, word));
    match word {
        b"AM" | b"PM" => Some((Half::Capitals { has_blank }, word[0] == b'P')),
        b"am" | b"pm" => Some((Half::Small { has_blank }, word[0] == b'p')),
        _ => None,
    }
}

fn zone(text: &[u8]) -> Option<Zone> {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    match text {
        [] => Some(Zone::None),
        b"Z" | b"z" | b"UTC" => Some(Zone::Utc),
        [b'+' | b'-', rest @ ..] if rest.iter().all(|byte| byte.is_ascii_digit() || *byte == b':') => {
            let digits = rest.iter().filter(|byte| **byte != b':').count();
            (matches!(digits, 2 | 4) && rest.len() <= 5).then_some(Zone::Offset)
        }
        _ => None,
    }
}

/// The seconds of a day or a moment in ISO 8601 since 1970; none of what is none. Offsets of zones do not count.
pub fn seconds(text: &str) -> Option<f64> {
    let key = parse(text.as_bytes()).filter(|moment| moment.orders.ymd)?.key;
    let number = (key / DAY).floor() as i64;
    let month = i8::try_from(number / 31 % 12 + 1).ok()?;
    let day =
        Date::new(i16::try_from(number / 31 / 12).ok()?, month, i8::try_from(number % 31 + 1).ok()?).ok()?;
    let since = day.duration_since(Date::constant(1970, 1, 1)).as_secs();
    Some(since as f64 + key.rem_euclid(DAY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_those_of_the_calendar() {
        assert_eq!(seconds("1970-01-02"), Some(86_400.0));
        assert_eq!(seconds("2024-03-01 00:00:30"), Some(1_709_251_230.0));
        assert_eq!((seconds("31.01.2024"), seconds("x")), (None, None));
    }

    #[test]
    fn moments_are_read_in_all_orders_that_there_are() {
        let orders = |text: &str| {
            let orders = parse(text.as_bytes()).map(|moment| moment.orders);
            orders.map(|orders| (orders.ymd, orders.dmy, orders.mdy))
        };
        assert_eq!(orders("2024-02-29"), Some((true, false, false)));
        assert_eq!(orders("2023-02-29"), None);
        assert_eq!(orders("03/04/2024"), Some((false, true, true)));
        assert_eq!(orders("31.12.2024"), Some((false, true, false)));
        assert_eq!(orders("12/31/2024"), Some((false, false, true)));
        assert_eq!(orders("12/31-2024"), None);
        assert_eq!(orders("23:59"), Some((false, false, false)));
        assert_eq!(orders("1.2.3"), None);
        assert_eq!(orders("31.01.24"), Some((false, true, false)));
        assert_eq!(orders("24-01-31"), Some((true, true, false)));
        assert_eq!(orders("1/2/24"), Some((false, true, true)));
        assert_eq!(orders("1.2.24"), None);
        assert_eq!(orders("99-99-99"), None);
    }

    #[test]
    fn keys_become_texts_again() {
        for text in ["2024-02-29", "1969-12-31T23:59:58", "12:03:04", "2024-03-31T00:00:00"] {
            let moment = parse(text.as_bytes()).expect("it is one");
            let (has_day, has_time) = (moment.separator != 0, moment.time.is_some());
            assert_eq!(Moment::text(moment.key, has_day, has_time), text);
        }
        for (text, seconds) in [("12:00 AM", 0.0), ("12:30 PM", 45_000.0), ("1:00pm", 46_800.0)] {
            assert_eq!(parse(text.as_bytes()).map(|moment| moment.key), Some(seconds), "{text}");
        }
        assert!(parse(b"13:00 PM").is_none() && parse(b"0:30 AM").is_none());
        let zoned = parse(b"2024-02-29 12:00:00.123456+02:00").expect("it is one");
        let form = zoned.time.expect("it has a time");
        assert_eq!((form.digits, form.zone, form.before), (6, Zone::Offset, b' '));
    }
}
