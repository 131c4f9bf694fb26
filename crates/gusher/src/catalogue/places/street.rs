//! Streets, houses and complete addresses of the row's place: `street`, `street.number`, `street.address`, `address`.

use std::borrow::Cow;
use std::sync::Arc;

use super::house_number::HouseNumbers;
use super::towns::{PART, Town, TownEntries, Towns};
use crate::generators::part_of::part_of;
use crate::generators::phrase::part;
use crate::generators::weights::Shares;
use crate::generators::{BuildResult, Constraint, ConstraintError};
use crate::locale::Locale;
use crate::types::{Dictionary, TextPart};

/// The shared draw of the street and the number in it.
const STREET: u64 = 1;

/// The kind of a part of an address, with the data that its draws need.
#[derive(Debug)]
enum AddressPart {
    /// The text before the first field.
    Nothing,
    Street,
    Number,
    /// The text of each town, or of each of its parts.
    Town(TownEntries),
}

/// The names of a locale's streets, as often as each comes.
#[derive(Debug)]
struct Streets {
    names: Arc<Dictionary>,
    shares: Shares,
}

/// The streets of the column's locale.
fn streets(constraint: &Constraint<'_>) -> Result<(&'static Locale, Streets), ConstraintError> {
    constraint.local(|locale| {
        locale.text("streets.tsv")?;
        let (names, weights): (Vec<&str>, Vec<u64>) = locale
            .rows("streets.tsv")
            .map(|[name, weight]| (name, weight.parse::<u64>().expect("every street has a weight")))
            .unzip();
        let shares = Shares::of((0..).zip(weights));
        Some((locale, Streets { names: Arc::new(Dictionary::of(names)), shares }))
    })
}

/// `street`
pub(super) fn street(constraint: Constraint<'_>) -> BuildResult {
    let (_, streets) = streets(&constraint)?;
    let parts = vec![(part(&streets.names, ""), AddressPart::Street)];
    column((streets.shares, Shares::of([(0, 1)])), parts)
}

/// `address`
pub(super) fn address(constraint: Constraint<'_>) -> BuildResult {
    in_form(&constraint, |form| form, false)
}

/// `street.address`
pub(super) fn street_address(constraint: Constraint<'_>) -> BuildResult {
    in_form(&constraint, street_form, false)
}

/// `street.number`
pub(super) fn number(constraint: Constraint<'_>) -> BuildResult {
    in_form(&constraint, |_| "{number}", false)
}

/// `place.address.lines`
pub(super) fn address_lines(constraint: Constraint<'_>) -> BuildResult {
    in_form(&constraint, |form| form, true)
}

/// What a form has of the street and the house, with what belongs to them, such as "No:" and 号, but without what separates
/// them from the town.
fn street_form(form: &'static str) -> &'static str {
    const SEPARATORS: [char; 4] = [' ', ',', '،', '，'];
    let at = || OWN.iter().filter_map(|field| Some((form.find(field)?, field.len())));
    let (start, end) = (at().map(|(at, _)| at).min(), at().map(|(at, len)| at + len).max());
    let (start, end) = (start.unwrap_or(0), end.unwrap_or(form.len()));
    let before = form[..start].rfind('}').map_or(0, |close| close + 1);
    let after = form[end..].find('{').map_or(form.len(), |open| end + open);
    form[before..after].trim_matches(SEPARATORS)
}

/// The fields of an address that are not of its town.
const OWN: [&str; 2] = ["{street}", "{number}"];

/// The separator that ends a line of an address on an envelope, where one follows another in one line.
const BREAKS: [&str; 3] = [", ", "، ", "，"];

/// The sections of the locale's form of addresses that `wanted` selects, in one line or in several.
fn in_form(
    constraint: &Constraint<'_>,
    wanted: fn(&'static str) -> &'static str,
    has_lines: bool,
) -> BuildResult {
    let (locale, streets) = streets(constraint)?;
    let towns = Towns::of(locale);
    let numbers = HouseNumbers::of(locale);
    let is_once = locale.setting("city_once") == "true";
    let form = wanted(locale.setting("address"));
    let before = form.split('{').next().unwrap_or_default();
    let mut parts = Vec::new();
    if !before.is_empty() {
        parts.push((part(&Arc::new(Dictionary::exactly([String::new()])), before), AddressPart::Nothing));
    }
    let groups = groups(form);
    let is_own = |field: Option<&(&str, &str)>| field.is_some_and(|(field, _)| OWN.contains(field));
    for (at, &(field, after)) in groups.iter().enumerate() {
        // A street and its number are one line. Within what is of a town there is no other line, but after a postcode that comes first.
        let (field, after) = match after {
            after if is_own(groups.get(at)) && is_own(groups.get(at + 1)) => (field.to_owned(), after),
            after if has_lines && BREAKS.contains(&after) => (field.to_owned(), "\n"),
            after if has_lines => {
                (field.replacen("{postcode} ", "{postcode}\n", usize::from(parts.is_empty())), after)
            }
            after => (field.to_owned(), after),
        };
        parts.push(match &*field {
            "{street}" => (part(&streets.names, after), AddressPart::Street),
            "{number}" => (part(&numbers.dictionary, after), AddressPart::Number),
            line => {
                let lines: Vec<String> =
                    towns.towns.iter().map(|town| town_line(line, town, is_once)).collect();
                let (texts, indices) = Dictionary::indexed(lines.iter().map(String::as_str));
                (part(&Arc::new(texts), after), AddressPart::Town(Arc::clone(&towns).entries(indices)))
            }
        });
    }
    column((streets.shares, numbers.shares), parts)
}

/// The fields of a form, with the text that follows each; adjacent ones of a town are one.
fn groups(form: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut groups: Vec<(usize, usize, usize)> = Vec::new();
    for (start, _) in form.match_indices('{') {
        let close = start + form[start..].find('}').expect("every field of a form is closed") + 1;
        let end = form[close..].find('{').map_or(form.len(), |next| close + next);
        let own = |field: &str| OWN.contains(&field);
        match groups.last_mut() {
            Some((first, last, until)) if !own(&form[*first..*last]) && !own(&form[start..close]) => {
                (*last, *until) = (close, end);
            }
            _ => groups.push((start, close, end)),
        }
    }
    groups.into_iter().map(|(start, close, end)| (&form[start..close], &form[close..end])).collect()
}

/// A town and its state as they follow one another in a form.
const CITY_AND_STATE: [&str; 3] = ["{state}{city}", "{state} {city}", "{city}, {state}"];

/// A town as it is written in an address: the text before each field of the form, the field, and the text after the last one.
/// A city that is a state of its own, as 인천 is 인천광역시, comes once if `is_once`, by the longer of its names.
fn town_line(form: &str, town: &Town, is_once: bool) -> String {
    let mut line = String::with_capacity(64);
    let (mut form, mut city) = (Cow::Borrowed(form), town.city);
    if is_once && (town.state.contains(city) || city.contains(town.state)) {
        city = if city.len() < town.state.len() { town.state } else { city };
        for both in CITY_AND_STATE {
            form = form.replace(both, "{city}").into();
        }
    }
    for section in form.split('{') {
        match section.split_once('}') {
            Some((field, after)) => {
                line.push_str(match field {
                    "city" => city,
                    "state" => town.state,
                    "code" => town.code,
                    "postcode" => town.postcode,
                    _ => unreachable!("a test looks at the fields of all forms"),
                });
                line.push_str(after);
            }
            None => line.push_str(section),
        }
    }
    line
}

/// A street, a number and a town, in the locale's order.
fn column((streets, numbers): (Shares, Shares), parts: Vec<(TextPart, AddressPart)>) -> BuildResult {
    let (parts, kinds): (_, Vec<AddressPart>) = parts.into_iter().unzip();
    let street = kinds.iter().position(|kind| matches!(kind, AddressPart::Street));
    let number = kinds.iter().position(|kind| matches!(kind, AddressPart::Number));
    part_of(PART, parts, move |draws, columns| {
        // A street and its number are of one draw, one after the other.
        match (street, number) {
            (Some(street), Some(number)) => {
                let [names, houses] =
                    columns.get_disjoint_mut([street, number]).expect("they are two columns");
                for ((name, house), x) in names.iter_mut().zip(houses).zip(draws.load_shared(STREET)) {
                    (*name, *house) = (streets.take(x), numbers.take(x));
                }
            }
            (Some(street), None) => {
                for (name, x) in columns[street].iter_mut().zip(draws.load_shared(STREET)) {
                    *name = streets.take(x);
                }
            }
            (None, Some(number)) => {
                for (house, x) in columns[number].iter_mut().zip(draws.load_shared(STREET)) {
                    streets.take(x);
                    *house = numbers.take(x);
                }
            }
            (None, None) => {}
        }
        for (column, kind) in columns.iter_mut().zip(&kinds) {
            match kind {
                AddressPart::Nothing => column.fill(0),
                AddressPart::Town(entries) => entries.draw(draws, column),
                AddressPart::Street | AddressPart::Number => {}
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{groups, street_form};
    use crate::catalogue::tests::values;
    use crate::locale::LOCALES;

    #[test]
    fn towns_of_an_address_are_one_part_where_they_can_be() {
        assert_eq!(
            groups("〒{postcode} {state}{city}{street}{number}号"),
            [("{postcode} {state}{city}", ""), ("{street}", ""), ("{number}", "号")]
        );
        assert_eq!(
            groups("{street} {number}, {city}"),
            [("{street}", " "), ("{number}", ", "), ("{city}", "")]
        );
    }

    #[test]
    fn every_form_has_fields_that_are_known() {
        for locale in LOCALES.iter() {
            for section in locale.setting("address").split('{').skip(1) {
                let field = section.split('}').next().unwrap();
                let known = ["street", "number", "city", "state", "code", "postcode"];
                assert!(known.contains(&field), "{}: {field}", locale.name);
            }
        }
    }

    #[test]
    fn a_street_address_is_the_form_without_the_town() {
        for (form, street) in [
            ("{street} {number}, {postcode} {city}", "{street} {number}"),
            ("{number} {street}, {city}, {code} {postcode}", "{number} {street}"),
            ("〒{postcode} {state}{city}{street}{number}号", "{street}{number}号"),
            ("{postcode} {city}, {street} {number}.", "{street} {number}."),
            ("Số {number}, {street}, {city}, {state}", "Số {number}, {street}"),
            ("{city}، {street}، پلاک {number}، {postcode}", "{street}، پلاک {number}"),
            ("{street} # {number}, {city}, {state}", "{street} # {number}"),
        ] {
            assert_eq!(street_form(form), street);
        }
    }

    #[test]
    fn the_street_address_of_every_locale_is_a_part_of_the_address() {
        for locale in LOCALES.iter() {
            let of = |column: &str| values(&format!("{column}@locale={}", locale.name), 7, 0..50);
            let (addresses, part) = (of("address"), of("street.address"));
            let (streets, numbers) = (of("street"), of("street.number"));
            for row in 0..addresses.len() {
                let own = &part[row];
                assert!(addresses[row].contains(&**own) && addresses[row] != *own, "{}: {own}", locale.name);
                assert!(
                    own.contains(&*streets[row]) && own.contains(&*numbers[row]),
                    "{}: {own}",
                    locale.name
                );
            }
        }
    }
}
