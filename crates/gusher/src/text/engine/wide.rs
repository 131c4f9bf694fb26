//! Numbers beyond 64 bits as texts.

use std::io::Write as _;

use crate::types::Strings;

/// The most bytes of one, and of what a null may be.
pub(super) const MAX_LEN: usize = 48;

/// Appends the text of each number of `scale` decimal places to the texts, which are cleared first.
pub(super) fn write(numbers: &[i128], scale: u32, point: u8, texts: &mut Strings) {
    texts.clear();
    for &number in numbers {
        let mut digits = [0; MAX_LEN];
        texts.push(text(number, scale as usize, point, &mut digits));
    }
}

fn text(number: i128, scale: usize, point: u8, text: &mut [u8; MAX_LEN]) -> &[u8] {
    let mut digits = [b'0'; MAX_LEN];
    let mut out = &mut digits[..];
    // The longest one has 39 digits.
    let _ = write!(out, "{:0width$}", number.unsigned_abs(), width = scale + 1);
    let len = MAX_LEN - out.len();
    let (integer, places) = digits[..len].split_at(len - scale);
    let mut end = 0;
    let mut push = |bytes: &[u8]| {
        text[end..end + bytes.len()].copy_from_slice(bytes);
        end += bytes.len();
    };
    if number < 0 {
        push(b"-");
    }
    push(integer);
    if scale > 0 {
        push(&[point]);
        push(places);
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::{MAX_LEN, text, write};
    use crate::types::Strings;

    #[test]
    fn numbers_have_all_their_places() {
        for (number, scale, expected) in [
            (0, 0, "0"),
            (0, 38, "0.00000000000000000000000000000000000000"),
            (-5, 3, "-0.005"),
            (1_234_567, 3, "1234.567"),
            (i128::MAX, 0, "170141183460469231731687303715884105727"),
            (i128::MIN, 38, "-1.70141183460469231731687303715884105728"),
        ] {
            assert_eq!(text(number, scale, b'.', &mut [0; MAX_LEN]), expected.as_bytes());
        }
        let mut texts = Strings::default();
        write(&[-150, 7], 2, b',', &mut texts);
        assert_eq!((texts.get(0), texts.get(1)), (&b"-1,50"[..], &b"0,07"[..]));
    }
}
