//! Dictionaries: different entries in one block of memory, with their shares where some come more often.

use crate::text_index::TextIndex;

/// Different entries; generators name them by their index, from 0. The entries are below 4 GiB in all.
#[derive(Debug, Default)]
pub struct Dictionary {
    text: String,
    /// Where each entry ends in `text`, which is below 4 GiB.
    ends: Vec<u32>,
    /// Which entry each equal share goes to, where the shares differ.
    shares: Option<Box<[u32]>>,
}

impl Dictionary {
    /// The different entries among `entries`, trimmed, in the order in which they first come. Empty ones are left out.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a str>) -> Dictionary {
        let mut table = Dictionary::default();
        let mut seen = TextIndex::default();
        for entry in entries.into_iter().map(str::trim).filter(|entry| !entry.is_empty()) {
            table.index(entry, &mut seen);
        }
        table
    }

    /// The different entries among `entries`, as they are, and for each of `entries` the index of it in the table.
    pub fn indexed<'a>(entries: impl IntoIterator<Item = &'a str>) -> (Dictionary, Vec<u32>) {
        let mut table = Dictionary::default();
        let mut seen = TextIndex::default();
        let indices = entries.into_iter().map(|entry| table.index(entry, &mut seen)).collect();
        (table, indices)
    }

    /// The lines of one of our own word lists, one entry each: they are trimmed and not empty, and differ. A test looks at
    /// the files, as doing it here would take most of the time that it takes to make one row.
    pub fn lines(text: &'static str) -> Dictionary {
        let mut table =
            Dictionary { text: String::with_capacity(text.len()), ends: Vec::new(), shares: None };
        table.ends.reserve(text.len() / 8);
        for line in text.lines() {
            table.push(line);
        }
        table
    }

    /// Exactly these entries, empty and untrimmed ones too. They must differ.
    pub fn exactly(entries: impl IntoIterator<Item = String>) -> Dictionary {
        let mut table = Dictionary::default();
        for entry in entries {
            table.push(&entry);
        }
        table
    }

    /// Entries with shares: one that comes twice, or with a share of 2, is drawn twice as often as another.
    pub fn weighted<'a>(entries: impl IntoIterator<Item = (&'a str, u32)>) -> Dictionary {
        let mut table = Dictionary::default();
        let mut seen = TextIndex::default();
        // As long as all are equal there are no shares to note: most files have no line twice.
        let mut shares: Option<Vec<u32>> = None;
        for (entry, share) in entries {
            let next = table.len() as u32;
            let index = table.index(entry, &mut seen);
            if shares.is_some() || index != next || share != 1 {
                let shares = shares.get_or_insert_with(|| (0..next).collect());
                shares.extend(std::iter::repeat_n(index, share as usize));
            }
        }
        table.shares = shares.map(Into::into);
        table
    }

    /// Whether any entry has this character.
    pub(crate) fn contains(&self, character: char) -> bool {
        self.text.contains(character)
    }

    /// The same table with each entry changed; shares stay. Entries may become equal.
    #[must_use]
    pub fn map(&self, change: impl FnMut(&str) -> String) -> Dictionary {
        let mut table = Dictionary::exactly(self.iter().map(change));
        table.shares.clone_from(&self.shares);
        table
    }

    /// How many different entries there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The entry at `index`.
    ///
    /// # Panics
    /// If `index` is [`Dictionary::len`] or more.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.text[start..self.ends[index] as usize]
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// For each equal share the index of its entry, or `None` where each entry has the same share.
    pub fn shares(&self) -> Option<&[u32]> {
        self.shares.as_deref()
    }

    fn push(&mut self, entry: &str) -> u32 {
        self.text.push_str(entry);
        self.ends.push(u32::try_from(self.text.len()).expect("the words of a table are far below 4 GiB"));
        self.ends.len() as u32 - 1
    }

    fn index(&mut self, entry: &str, seen: &mut TextIndex) -> u32 {
        let next = self.len() as u32;
        let index = seen.number(entry.as_bytes(), next, |index| self.get(index as usize) == entry);
        if index == next { self.push(entry) } else { index }
    }
}

#[cfg(test)]
mod tests {
    use super::Dictionary;

    #[test]
    fn doubles_blanks_and_outer_spaces_are_left_out() {
        let entries = Dictionary::of([" a", "b ", "", "a", " ", "c d"]);
        assert_eq!(entries.iter().collect::<Vec<_>>(), ["a", "b", "c d"]);
        assert_eq!(entries.shares(), None);
    }

    /// What [`Dictionary::lines`] takes for granted.
    #[test]
    fn word_lists_have_different_trimmed_lines() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("words");
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|end| end == "txt") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(Dictionary::of(text.lines()).iter().eq(text.lines()), "{}", path.display());
            }
        }
    }

    #[test]
    fn indices_are_those_of_the_entries() {
        let (entries, indices) = Dictionary::indexed(["b", "a", "b", " a"]);
        assert_eq!(entries.iter().collect::<Vec<_>>(), ["b", "a", " a"]);
        assert_eq!(indices, [0, 1, 0, 2]);
    }

    #[test]
    fn shares_begin_with_the_first_double() {
        let entries = Dictionary::weighted(["a", "b", "a", "c"].map(|entry| (entry, 1)));
        assert_eq!(entries.shares(), Some(&[0, 1, 0, 2][..]));
        let entries = Dictionary::weighted([("a", 1), ("b", 3)]);
        assert_eq!(entries.shares(), Some(&[0, 1, 1, 1][..]));
    }

    #[test]
    fn shares_add_up_where_an_entry_comes_twice() {
        let entries = Dictionary::weighted([("a", 1), ("b", 2), ("a", 1)]);
        assert_eq!(entries.iter().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(entries.shares(), Some(&[0, 1, 1, 0][..]));
        assert_eq!(Dictionary::weighted([("a", 1), ("", 1)]).shares(), None);
    }
}
