//! Eight bytes at a time, as one number: tests that find a byte among them.

/// The highest bit of each byte.
pub const HIGH: u64 = 0x8080_8080_8080_8080;
/// The lowest bit of each byte.
const LOW: u64 = 0x0101_0101_0101_0101;

/// This byte, eight times.
pub const fn repeated(byte: u8) -> u64 {
    LOW * byte as u64
}

/// The highest bit of the first byte that is 0, and of none before it: bytes behind it may have theirs, too.
pub fn zeros(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word & HIGH
}

/// The same of the first byte that is below a limit, which is at most 128.
pub fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(repeated(limit)) & !word & HIGH
}

/// Whether one of these bytes is below the limit, which is at most 128.
pub fn any_below(bytes: &[u8], limit: u8) -> bool {
    let mut words = bytes.chunks_exact(8);
    let is_there = words.any(|word| {
        let word = word.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word));
        below(word, limit) != 0
    });
    is_there || bytes[bytes.len() / 8 * 8..].iter().any(|byte| *byte < limit)
}

/// How many characters a text of UTF-8 has: all bytes but those that continue one.
pub fn characters(text: &[u8]) -> usize {
    let mut words = text.chunks_exact(8);
    let mut continued = 0;
    for word in &mut words {
        let word = word.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word));
        if word & HIGH != 0 {
            continued += (word >> 7 & !word >> 6 & LOW).wrapping_mul(LOW) >> 56;
        }
    }
    let rest = words.remainder().iter().filter(|byte| (**byte as i8) < -0x40).count();
    text.len() - continued as usize - rest
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert_eq, proptest};

    use super::*;

    proptest! {
        #[test]
        fn characters_are_counted(text in "([a-z]|[ä-ü]|€|\\PC){0,40}") {
            prop_assert_eq!(characters(text.as_bytes()), text.chars().count());
        }

        #[test]
        fn words_are_as_bytes(bytes: [u8; 8], byte: u8, limit in 1..=128_u8) {
            let word = u64::from_le_bytes(bytes);
            let found = zeros(word ^ repeated(byte));
            let expected = bytes.iter().position(|one| *one == byte);
            prop_assert_eq!((found != 0).then(|| (found.trailing_zeros() / 8) as usize), expected);
            let found = below(word, limit);
            let expected = bytes.iter().position(|one| *one < limit);
            prop_assert_eq!((found != 0).then(|| (found.trailing_zeros() / 8) as usize), expected);
            prop_assert_eq!(any_below(&bytes[..5], limit), bytes[..5].iter().any(|one| *one < limit));
        }
    }
}
