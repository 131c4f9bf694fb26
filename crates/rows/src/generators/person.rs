//! People: `name`, `name.first`, `name.last`, `username`, `email`.

use std::sync::Arc;

use fake::locales::{Data, EN};

use super::phrase::{List, Phrase, Word, part};
use super::{Constraint, Entry, Made};
use crate::words::Words;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[
    Entry::new("email", "a mail address on a reserved domain, which reaches nobody", email),
    Entry::new("name", "a first and a last name", name),
    Entry::new("name.first", "a first name", first),
    Entry::new("name.last", "a last name", last),
    Entry::new("username", "a user name of letters, digits and underscores", username),
];

/// Domains that RFC 2606 and RFC 6761 reserve: no test mail sent there reaches anybody.
const RESERVED_DOMAINS: &str = include_str!("../../words/reserved-domains.txt");
/// Numbers behind user names and mail addresses run from 1 to this; some have none.
const LAST_NUMBER: u32 = 999;

static FIRST_NAMES: List = List::new(|| Arc::new(Words::of(EN::NAME_FIRST_NAME.iter().copied())));
static LAST_NAMES: List = List::new(|| Arc::new(Words::of(EN::NAME_LAST_NAME.iter().copied())));
/// The names as they stand in an address.
static PLAIN_FIRST_NAMES: List = List::new(|| plain(&FIRST_NAMES));
static PLAIN_LAST_NAMES: List = List::new(|| plain(&LAST_NAMES));
static NUMBERS: List = List::new(|| {
    let number = |n: u32| if n == 0 { String::new() } else { n.to_string() };
    Arc::new(Words::exactly((0..=LAST_NUMBER).map(number)))
});
static DOMAINS: List = List::new(|| Arc::new(Words::lines(RESERVED_DOMAINS)));

/// Lower case, letters and digits of ASCII only.
fn plain(names: &Words) -> Arc<Words> {
    let plain = |name: &str| {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    let plain: Vec<String> = names.iter().map(plain).collect();
    Arc::new(Words::of(plain.iter().map(String::as_str)))
}

/// `name.first`
pub(crate) fn first(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(Arc::clone(&FIRST_NAMES))))
}

/// `name.last`
pub(crate) fn last(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(Arc::clone(&LAST_NAMES))))
}

/// `name`: first and last.
pub(crate) fn name(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Phrase::new(vec![part(&FIRST_NAMES, " "), part(&LAST_NAMES, "")])))
}

/// `username`: letters, digits and underscores only.
pub(crate) fn username(_: Constraint<'_>) -> Made {
    let parts = vec![part(&PLAIN_FIRST_NAMES, "_"), part(&PLAIN_LAST_NAMES, ""), part(&NUMBERS, "")];
    Ok(Arc::new(Phrase::new(parts)))
}

/// `email`: on a reserved domain.
pub(crate) fn email(_: Constraint<'_>) -> Made {
    let person = [part(&PLAIN_FIRST_NAMES, "."), part(&PLAIN_LAST_NAMES, "")];
    let address = [part(&NUMBERS, "@"), part(&DOMAINS, "")];
    Ok(Arc::new(Phrase::new([person, address].concat())))
}
