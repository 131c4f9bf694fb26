//! Bytes as text, straight into the row: hexadecimal and base 64.

use crate::base64;
use crate::types::{BytesForm, FixedBytes, Strings};

/// How many characters the text of `len` bytes has.
pub(in crate::text) fn text_len(len: usize, form: BytesForm) -> usize {
    match form {
        BytesForm::Hex { is_odd, .. } => 2 * len - usize::from(is_odd),
        BytesForm::Base64 => len.div_ceil(3) * 4,
    }
}

/// The most bytes that [`put`] touches.
pub(in crate::text) fn capacity(len: usize, form: BytesForm) -> usize {
    match form {
        BytesForm::Hex { .. } => len.div_ceil(16) * 32,
        BytesForm::Base64 => base64::capacity(len) + 4,
    }
}

/// Writes the bytes of a row to the front of `out` and says how long their text is.
#[inline]
pub(in crate::text) fn put(blobs: &FixedBytes, row: usize, form: BytesForm, out: &mut [u8]) -> usize {
    let bytes = &blobs.raw()[row * blobs.width()..];
    match form {
        BytesForm::Hex { is_odd, upper } => {
            let digits = 2 * blobs.width() - usize::from(is_odd);
            let letters = if upper { b'A' - b'9' - 1 } else { b'a' - b'9' - 1 };
            for from in (0..digits.div_ceil(2)).step_by(16) {
                let sixteen: &[u8; 16] = bytes[from..].first_chunk().expect("there is slack behind the rows");
                out[2 * from..2 * from + 32].copy_from_slice(hex(sixteen, letters).as_flattened());
            }
            digits
        }
        BytesForm::Base64 => {
            let written = base64::put(bytes, blobs.width(), &base64::STANDARD, out);
            out[written..written + 4].copy_from_slice(b"====");
            written.next_multiple_of(4)
        }
    }
}

/// Adds the text of bytes of any number.
pub(super) fn push(blob: &[u8], form: BytesForm, texts: &mut Strings) {
    match form {
        BytesForm::Hex { is_odd, upper } => {
            let digits = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
            texts.push_with(2 * blob.len(), |out| {
                for (pair, byte) in out.as_chunks_mut::<2>().0.iter_mut().zip(blob) {
                    *pair = [digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]];
                }
                (2 * blob.len()).saturating_sub(usize::from(is_odd))
            });
        }
        BytesForm::Base64 => texts.push_with(text_len(blob.len(), form), |out| {
            for (four, three) in out.as_chunks_mut::<4>().0.iter_mut().zip(blob.chunks(3)) {
                let bits =
                    three.iter().zip([24, 16, 8]).map(|(byte, shift)| u32::from(*byte) << shift).sum::<u32>();
                let [[a, b], [c, d]] =
                    [bits >> 20, bits >> 8].map(|bits| base64::STANDARD[bits as usize & 4095]);
                *four =
                    [a, b, if three.len() > 1 { c } else { b'=' }, if three.len() > 2 { d } else { b'=' }];
            }
            text_len(blob.len(), form)
        }),
    }
}

/// The two digits of each byte; `letters` is how far the letters lie after the digits. No branch and no table: the
/// compiler makes a few instructions on full vectors of it.
#[inline(always)]
fn hex(bytes: &[u8; 16], letters: u8) -> [[u8; 2]; 16] {
    let digit = |n: u8| n + b'0' + if n > 9 { letters } else { 0 };
    bytes.map(|byte| [digit(byte >> 4), digit(byte & 15)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::types::Array;

    fn text(bytes: &[u8], form: BytesForm) -> String {
        let mut values = Array::default();
        // Two rows, of which the second one must not show.
        let blobs = values.fixed_bytes(2, bytes.len());
        blobs.raw_mut().fill(0xA5);
        blobs.raw_mut()[..bytes.len()].copy_from_slice(bytes);
        let mut out = vec![b'?'; capacity(bytes.len(), form)];
        let len = put(blobs, 0, form, &mut out);
        assert_eq!(len, text_len(bytes.len(), form));
        String::from_utf8(out[..len].to_vec()).unwrap()
    }

    /// The naive twin of base 64: bit by bit.
    fn naive_base64(bytes: &[u8]) -> String {
        let bits: Vec<u8> = bytes.iter().flat_map(|b| (0..8).rev().map(move |i| b >> i & 1)).collect();
        let character = |bits: &[u8]| {
            let n = (0..6).fold(0, |n, i| n * 2 + bits.get(i).copied().unwrap_or(0));
            char::from(match n {
                0..26 => b'A' + n,
                26..52 => b'a' + n - 26,
                52..62 => b'0' + n - 52,
                62 => b'+',
                _ => b'/',
            })
        };
        let mut text: String = bits.chunks(6).map(character).collect();
        text.extend(std::iter::repeat_n('=', (3 - bytes.len() % 3) % 3));
        text
    }

    proptest! {
        #[test]
        fn bytes_agree_with_the_naive_twin(bytes in prop::collection::vec(any::<u8>(), 1..80), upper: bool, odd: bool) {
            let digits = 2 * bytes.len() - usize::from(odd);
            let mut expected: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
            expected.truncate(digits);
            let expected = if upper { expected.to_uppercase() } else { expected };
            prop_assert_eq!(text(&bytes, BytesForm::Hex { is_odd: odd, upper }), expected);
            prop_assert_eq!(text(&bytes, BytesForm::Base64), naive_base64(&bytes));
        }

        #[test]
        fn bytes_of_any_number_agree_with_the_naive_twin(
            rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..5),
            upper: bool,
        ) {
            let mut texts = [Strings::default(), Strings::default()];
            for bytes in &rows {
                push(bytes, BytesForm::Hex { is_odd: false, upper }, &mut texts[0]);
                push(bytes, BytesForm::Base64, &mut texts[1]);
            }
            for (row, bytes) in rows.iter().enumerate() {
                let hex: String = bytes.iter().map(|b| if upper { format!("{b:02X}") } else { format!("{b:02x}") }).collect();
                prop_assert_eq!(texts[0].get(row), hex.as_bytes());
                let base64 = naive_base64(bytes);
                prop_assert_eq!(texts[1].get(row), base64.as_bytes());
            }
        }
    }
}
