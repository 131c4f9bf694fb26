//! Generators that behave differently in the Go program `fakedata`. They have a second name, which only `gush` by the
//! name of `fakedata` uses. Their columns are independent of each other, and their words never change.

use std::sync::Arc;

use super::list::{ADJECTIVES, SHORT_COLORS, lines};
use super::person::login::{DOMAINS, NUMBERS};
use super::person::plain::plain;
use super::person::{number_blocks, papers::OCCUPATIONS, phone};
use super::phrase::{List, Phrase, Word, part};
use super::place::country::column;
use super::text::{LEGACY_DETERMINERS, NOUNS, SENTENCE_ENDINGS, VERBS, capitalised};
use super::{BuildResult, Constraint, Generate, GeneratorSpec, file_lines};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Dictionary, Field};

/// The generators, by their second names.
static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("fakedata.city", "a town", city),
    GeneratorSpec::new("fakedata.color", "a colour", |_| word(&SHORT_COLORS)),
    GeneratorSpec::new("fakedata.country", "a country", |_| word(&COUNTRIES)),
    GeneratorSpec::new("fakedata.country.code", "a country's two letters", |_| word(&COUNTRY_CODES)),
    GeneratorSpec::new("fakedata.email", "a mail address", email),
    GeneratorSpec::new("fakedata.file", "a line of a file", file_lines::file).required(
        "PATH",
        "the path of the file",
        "file:words.txt",
    ),
    GeneratorSpec::new("fakedata.latitude", "degrees north", |_| Ok(Arc::new(Degrees { most: 90_000_000 }))),
    GeneratorSpec::new("fakedata.longitude", "degrees east", |_| Ok(Arc::new(Degrees { most: 180_000_000 }))),
    GeneratorSpec::new("fakedata.name", "a name", |_| {
        Ok(Arc::new(Phrase::new(vec![part(&FIRST_NAMES, " "), part(&LAST_NAMES, "")])))
    }),
    GeneratorSpec::new("fakedata.name.first", "a first name", |_| word(&FIRST_NAMES)),
    GeneratorSpec::new("fakedata.name.last", "a last name", |_| word(&LAST_NAMES)),
    GeneratorSpec::new("fakedata.occupation", "an occupation", |_| word(&OCCUPATIONS)),
    GeneratorSpec::new("fakedata.phone", "a phone number", number_blocks::anywhere)
        .variants(|name| name.strip_prefix("fakedata.").is_some_and(phone::is_of_country)),
    GeneratorSpec::new("fakedata.product.category", "a department of a shop", |_| word(&CATEGORIES)),
    GeneratorSpec::new("fakedata.product.name", "a product", |_| {
        let parts = vec![part(&ADJECTIVES_OF_GOODS, " "), part(&MATERIALS, " "), part(&NOUNS_OF_GOODS, "")];
        Ok(Arc::new(Phrase::new(parts)))
    }),
    GeneratorSpec::new("fakedata.sentence", "a sentence", sentence),
    GeneratorSpec::new("fakedata.state", "a state", |_| word(&STATES)),
    GeneratorSpec::new("fakedata.state.code", "a state's two letters", |_| word(&STATE_CODES)),
    GeneratorSpec::new("fakedata.timezone", "a time zone", |_| word(&TIME_ZONES)),
    GeneratorSpec::new("fakedata.username", "a user name", username),
];

/// What stands before a generator's name in its second one.
const PREFIX: &str = "fakedata.";

/// The name that gives this generator with the behaviour it has in the Go program `fakedata`.
pub fn fakedata_name(generator: &str) -> String {
    let own = format!("{PREFIX}{generator}");
    if find(&own).is_some() { own } else { generator.to_owned() }
}

/// The generator of a second name.
pub(super) fn find(name: &str) -> Option<&'static GeneratorSpec> {
    name.strip_prefix(PREFIX)?;
    SPECS.iter().find(|spec| spec.name == name || spec.variants.is_some_and(|variants| variants(name)))
}

static FIRST_NAMES: List = lines!("fakedata/first-names.txt");
static LAST_NAMES: List = lines!("fakedata/last-names.txt");
static COUNTRIES: List = lines!("fakedata/countries.txt");
static COUNTRY_CODES: List = List::new(|| each_once(include_str!("../../words/fakedata/country-codes.txt")));
static TIME_ZONES: List = lines!("timezones.txt");
const US_STATES: &str = include_str!("../../words/us-states.tsv");
static STATE_CODES: List = List::new(|| column(US_STATES, 0));
static STATES: List = List::new(|| column(US_STATES, 1));
static PLAIN_FIRST_NAMES: List = List::new(|| different(&FIRST_NAMES));
static PLAIN_LAST_NAMES: List = List::new(|| different(&LAST_NAMES));
/// What stands before a town's name, with its space; nothing at all is the first.
static CITY_PREFIXES: List = List::new(|| {
    let spaced = include_str!("../../words/fakedata/city-prefixes.txt")
        .lines()
        .map(|prefix| format!("{} ", prefix.trim()));
    Arc::new(Dictionary::exactly(std::iter::once(String::new()).chain(spaced)))
});
static TOWNS: List = List::new(|| {
    Arc::new(Dictionary::of(
        include_str!("../../words/fakedata/last-names.txt").lines().filter(|name| !name.contains('\'')),
    ))
});
static CITY_SUFFIXES: List = List::new(|| each_once(include_str!("../../words/fakedata/city-suffixes.txt")));
static CATEGORIES: List = lines!("product-categories.txt");
static ADJECTIVES_OF_GOODS: List = lines!("product-adjectives.txt");
static MATERIALS: List = lines!("product-materials.txt");
static NOUNS_OF_GOODS: List = List::new(|| column(include_str!("../../words/product-nouns.tsv"), 0));
/// The determiners as they begin a sentence.
static OPENERS: List =
    List::new(|| Arc::new(Dictionary::exactly(LEGACY_DETERMINERS.iter().map(capitalised))));

/// The lines of a list that has one of them twice.
fn each_once(lines: &str) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(lines.lines()))
}

/// Names as they stand in an address, each once: accents alone may have told two apart.
fn different(names: &Dictionary) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(names.map(plain).iter()))
}

fn word(list: &'static List) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(list))))
}

fn username(_: Constraint<'_>) -> BuildResult {
    let parts = vec![part(&PLAIN_FIRST_NAMES, "_"), part(&PLAIN_LAST_NAMES, ""), part(&NUMBERS, "")];
    Ok(Arc::new(Phrase::new(parts)))
}

fn email(_: Constraint<'_>) -> BuildResult {
    let person = [part(&PLAIN_FIRST_NAMES, "."), part(&PLAIN_LAST_NAMES, "")];
    let address = [part(&NUMBERS, "@"), part(&DOMAINS, "")];
    Ok(Arc::new(Phrase::new([person, address].concat())))
}

fn sentence(_: Constraint<'_>) -> BuildResult {
    let subject = vec![part(&OPENERS, " "), part(&ADJECTIVES, " "), part(&NOUNS, " "), part(&VERBS, " ")];
    let object = vec![
        part(&LEGACY_DETERMINERS, " "),
        part(&ADJECTIVES, " "),
        part(&NOUNS, ""),
        part(&SENTENCE_ENDINGS, "."),
    ];
    Ok(Arc::new(Phrase::drawn(vec![subject, object])))
}

/// Degrees from minus `most` to `most`, in millionths.
#[derive(Debug)]
struct Degrees {
    most: i64,
}

impl Generate for Degrees {
    fn field(&self) -> Field {
        Field::decimal(6, -self.most, self.most)
    }

    fn cardinality(&self) -> u64 {
        2 * self.most as u64 + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let count = self.cardinality();
        let fractions = draws.load(0);
        for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = bounded(*x, count) as i64 - self.most;
        }
    }
}

/// A believable town that does not exist, such as "Port Hamillburgh".
#[derive(Debug)]
struct City;

fn city(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(City))
}

impl Generate for City {
    fn field(&self) -> Field {
        Field::composed([part(&CITY_PREFIXES, ""), part(&TOWNS, ""), part(&CITY_SUFFIXES, "")])
    }

    fn cardinality(&self) -> u64 {
        [&CITY_PREFIXES, &TOWNS, &CITY_SUFFIXES].iter().map(|words| words.len() as u64).product()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        // Two towns in three have no prefix.
        let prefixes = CITY_PREFIXES.len() as u64;
        let shares = if draws.is_unique() { prefixes } else { 3 * (prefixes - 1) };
        let fractions = draws.load(0);
        let [prefix, town, suffix] = values.indices(3, fractions.len()) else {
            unreachable!("three parts were asked for")
        };
        for (i, x) in fractions.iter_mut().enumerate() {
            let share = take_digit(x, shares);
            prefix[i] = if share < prefixes { share as u32 } else { 0 };
            town[i] = take_digit(x, TOWNS.len() as u64) as u32;
            suffix[i] = bounded(*x, CITY_SUFFIXES.len() as u64) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SPECS, fakedata_name, find};
    use crate::generators;

    #[test]
    fn second_names_are_of_generators_that_there_are() {
        for spec in SPECS {
            let name = spec.name.strip_prefix("fakedata.").unwrap();
            assert_eq!(generators::find(name).map(|found| found.name), Some(name));
            assert_eq!(generators::find(&fakedata_name(name)).map(|found| found.name), Some(spec.name));
            assert!(spec.entity.is_none());
        }
        assert_eq!(fakedata_name("noun"), "noun");
        assert_eq!(find("fakedata.phone.de").map(|spec| spec.name), Some("fakedata.phone"));
    }
}
