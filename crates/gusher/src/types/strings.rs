//! Texts of any length in one piece of memory.

/// Texts one after the other in one piece of memory: all bytes, and where each text ends.
#[derive(Debug, Default)]
pub struct Strings {
    /// The texts; after them there may be anything.
    bytes: Vec<u8>,
    /// How much of `bytes` means something.
    len: usize,
    /// Where each text ends.
    ends: Vec<u32>,
}

impl Strings {
    /// The bytes that a reader may look at after a text's end, so that it can copy in blocks.
    pub const SLACK: usize = 16;

    /// Takes all texts away and keeps their memory.
    pub fn clear(&mut self) {
        self.len = 0;
        self.ends.clear();
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds `count` empty texts.
    pub(crate) fn push_empty(&mut self, count: usize) {
        let end = u32::try_from(self.len).expect("a batch of texts is far below 4 GiB");
        self.ends.resize(self.ends.len() + count, end);
    }

    /// Adds all texts of others.
    pub(super) fn append(&mut self, other: &Strings) {
        let (start, len) = (self.len, other.len);
        let end =
            |end: &u32| u32::try_from(start + *end as usize).expect("a batch of texts is far below 4 GiB");
        self.ends.extend(other.ends.iter().map(end));
        let wanted = start + len + Strings::SLACK;
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted.next_power_of_two(), 0);
        }
        self.bytes[start..start + len].copy_from_slice(&other.bytes[..len]);
        self.len += len;
    }

    /// Adds a text, which must be UTF-8.
    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        self.push_with(text.len(), |buffer| {
            buffer[..text.len()].copy_from_slice(text);
            text.len()
        });
    }

    /// Adds a text that is put together from these, which must be UTF-8.
    pub fn push_all<const N: usize>(&mut self, parts: [&[u8]; N]) {
        self.push_with(parts.iter().map(|part| part.len()).sum(), |buffer| {
            let mut len = 0;
            for part in parts {
                buffer[len..len + part.len()].copy_from_slice(part);
                len += part.len();
            }
            len
        });
    }

    /// Adds the text that `write` puts to the front of at least `most` bytes of buffer, all of which it may scribble
    /// over; it says how many bytes count. They are UTF-8, except for lines of a file in `fakedata`.
    ///
    /// # Panics
    /// If more bytes are to count than the buffer has, or a batch of texts is 4 GiB long.
    #[inline]
    pub fn push_with(&mut self, most: usize, write: impl FnOnce(&mut [u8]) -> usize) {
        let wanted = self.len + most + Strings::SLACK;
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted.next_power_of_two(), 0);
        }
        let buffer = &mut self.bytes[self.len..];
        let written = write(buffer);
        assert!(written <= buffer.len(), "a text is longer than the buffer for it");
        self.len += written;
        self.ends.push(u32::try_from(self.len).expect("a batch of texts is far below 4 GiB"));
    }

    /// Makes `count` texts of `width` bytes each, and gives them to be overwritten one after the other: the bytes
    /// must become UTF-8. After them is slack that may be overwritten too.
    ///
    /// # Panics
    /// If a batch of texts is 4 GiB long.
    pub fn lay(&mut self, count: usize, width: usize) -> &mut [u8] {
        self.len = count * width;
        if self.bytes.len() < self.len + Strings::SLACK {
            self.bytes.resize((self.len + Strings::SLACK).next_power_of_two(), 0);
        }
        let end = |row: usize| u32::try_from(row * width).expect("a batch of texts is far below 4 GiB");
        self.ends.clear();
        self.ends.extend((1..=count).map(end));
        &mut self.bytes[..self.len + Strings::SLACK]
    }

    /// The bytes of the text at `index`.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.bytes[start..self.ends[index] as usize]
    }

    /// All texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// All texts one after the other, to be changed in place.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }

    /// All bytes with the slack after them, and where each text ends.
    pub(crate) fn raw(&self) -> (&[u8], &[u32]) {
        (&self.bytes, &self.ends)
    }
}
