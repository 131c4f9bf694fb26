//! Postcodes by the form that the country gives them: `postcode`.

use std::sync::Arc;

use crate::generators::phrase::{Phrase, part};
use crate::generators::{BuildResult, Constraint};
use crate::types::Dictionary;

/// Country and form, one a line: `#` is a digit, `?` a capital letter, all else stands for itself.
const FORMS: &str = include_str!("../../../words/postcode-formats.tsv");
/// The country that has several forms, in one: `~` is a letter or none, `%` a number from 1 to 99.
const UNITED_KINGDOM: (&str, &str) = ("GB", "?~% #??");

/// `postcode`
pub(super) fn postcode(constraint: Constraint<'_>) -> BuildResult {
    let form = constraint.local(|locale| form(locale.country.unwrap_or(super::town::ENGLISH_COUNTRY)))?;
    Ok(Arc::new(Phrase::new(parts(form))))
}

/// The form of a country's postcodes.
fn form(country: &str) -> Option<&'static str> {
    if country == UNITED_KINGDOM.0 {
        return Some(UNITED_KINGDOM.1);
    }
    let mut lines = FORMS.lines().filter_map(|line| line.split_once('\t'));
    lines.find(|(of, _)| *of == country).map(|(_, form)| form)
}

/// The most digits that one table has: larger ones would leave the first-level cache.
const MOST_DIGITS: usize = 3;

/// The tables of a form, each with the text that follows it there.
fn parts(form: &'static str) -> Vec<crate::types::Part> {
    let mut parts = Vec::new();
    let mut rest = form;
    while !rest.is_empty() {
        let digits = rest.bytes().take(MOST_DIGITS).take_while(|&b| b == b'#').count();
        let (words, taken) = match rest.as_bytes()[0] {
            b'#' => (
                Dictionary::exactly((0..10usize.pow(digits as u32)).map(|n| format!("{n:0digits$}"))),
                digits,
            ),
            b'?' => (letters(false), 1),
            b'~' => (letters(true), 1),
            b'%' => (Dictionary::exactly((1..100).map(|n| n.to_string())), 1),
            // Text before the first place.
            _ => (Dictionary::exactly([String::new()]), 0),
        };
        rest = &rest[taken..];
        let text = rest.find(['#', '?', '~', '%']).unwrap_or(rest.len());
        parts.push(part(&Arc::new(words), &rest[..text]));
        rest = &rest[text..];
    }
    parts
}

fn letters(or_none: bool) -> Dictionary {
    let none = or_none.then(String::new);
    Dictionary::exactly(none.into_iter().chain(('A'..='Z').map(String::from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_becomes_tables() {
        let shown = |form| -> Vec<(usize, &str)> {
            parts(form).iter().map(|part| (part.words.len(), part.after)).collect()
        };
        assert_eq!(shown("#####"), [(1000, ""), (100, "")]);
        assert_eq!(shown("AD###-?"), [(1, "AD"), (1000, "-"), (26, "")]);
        assert_eq!(shown("?~% #??"), [(26, ""), (27, ""), (99, " "), (10, ""), (26, ""), (26, "")]);
    }

    #[test]
    fn every_form_has_places_of_its_own() {
        for line in FORMS.lines() {
            let (country, form) = line.split_once('\t').unwrap();
            assert!(super::super::country::Country::find(country).is_some(), "{country}");
            assert!(form.contains(['#', '?']), "{line}");
        }
    }
}
