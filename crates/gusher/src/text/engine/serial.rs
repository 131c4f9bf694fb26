//! Consecutive integers as text: what changes from one to the next is the last digit, and seldom more.

use super::digits::{NUMBER_CAPACITY, put_int};
use super::table::{Slot, Tail, slot};

/// A slot of 16 bytes has a text of up to 15, and its length in the last byte.
const LONGEST: usize = 15;

/// The tail of steps whose slots have it already.
pub(super) static NO_TAIL: Tail = Tail { block: [0; Tail::MAX_LEN], len: 0 };

/// The first of the values, if each of the others is one more than the one before it and none is negative.
pub(super) fn first(values: &[i64]) -> Option<u64> {
    let (&[first, ..], &[.., last]) = (values, values) else { return None };
    // Nearly all that are none are known by their ends.
    let are_ends = first >= 0 && last.checked_sub(first) == Some(values.len() as i64 - 1);
    let is_run = || values.iter().zip(0..).fold(true, |is_run, (value, n)| is_run & (*value == first + n));
    (are_ends && is_run()).then_some(first as u64)
}

/// Writes `count` numbers from `first` on into slots, each followed by `tail`; no if they do not fit.
pub(super) fn fill(first: u64, count: usize, tail: &[u8], slots: &mut Vec<Slot<16>>) -> bool {
    if !fits(first, count, tail) {
        return false;
    }
    slots.clear();
    slots.reserve(count);
    each(first, count, tail, |slot, _| slots.push(slot.to_le_bytes()));
    true
}

/// Whether numbers from `first` on, each followed by `tail`, fit into slots.
pub(super) fn fits(first: u64, count: usize, tail: &[u8]) -> bool {
    (first + count as u64).checked_ilog10().unwrap_or(0) as usize + 1 + tail.len() <= LONGEST
}

/// Calls `put` with the slot of each of `count` numbers from `first` on, each followed by `tail`, and with how many bytes of
/// it are text; they must [fit](fits). A slot's first byte is the lowest.
#[inline(always)]
pub(super) fn each(first: u64, count: usize, tail: &[u8], mut put: impl FnMut(u128, usize)) {
    let last = first + count as u64;
    let mut n = first;
    while n < last {
        // Numbers that have all but their last digit, or their last two, in common.
        let base = if n < 100 { n / 10 * 10 } else { n / 100 * 100 };
        let (slot, digits) = complete(base, tail);
        let one = 1u128 << (8 * (digits - 1));
        let len = digits + tail.len();
        let end = last.min(if n < 100 { base + 10 } else { base + 100 });
        while n < end {
            let (tens, ones) = ((n - base) / 10, (n - base) % 10);
            let mut text = slot + u128::from(tens) * (one >> 8) + u128::from(ones) * one;
            let stop = end.min(n - ones + 10);
            while n < stop {
                put(text, len);
                text += one;
                n += 1;
            }
        }
    }
}

/// The slot of a number as a number, its first byte the lowest, and how many digits it has.
fn complete(n: u64, tail: &[u8]) -> (u128, usize) {
    let mut text = [0; NUMBER_CAPACITY];
    let digits = put_int(n as i64, &mut text);
    let len = digits + tail.len();
    text[digits..len].copy_from_slice(tail);
    (u128::from_le_bytes(slot(&text[..len])), digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{fill, first};

    proptest! {
        #[test]
        fn numbers_agree_with_the_naive_twin(n in 0u64..200_000_000_000, shift in 0u32..38, count in 1usize..300, tail in "[,;\n]{0,3}") {
            let n = n >> shift;
            let mut slots = vec![[0xFF; 16]; 3];
            prop_assert!(fill(n, count, tail.as_bytes(), &mut slots));
            let texts =
                slots.iter().map(|slot| String::from_utf8(slot[..usize::from(slot[15])].to_vec()).unwrap());
            let naive = (n..).take(count).map(|n| format!("{n}{tail}"));
            prop_assert_eq!(texts.collect::<Vec<_>>(), naive.collect::<Vec<_>>());
        }

        #[test]
        fn runs_are_distinguished_from_other_numbers(n in -3i64..1000, count in 1usize..100, which in 0usize..100, other: i64) {
            let mut values: Vec<i64> = (n..).take(count).collect();
            prop_assert_eq!(first(&values), u64::try_from(n).ok());
            let which = which % count;
            if values[which] != other && count > 1 {
                values[which] = other;
                prop_assert_eq!(first(&values), None);
            }
        }
    }

    #[test]
    fn numbers_that_do_not_fit_a_slot_are_left() {
        let mut slots = Vec::new();
        assert!(!fill(99_999_999_999_990, 10, b",", &mut slots));
        assert!(fill(9_999_999_999_990, 9, b",", &mut slots));
        assert_eq!(first(&[]), None);
        assert_eq!(first(&[i64::MAX, i64::MIN]), None);
    }
}
