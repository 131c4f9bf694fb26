//! The registry of generators: help, listings, completion, errors and dispatch all come from here.

use std::sync::LazyLock;

use super::{
    Entry, checksum, choice, commerce, file, hash, id, list, net, number, pattern, person, place, regex,
    sortable, text, time, token, web,
};

/// The generators of each topic, which is a file.
static TOPICS: &[&[Entry]] = &[
    checksum::ENTRIES,
    choice::ENTRIES,
    commerce::ENTRIES,
    file::ENTRIES,
    hash::ENTRIES,
    id::ENTRIES,
    list::ENTRIES,
    net::ENTRIES,
    number::ENTRIES,
    pattern::ENTRIES,
    person::ENTRIES,
    place::ENTRIES,
    regex::ENTRIES,
    sortable::ENTRIES,
    text::ENTRIES,
    time::ENTRIES,
    token::ENTRIES,
    web::ENTRIES,
];

/// All generators, by name.
pub static GENERATORS: LazyLock<Vec<&'static Entry>> = LazyLock::new(|| {
    let mut entries: Vec<&Entry> = TOPICS.iter().copied().flatten().collect();
    entries.sort_unstable_by_key(|entry| entry.name);
    entries
});

/// The generator of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    let entries: &[&Entry] = &GENERATORS;
    match entries.binary_search_by_key(&name, |entry| entry.name) {
        Ok(at) => Some(entries[at]),
        Err(_) => entries.iter().copied().find(|entry| entry.variants.is_some_and(|variants| variants(name))),
    }
}

/// The names of all generators.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|entry| entry.name)
}

#[cfg(test)]
mod tests {
    use super::{GENERATORS, names};

    #[test]
    fn names_are_sorted_and_differ() {
        assert!(names().is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn examples_name_their_generator() {
        for entry in GENERATORS.iter() {
            if let Some(constraint) = entry.constraint {
                assert_eq!(constraint.example.split(':').next(), Some(entry.name));
            }
        }
    }

    #[test]
    fn modifiers_that_are_named_exist() {
        for entry in GENERATORS.iter() {
            for name in entry.modifiers {
                assert!(
                    crate::schema::MODIFIERS.iter().any(|help| help.name == *name),
                    "{}@{name}",
                    entry.name
                );
            }
        }
    }
}
