//! Where the Go program `fakedata` promises something of its values that `gush rows` does not keep: generators of another shape,
//! and columns that may be of any of the world. All other values come from the same generators.

use std::sync::Arc;

use super::custom::file_lines;
use super::lists::list::SHORT_COLORS;
use super::people::email;
use crate::generators::GeneratorSpec;
use crate::generators::phrase::DictionaryEntry;
use crate::generators::spec::ANY;

/// The generators of another shape, by their second names.
static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("fakedata.color", "a colour's English name, of one word", |_| {
        Ok(Arc::new(DictionaryEntry::new(Arc::clone(&SHORT_COLORS))))
    }),
    GeneratorSpec::new("fakedata.file", "a line of a file", file_lines::file).required(
        "PATH",
        "the path of the file",
        "file:words.txt",
    ),
    GeneratorSpec::new(
        "fakedata.username",
        "the user name of the row's person: letters and digits",
        email::alphanumeric,
    )
    .entity("person"),
];

/// The prefix of a generator's second name.
const PREFIX: &str = "fakedata.";
/// The columns that are of any of the world in the Go program, and would have a single value for the row's place.
const OF_WORLD: [&str; 4] = ["country", "country.code", "nationality", "phone.code"];
/// The generators of the Go program that take a constraint; the others ignore theirs.
const CONSTRAINED: [&str; 5] = ["date", "enum", "file", "int", "phone.local"];

/// The name that gives this generator with the shape that it has in the Go program `fakedata`.
pub fn fakedata_name(generator: &str) -> String {
    let own = format!("{PREFIX}{generator}");
    if find(&own).is_some() { own } else { generator.to_owned() }
}

/// The constraint that gives this generator of the Go program `fakedata` the values that it has there.
pub fn fakedata_constraint(generator: &str) -> Option<&'static str> {
    OF_WORLD.contains(&generator).then_some(ANY)
}

/// Whether this generator of the Go program `fakedata` takes a constraint there.
pub fn fakedata_takes_constraint(generator: &str) -> bool {
    CONSTRAINED.contains(&generator)
}

/// The generator of a second name.
pub(super) fn find(name: &str) -> Option<&'static GeneratorSpec> {
    name.strip_prefix(PREFIX)?;
    SPECS.iter().find(|spec| spec.name == name)
}

#[cfg(test)]
mod tests {
    use super::{CONSTRAINED, OF_WORLD, SPECS, fakedata_name, find};
    use crate::catalogue;
    use crate::catalogue::tests::values;

    #[test]
    fn second_names_are_of_generators_that_there_are() {
        for spec in SPECS {
            let name = spec.name.strip_prefix("fakedata.").unwrap();
            assert_eq!(catalogue::find(name).map(|found| found.name), Some(name));
            assert_eq!(catalogue::find(&fakedata_name(name)).map(|found| found.name), Some(spec.name));
        }
        assert_eq!(fakedata_name("noun"), "noun");
        assert!(find("fakedata.noun").is_none());
        assert!(OF_WORLD.iter().all(|name| catalogue::find(name).is_some_and(|spec| spec.any.is_some())));
        assert!(
            CONSTRAINED
                .iter()
                .all(|name| catalogue::find(name).is_some_and(|spec| spec.constraint.is_some()))
        );
    }

    #[test]
    fn user_names_are_those_of_the_person_without_the_underscore() {
        let (own, theirs) =
            (values("username", 7, 0..2000), values("username=fakedata.username", 7, 0..2000));
        for (own, theirs) in own.iter().zip(theirs) {
            assert_eq!(own.replace('_', ""), theirs);
            assert!(theirs.len() >= 2 && theirs.bytes().all(|b| b.is_ascii_alphanumeric()), "{theirs}");
        }
    }
}
