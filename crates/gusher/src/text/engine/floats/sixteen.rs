//! Sixteen digits at once.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector instructions, which every x86-64 has")
)]

/// The sixteen digits of a number below 10^16 as text, the first one in the lowest byte, and how many zeros are at their end.
#[inline(always)]
pub(super) fn sixteen_digits(n: u64) -> (u128, usize) {
    let (upper, lower) = (n / 100_000_000, n % 100_000_000);
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every x86-64 has these instructions.
        unsafe { by_sse2(upper, lower) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    by_words(upper, lower)
}

/// The same by 64-bit words, eight digits in each.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn by_words(upper: u64, lower: u64) -> (u128, usize) {
    use super::super::digits::eight_digits;

    let digits = u128::from(eight_digits(upper)) | u128::from(eight_digits(lower)) << 64;
    (digits + u128::from_le_bytes([b'0'; 16]), digits.leading_zeros() as usize / 8)
}

/// The same by vectors: two words of eight digits, then four of four, eight of two, and sixteen of one.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn by_sse2(upper: u64, lower: u64) -> (u128, usize) {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cvtsi128_si64, _mm_movemask_epi8, _mm_mul_epu32,
        _mm_mulhi_epu16, _mm_mullo_epi16, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi16,
        _mm_set1_epi64x, _mm_setzero_si128, _mm_slli_epi16, _mm_slli_epi32, _mm_slli_epi64, _mm_srli_epi16,
        _mm_srli_epi64, _mm_sub_epi16, _mm_sub_epi64, _mm_unpackhi_epi64,
    };

    // The factors are 2^45 / 10000, 2^19 / 100 and 2^16 / 10, rounded up, and exact for numbers this small.
    let eights = _mm_set_epi64x(lower as i64, upper as i64);
    let high = _mm_srli_epi64::<45>(_mm_mul_epu32(eights, _mm_set1_epi64x(3_518_437_209)));
    let low = _mm_sub_epi64(eights, _mm_mul_epu32(high, _mm_set1_epi64x(10_000)));
    let fours = _mm_or_si128(high, _mm_slli_epi64::<32>(low));
    let high = _mm_srli_epi16::<3>(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)));
    let low = _mm_sub_epi16(fours, _mm_mullo_epi16(high, _mm_set1_epi16(100)));
    let pairs = _mm_or_si128(high, _mm_slli_epi32::<16>(low));
    let high = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
    let low = _mm_sub_epi16(pairs, _mm_mullo_epi16(high, _mm_set1_epi16(10)));
    let digits = _mm_or_si128(high, _mm_slli_epi16::<8>(low));
    let are_zero = _mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128())) as u32;
    let zeros = (!(are_zero << 16)).leading_zeros() as usize;
    let text: __m128i = _mm_add_epi8(digits, _mm_set1_epi8(b'0' as i8));
    let word = |half| u128::from(_mm_cvtsi128_si64(half) as u64);
    (word(text) | word(_mm_unpackhi_epi64(text, text)) << 64, zeros)
}

#[cfg(test)]
mod tests {
    use super::{by_words, sixteen_digits};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_are_those_of_the_standard_library(n in 0u64..10_000_000_000_000_000, cut in 0u32..16) {
            let power = 10u64.pow(cut);
            for n in [n, n / power * power, n / power] {
                let text = format!("{n:016}");
                let zeros = text.len() - text.trim_end_matches('0').len();
                let (digits, count) = sixteen_digits(n);
                prop_assert_eq!((&digits.to_le_bytes()[..], count), (text.as_bytes(), zeros));
                prop_assert_eq!(by_words(n / 100_000_000, n % 100_000_000), (digits, count));
            }
        }
    }
}
