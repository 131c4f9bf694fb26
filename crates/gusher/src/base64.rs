//! Base 64 (RFC 4648): two characters at a time from a table, for the encoder and for tokens.

/// The two characters of each 12 bits.
pub(crate) type Pairs = [[u8; 2]; 4096];

/// The usual alphabet (section 4).
pub(crate) static STANDARD: Pairs =
    pairs(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
/// The alphabet that URLs and file names can hold (section 5).
pub(crate) static URL_SAFE: Pairs =
    pairs(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

const fn pairs(alphabet: &[u8; 64]) -> Pairs {
    let mut pairs = [[0; 2]; 4096];
    let mut bits = 0;
    while bits < 4096 {
        pairs[bits] = [alphabet[bits >> 6], alphabet[bits & 63]];
        bits += 1;
    }
    pairs
}

/// What [`put`] may touch for `len` bytes.
pub(crate) const fn capacity(len: usize) -> usize {
    len.div_ceil(6) * 8 + 4
}

/// Writes the first `len` of `bytes` without padding and returns the number of characters. Up to 8 bytes after
/// them are read, and [`capacity`] is scribbled over.
#[inline]
pub(crate) fn put(bytes: &[u8], len: usize, pairs: &Pairs, out: &mut [u8]) -> usize {
    for (from, to) in (0..len).step_by(6).zip((0..).step_by(8)) {
        let eight: &[u8; 8] = bytes[from..].first_chunk().expect("there is slack behind the bytes");
        out[to..to + 8].copy_from_slice(&eight_characters(u64::from_be_bytes(*eight), pairs));
    }
    let (full, rest) = (len / 3 * 3, len % 3);
    if rest > 0 {
        // What follows the last bytes is none of theirs.
        let second = if rest == 2 { bytes[full + 1] } else { 0 };
        let last = u64::from_be_bytes([bytes[full], second, 0, 0, 0, 0, 0, 0]);
        out[full / 3 * 4..][..4].copy_from_slice(&eight_characters(last, pairs)[..4]);
    }
    (len * 4).div_ceil(3)
}

/// The characters of the upper 48 bits.
#[inline(always)]
pub(crate) fn eight_characters(bits: u64, pairs: &Pairs) -> [u8; 8] {
    let pair = |shift: u32| pairs[(bits >> shift) as usize & 4095];
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(52), pair(40), pair(28), pair(16));
    [a, b, c, d, e, f, g, h]
}

#[cfg(test)]
mod tests {
    use super::{STANDARD, URL_SAFE, capacity, put};

    fn text(bytes: &[u8]) -> String {
        let mut out = vec![0; capacity(bytes.len())];
        // Slack of another content must not show.
        let slack = [bytes, &[0xFF; 8]].concat();
        let len = put(&slack, bytes.len(), &STANDARD, &mut out);
        String::from_utf8(out[..len].to_vec()).unwrap()
    }

    /// RFC 4648, section 10.
    #[test]
    fn the_vectors_of_the_standard_come_out() {
        for (bytes, base64) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(text(bytes.as_bytes()), base64);
        }
        assert_eq!(text(b"a longer text, to be sure"), "YSBsb25nZXIgdGV4dCwgdG8gYmUgc3VyZQ");
    }

    #[test]
    fn alphabets_differ_in_their_last_two() {
        assert_eq!((STANDARD[4095], URL_SAFE[4095]), (*b"//", *b"__"));
        assert_eq!((STANDARD[62], URL_SAFE[62]), (*b"A+", *b"A-"));
    }
}
