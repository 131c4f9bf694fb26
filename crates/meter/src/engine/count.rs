//! Counting the ends of lines at the speed of memory.

use std::io::{self, ErrorKind, Read};

/// How much is read, and looked at, at once: two of these fit a second-level cache.
pub(super) const CHUNK: usize = 128 << 10;

/// How many of `bytes` are `end`.
pub(crate) fn ends(bytes: &[u8], end: u8) -> usize {
    bytecount::count(bytes, end)
}

/// The length of the front of `bytes` that holds `max` ends; all of it where there are no more.
pub(crate) fn front(bytes: &[u8], end: u8, max: usize) -> usize {
    match max.checked_sub(1) {
        None => 0,
        Some(before) => memchr::memchr_iter(end, bytes).nth(before).map_or(bytes.len(), |at| at + 1),
    }
}

/// How many `end`s `source` has.
///
/// # Errors
/// When it cannot be read.
pub fn ends_in(mut source: impl Read, end: u8) -> io::Result<u64> {
    let mut buffer = vec![0; CHUNK];
    let mut count = 0;
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return Ok(count),
            Ok(read) => count += ends(&buffer[..read], end) as u64,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counting_and_cutting_are_as_a_plain_loop_does_it(bytes in prop::collection::vec(0u8..4, 0..2000), end in 0u8..4, max in 0usize..99) {
            let naive = bytes.iter().filter(|&&byte| byte == end).count();
            prop_assert_eq!(ends(&bytes, end), naive);
            prop_assert_eq!(ends_in(&bytes[..], end).unwrap(), naive as u64);
            let cut = front(&bytes, end, max);
            prop_assert_eq!(ends(&bytes[..cut], end), naive.min(max));
            prop_assert!(cut == bytes.len() || max == 0 || bytes[cut - 1] == end);
        }
    }
}
