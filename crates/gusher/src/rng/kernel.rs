//! Loops over many rows in the best instructions that this machine has.
//!
//! More than half of the time of a column of words goes into the mix when it is compiled for any x86-64, which has no
//! vector multiplication of 64 bits. So each loop is written once, as a [`Kernel`], and compiled for several sets of
//! instructions, of which one is chosen at run time. The results are the same.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls of functions that are compiled for more instructions")
)]

use super::Key;
use super::bounded::{bounded, bounded_by_words};
use super::key::GOLDEN;

/// A loop that is compiled for each set of instructions.
pub(crate) trait Kernel {
    /// Runs the loop. It must be `#[inline(always)]`, with all that it calls, to be compiled for the caller's
    /// instructions.
    fn run(self);
}

/// The sets of instructions that there are loops for, each with all of those before it.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Instructions {
    /// Those that every machine of this architecture has.
    Any,
    /// Four rows at a time.
    #[cfg_attr(
        not(any(test, target_arch = "x86_64")),
        expect(dead_code, reason = "it is compared with on x86-64 only")
    )]
    Avx2,
    /// Eight rows at a time, by the multiplication of 64-bit lanes that AVX-512 has.
    Avx512,
}

/// Runs a loop by the best instructions that this machine has.
#[inline]
pub(crate) fn run(kernel: impl Kernel) {
    run_up_to(Instructions::Avx512, kernel);
}

/// The same, by none better than these.
#[inline]
pub(crate) fn run_up_to(most: Instructions, kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    {
        if most >= Instructions::Avx512 && has_avx512() {
            // SAFETY: the machine has just been found to have these instructions.
            return unsafe { run_by_avx512(kernel) };
        }
        if most >= Instructions::Avx2 && is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has just been found to have these instructions.
            return unsafe { run_by_avx2(kernel) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = most;
    kernel.run();
}

/// Whether this machine has what the loops for AVX-512 are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// The best instructions that this machine has.
#[inline]
pub(crate) fn best_instructions() -> Instructions {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            return Instructions::Avx512;
        }
        if is_x86_feature_detected!("avx2") {
            return Instructions::Avx2;
        }
    }
    Instructions::Any
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn run_by_avx512(kernel: impl Kernel) {
    kernel.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_by_avx2(kernel: impl Kernel) {
    kernel.run();
}

/// The bits of the rows from `first_row` on.
#[inline]
pub(super) fn fill_bits(key: Key, first_row: u64, bits: &mut [u64]) {
    run(FillBits { key, first_row, bits });
}

/// The bits of any rows, one for each.
///
/// # Panics
/// If `bits` has another length than `rows`.
#[inline]
pub(super) fn fill_bits_at(key: Key, rows: &[u64], bits: &mut [u64]) {
    assert_eq!(rows.len(), bits.len(), "there must be capacity for all rows");
    run(FillBitsAt { key, rows, bits });
}

/// Turns random bits into numbers below `n`; 0 means 2^64.
#[inline]
pub(super) fn bound(n: u64, bits: &mut [u64]) {
    run(Bound { n, bits });
}

/// Takes a digit below `n` off the front of each fraction and leaves the rest in it, as [`take_digit`](super::take_digit)
/// does.
///
/// # Panics
/// If there are not as many digits as fractions.
#[inline]
pub(crate) fn take_digits(fractions: &mut [u64], n: u32, digits: &mut [u32]) {
    assert_eq!(fractions.len(), digits.len(), "there must be a digit for each fraction");
    run(TakeDigits { fractions, n, digits });
}

/// Integers from `min` on, `span` of them (0 means 2^64), by their random bits.
///
/// # Panics
/// If there are not as many numbers as bits.
#[inline]
pub(crate) fn fill_between(bits: &[u64], min: i64, span: u64, numbers: &mut [i64]) {
    assert_eq!(bits.len(), numbers.len(), "there must be a number for each draw");
    run(Between { bits, min, span, numbers });
}

/// Sets the bit of each row whose bits are `least` or more, and clears those of the others: eight rows a byte, from its
/// lowest bit on.
///
/// # Panics
/// If `bitmap` has not 8 bytes for each 64 rows that are begun.
#[inline]
pub(crate) fn mark_at_least(bits: &[u64], least: u64, bitmap: &mut [u8]) {
    assert_eq!(bitmap.len(), 8 * bits.len().div_ceil(64), "there must be a bit for each row");
    run(MarkAtLeast { bits, least, bitmap });
}

struct FillBits<'a> {
    key: Key,
    first_row: u64,
    bits: &'a mut [u64],
}

impl Kernel for FillBits<'_> {
    #[inline(always)]
    fn run(self) {
        let mut counter = self.key.counter(self.first_row);
        for x in self.bits {
            *x = self.key.finish(counter);
            counter = counter.wrapping_add(GOLDEN);
        }
    }
}

struct FillBitsAt<'a> {
    key: Key,
    rows: &'a [u64],
    bits: &'a mut [u64],
}

impl Kernel for FillBitsAt<'_> {
    #[inline(always)]
    fn run(self) {
        for (x, row) in self.bits.iter_mut().zip(self.rows) {
            *x = self.key.bits(*row);
        }
    }
}

struct Bound<'a> {
    n: u64,
    bits: &'a mut [u64],
}

impl Kernel for Bound<'_> {
    #[inline(always)]
    fn run(self) {
        let n = self.n;
        match n {
            // Two products of 32 bits are what vectors have.
            1..=0x1_0000_0000 => self.bits.iter_mut().for_each(|x| *x = bounded_by_words(*x, n)),
            _ => self.bits.iter_mut().for_each(|x| *x = bounded(*x, n)),
        }
    }
}

struct TakeDigits<'a> {
    fractions: &'a mut [u64],
    n: u32,
    digits: &'a mut [u32],
}

impl Kernel for TakeDigits<'_> {
    #[inline(always)]
    fn run(self) {
        let n = u64::from(self.n);
        for (x, digit) in self.fractions.iter_mut().zip(self.digits) {
            // Two products of 32 bits, which every machine's vectors have.
            let lower = (*x & 0xFFFF_FFFF) * n;
            let upper = (*x >> 32) * n + (lower >> 32);
            *digit = (upper >> 32) as u32;
            *x = upper << 32 | (lower & 0xFFFF_FFFF);
        }
    }
}

struct Between<'a> {
    bits: &'a [u64],
    min: i64,
    span: u64,
    numbers: &'a mut [i64],
}

impl Kernel for Between<'_> {
    #[inline(always)]
    fn run(self) {
        let Between { bits, min, span, numbers } = self;
        let indices = numbers.iter_mut().zip(bits);
        match span {
            1..=0x1_0000_0000 => {
                indices.for_each(|(n, x)| *n = min.wrapping_add(bounded_by_words(*x, span) as i64));
            }
            _ => indices.for_each(|(n, x)| *n = min.wrapping_add(bounded(*x, span) as i64)),
        }
    }
}

struct MarkAtLeast<'a> {
    bits: &'a [u64],
    least: u64,
    bitmap: &'a mut [u8],
}

impl Kernel for MarkAtLeast<'_> {
    #[inline(always)]
    fn run(self) {
        let (words, rest) = self.bits.as_chunks::<64>();
        let (marks, last) = self.bitmap.split_at_mut(8 * words.len());
        for (bits, marks) in words.iter().zip(marks.as_chunks_mut::<8>().0) {
            *marks = marks_of(bits, self.least).to_le_bytes();
        }
        if let Some(marks) = last.first_chunk_mut() {
            *marks = marks_of(rest, self.least).to_le_bytes();
        }
    }
}

/// The marks of up to 64 rows.
#[inline(always)]
fn marks_of(bits: &[u64], least: u64) -> u64 {
    let mut marks = 0;
    for (index, &x) in bits.iter().enumerate() {
        marks |= u64::from(x >= least) << index;
    }
    marks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        Between, Bound, FillBits, FillBitsAt, Instructions, MarkAtLeast, TakeDigits, fill_bits, fill_bits_at,
        run_up_to,
    };
    use crate::rng::{Key, bounded, take_digit};

    const ALL: [Instructions; 3] = [Instructions::Any, Instructions::Avx2, Instructions::Avx512];

    proptest! {
        #[test]
        fn a_run_has_the_bits_of_each_row(seed: u64, start in 0..u64::MAX - 100, len in 0usize..100) {
            let key = Key::seed(seed);
            let expected: Vec<u64> = (start..).take(len).map(|row| key.bits(row)).collect();
            let mut bits = vec![0; len];
            fill_bits(key, start, &mut bits);
            prop_assert_eq!(&bits, &expected);
            for most in ALL {
                bits.fill(0);
                run_up_to(most, FillBits { key, first_row: start, bits: &mut bits });
                prop_assert_eq!(&bits, &expected, "{:?}", most);
            }
        }

        #[test]
        fn gathered_rows_have_the_bits_of_each(seed: u64, rows in prop::collection::vec(any::<u64>(), 0..100)) {
            let key = Key::seed(seed);
            let expected: Vec<u64> = rows.iter().map(|&row| key.bits(row)).collect();
            let mut bits = vec![0; rows.len()];
            fill_bits_at(key, &rows, &mut bits);
            prop_assert_eq!(&bits, &expected);
            for most in ALL {
                bits.fill(0);
                run_up_to(most, FillBitsAt { key, rows: &rows, bits: &mut bits });
                prop_assert_eq!(&bits, &expected, "{:?}", most);
            }
        }

        #[test]
        fn numbers_are_below_their_bound(bits in prop::collection::vec(any::<u64>(), 0..100), n: u64, shift in 0u32..64) {
            for n in [n, n >> shift, 0, 1, 1 << 32, (1 << 32) + 1] {
                let expected: Vec<u64> = bits.iter().map(|&bits| bounded(bits, n)).collect();
                for most in ALL {
                    let mut numbers = bits.clone();
                    run_up_to(most, Bound { n, bits: &mut numbers });
                    prop_assert_eq!(&numbers, &expected, "{:?}", most);
                }
            }
        }

        #[test]
        fn digits_are_taken_as_one_alone_is(bits in prop::collection::vec(any::<u64>(), 0..100), n: u32, shift in 0u32..32) {
            for n in [n, n >> shift, 0, 1, u32::MAX] {
                let mut expected = bits.clone();
                let taken: Vec<u32> = expected.iter_mut().map(|x| take_digit(x, u64::from(n)) as u32).collect();
                for most in ALL {
                    let (mut fractions, mut digits) = (bits.clone(), vec![7; bits.len()]);
                    run_up_to(most, TakeDigits { fractions: &mut fractions, n, digits: &mut digits });
                    prop_assert_eq!((&fractions, &digits), (&expected, &taken), "{:?}", most);
                }
            }
        }

        #[test]
        fn numbers_lie_between_their_ends(bits in prop::collection::vec(any::<u64>(), 0..100), min: i64, span: u64, shift in 0u32..64) {
            for span in [span, span >> shift, 0, 1, 1 << 32, (1 << 32) + 1] {
                let expected: Vec<i64> = bits.iter().map(|&x| min.wrapping_add(bounded(x, span) as i64)).collect();
                for most in ALL {
                    let mut numbers = vec![7; bits.len()];
                    run_up_to(most, Between { bits: &bits, min, span, numbers: &mut numbers });
                    prop_assert_eq!(&numbers, &expected, "{:?}", most);
                }
            }
        }

        #[test]
        fn marks_are_those_of_each_row(bits in prop::collection::vec(any::<u64>(), 0..300), least: u64, which in 0usize..300) {
            // Bounds that rows have too.
            for least in [least, bits.get(which).copied().unwrap_or(0)] {
                let mut expected = vec![0; 8 * bits.len().div_ceil(64)];
                for (row, &x) in bits.iter().enumerate() {
                    expected[row / 8] |= u8::from(x >= least) << (row % 8);
                }
                for most in ALL {
                    let mut bitmap = vec![0xFF; expected.len()];
                    run_up_to(most, MarkAtLeast { bits: &bits, least, bitmap: &mut bitmap });
                    prop_assert_eq!(&bitmap, &expected, "{:?}", most);
                }
            }
        }
    }
}
