//! The registry of generators: help, listings, completion, errors and dispatch all come from here.

use std::sync::LazyLock;

use super::{
    GeneratorSpec, checksum, choice, commerce, compat, file, hash, id, list, net, number, pattern, person,
    place, regex, sentence, sortable, text, time, token, web,
};

/// The generators of each topic, which is a file.
static TOPICS: &[&[GeneratorSpec]] = &[
    checksum::SPECS,
    choice::SPECS,
    commerce::SPECS,
    file::SPECS,
    hash::SPECS,
    id::SPECS,
    list::SPECS,
    net::SPECS,
    number::SPECS,
    pattern::SPECS,
    person::SPECS,
    place::SPECS,
    regex::SPECS,
    sentence::SPECS,
    sortable::SPECS,
    text::SPECS,
    time::SPECS,
    token::SPECS,
    web::SPECS,
];

/// All generators, by name.
pub static GENERATORS: LazyLock<Vec<&'static GeneratorSpec>> = LazyLock::new(|| {
    let mut specs: Vec<&GeneratorSpec> = TOPICS.iter().copied().flatten().collect();
    specs.sort_unstable_by_key(|spec| spec.name);
    specs
});

/// The generator of this name.
pub fn find(name: &str) -> Option<&'static GeneratorSpec> {
    let specs: &[&GeneratorSpec] = &GENERATORS;
    match specs.binary_search_by_key(&name, |spec| spec.name) {
        Ok(at) => Some(specs[at]),
        Err(_) => {
            let other =
                specs.iter().copied().find(|spec| spec.variants.is_some_and(|variants| variants(name)));
            other.or_else(|| compat::find(name))
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
