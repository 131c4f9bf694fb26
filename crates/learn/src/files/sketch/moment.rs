//! Days, times of day and moments as text files write them.

use jiff::civil::Date;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// A day, a time of day, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// In which orders its day may be read; none for a time of day.
    pub orders: Orders,
    /// What is between the numbers of the day.
    pub separator: u8,
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

    /// Whether there is any.
    pub fn is_any(self) -> bool {
        self.ymd || self.dmy || self.mdy
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
    /// What follows: `Z`, an offset, or nothing.
    pub zone: Zone,
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
        return Some(Moment { orders: Orders::default(), separator: 0, time: Some(form), key: seconds });
    }
    let (first, rest) = digits(text)?;
    let separator = *rest.first().filter(|byte| matches!(byte, b'-' | b'/' | b'.'))?;
    let (second, rest) = digits(&rest[1..])?;
    let (third, rest) = digits(rest.strip_prefix(&[separator])?)?;
    let (orders, day) = day([first, second, third])?;
    let base = Moment { orders, separator, time: None, key: f64::from(day) * DAY };
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

/// The orders in which three numbers are a day, and the number of that day by the first of them.
fn day(parts: [(u32, usize); 3]) -> Option<(Orders, u32)> {
    let [(first, long), (second, of_second), (third, last)] = parts;
    if of_second > 2 {
        return None;
    }
    if long == 4 && last <= 2 {
        let number = number(first, second, third)?;
        return Some((Orders { ymd: true, ..Orders::default() }, number));
    }
    if last != 4 || long > 2 {
        return None;
    }
    let (dmy, mdy) = (number(third, second, first), number(third, first, second));
    let orders = Orders { ymd: false, dmy: dmy.is_some(), mdy: mdy.is_some() };
    Some((orders, dmy.or(mdy)?))
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
    let mut form = TimeForm { before, has_seconds: false, digits: 0, zone: Zone::None };
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
    form.zone = zone(rest)?;
    Some((form, seconds))
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

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn keys_become_texts_again() {
        for text in ["2024-02-29", "1969-12-31T23:59:58", "12:03:04", "2024-03-31T00:00:00"] {
            let moment = parse(text.as_bytes()).expect("it is one");
            let (has_day, has_time) = (moment.separator != 0, moment.time.is_some());
            assert_eq!(Moment::text(moment.key, has_day, has_time), text);
        }
        let zoned = parse(b"2024-02-29 12:00:00.123456+02:00").expect("it is one");
        let form = zoned.time.expect("it has a time");
        assert_eq!((form.digits, form.zone, form.before), (6, Zone::Offset, b' '));
    }
}
