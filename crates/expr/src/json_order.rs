//! The order of `jsonb`, as PostgreSQL's indices have it (its manual, section "jsonb Indexing"): null, texts, numbers, truth values, arrays and
//! objects; of two arrays or objects the one with fewer items or members comes first.

use std::cmp::Ordering;

use crate::json::{items, sorted_members, unescaped};

/// How two values compare, both of which are valid JSON. Texts are compared byte by byte.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.trim_ascii(), b.trim_ascii());
    match (Kind::of(a), Kind::of(b)) {
        // A value by itself is kept as an array of one item, of which there are more than of none.
        (Kind::Array, kind) if kind < Kind::Array => by_itself(a).reverse(),
        (kind, Kind::Array) if kind < Kind::Array => by_itself(b),
        _ => inside(a, b),
    }
}

/// How a value that is no array and no object compares with an array.
fn by_itself(array: &str) -> Ordering {
    if items(array).next().is_none() { Ordering::Greater } else { Ordering::Less }
}

/// The kinds of values in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Null,
    Text,
    Number,
    Bool,
    Array,
    Object,
}

impl Kind {
    fn of(value: &str) -> Kind {
        match value.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::Text,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }
}

/// How two values within others compare.
fn inside(a: &str, b: &str) -> Ordering {
    let kind = Kind::of(a);
    kind.cmp(&Kind::of(b)).then_with(|| match kind {
        Kind::Null => Ordering::Equal,
        // The first letter of false comes before that of true.
        Kind::Bool => a.cmp(b),
        Kind::Text => unescaped(a).cmp(&unescaped(b)),
        Kind::Number => number(a).cmp(&number(b)),
        Kind::Array => {
            let pairs = || items(a).zip(items(b)).map(|(a, b)| inside(a, b));
            items(a).count().cmp(&items(b).count()).then_with(|| first_difference(pairs()))
        }
        Kind::Object => {
            let (a, b) = (sorted_members(a), sorted_members(b));
            let pairs = a.iter().zip(&b).map(|(a, b)| a.0.cmp(&b.0).then_with(|| inside(a.1, b.1)));
            a.len().cmp(&b.len()).then_with(|| first_difference(pairs))
        }
    })
}

fn first_difference(mut orders: impl Iterator<Item = Ordering>) -> Ordering {
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// A number whose order is that of the values: negative, zero or positive, and how large it is.
#[derive(Debug, PartialEq, Eq)]
struct Number<'t> {
    sign: i8,
    /// How many digits there are before the point, from the first one on that is not 0.
    magnitude: i64,
    /// The digits from that one on, before and after the point, without zeros at their end.
    digits: [&'t str; 2],
}

impl Number<'_> {
    fn digits(&self) -> impl Iterator<Item = u8> {
        self.digits[0].bytes().chain(self.digits[1].bytes())
    }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = || self.magnitude.cmp(&other.magnitude).then_with(|| self.digits().cmp(other.digits()));
        self.sign.cmp(&other.sign).then_with(|| match self.sign {
            0 => Ordering::Equal,
            1 => size(),
            _ => size().reverse(),
        })
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn number(text: &str) -> Number<'_> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (integer, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (integer, places) = (integer.trim_start_matches('0'), places.trim_end_matches('0'));
    // Where there is no place after the point, zeros before it are at the end as well.
    let before = if places.is_empty() { integer.trim_end_matches('0') } else { integer };
    let after = if integer.is_empty() { places.trim_start_matches('0') } else { places };
    let skipped = if integer.is_empty() { places.len() - after.len() } else { 0 };
    let exponent = exponent.parse::<i64>().unwrap_or(0);
    let magnitude = (integer.len() as i64 - skipped as i64).saturating_add(exponent);
    let sign = if before.is_empty() && after.is_empty() { 0 } else { sign };
    Number { sign, magnitude, digits: [before, after] }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::compare;

    /// In PostgreSQL 17's order, those on one line equal.
    const ORDER: &[&[&str]] = &[
        &["[]", " [ ] "],
        &["null"],
        &["\"\""],
        &["\"B\"", "\"\\u0042\""],
        &["\"a\""],
        &["\"ab\""],
        &["-1e3", "-1000"],
        &["-10.5"],
        &["-0.02"],
        &["0", "-0", "0.0", "0e5"],
        &["0.0019"],
        &["0.02", "2e-2", "0.0200"],
        &["1", "1.0", "10e-1"],
        &["1.5"],
        &["10"],
        &["100", "1e2", "1E+2"],
        &["101"],
        &["false"],
        &["true"],
        &["[null]"],
        &["[2]"],
        &["[[]]"],
        &["[{}]"],
        &["[1,2]", "[1, 2.0]"],
        &["[1,\t3]"],
        &["{}"],
        &["{\"a\":1}", "{\"a\":2,\"a\":1}"],
        &["{\"a\":2}"],
        &["{\"b\":1}"],
        &["{\"b\":1,\"aa\":1}", "{\"aa\":1,\"b\":1}"],
    ];

    #[test]
    fn values_are_in_the_order_of_postgresql() {
        for (at, values) in ORDER.iter().enumerate() {
            for (other_at, others) in ORDER.iter().enumerate() {
                for (a, b) in values.iter().flat_map(|a| others.iter().map(move |b| (a, b))) {
                    assert_eq!(compare(a, b), at.cmp(&other_at), "{a} {b}");
                }
            }
        }
        assert_eq!(compare("", ""), Ordering::Equal);
    }
}
