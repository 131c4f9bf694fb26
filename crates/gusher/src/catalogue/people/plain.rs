//! Names in the form of mail addresses: in small Latin letters alone.

use std::collections::HashMap;

use deunicode::deunicode;

use super::arabic::{is_arabic, latin};
use crate::locale::Locale;
use crate::types::Dictionary;

/// Names of a locale in the form of an address, one for each.
pub(in crate::catalogue) fn plain_names(locale: &Locale, names: &Dictionary) -> Dictionary {
    // The signs of Japanese names alone would be read as Chinese.
    let readings: HashMap<&str, &str> =
        locale.rows::<2>("readings.tsv").map(|[name, reading]| (name, reading)).collect();
    names.map(|name| readings.get(name).map_or_else(|| plain(name), |reading| (*reading).to_owned()))
}

/// A name in the Latin letters that it is nearest to, all small: accents go, other scripts are written by their sounds.
pub(in crate::catalogue) fn plain(name: &str) -> String {
    let letters = if is_arabic(name) { latin(name) } else { deunicode(name) };
    letters.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
