//! XXH64 with seed 0, by which Parquet's bloom filters find their bits.
//! <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>

const PRIME_1: u64 = 0x9E37_79B1_85EB_CA87;
const PRIME_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const PRIME_3: u64 = 0x1656_67B1_9E37_79F9;
const PRIME_4: u64 = 0x85EB_CA77_C2B2_AE63;
const PRIME_5: u64 = 0x27D4_EB2F_1656_67C5;

/// The hash of these bytes.
pub(super) fn xxh64(bytes: &[u8]) -> u64 {
    let (stripes, rest) = bytes.as_chunks::<32>();
    let hash = if stripes.is_empty() { PRIME_5 } else { of_stripes(stripes) };
    finish(hash.wrapping_add(bytes.len() as u64), rest)
}

/// The hash of four lanes of 8 bytes each.
fn of_stripes(stripes: &[[u8; 32]]) -> u64 {
    let mut lanes = [PRIME_1.wrapping_add(PRIME_2), PRIME_2, 0, PRIME_1.wrapping_neg()];
    for stripe in stripes {
        for (lane, word) in lanes.iter_mut().zip(stripe.as_chunks::<8>().0) {
            *lane = round(*lane, u64::from_le_bytes(*word));
        }
    }
    let [one, two, three, four] = lanes;
    let joined = one
        .rotate_left(1)
        .wrapping_add(two.rotate_left(7))
        .wrapping_add(three.rotate_left(12))
        .wrapping_add(four.rotate_left(18));
    let merge = |hash: u64, lane| (hash ^ round(0, lane)).wrapping_mul(PRIME_1).wrapping_add(PRIME_4);
    lanes.into_iter().fold(joined, merge)
}

fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIME_2)).rotate_left(31).wrapping_mul(PRIME_1)
}

/// Mixes the last bytes in, fewer than 32, and then all bits.
fn finish(mut hash: u64, rest: &[u8]) -> u64 {
    let (words, rest) = rest.as_chunks::<8>();
    for word in words {
        hash ^= round(0, u64::from_le_bytes(*word));
        hash = hash.rotate_left(27).wrapping_mul(PRIME_1).wrapping_add(PRIME_4);
    }
    let (halves, rest) = rest.as_chunks::<4>();
    for half in halves {
        hash ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(PRIME_1);
        hash = hash.rotate_left(23).wrapping_mul(PRIME_2).wrapping_add(PRIME_3);
    }
    for &byte in rest {
        hash ^= u64::from(byte).wrapping_mul(PRIME_5);
        hash = hash.rotate_left(11).wrapping_mul(PRIME_1);
    }
    hash = (hash ^ hash >> 33).wrapping_mul(PRIME_2);
    hash = (hash ^ hash >> 29).wrapping_mul(PRIME_3);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::xxh64;

    /// What the reference implementation gives (`xxhsum -H1`, and the Python package xxhash).
    #[test]
    fn hashes_are_those_of_the_reference() {
        for (text, hash) in [
            ("", 0xEF46_DB37_51D8_E999),
            ("a", 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] {
            assert_eq!(xxh64(text.as_bytes()), hash, "{text}");
        }
    }

    /// The bytes 0, 1, 2 … of every length up to 100, joined by exclusive or after a rotation.
    #[test]
    fn hashes_of_all_lengths_are_those_of_the_reference() {
        let bytes: Vec<u8> = (0..100).collect();
        let all = (0..=100).fold(0u64, |all, len| all.rotate_left(1) ^ xxh64(&bytes[..len]));
        assert_eq!(all, ALL);
    }

    const ALL: u64 = 0x204D_496E_5D3E_4A50;
}
