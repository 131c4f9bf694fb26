//! Texts one by one: how they lie in a page, and the smallest and the largest of them.

use std::ops::Range;

use gusher::text::ColumnText;
use gusher::types::Field;

use super::bounds::Bounds;
use crate::kind::stored_text;
use crate::options::{EncodingSet, ParquetOptions};

/// Bounds longer than this are cut.
const LONGEST: usize = 64;

/// How texts lie in a buffer, one after the other: as `PLAIN` has them, each after 4 bytes for its length, or without a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap(bool);

impl Gap {
    /// The gap that the encodings of these options want.
    pub fn of(options: ParquetOptions) -> Gap {
        Gap(options.encodings == EncodingSet::Plain)
    }

    /// How many bytes there are before a text.
    pub fn len(self) -> usize {
        if self.0 { 4 } else { 0 }
    }
}

/// What writes the texts of a field. The gap before a text is what follows the one before it: that costs nothing.
pub(super) fn writer(field: &Field, options: ParquetOptions) -> ColumnText {
    stored_text(field, &"\0".repeat(Gap::of(options).len()))
}

/// Writes the lengths of texts into the gaps before them. `ends` says where each gap after a text ends.
pub(super) fn put_lengths(texts: &mut [u8], ends: &[usize]) {
    let mut start = 4;
    for &end in ends {
        let len = (end - start - 4) as u32;
        texts[start - 4..start].copy_from_slice(&len.to_le_bytes());
        start = end;
    }
}

/// The smallest and the largest of the texts of a page, byte by byte.
#[derive(Debug)]
pub(super) struct Extremes {
    /// How many texts were looked at.
    count: usize,
    /// Where both are, and their heads.
    least: Range<usize>,
    most: Range<usize>,
    low: u64,
    high: u64,
}

impl Default for Extremes {
    fn default() -> Extremes {
        Extremes { count: 0, least: 0..0, most: 0..0, low: u64::MAX, high: 0 }
    }
}

impl Extremes {
    /// Looks at the texts that were added since the last time. `ends` says where each ends, with the gap after it.
    pub fn look(&mut self, texts: &[u8], ends: &[usize], gap: Gap) {
        let gap = gap.len();
        let mut start = match self.count {
            0 => gap,
            count => ends[count - 1],
        };
        if let (0, Some(&first)) = (self.count, ends.first()) {
            (self.least, self.most) = (gap..first - gap, gap..first - gap);
        }
        // Texts that begin so early have 8 bytes after their beginning, be they their own or not.
        let last = texts.len().saturating_sub(8);
        for &next in &ends[self.count..] {
            let end = next - gap;
            let eight = if start <= last { texts[start..].first_chunk() } else { None };
            let key = match eight {
                Some(&eight) => u64::from_be_bytes(eight) & kept(end - start),
                None => head(&texts[start..end]),
            };
            // Texts with different heads need no second look.
            if (key <= self.low) | (key >= self.high) {
                self.compare(texts, key, start..end);
            }
            start = next;
        }
        self.count = ends.len();
    }

    /// Compares a text whose head is not between those of both.
    #[inline(never)]
    fn compare(&mut self, texts: &[u8], key: u64, range: Range<usize>) {
        let text = &texts[range.clone()];
        if key <= self.low && text <= &texts[self.least.clone()] {
            (self.low, self.least) = (key, range.clone());
        }
        if key >= self.high && text >= &texts[self.most.clone()] {
            (self.high, self.most) = (key, range);
        }
    }

    /// The bounds of the texts, if there are some.
    pub fn bounds(&self, texts: &[u8]) -> Bounds {
        if self.count == 0 {
            return Bounds::None;
        }
        between(&texts[self.least.clone()], &texts[self.most.clone()])
    }
}

/// The bounds of texts of which these are the smallest and the largest.
pub(super) fn between(least: &[u8], most: &[u8]) -> Bounds {
    above(most).map_or(Bounds::Unknown, |most| Bounds::Bytes(below(least), most))
}

/// The bits of a head that a text of this many bytes has.
#[inline(always)]
fn kept(len: usize) -> u64 {
    // Two shifts, as one by 64 bits is none.
    !(u64::MAX >> (4 * len.min(8)) >> (4 * len.min(8)))
}

/// The first 8 bytes of a text as a number that sorts as they do; shorter texts are filled up with 0.
fn head(text: &[u8]) -> u64 {
    text.iter().take(8).rev().fold(0, |head, &byte| head >> 8 | u64::from(byte) << 56)
}

/// A text that is not larger, and not too long. Of bytes that are no text the first ones.
fn below(text: &[u8]) -> Box<[u8]> {
    match std::str::from_utf8(text) {
        Ok(text) => cut(text).as_bytes().into(),
        Err(_) => text[..text.len().min(LONGEST)].into(),
    }
}

/// As much of a text as a bound may have, in complete letters.
fn cut(text: &str) -> &str {
    let end = (0..=text.len().min(LONGEST)).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// A text that is not smaller, and not too long: where it is cut, its last letter is followed by the next one.
fn above(text: &[u8]) -> Option<Box<[u8]>> {
    if text.len() <= LONGEST {
        return Some(text.into());
    }
    let Ok(text) = std::str::from_utf8(text) else { return next_bytes(&text[..LONGEST]) };
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

/// Bytes that are larger than all that begin with these.
fn next_bytes(bytes: &[u8]) -> Option<Box<[u8]>> {
    let last = bytes.iter().rposition(|&byte| byte < u8::MAX)?;
    let mut next = bytes[..=last].to_vec();
    next[last] += 1;
    Some(next.into())
}

/// Whether a bound may have been cut.
pub(super) fn is_cut(bound: &[u8]) -> bool {
    // A letter has up to 4 bytes.
    bound.len() > LONGEST - 4
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Extremes, Gap, above, below, put_lengths};

    fn of(texts: &[&str]) -> Bounds {
        let [with, without] = [Gap(true), Gap(false)].map(|gap| {
            let mut ends = Vec::new();
            let mut all = vec![0; gap.len()];
            let mut found = Extremes::default();
            // In two pieces, as from two batches.
            for texts in [&texts[..texts.len() / 2], &texts[texts.len() / 2..]] {
                for text in texts {
                    all.extend_from_slice(text.as_bytes());
                    all.extend(vec![0; gap.len()]);
                    ends.push(all.len());
                }
                found.look(&all, &ends, gap);
            }
            found.bounds(&all)
        });
        assert_eq!(with, without);
        with
    }

    #[test]
    fn lengths_are_before_the_texts() {
        let mut bytes = b"....ab........c....".to_vec();
        put_lengths(&mut bytes, &[10, 14, 19]);
        assert_eq!(bytes, b"\x02\0\0\0ab\0\0\0\0\x01\0\0\0c....");
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
        let (low, high) = (below(long.as_bytes()), above(long.as_bytes()).unwrap());
        assert!(*low <= *long.as_bytes() && *high >= *long.as_bytes());
        assert_eq!((low.len(), high.len()), (64, 64));
        assert!(std::str::from_utf8(&high).is_ok());
        assert_eq!(above(&[b'\x7f'; 70]).unwrap().len(), 65);
        assert_eq!(above("\u{10FFFF}".repeat(20).as_bytes()), None);
        assert_eq!(of(&["a", &"\u{10FFFF}".repeat(20)]), Bounds::Unknown);
        let bytes = [&[0xfe; 63][..], &[0xff; 9]].concat();
        let (low, high) = (below(&bytes), above(&bytes).unwrap());
        assert!(*low <= *bytes && *high >= *bytes);
        assert_eq!((low.len(), high.len(), high[62]), (64, 63, 0xff));
        assert_eq!(above(&[0xff; 65]), None);
    }
}
