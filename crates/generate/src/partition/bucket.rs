//! Buckets: a hash of a value, by which rows are spread evenly.
//!
//! The hash is 32-bit Murmur3, x86 variant, seed 0, of the bytes that Iceberg's specification gives ("Appendix B: 32-bit Hash
//! Requirements"), so that other engines find a row in the bucket that they compute.

/// The bucket, of `count`, of these bytes.
pub(super) fn of_bytes(bytes: &[u8], count: u32) -> u32 {
    (murmur3(bytes) & i32::MAX as u32) % count
}

/// The bucket of an integer, a date, or the microseconds of a time.
pub(super) fn of_int(value: i64, count: u32) -> u32 {
    of_bytes(&value.to_le_bytes(), count)
}

/// The bucket of a decimal number: of the fewest bytes that its digits need as an integer, the most significant first.
pub(super) fn of_decimal(unscaled: i128, count: u32) -> u32 {
    let bytes = unscaled.to_be_bytes();
    let fill = if unscaled < 0 { 0xFF } else { 0 };
    let is_spare = |at: usize| bytes[at] == fill && (bytes[at + 1] ^ fill) & 0x80 == 0;
    let first = (0..15).take_while(|&at| is_spare(at)).count();
    of_bytes(&bytes[first..], count)
}

fn murmur3(bytes: &[u8]) -> u32 {
    let mix = |block: u32| block.wrapping_mul(0xCC9E_2D51).rotate_left(15).wrapping_mul(0x1B87_3593);
    let mut hash = 0u32;
    let (blocks, rest) = bytes.as_chunks::<4>();
    for block in blocks {
        hash = (hash ^ mix(u32::from_le_bytes(*block)))
            .rotate_left(13)
            .wrapping_mul(5)
            .wrapping_add(0xE654_6B64);
    }
    let last = rest.iter().rev().fold(0, |last, &byte| last << 8 | u32::from(byte));
    hash ^= mix(last);
    hash ^= bytes.len() as u32;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85EB_CA6B);
    hash = (hash ^ hash >> 13).wrapping_mul(0xC2B2_AE35);
    hash ^ hash >> 16
}

#[cfg(test)]
mod tests {
    use super::{murmur3, of_decimal};

    /// The hashes that Iceberg's specification lists.
    #[test]
    fn hashes_are_those_of_the_specification() {
        assert_eq!(murmur3(&34i64.to_le_bytes()) as i32, 2_017_239_379);
        assert_eq!(murmur3(&17_486i64.to_le_bytes()) as i32, -653_330_422);
        assert_eq!(murmur3(&1_510_871_468_000_000i64.to_le_bytes()) as i32, -2_047_944_441);
        assert_eq!(murmur3(b"iceberg") as i32, 1_210_000_089);
        assert_eq!(murmur3(&[0, 1, 2, 3]) as i32, -188_683_207);
        let uuid = 0xf79c_3e09_677c_4bbd_a479_3f34_9cb7_85e7u128;
        assert_eq!(murmur3(&uuid.to_be_bytes()) as i32, 1_488_055_340);
        // 14.20: the bytes 05 8C.
        assert_eq!(murmur3(&[0x05, 0x8C]) as i32, -500_754_589);
        assert_eq!(of_decimal(1420, 1 << 20), (-500_754_589i32 as u32 & 0x7FFF_FFFF) % (1 << 20));
        assert_eq!(of_decimal(-1, 97), super::of_bytes(&[0xFF], 97));
        assert_eq!(of_decimal(128, 97), super::of_bytes(&[0, 0x80], 97));
        assert_eq!(of_decimal(0, 97), super::of_bytes(&[0], 97));
    }
}
