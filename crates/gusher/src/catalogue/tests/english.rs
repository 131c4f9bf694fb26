//! Generators that heed no locale have nothing to translate.

use std::collections::HashSet;

use super::{diagnostics, values};
use crate::catalogue::GENERATORS;

/// What people would read is in the locale's language or refused: a generator that heeds no locale has codes, names and
/// numbers that are the same everywhere.
#[test]
fn what_heeds_no_locale_has_no_english_words() {
    // Names of standards, of programs and of fields, which nobody translates.
    const SAME_EVERYWHERE: [&str; 34] = [
        "log.syslog",
        "http.header",
        "log.apache",
        "log.json",
        "log.nginx",
        "avatar",
        "device.user.agent",
        "file.mime",
        "file.name",
        "file.path",
        "aircraft",
        "airline",
        "airport",
        "dinosaur",
        "domain",
        "domain.tld",
        "emoji",
        "enum",
        "event.action",
        "file",
        "fragment",
        "hostname",
        "http.status",
        "json",
        "lorem",
        "mime",
        "mime.type",
        "path",
        "regex",
        "slug",
        "timezone",
        "url",
        "user.agent",
        "xml",
    ];
    let common: HashSet<&str> =
        include_str!("../../../words/common-words.txt").lines().filter(|entry| entry.len() > 4).collect();
    let mut english_everywhere = Vec::new();
    for entry in GENERATORS.iter().filter(|entry| !entry.takes("locale")) {
        let spec = entry.example();
        if SAME_EVERYWHERE.contains(&entry.name) || !diagnostics(spec).is_empty() {
            continue;
        }
        let english = |value: &str| {
            let value = value.to_lowercase();
            value.split(|c: char| !c.is_alphabetic()).any(|part| common.contains(part))
        };
        let found = values(spec, 1, 0..200);
        let count = found.iter().filter(|value| english(value)).count();
        if count >= 100 {
            english_everywhere.push(format!("{spec}, such as {:?}", &found[..2]));
        }
    }
    assert!(
        english_everywhere.is_empty(),
        "English words in every locale: {}",
        english_everywhere.join("\n")
    );
}
