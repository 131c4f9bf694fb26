//! Bytes as Go's templates see them: mostly UTF-8, but a byte that belongs to no character is one of its own, U+FFFD.

use std::str::Utf8Chunk;

use memchr::memmem;

/// The first character and how many bytes it has; a byte that begins none is U+FFFD.
#[inline]
pub(crate) fn first(bytes: &[u8]) -> Option<(char, usize)> {
    let &byte = bytes.first()?;
    if byte.is_ascii() {
        return Some((char::from(byte), 1));
    }
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    let c = chunk.valid().chars().next();
    Some(c.map_or((char::REPLACEMENT_CHARACTER, 1), |c| (c, c.len_utf8())))
}

/// Each character, or byte that belongs to none.
pub(crate) fn each(bytes: &[u8], mut see: impl FnMut(Result<char, u8>)) {
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| see(Ok(c)));
        chunk.invalid().iter().for_each(|&byte| see(Err(byte)));
    }
}

/// The bytes as text, with U+FFFD for each that belongs to no character.
pub(crate) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    each(bytes, |part| text.push(part.unwrap_or(char::REPLACEMENT_CHARACTER)));
    text
}

/// How many characters these are, where a byte that belongs to none counts as one.
pub(crate) fn count(bytes: &[u8]) -> usize {
    let chunk = |chunk: Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    bytes.utf8_chunks().map(chunk).sum()
}

/// Where `wanted` is first.
pub(crate) fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    memmem::find(bytes, wanted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{each, find, first, text};

    #[test]
    fn a_byte_of_no_character_is_one_of_its_own() {
        assert_eq!(first(b"\xe2\x82z"), Some(('\u{fffd}', 1)));
        assert_eq!(first("€z".as_bytes()), Some(('€', 3)));
        assert_eq!(first(b""), None);
        assert_eq!(text(b"a\xe2\x82\xc3\xa9\xff"), "a\u{fffd}\u{fffd}é\u{fffd}");
        assert_eq!(find(b"a{{{b", b"{{"), Some(1));
        assert_eq!(find(b"a", b"{{"), None);
    }

    proptest! {
        #[test]
        fn one_by_one_is_all_at_once(bytes in prop::collection::vec(prop::sample::select(b"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xff".to_vec()), 0..40)) {
            let (mut singly, mut rest) = (String::new(), &bytes[..]);
            while let Some((c, width)) = first(rest) {
                singly.push(c);
                rest = &rest[width..];
            }
            prop_assert_eq!(&singly, &text(&bytes));
            let mut count = 0;
            each(&bytes, |_| count += 1);
            prop_assert_eq!(count, singly.chars().count());
        }
    }
}
