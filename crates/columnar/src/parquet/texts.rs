//! The smallest and the largest of many texts.

use super::bounds::Bounds;

/// Bounds longer than this are cut.
const LONGEST: usize = 64;

/// The smallest and the largest text, byte by byte. `ends` says where each ends.
pub(super) fn bounds(texts: &[u8], ends: &[usize]) -> Bounds {
    let Some(&first) = ends.first() else { return Bounds::None };
    let (mut least, mut most) = (&texts[..first], &texts[..first]);
    let (mut low, mut high) = (head(texts, 0, first), head(texts, 0, first));
    let mut start = 0;
    for &end in ends {
        // Texts with different heads need no second look.
        let key = head(texts, start, end);
        if key <= low && texts[start..end] < *least {
            (low, least) = (key, &texts[start..end]);
        } else if key >= high && texts[start..end] > *most {
            (high, most) = (key, &texts[start..end]);
        }
        start = end;
    }
    match (below(least), above(most)) {
        (Some(least), Some(most)) => Bounds::Bytes(least, most),
        _ => Bounds::None,
    }
}

/// The first 8 bytes of a text as a number that sorts as they do; shorter texts are filled up with 0.
#[inline(always)]
fn head(texts: &[u8], start: usize, end: usize) -> u64 {
    let len = end - start;
    if len == 0 {
        return 0;
    }
    match texts.get(start..start + 8).and_then(|bytes| bytes.first_chunk()) {
        Some(&bytes) if len >= 8 => u64::from_be_bytes(bytes),
        Some(&bytes) => u64::from_be_bytes(bytes) >> (64 - 8 * len) << (64 - 8 * len),
        None => {
            texts[start..end].iter().take(8).rev().fold(0, |head, &byte| head >> 8 | u64::from(byte) << 56)
        }
    }
}

/// A text that is not larger, and not too long.
fn below(text: &[u8]) -> Option<Box<[u8]>> {
    let text = std::str::from_utf8(text).ok()?;
    Some(cut(text).as_bytes().into())
}

/// As much of a text as a bound may have, in whole letters.
fn cut(text: &str) -> &str {
    let end = (0..=text.len().min(LONGEST)).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// A text that is not smaller, and not too long: where it is cut, its last letter is followed by the next one.
fn above(text: &[u8]) -> Option<Box<[u8]>> {
    let text = std::str::from_utf8(text).ok()?;
    if text.len() <= LONGEST {
        return Some(text.as_bytes().into());
    }
    let mut cut = cut(text).to_owned();
    loop {
        let last = cut.pop()?;
        let next = (last as u32 + 1..=0x10_FFFF).find_map(char::from_u32);
        if let Some(next) = next {
            cut.push(next);
            return Some(cut.into_bytes().into());
        }
    }
}

/// Whether a bound may have been cut.
pub(super) fn is_cut(bound: &[u8]) -> bool {
    // A letter has up to 4 bytes.
    bound.len() > LONGEST - 4
}

#[cfg(test)]
mod tests {
    use super::{Bounds, above, below, bounds};

    fn of(texts: &[&str]) -> Bounds {
        let mut ends = Vec::new();
        let mut all = Vec::new();
        for text in texts {
            all.extend_from_slice(text.as_bytes());
            ends.push(all.len());
        }
        bounds(&all, &ends)
    }

    #[test]
    fn bounds_are_the_smallest_and_the_largest() {
        let all = ["b", "", "abcdefgh", "abcdefghi", "abcdefg", "π", "πa", "zzzzzzzzz", "b\0"];
        for from in 0..all.len() {
            for to in from + 1..=all.len() {
                let texts = &all[from..to];
                let end = |text: Option<&&str>| Box::from(text.unwrap().as_bytes());
                assert_eq!(of(texts), Bounds::Bytes(end(texts.iter().min()), end(texts.iter().max())));
            }
        }
        assert_eq!(of(&[]), Bounds::None);
    }

    #[test]
    fn long_bounds_are_cut_on_the_right_side() {
        let long = "π".repeat(40);
        let (low, high) = (below(long.as_bytes()).unwrap(), above(long.as_bytes()).unwrap());
        assert!(*low <= *long.as_bytes() && *high >= *long.as_bytes());
        assert_eq!((low.len(), high.len()), (64, 64));
        assert!(std::str::from_utf8(&high).is_ok());
        assert_eq!(above(&[b'\x7f'; 70]).unwrap().len(), 65);
        assert_eq!(above("\u{10FFFF}".repeat(20).as_bytes()), None);
    }
}
