//! A list of texts that becomes a table.

/// Prepared texts in one piece of memory.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct List {
    bytes: Vec<u8>,
    /// Where each text ends.
    ends: Vec<usize>,
    longest: usize,
}

impl List {
    /// Adds what `write` appends.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
        self.longest = self.longest.max(self.bytes.len() - start);
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The length of the longest.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// All texts one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of all together.
    pub fn total(&self) -> usize {
        self.bytes.len()
    }

    /// The text at `index`.
    pub fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }

    /// All texts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<T: AsRef<[u8]>> FromIterator<T> for List {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> List {
        let mut list = List::default();
        for text in texts {
            list.push_with(|out| out.extend_from_slice(text.as_ref()));
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::List;

    #[test]
    fn lists_know_their_texts() {
        let list: List = ["ab", "", "cde"].into_iter().collect();
        assert_eq!(list.iter().collect::<Vec<_>>(), [&b"ab"[..], b"", b"cde"]);
        assert_eq!((list.longest(), list.total()), (3, 5));
    }
}
