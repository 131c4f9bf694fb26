//! The bits of many rows at once: the hot kernel, in the best instructions that this machine has.
//!
//! More than half of the time of a column of words goes into the mix when it is compiled for any x86-64, which has no
//! vector multiplication of 64 bits.

use super::Key;

/// The bits of the rows from `first_row` on.
#[inline]
pub(crate) fn fill_bits(key: Key, first_row: u64, bits: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the machine has just been found to have these instructions.
            return unsafe { fill_avx512(key, first_row, bits) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has just been found to have these instructions.
            return unsafe { fill_avx2(key, first_row, bits) };
        }
    }
    fill(key, first_row, bits);
}

/// Eight rows at a time, by the multiplication of 64-bit lanes that AVX-512 has.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn fill_avx512(key: Key, first_row: u64, bits: &mut [u64]) {
    fill(key, first_row, bits);
}

/// Four rows at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_avx2(key: Key, first_row: u64, bits: &mut [u64]) {
    fill(key, first_row, bits);
}

/// The one loop that all of them are compiled from.
#[inline(always)]
fn fill(key: Key, first_row: u64, bits: &mut [u64]) {
    for (x, row) in bits.iter_mut().zip(first_row..) {
        *x = key.bits(row);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every way that this machine has, not only the best one.
    fn all_ways(key: Key, first_row: u64, len: usize) -> Vec<Vec<u64>> {
        let mut ways = vec![vec![0; len]; 2];
        fill(key, first_row, &mut ways[0]);
        fill_bits(key, first_row, &mut ways[1]);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            let mut bits = vec![0; len];
            // SAFETY: the machine has just been found to have these instructions.
            unsafe { fill_avx2(key, first_row, &mut bits) };
            ways.push(bits);
        }
        ways
    }

    proptest! {
        #[test]
        fn every_way_gives_the_bits_of_each_row(seed: u64, start in 0..u64::MAX - 100, len in 0usize..100) {
            let key = Key::seed(seed);
            let expected: Vec<u64> = (start..).take(len).map(|row| key.bits(row)).collect();
            for bits in all_ways(key, start, len) {
                prop_assert_eq!(&bits, &expected);
            }
        }
    }
}
