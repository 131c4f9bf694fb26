//! Numbers below a bound from random bits.

/// 2^64, of which a threshold takes its share.
pub const TWO_64: f64 = 18_446_744_073_709_551_616.0;

/// Takes a digit in `0..n` off the front of the fraction `x / 2^64` and leaves the rest in `x`.
///
/// One multiplication (Lemire's multiply-shift) gives both. Taking digits n₁, n₂ … off one fraction yields
/// exactly the mixed-radix digits of ⌊x·n₁·n₂… / 2^64⌋. The bias of a digit is at most n / 2^64 (of a second
/// digit n₁·n₂ / 2^64): for a thousand words a value is off by 5·10⁻¹⁷ of its share, which no test can see.
#[inline(always)]
pub fn take_digit(x: &mut u64, n: u64) -> u64 {
    let product = u128::from(*x) * u128::from(n);
    *x = product as u64;
    (product >> 64) as u64
}

/// A number in `0..n` from 64 random bits, by multiply-shift; `n` = 0 means 2^64.
///
/// The bias is at most n / 2^64, see [`take_digit`].
#[inline(always)]
pub fn bounded(bits: u64, n: u64) -> u64 {
    if n == 0 { bits } else { ((u128::from(bits) * u128::from(n)) >> 64) as u64 }
}

/// The middle of the share that the value at `index` has of all fractions, where `count` values have equal ones.
pub(crate) fn index_fraction(index: u64, count: u64) -> u64 {
    (((u128::from(index) << 64) + (1 << 63)) / u128::from(count)) as u64
}

/// The same as [`bounded`] for a bound of 32 bits, from two products of 32 bits, which every machine's vectors have.
#[inline(always)]
pub fn bounded_word(bits: u64, n: u32) -> u32 {
    bounded_by_words(bits, u64::from(n)) as u32
}

/// The same for a bound of at most 2^32.
#[inline(always)]
pub(super) fn bounded_by_words(bits: u64, n: u64) -> u64 {
    let (upper, lower) = (bits >> 32, bits & 0xFFFF_FFFF);
    (upper * n + ((lower * n) >> 32)) >> 32
}
