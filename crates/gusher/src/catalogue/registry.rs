//! The registry of generators: help, listings, completion, errors and dispatch all come from here.

use std::sync::LazyLock;

use super::banking::{bank, card, crypto};
use super::bytes::{bits, image, random_bytes, token};
use super::commerce::{company, jobs_and_prices, product};
use super::custom::{choice, constant, file_lines, pattern, regex};
use super::files::files_and_books;
use super::ids::{cuid, snowflake, sortable, uuid};
use super::lists::{lexicon, list};
use super::network::{addresses, device};
use super::software::{development, log};
use super::text::{color, json, naughty, sentence, words, xml};
use super::travel::aviation;
use super::{check_digits, fakedata, numbers, people, places, time, vehicles, web};
use crate::generators::{ANY, GeneratorSpec};

/// The generators by topic, in the order in which they are listed: a file each, and files of one topic together.
static TOPICS: &[(&str, &[GeneratorSpec])] = &[
    ("People", people::SPECS),
    ("Places", places::SPECS),
    ("Shops and companies", jobs_and_prices::SPECS),
    ("Shops and companies", company::SPECS),
    ("Shops and companies", product::SPECS),
    ("Shops and companies", list::TRADES),
    ("Banks and cards", bank::SPECS),
    ("Banks and cards", card::SPECS),
    ("Banks and cards", crypto::SPECS),
    ("Vehicles", vehicles::SPECS),
    ("Numbers with check digits", check_digits::SPECS),
    ("Numbers and booleans", numbers::SPECS),
    ("Numbers and booleans", numbers::vector::SPECS),
    ("Dates and times", time::SPECS),
    ("Dates and times", time::interval::SPECS),
    ("Ids", uuid::SPECS),
    ("Ids", sortable::SPECS),
    ("Ids", snowflake::SPECS),
    ("Ids", cuid::SPECS),
    ("Networks", addresses::SPECS),
    ("Networks", device::SPECS),
    ("The web", web::SPECS),
    ("The web", list::WEB),
    ("Software and its logs", development::SPECS),
    ("Software and its logs", log::SPECS),
    ("Files and books", files_and_books::SPECS),
    ("Bytes and tokens", token::SPECS),
    ("Bytes and tokens", random_bytes::SPECS),
    ("Bytes and tokens", bits::SPECS),
    ("Bytes and tokens", image::SPECS),
    ("Words and texts", words::SPECS),
    ("Words and texts", sentence::SPECS),
    ("Words and texts", lexicon::WORDS),
    ("Words and texts", list::WORDS),
    ("Words and texts", color::SPECS),
    ("Words and texts", naughty::SPECS),
    ("Words and texts", json::SPECS),
    ("Words and texts", xml::SPECS),
    ("Animals, food and other things", list::THINGS),
    ("Animals, food and other things", lexicon::THINGS),
    ("Travel by air", aviation::SPECS),
    ("Values of your own", choice::SPECS),
    ("Values of your own", constant::SPECS),
    ("Values of your own", file_lines::SPECS),
    ("Values of your own", pattern::SPECS),
    ("Values of your own", regex::SPECS),
];

/// All generators, by name.
pub static GENERATORS: LazyLock<Vec<&'static GeneratorSpec>> = LazyLock::new(|| {
    let mut specs: Vec<&GeneratorSpec> = TOPICS.iter().flat_map(|(_, specs)| specs.iter()).collect();
    specs.sort_unstable_by_key(|spec| spec.name);
    specs
});

/// The topics and their generators by name, in the order in which they are listed.
pub fn topics() -> Vec<(&'static str, Vec<&'static GeneratorSpec>)> {
    let mut topics: Vec<(&str, Vec<&GeneratorSpec>)> = Vec::new();
    for (topic, specs) in TOPICS {
        match topics.iter_mut().find(|(known, _)| known == topic) {
            Some((_, known)) => known.extend(*specs),
            None => topics.push((topic, specs.iter().collect())),
        }
    }
    topics.iter_mut().for_each(|(_, specs)| specs.sort_unstable_by_key(|spec| spec.name));
    topics
}

/// The kinds of things that several columns of a row describe together, by name.
pub fn entities() -> Vec<&'static str> {
    let of = |spec: &&'static GeneratorSpec| [spec.entity, spec.entity_of(spec.name, Some(ANY))];
    let mut entities: Vec<&str> = GENERATORS.iter().flat_map(of).flatten().collect();
    entities.sort_unstable();
    entities.dedup();
    entities
}

/// The generator of this name.
pub fn find(name: &str) -> Option<&'static GeneratorSpec> {
    let specs: &[&GeneratorSpec] = &GENERATORS;
    match specs.binary_search_by_key(&name, |spec| spec.name) {
        Ok(at) => Some(specs[at]),
        Err(_) => {
            let other =
                specs.iter().copied().find(|spec| spec.variants.is_some_and(|variants| variants(name)));
            other.or_else(|| fakedata::find(name))
        }
    }
}

/// The names of all generators.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|spec| spec.name)
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
        for spec in GENERATORS.iter() {
            if let Some(constraint) = spec.constraint {
                assert_eq!(constraint.example.split(':').next(), Some(spec.name));
            }
        }
    }

    #[test]
    fn modifiers_that_are_named_exist() {
        for spec in GENERATORS.iter() {
            for name in spec.modifiers {
                assert!(
                    crate::schema::MODIFIERS.iter().any(|help| help.name == *name),
                    "{}@{name}",
                    spec.name
                );
            }
        }
    }
}
