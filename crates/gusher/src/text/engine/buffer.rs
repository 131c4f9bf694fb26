//! A growing run of bytes that is written by position: what lies after the end stays initialised, so that
//! growing and emptying it cost nothing.

use std::ops::Range;

use super::digits;

/// Bytes being written.
#[derive(Debug, Default)]
pub struct Buffer {
    /// All initialised; the first `len` mean something.
    bytes: Vec<u8>,
    len: usize,
}

impl Buffer {
    /// Empties it and keeps its memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// How many bytes were written.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that were written, without a copy.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        let Buffer { mut bytes, len } = self;
        bytes.truncate(len);
        bytes
    }

    /// Appends `bytes`.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.space(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.advance(bytes.len());
    }

    /// Appends the bytes at `range` of another buffer, in full blocks: cheaper than [`Buffer::extend`] for what is
    /// short. The other one must have spare capacity after its end ([`Buffer::slacken`]).
    ///
    /// # Panics
    /// If the other buffer ends before `range` does, or has no such capacity.
    #[inline]
    pub fn extend_from(&mut self, other: &Buffer, range: Range<usize>) {
        let len = range.end - range.start;
        let space = self.space(len + Buffer::SLACK);
        let from = &other.bytes[range.start..];
        for at in (0..len).step_by(Buffer::SLACK) {
            space[at..at + Buffer::SLACK].copy_from_slice(&from[at..at + Buffer::SLACK]);
        }
        self.advance(len);
    }

    /// Appends an integer in digits.
    ///
    /// # Panics
    /// Never: the space for the digits is reserved first.
    pub fn extend_int(&mut self, value: i64) {
        let space = self.space(digits::NUMBER_CAPACITY).first_chunk_mut().expect("there is capacity");
        let written = digits::put_int(value, space);
        self.advance(written);
    }

    /// How much is copied at once.
    const SLACK: usize = 16;

    /// Reserves space after the end, so that others can copy full blocks from it ([`Buffer::extend_from`]).
    pub fn slacken(&mut self) {
        self.space(Buffer::SLACK);
    }

    /// At least `needed` bytes after the end, to be overwritten.
    pub(in crate::text) fn space(&mut self, needed: usize) -> &mut [u8] {
        let wanted = self.len + needed;
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted.next_power_of_two(), 0);
        }
        &mut self.bytes[self.len..]
    }

    /// Takes away what follows the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Takes the next `written` bytes in.
    pub(in crate::text) fn advance(&mut self, written: usize) {
        self.len += written;
        assert!(self.len <= self.bytes.len(), "more was taken in than there was capacity for");
    }

    /// Replaces `old`, which must be the last bytes, by `new`.
    pub(in crate::text) fn replace_tail(&mut self, old: &[u8], new: &[u8]) {
        assert!(self.as_ref().ends_with(old), "the rows do not end as they should");
        self.len -= old.len();
        self.extend(new);
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl AsMut<[u8]> for Buffer {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }
}
