//! The smallest and the largest of values, and how they are written.

use std::cmp::Ordering;

use gusher::types::of_half_bits;

use super::axes::Statistics;
use super::thrift::Fields;
use super::types::{Order, Type};

/// The smallest and the largest value, by their plain bytes; `None` where no order or no value is there.
pub(super) fn bounds<'v>(of: &Type, values: &[&'v [u8]]) -> Option<(Vec<u8>, Vec<u8>)> {
    let is_nan = |value: &&'v [u8]| of.order == Order::Float && float(value).is_nan();
    let mut values = values.iter().copied().filter(|value| !is_nan(value));
    if of.order == Order::None {
        return None;
    }
    let first = values.next()?;
    let (least, most) = values.fold((first, first), |(least, most), value| {
        let is_before = |one: &[u8], other: &[u8]| compare(of.order, one, other) == Ordering::Less;
        (
            if is_before(value, least) { value } else { least },
            if is_before(most, value) { value } else { most },
        )
    });
    let (mut least, mut most) = (least.to_vec(), most.to_vec());
    // Of a zero both signs are within the bounds.
    if of.order == Order::Float {
        if float(&least) == 0.0 {
            least = signed_zero(least.len(), true);
        }
        if float(&most) == 0.0 {
            most = signed_zero(most.len(), false);
        }
    }
    Some((least, most))
}

fn signed_zero(len: usize, is_negative: bool) -> Vec<u8> {
    let mut zero = vec![0; len];
    zero[len - 1] = if is_negative { 0x80 } else { 0 };
    zero
}

fn float(value: &[u8]) -> f64 {
    match *value {
        [a, b] => of_half_bits(u16::from_le_bytes([a, b])),
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).into(),
        _ => value.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes)),
    }
}

fn compare(order: Order, one: &[u8], other: &[u8]) -> Ordering {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, byte| n << 8 | u64::from(*byte));
    let signed = |bytes: &[u8]| (number(bytes) as i64) << (64 - 8 * bytes.len()) >> (64 - 8 * bytes.len());
    match order {
        Order::None => Ordering::Equal,
        Order::Bool | Order::Bytes => one.cmp(other),
        Order::Signed => signed(one).cmp(&signed(other)),
        Order::Unsigned => number(one).cmp(&number(other)),
        Order::Float => float(one).partial_cmp(&float(other)).unwrap_or(Ordering::Equal),
        Order::BigEndian => big_endian(one).cmp(&big_endian(other)),
    }
}

fn big_endian(bytes: &[u8]) -> i128 {
    let sign = if bytes.first().is_some_and(|byte| byte & 0x80 != 0) { -1 } else { 0 };
    bytes.iter().fold(sign, |n, byte| n << 8 | i128::from(*byte))
}

/// A bound as it is written, and whether it is exact.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub bytes: Vec<u8>,
    pub is_exact: bool,
}

/// The most bytes of a truncated bound.
const LONGEST: usize = 4;

/// Both bounds as the statistics have them.
pub(super) fn written(
    statistics: Statistics,
    bounds: Option<(Vec<u8>, Vec<u8>)>,
) -> (Option<Bound>, Option<Bound>) {
    let Some((least, most)) = bounds else { return (None, None) };
    let exact = |bytes| Some(Bound { bytes, is_exact: true });
    match statistics {
        Statistics::Absent | Statistics::NullCount => (None, None),
        Statistics::Exact | Statistics::Deprecated => (exact(least), exact(most)),
        Statistics::Truncated => {
            let below = if least.len() <= LONGEST {
                exact(least)
            } else {
                Some(Bound { bytes: head(&least).to_vec(), is_exact: false })
            };
            let above = if most.len() <= LONGEST {
                exact(most)
            } else {
                after(head(&most)).map(|bytes| Bound { bytes, is_exact: false })
            };
            (below, above)
        }
    }
}

/// The first bytes, in complete letters where it is a text.
fn head(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            &bytes[..end]
        }
        Err(_) => &bytes[..LONGEST],
    }
}

/// Bytes that are larger than all that begin with these.
fn after(bytes: &[u8]) -> Option<Vec<u8>> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let mut text = text.to_owned();
        loop {
            let last = text.pop()?;
            if let Some(next) = (last as u32 + 1..=0x10_FFFF).find_map(char::from_u32) {
                text.push(next);
                return Some(text.into_bytes());
            }
        }
    }
    let last = bytes.iter().rposition(|byte| *byte < u8::MAX)?;
    let mut next = bytes[..=last].to_vec();
    next[last] += 1;
    Some(next)
}

/// Writes the struct `Statistics`.
pub(super) fn write(
    fields: &mut Fields<'_>,
    statistics: Statistics,
    nulls: i64,
    (least, most): &(Option<Bound>, Option<Bound>),
) {
    let is_old = statistics == Statistics::Deprecated;
    if let (true, Some(least), Some(most)) = (is_old, least, most) {
        fields.binary(1, &most.bytes);
        fields.binary(2, &least.bytes);
    }
    fields.i64(3, nulls);
    if is_old {
        return;
    }
    if let Some(most) = most {
        fields.binary(5, &most.bytes);
    }
    if let Some(least) = least {
        fields.binary(6, &least.bytes);
    }
    if let Some(most) = most {
        fields.bool(7, most.is_exact);
    }
    if let Some(least) = least {
        fields.bool(8, least.is_exact);
    }
}

#[cfg(test)]
mod tests {
    use super::{Statistics, bounds, written};
    use crate::corpus::types::named;

    #[test]
    fn bounds_follow_the_order_of_the_type() {
        let of = |name, values: &[&[u8]]| bounds(named(name), values);
        assert_eq!(
            of("uint8", &[&[255, 0, 0, 0], &[1, 0, 0, 0]]),
            Some((vec![1, 0, 0, 0], vec![255, 0, 0, 0]))
        );
        let (minus, one) = ((-1i32).to_le_bytes(), 1i32.to_le_bytes());
        assert_eq!(of("int8", &[&one, &minus]), Some((minus.to_vec(), one.to_vec())));
        assert_eq!(of("decimal-binary", &[&[0, 128], &[255], &[1]]), Some((vec![255], vec![0, 128])));
        assert_eq!(of("float", &[&f32::NAN.to_le_bytes()]), None);
        let zero = of("float", &[&0f32.to_le_bytes()]);
        assert_eq!(zero, Some(((-0f32).to_le_bytes().to_vec(), 0f32.to_le_bytes().to_vec())));
        assert_eq!(of("int96", &[&[0; 12]]), None);
    }

    #[test]
    fn truncated_bounds_hold() {
        for text in ["abcde", "日本語", "\u{10FFFF}\u{10FFFF}", "ab"] {
            let bytes = text.as_bytes().to_vec();
            let (least, most) = written(Statistics::Truncated, Some((bytes.clone(), bytes.clone())));
            assert!(least.is_some_and(|least| least.bytes <= bytes));
            assert!(most.is_none_or(|most| most.bytes >= bytes));
        }
    }
}
