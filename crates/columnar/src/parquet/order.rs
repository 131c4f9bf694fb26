//! The order of a dictionary's entries, by which the smallest and the largest of a page are found.

use gusher::types::Dictionary;

use super::bounds::Bounds;
use super::texts;

/// Which entries of a dictionary come before which others.
#[derive(Debug)]
pub(super) struct EntryOrder {
    /// The entries, the smallest first.
    sorted: Vec<u32>,
    /// The position of each entry in it.
    ranks: Vec<u32>,
    /// The bounds of all entries.
    all: Bounds,
}

impl EntryOrder {
    /// The order of these entries.
    pub fn of(dictionary: &Dictionary) -> EntryOrder {
        let entries: Vec<&str> = dictionary.iter().collect();
        let mut sorted: Vec<u32> = (0..entries.len() as u32).collect();
        sorted.sort_unstable_by_key(|&entry| entries[entry as usize]);
        let mut ranks = vec![0; entries.len()];
        for (rank, &entry) in sorted.iter().enumerate() {
            ranks[entry as usize] = rank as u32;
        }
        let end = |entry: Option<&u32>| entry.map_or("", |&entry| entries[entry as usize]).as_bytes();
        let all = texts::between(end(sorted.first()), end(sorted.last()));
        EntryOrder { sorted, ranks, all }
    }

    /// The bounds of the entries that have these indices, one at least.
    pub fn bounds(&self, dictionary: &Dictionary, indices: &[u32]) -> Bounds {
        let (Some(first), Some(last)) = (self.sorted.first(), self.sorted.last()) else {
            return Bounds::None;
        };
        // Of few words a page has all, and both ends are found early.
        if indices.contains(first) && indices.contains(last) {
            return self.all.clone();
        }
        let ranks = indices.iter().map(|&index| self.ranks[index as usize]);
        let (least, most) =
            ranks.fold((u32::MAX, 0), |(least, most), rank| (least.min(rank), most.max(rank)));
        let entry = |rank: u32| dictionary.get(self.sorted[rank as usize] as usize).as_bytes();
        texts::between(entry(least), entry(most))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, EntryOrder};
    use gusher::types::Dictionary;

    #[test]
    fn bounds_are_those_of_the_entries_that_come() {
        let words = ["b", "", "zz", "a", "z", "ab"];
        let (dictionary, _) = Dictionary::indexed(words);
        let order = EntryOrder::of(&dictionary);
        for from in 0..words.len() {
            for to in from + 1..=words.len() {
                let indices: Vec<u32> = (from as u32..to as u32).collect();
                let end = |word: Option<&&str>| Box::from(word.unwrap().as_bytes());
                let some = &words[from..to];
                let expected = Bounds::Bytes(end(some.iter().min()), end(some.iter().max()));
                assert_eq!(order.bounds(&dictionary, &indices), expected);
            }
        }
    }
}
