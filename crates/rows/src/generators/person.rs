//! People: `name`, `name.first`, `name.last`, `username`, `email`.

use std::sync::Arc;

use fake::locales::{Data, EN};

use super::phrase::{Phrase, Word, part};
use super::{Constraint, ConstraintError, Generate};
use crate::words::Words;

type Made = Result<Arc<dyn Generate>, ConstraintError>;

/// Domains that RFC 2606 and RFC 6761 reserve: no test mail sent there reaches anybody.
const RESERVED_DOMAINS: &str = include_str!("../../words/reserved-domains.txt");
/// Numbers behind user names and mail addresses run up to this; 0 is left out as no number at all.
const NUMBERS: u32 = 1000;

fn first_names() -> Words {
    Words::of(EN::NAME_FIRST_NAME.iter().copied())
}

fn last_names() -> Words {
    Words::of(EN::NAME_LAST_NAME.iter().copied())
}

/// The names as they stand in an address: lower case, letters and digits of ASCII only.
fn plain(names: &Words) -> Arc<Words> {
    let plain: Vec<String> = names
        .iter()
        .map(|name| {
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        })
        .collect();
    Arc::new(Words::of(plain.iter().map(String::as_str)))
}

fn numbers() -> Arc<Words> {
    Arc::new(Words::exactly((0..NUMBERS).map(|n| if n == 0 { String::new() } else { n.to_string() })))
}

/// `name.first`
pub(crate) fn first(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(first_names())))
}

/// `name.last`
pub(crate) fn last(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Word::new(last_names())))
}

/// `name`: first and last.
pub(crate) fn name(_: Constraint<'_>) -> Made {
    let (first, last) = (Arc::new(first_names()), Arc::new(last_names()));
    Ok(Arc::new(Phrase::new(vec![part(&first, " "), part(&last, "")])))
}

/// `username`: letters, digits and underscores only.
pub(crate) fn username(_: Constraint<'_>) -> Made {
    let (first, last) = (plain(&first_names()), plain(&last_names()));
    Ok(Arc::new(Phrase::new(vec![part(&first, "_"), part(&last, ""), part(&numbers(), "")])))
}

/// `email`: on a reserved domain.
pub(crate) fn email(_: Constraint<'_>) -> Made {
    let (first, last) = (plain(&first_names()), plain(&last_names()));
    let domains = Arc::new(Words::lines(RESERVED_DOMAINS));
    let number = numbers();
    let parts = vec![part(&first, "."), part(&last, ""), part(&number, "@"), part(&domains, "")];
    Ok(Arc::new(Phrase::new(parts)))
}
