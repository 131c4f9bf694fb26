//! Numbers as people write them: digits in groups, a comma before the decimals, a sign of money or of percent around them.
//!
//! `1.234,50` and `1,234.50` are the same number in two customs, and `1,234` is one number in each. So a value has a reading for each
//! custom in which it is a number; `writing.rs` has what the values of a column together say.

/// The most digits of such a number: as many fit 63 bits.
const MAX_DIGITS: usize = 18;
/// The longest such number with what is around it.
const MAX_LEN: usize = 40;
/// Signs of money. Those of three letters are codes of ISO 4217.
const SIGNS: [&str; 36] = [
    "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₴", "₫", "₪", "kr", "zł", "Kč", "R$", "US$", "EUR", "USD",
    "GBP", "CHF", "JPY", "CNY", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "INR", "BRL", "CAD", "AUD",
    "NZD", "ZAR", "MXN",
];
/// Blanks: between groups of digits, and between a number and its sign.
const BLANKS: [&[u8]; 3] = [b" ", "\u{a0}".as_bytes(), "\u{202f}".as_bytes()];

/// What is between two groups of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Comma,
    Point,
    Blank,
    Apostrophe,
}

/// A number in one custom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digits {
    pub number: f64,
    /// How many digits the integer part has.
    pub integer_digits: u8,
    /// How many decimals there are.
    pub scale: u8,
}

/// A value that is a number with something around or between its digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Written<'v> {
    pub prefix: &'v [u8],
    pub suffix: &'v [u8],
    pub comma: Option<Digits>,
    pub point: Option<Digits>,
    /// What divides its groups, if that is neither comma nor point of a custom that divides so.
    pub is_odd_group: bool,
    pub has_groups: bool,
}

/// The number that a value is, if it is one with something around or between its digits.
pub fn parse(value: &[u8]) -> Option<Written<'_>> {
    let (&first, &last) = (value.first()?, value.last()?);
    let may_end = last.is_ascii_alphanumeric() || matches!(last, b'%' | b')' | b'$') || last >= 0x80;
    if value.len() > MAX_LEN || !may_end || first.is_ascii_lowercase() && first != b'k' && first != b'z' {
        return None;
    }
    let inner = value.strip_prefix(b"(").and_then(|inner| inner.strip_suffix(b")"));
    let (is_negative, rest) = signed(inner.unwrap_or(value));
    let (prefix, rest) = prefix(rest);
    let (is_negative_inside, rest) = if prefix.is_empty() { (false, rest) } else { signed(rest) };
    let (core, suffix) = suffix(rest);
    let is_negative = is_negative || is_negative_inside || inner.is_some();
    let groups = Groups::of(core)?;
    let read = |decimal| {
        let digits = groups.read(decimal)?;
        Some(Digits { number: if is_negative { -digits.number } else { digits.number }, ..digits })
    };
    let (comma, point) = (read(Mark::Comma), read(Mark::Point));
    let is_point_alone = groups.len == 2 && groups.marks[0] == Mark::Point;
    let is_bare = prefix.is_empty() && suffix.is_empty() && inner.is_none();
    let is_plain = is_bare && (groups.len == 1 || is_point_alone);
    if is_plain || comma.is_none() && point.is_none() {
        return None;
    }
    let has_groups = groups.marks().any(|mark| matches!(mark, Mark::Blank | Mark::Apostrophe))
        || comma.is_some_and(|digits| groups.len > 1 + usize::from(digits.scale > 0))
        || point.is_some_and(|digits| groups.len > 1 + usize::from(digits.scale > 0));
    let is_odd_group = groups.marks().any(|mark| mark != Mark::Comma) && has_groups;
    Some(Written { prefix, suffix, comma, point, is_odd_group, has_groups })
}

/// Whether a minus is before it, and what follows.
fn signed(value: &[u8]) -> (bool, &[u8]) {
    match value {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, value),
    }
}

/// A sign of money with the blank behind it, and the rest.
fn prefix(value: &[u8]) -> (&[u8], &[u8]) {
    let sign = SIGNS.iter().filter(|sign| value.starts_with(sign.as_bytes())).map(|sign| sign.len()).max();
    let Some(mut length) = sign else { return (b"", value) };
    if let Some(blank) = BLANKS.iter().find(|blank| value[length..].starts_with(blank)) {
        length += blank.len();
    }
    value.split_at(length)
}

/// What is before a sign of money or of percent, and that sign with the blank before it.
fn suffix(value: &[u8]) -> (&[u8], &[u8]) {
    let signs = SIGNS.iter().copied().chain(["%"]);
    let sign = signs.filter(|sign| value.ends_with(sign.as_bytes())).map(str::len).max();
    let Some(length) = sign else { return (value, b"") };
    let mut end = value.len() - length;
    if let Some(blank) = BLANKS.iter().find(|blank| value[..end].ends_with(blank)) {
        end -= blank.len();
    }
    value.split_at(end)
}

/// The most groups of digits.
const MAX_GROUPS: usize = 8;

/// Digits, divided by marks.
struct Groups {
    lengths: [u8; MAX_GROUPS],
    marks: [Mark; MAX_GROUPS],
    len: usize,
    digits: i64,
    begins_with_zero: bool,
}

impl Groups {
    fn of(core: &[u8]) -> Option<Groups> {
        let mut groups = Groups {
            lengths: [0; MAX_GROUPS],
            marks: [Mark::Comma; MAX_GROUPS],
            len: 0,
            digits: 0,
            begins_with_zero: core.first() == Some(&b'0'),
        };
        let (mut rest, mut count) = (core, 0);
        loop {
            let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            count += length;
            if length == 0 || count > MAX_DIGITS || groups.len == MAX_GROUPS {
                return None;
            }
            let digits = rest[..length].iter();
            groups.digits = digits.fold(groups.digits, |all, digit| all * 10 + i64::from(digit - b'0'));
            groups.lengths[groups.len] = length as u8;
            groups.len += 1;
            if length == rest.len() {
                return Some(groups);
            }
            let (mark, after) = mark(&rest[length..])?;
            groups.marks[groups.len - 1] = mark;
            rest = after;
        }
    }

    /// What is between the groups.
    fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        self.marks[..self.len - 1].iter().copied()
    }

    /// The number where this mark is before the decimals.
    fn read(&self, decimal: Mark) -> Option<Digits> {
        let has_decimals = self.marks().last() == Some(decimal);
        let integer_groups = self.len - usize::from(has_decimals);
        let scale = if has_decimals { self.lengths[self.len - 1] } else { 0 };
        let mut marks = self.marks().take(integer_groups - 1);
        let first = marks.next();
        let is_divided_alike = first.is_none_or(|first| first != decimal && marks.all(|mark| mark == first));
        let lengths = &self.lengths[..integer_groups];
        let integer_digits: u8 = lengths.iter().sum();
        let is_grouped = match lengths {
            [_] => true,
            [head @ .., last] => {
                let alike = |length: u8| {
                    head[1..].iter().all(|group| *group == length) && (1..=length).contains(&head[0])
                };
                // Groups of two before the last one are those of India.
                *last == 3 && (alike(3) || first == Some(Mark::Comma) && alike(2))
            }
            [] => false,
        };
        // Zeros before a number are those of a code.
        let is_number = !self.begins_with_zero || integer_digits == 1;
        let number = self.digits as f64 / 10_f64.powi(i32::from(scale));
        (is_divided_alike && is_grouped && is_number).then_some(Digits { number, integer_digits, scale })
    }
}

/// The mark at the beginning, and what follows.
fn mark(text: &[u8]) -> Option<(Mark, &[u8])> {
    let marks = [
        (Mark::Comma, ",".as_bytes()),
        (Mark::Point, b"."),
        (Mark::Apostrophe, b"'"),
        (Mark::Apostrophe, "’".as_bytes()),
    ];
    let blanks = BLANKS.iter().map(|blank| (Mark::Blank, *blank));
    marks.into_iter().chain(blanks).find_map(|(mark, sign)| Some((mark, text.strip_prefix(sign)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The readings with a comma and with a point before the decimals.
    fn read(value: &str) -> Option<(Option<f64>, Option<f64>)> {
        let number = |digits: Option<Digits>| digits.map(|digits| digits.number);
        parse(value.as_bytes()).map(|written| (number(written.comma), number(written.point)))
    }

    #[test]
    fn numbers_are_read_in_both_customs() {
        for (value, expected) in [
            ("1,50", Some((Some(1.5), None))),
            ("0,500", Some((Some(0.5), None))),
            ("1,234", Some((Some(1.234), Some(1234.0)))),
            ("1.234,50", Some((Some(1234.5), None))),
            ("1,234.50", Some((None, Some(1234.5)))),
            ("-1,234,567", Some((None, Some(-1_234_567.0)))),
            ("12,34,567.00", Some((None, Some(1_234_567.0)))),
            ("1.234.567", Some((Some(1_234_567.0), None))),
            ("1 234,50", Some((Some(1234.5), None))),
            ("1\u{a0}234,50", Some((Some(1234.5), None))),
            ("1'234.50", Some((None, Some(1234.5)))),
            ("$12.50", Some((None, Some(12.5)))),
            ("-$12.50", Some((None, Some(-12.5)))),
            ("($1,000.00)", Some((None, Some(-1000.0)))),
            ("€ 3,00", Some((Some(3.0), None))),
            ("12.5%", Some((None, Some(12.5)))),
            ("7 %", Some((Some(7.0), Some(7.0)))),
            ("5 EUR", Some((Some(5.0), Some(5.0)))),
            ("CHF 1'000.00", Some((None, Some(1000.0)))),
            ("12", None),
            ("12.50", None),
            ("01,50", None),
            ("012,345", None),
            ("1,2,3", None),
            ("1,23,4567", None),
            ("1 234 56", None),
            ("1,", None),
            (",5", None),
            ("$", None),
            ("$x", None),
            ("12%%", None),
            ("EURO 5", None),
            ("1.2.3", None),
            ("", None),
        ] {
            assert_eq!(read(value), expected, "{value}");
        }
    }
}

#[cfg(test)]
mod twin {
    use proptest::prelude::{Just, any, prop};
    use proptest::{prop_assert_eq, prop_oneof, proptest};

    use super::parse;

    /// A number in a custom: the marks between its groups and before its decimals, and what is around it.
    fn written(digits: u64, scale: usize, custom: (&str, &str), around: (&str, &str)) -> String {
        let one = 10_u64.pow(scale as u32);
        let integer = (digits / one).to_string();
        let mut groups: Vec<&str> =
            integer.as_bytes().rchunks(3).map(|group| std::str::from_utf8(group).expect("digits")).collect();
        groups.reverse();
        let decimals =
            if scale > 0 { format!("{}{:0scale$}", custom.1, digits % one) } else { String::new() };
        format!("{}{}{decimals}{}", around.0, groups.join(custom.0), around.1)
    }

    proptest! {
        #[test]
        fn what_was_written_is_among_the_readings(
            digits in 1000_u64..1_000_000_000_000,
            scale in 0..5_usize,
            custom in prop_oneof![Just((",", ".")), Just((".", ",")), Just((" ", ",")), Just(("'", ".")), Just(("\u{202f}", ","))],
            around in prop_oneof![Just(("", " €")), Just(("$", "")), Just(("", "%")), Just(("CHF\u{a0}", ""))],
        ) {
            let text = written(digits, scale, custom, around);
            let found = parse(text.as_bytes()).expect("it is a number");
            let reading = if custom.1 == "," { found.comma } else { found.point };
            let reading = reading.expect("it is one in its own custom");
            prop_assert_eq!(reading.number, digits as f64 / 10_f64.powi(scale as i32), "{}", text);
            prop_assert_eq!(usize::from(reading.scale), scale);
        }

        #[test]
        fn any_bytes_are_read(value in prop::collection::vec(prop_oneof![Just(b','), Just(b'.'), Just(b' '), Just(b'$'), Just(b'%'), b'0'..=b'9', any::<u8>()], 0..20)) {
            let _ = parse(&value);
        }
    }
}
