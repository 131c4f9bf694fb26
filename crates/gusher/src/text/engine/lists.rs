//! The texts that become tables: each list of them, and each table, once for all columns of a program.

use std::collections::HashMap;
use std::sync::Arc;

use super::list::List;
use super::table::Table;
use crate::text_index::hash;
use crate::types::Dictionary;

/// The address of a list or a table identifies it, as long as it is kept.
type Address = usize;

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::text) enum Numbers {
    /// As they are.
    Plain,
    /// As the dates that are this many days after 1970-01-01.
    Dates,
    /// With a point after them.
    IntegerPart,
    /// With this many digits.
    Digits(u32),
}

/// How the entries of a dictionary are written. A program has one style, and writes some as they are besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::text) enum EntryForm {
    /// As complete texts.
    Complete,
    /// As they are between quotes.
    Inside,
    /// As they are.
    AsIs,
}

impl Numbers {
    fn write(self, n: i64, out: &mut Vec<u8>) {
        let text = match self {
            Numbers::Plain => n.to_string(),
            Numbers::Dates => return out.extend_from_slice(&super::digits::date_text(n as i32)),
            Numbers::IntegerPart => format!("{n}."),
            Numbers::Digits(width) => format!("{n:0width$}", width = width as usize),
        };
        out.extend_from_slice(text.as_bytes());
    }
}

/// The tables that columns share: one that several draw from then stays in the nearest cache.
#[derive(Debug, Default)]
pub(in crate::text) struct Lists {
    /// The lists of dictionary entries so far.
    of_entries: HashMap<(Address, EntryForm), (Arc<Dictionary>, Arc<List>)>,
    /// The lists so far, by the hash of their bytes.
    lists: HashMap<u64, Vec<Arc<List>>>,
    /// The lists of numbers so far, by what they are and by the first and the last.
    of_numbers: HashMap<(Numbers, i64, i64), Arc<List>>,
    /// Whether one of these entries has to be quoted.
    quoted: HashMap<Address, (Arc<Dictionary>, bool)>,
    /// The tables so far: of a list whose texts are between two others.
    tables: HashMap<(Address, Vec<u8>, Vec<u8>), Arc<Table>>,
}

impl Lists {
    /// The entries, each as `write` writes it, which follows from the form.
    pub fn of_entries(
        &mut self,
        dictionary: &Arc<Dictionary>,
        form: EntryForm,
        write: impl Fn(&str, &mut Vec<u8>),
    ) -> Arc<List> {
        let key = (Arc::as_ptr(dictionary).addr(), form);
        if let Some((_, list)) = self.of_entries.get(&key) {
            return Arc::clone(list);
        }
        let mut list = List::default();
        for entry in dictionary.iter() {
            list.push_with(|out| write(entry, out));
        }
        let list = self.of(list);
        self.of_entries.insert(key, (Arc::clone(dictionary), Arc::clone(&list)));
        list
    }

    /// All numbers from `min` to `max`. Columns of the same numbers do not write them again.
    pub fn of_numbers(&mut self, numbers: Numbers, min: i64, max: i64) -> Arc<List> {
        let key = (numbers, min, max);
        if let Some(list) = self.of_numbers.get(&key) {
            return Arc::clone(list);
        }
        let mut list = List::default();
        for n in min..=max {
            list.push_with(|out| numbers.write(n, out));
        }
        let list = self.of(list);
        self.of_numbers.insert(key, Arc::clone(&list));
        list
    }

    /// Whether one of the entries has to be quoted, by `needed`; they are checked once for all columns.
    pub fn needs_quotes(&mut self, dictionary: &Arc<Dictionary>, needed: impl Fn(&str) -> bool) -> bool {
        let known = self.quoted.entry(Arc::as_ptr(dictionary).addr());
        known.or_insert_with(|| (Arc::clone(dictionary), dictionary.iter().any(needed))).1
    }

    /// The list, or an equal one.
    pub fn of(&mut self, list: List) -> Arc<List> {
        let known = self.lists.entry(hash(list.bytes())).or_default();
        if let Some(known) = known.iter().find(|known| ***known == list) {
            return Arc::clone(known);
        }
        let list = Arc::new(list);
        known.push(Arc::clone(&list));
        list
    }

    /// The table of a list whose texts are between `before` and `after`.
    pub fn table(&mut self, list: &Arc<List>, before: Vec<u8>, after: Vec<u8>) -> Arc<Table> {
        let table = self.tables.entry((Arc::as_ptr(list).addr(), before, after));
        Arc::clone(table.or_insert_with_key(|(_, before, after)| Arc::new(Table::of(list, before, after))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{EntryForm, Lists};
    use crate::types::Dictionary;

    #[test]
    fn equal_texts_share_a_list_and_a_table() {
        let dictionary = |dictionary: &[&str]| {
            Arc::new(Dictionary::exactly(dictionary.iter().map(|entry| (*entry).to_owned())))
        };
        let mut lists = Lists::default();
        let mut list = |dictionary: &Arc<Dictionary>, form| {
            lists.of_entries(dictionary, form, |entry, out| out.extend(entry.bytes()))
        };
        let ab = dictionary(&["a", "b"]);
        let complete = EntryForm::Complete;
        let [one, two, three] =
            [list(&ab, complete), list(&dictionary(&["a", "b"]), complete), list(&ab, EntryForm::Inside)];
        let other = list(&dictionary(&["ab", ""]), complete);
        assert!(Arc::ptr_eq(&one, &two) && Arc::ptr_eq(&one, &three));
        assert!(!Arc::ptr_eq(&one, &other));
        let mut table = |list, before: &str| lists.table(list, before.into(), b",".into());
        let [plain, again, quoted] = [table(&one, ""), table(&two, ""), table(&one, "'")];
        assert!(Arc::ptr_eq(&plain, &again) && !Arc::ptr_eq(&plain, &quoted));
    }
}
