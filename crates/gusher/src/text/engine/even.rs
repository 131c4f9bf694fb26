//! Rows of one free text each, all of one length: where each begins is known without the one before it.

use std::ops::Range;

use super::ends::Ends;
use super::fixed_width::chunk;
use super::table::Tail;
use crate::rng::{Kernel, run};

/// Longer texts take long enough to copy.
const LONGEST: usize = 64;

/// How long each text is, if all texts up to the last of these rows have one length, which is short.
pub(super) fn width(ends: &[u32], rows: &Range<usize>) -> Option<usize> {
    let ends = &ends[..rows.end];
    let width = *ends.first()?;
    let mut is_even = (1..=LONGEST as u32).contains(&width);
    if is_even {
        run(Even { ends, width, is_even: &mut is_even });
    }
    is_even.then_some(width as usize)
}

struct Even<'a> {
    ends: &'a [u32],
    width: u32,
    is_even: &'a mut bool,
}

impl Kernel for Even<'_> {
    #[inline(always)]
    fn run(self) {
        let ends = (1..).zip(self.ends);
        *self.is_even =
            ends.fold(true, |is_even, (number, end)| is_even & (*end == self.width.wrapping_mul(number)));
    }
}

/// Writes `count` texts of this width, each followed by the tail, and says how long they are together.
pub(super) fn write(
    texts: &[u8],
    width: usize,
    count: usize,
    tail: &Tail,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    match width {
        0..=16 => write_blocks::<16>(texts, width, count, tail, buffer, ends),
        17..=32 => write_blocks::<32>(texts, width, count, tail, buffer, ends),
        33..=48 => write_blocks::<48>(texts, width, count, tail, buffer, ends),
        _ => write_blocks::<LONGEST>(texts, width, count, tail, buffer, ends),
    }
}

/// The same by blocks that are not longer than the texts by more than the slack after these.
fn write_blocks<const BYTES: usize>(
    texts: &[u8],
    width: usize,
    count: usize,
    tail: &Tail,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    let (block, row) = (tail.block, width + tail.len);
    for number in 0..count {
        let text: &[u8; BYTES] =
            texts[number * width..].first_chunk().expect("there is slack behind the texts");
        *chunk(buffer, number * row) = *text;
        *chunk(buffer, number * row + width) = block;
        ends.add((number + 1) * row);
    }
    count * row
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LONGEST, width, write};
    use crate::text::engine::ends::Noted;
    use crate::text::engine::table::Tail;
    use crate::types::Strings;

    proptest! {
        #[test]
        fn even_texts_agree_with_the_naive_twin(
            len in 1usize..=LONGEST,
            count in 1usize..70,
            tail in "[,;\n]{0,15}",
            start in any::<prop::sample::Index>(),
        ) {
            let texts: Vec<String> = (0..count).map(|n| char::from(b'a' + n as u8 % 26).to_string().repeat(len)).collect();
            let mut strings = Strings::default();
            texts.iter().for_each(|text| strings.push(text.as_bytes()));
            let rows = start.index(count)..count;
            let (bytes, text_ends) = strings.raw();
            prop_assert_eq!(width(text_ends, &rows), Some(len));
            let row = len + tail.len();
            let (mut buffer, mut offsets) = (vec![b'?'; row * rows.len() + 16], vec![0; rows.len()]);
            let mut ends = Noted { offsets: offsets.iter_mut(), before: 3 };
            let tail = Tail::of(tail.as_bytes()).unwrap();
            let written = write(&bytes[len * rows.start..], len, rows.len(), &tail, &mut buffer, &mut ends);
            let naive: Vec<u8> = texts[rows.clone()].iter().flat_map(|text| [text.as_bytes(), tail.text()].concat()).collect();
            prop_assert_eq!(&buffer[..written], &naive[..]);
            prop_assert!(offsets.into_iter().eq((1..=rows.len()).map(|n| 3 + n * row)));
        }

        #[test]
        fn texts_of_other_lengths_are_distinguished_from_even_ones(len in 1usize..=LONGEST, other in 0usize..=2 * LONGEST, count in 2usize..70, which in any::<prop::sample::Index>()) {
            let which = which.index(count);
            let mut strings = Strings::default();
            (0..count).for_each(|n| strings.push(&vec![b'x'; if n == which { other } else { len }]));
            let ends = strings.raw().1;
            prop_assert_eq!(width(ends, &(0..count)), (other == len).then_some(len));
            prop_assert_eq!(width(ends, &(0..which)), (which > 0).then_some(len));
        }
    }
}
