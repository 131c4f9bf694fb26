//! Numbers of up to eight digits as text, many at once: each becomes a slot, which the loop over the rows copies as it does a
//! word.

use super::digits::eight_digits;
use super::table::Slot;
use crate::rng::{Kernel, run};

/// The bytes to add to numbers below ten to get digits.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// How numbers are written: with this many digits after the decimal point (and no point where that is 0), and this after them.
#[derive(Debug, Clone, Copy)]
struct Form {
    scale: u32,
    /// The point and the tail, with space for the digits between them.
    around: u64,
    /// How many bytes follow the digits before the point.
    behind: u32,
}

impl Form {
    /// None if what follows the digits before the point takes more than eight bytes.
    fn new(scale: u32, tail: &[u8]) -> Option<Form> {
        let point: &[u8] = if scale > 0 { b"." } else { b"" };
        let tail_at = point.len() + scale as usize;
        let mut around = [0; 8];
        around[..point.len()].copy_from_slice(point);
        around.get_mut(tail_at..tail_at + tail.len())?.copy_from_slice(tail);
        Some(Form { scale, around: u64::from_le_bytes(around), behind: (tail_at + tail.len()) as u32 })
    }

    /// The range of the values: eight digits, of which at most seven are before the point, with the sign.
    fn ends(self) -> [i64; 2] {
        [-(10i64.pow(8.min(6 + self.scale))), 10i64.pow(8.min(7 + self.scale))]
    }
}

/// Writes numbers in units of 10^-scale into slots, each followed by the tail; no if they do not fit.
pub(super) fn fill(values: &[i64], scale: u32, tail: &[u8], slots: &mut Vec<Slot<16>>) -> bool {
    let Some(form) = Form::new(scale, tail) else { return false };
    let mut fits = true;
    slots.resize(values.len(), [0; 16]);
    run(Decimals { values, form, slots, fits: &mut fits });
    fits
}

struct Decimals<'a> {
    values: &'a [i64],
    form: Form,
    slots: &'a mut [Slot<16>],
    /// Whether all numbers are short enough. If not, the slots mean nothing.
    fits: &'a mut bool,
}

impl Kernel for Decimals<'_> {
    #[inline(always)]
    fn run(self) {
        let Decimals { values, form: Form { scale, around, behind }, slots, fits } = self;
        let [least, most] = self.form.ends();
        *fits = values.iter().fold(true, |fits, &value| fits & (least < value) & (value < most));
        if !*fits {
            return;
        }
        // Each digit more before the point begins here; where there can be no more, nowhere.
        let begins: [u64; 6] = std::array::from_fn(|more| 10u64.pow(scale + 1 + more as u32));
        let (half, full) = (4 * (8 - scale), u64::MAX >> (8 * scale));
        for (slot, &value) in slots.iter_mut().zip(values) {
            let n = value.unsigned_abs();
            let negative = u64::from(value < 0);
            let count = begins.iter().fold(1, |count, begin| count + u64::from(n >= *begin));
            let digits = eight_digits(n) + ZEROS;
            // The digits before the point go to the front, those after it go after it.
            let front = (digits & full) >> (8 * (8 - u64::from(scale) - count));
            let signed = (front << (8 * negative)) | (negative * u64::from(b'-'));
            let rest = (digits >> half >> half) << 8 | around;
            let used = count + negative;
            let (lower, upper) = (signed | rest << (8 * used), rest >> (64 - 8 * used));
            let len = used + u64::from(behind);
            slot[..8].copy_from_slice(&lower.to_le_bytes());
            slot[8..].copy_from_slice(&(upper | len << 56).to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Decimals, Form, fill};
    use crate::rng::{Instructions, run_up_to};
    use crate::text::engine::digits::{NUMBER_CAPACITY, put_decimal};
    use crate::text::engine::table::Slot;

    /// The contents of the slots, by the machine's instructions up to these.
    fn texts(slots: &[Slot<16>]) -> Vec<String> {
        slots.iter().map(|slot| String::from_utf8(slot[..usize::from(slot[15])].to_vec()).unwrap()).collect()
    }

    /// The naive twin: one number after the other.
    fn alone(value: i64, scale: u32, tail: &str) -> String {
        let mut out = [0; NUMBER_CAPACITY];
        let len = put_decimal(value, scale, &mut out);
        format!("{}{tail}", std::str::from_utf8(&out[..len]).unwrap())
    }

    proptest! {
        #[test]
        fn numbers_agree_with_those_that_are_written_alone(
            values in prop::collection::vec((-99_999_999i64..=99_999_999, 0u32..27), 0..40),
            scale in 0u32..=7,
            tail in "[,;\n]{0,3}",
        ) {
            let form = Form::new(scale, tail.as_bytes());
            let behind = tail.len() + scale as usize + usize::from(scale > 0);
            prop_assert_eq!(form.is_some(), behind <= 8);
            let Some(form) = form else { return Ok(()) };
            let [least, most] = form.ends();
            let values: Vec<i64> =
                values.into_iter().map(|(value, shift)| (value >> shift).clamp(least + 1, most - 1)).collect();
            let expected: Vec<String> = values.iter().map(|value| alone(*value, scale, &tail)).collect();
            for instructions in [Instructions::Any, Instructions::Avx2, Instructions::Avx512] {
                let (mut slots, mut fits) = (vec![[7; 16]; values.len()], false);
                run_up_to(instructions, Decimals { values: &values, form, slots: &mut slots, fits: &mut fits });
                prop_assert!(fits);
                prop_assert_eq!(&texts(&slots), &expected, "{:?}", instructions);
            }
        }
    }

    #[test]
    fn the_ends_fit_and_nothing_beyond_them() {
        for scale in 0..=7 {
            let tail = if scale < 7 { "," } else { "" };
            let [least, most] = Form::new(scale, tail.as_bytes()).unwrap().ends();
            let mut slots = Vec::new();
            let inner = [least + 1, -1, 0, 1, 10i64.pow(scale) - 1, 10i64.pow(scale), most - 1];
            let inner = inner.map(|value| value.clamp(least + 1, most - 1));
            assert!(fill(&inner, scale, tail.as_bytes(), &mut slots));
            assert_eq!(texts(&slots), inner.map(|value| alone(value, scale, tail)));
            for beyond in [least, most, i64::MIN, i64::MAX] {
                assert!(!fill(&[0, beyond, 0], scale, tail.as_bytes(), &mut slots), "{beyond}");
            }
        }
        assert!(!fill(&[0], 18, b"", &mut Vec::new()));
        assert!(!fill(&[0], 4, b"none", &mut Vec::new()));
    }
}
