//! What people log in with: `email`, `username`, `password`.

use std::collections::HashMap;
use std::sync::Arc;

use deunicode::deunicode;

use super::name::{first_names, last_names, with_names};
use crate::generators::phrase::{List, Phrase, part};
use crate::generators::{BuildResult, Constraint, Generate};
use crate::locale::{Locale, english};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, Dictionary, Field};

/// Domains that RFC 2606 and RFC 6761 reserve: no test mail sent there reaches anybody.
const RESERVED_DOMAINS: &str = include_str!("../../../words/reserved-domains.txt");
/// Numbers behind user names and mail addresses run from 1 to this; some have none.
const LAST_NUMBER: u32 = 999;

/// English names as they stand in an address.
static PLAIN_FIRST_NAMES: List = List::new(|| different(english(), &first_names(english())));
static PLAIN_LAST_NAMES: List = List::new(|| different(english(), &last_names(english())));
pub(super) static NUMBERS: List = List::new(|| {
    let number = |n: u32| if n == 0 { String::new() } else { n.to_string() };
    Arc::new(Dictionary::exactly((0..=LAST_NUMBER).map(number)))
});
pub(super) static DOMAINS: List = List::new(|| Arc::new(Dictionary::lines(RESERVED_DOMAINS)));

/// How Japanese names are read, one a line: their signs alone would be read as Chinese.
const READINGS: &str = include_str!("../../../words/japanese-readings.tsv");

/// Names of a locale as they stand in an address, one for each.
pub(super) fn plain_words(locale: &Locale, names: &Dictionary) -> Dictionary {
    let japanese = locale.country == Some("JP");
    let readings: HashMap<&str, &str> = if japanese {
        READINGS.lines().filter_map(|line| line.split_once('\t')).collect()
    } else {
        HashMap::new()
    };
    names.map(|name| readings.get(name).map_or_else(|| plain(name), |reading| (*reading).to_owned()))
}

/// A name in the Latin letters that it is nearest to, all small: accents go, other scripts are written by their sounds.
pub(super) fn plain(name: &str) -> String {
    let latin = deunicode(name);
    latin.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Names as they stand in an address, each once: accents alone may have told two apart.
fn different(locale: &Locale, names: &Dictionary) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(plain_words(locale, names).iter()))
}

/// First and last names of a locale as they stand in an address.
fn plain_names(locale: &Locale) -> [Arc<Dictionary>; 2] {
    if locale.is_english() {
        return [Arc::clone(&PLAIN_FIRST_NAMES), Arc::clone(&PLAIN_LAST_NAMES)];
    }
    [different(locale, &first_names(locale)), different(locale, &last_names(locale))]
}

/// `username`: letters, digits and underscores only.
pub(super) fn username(constraint: Constraint<'_>) -> BuildResult {
    let [first, last] = plain_names(constraint.local(with_names)?);
    Ok(Arc::new(Phrase::new(vec![part(&first, "_"), part(&last, ""), part(&NUMBERS, "")])))
}

/// `email`: on a reserved domain.
pub(super) fn email(constraint: Constraint<'_>) -> BuildResult {
    let [first, last] = plain_names(constraint.local(with_names)?);
    let person = [part(&first, "."), part(&last, "")];
    let address = [part(&NUMBERS, "@"), part(&DOMAINS, "")];
    Ok(Arc::new(Phrase::new([person, address].concat())))
}

/// The characters of passwords: 64, so that each takes 6 bits, and none that any format has to quote.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How many characters the bits of one draw give.
const A_DRAW: usize = 10;
const LONGEST: usize = 128;

/// `password[:min,max]`
pub(super) fn password(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("password:MIN,MAX")?;
    let length = |field: &crate::generators::ConstraintField| {
        let length = usize::try_from(field.int()?).ok().filter(|length| (1..=LONGEST).contains(length));
        length.ok_or_else(|| field.error(format!("expected a length from 1 to {LONGEST}")))
    };
    let min = min.as_ref().map(length).transpose()?;
    let max = max.as_ref().map(length).transpose()?;
    // One that is given moves the usual other end out of its way.
    let (min, max) = match (min, max) {
        (Some(min), None) => (min, min.max(20)),
        (None, Some(max)) => (max.min(12), max),
        (min, max) => (min.unwrap_or(12), max.unwrap_or(20)),
    };
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    Ok(Arc::new(Password { min, max }))
}

#[derive(Debug)]
struct Password {
    min: usize,
    max: usize,
}

impl Password {
    /// The characters that the first draw gives in every password.
    fn first(&self) -> usize {
        self.min.min(A_DRAW)
    }
}

impl Generate for Password {
    fn field(&self) -> Field {
        Field::free(self.max, self.min.midpoint(self.max), true)
    }

    fn cardinality(&self) -> u64 {
        1 << (6 * self.first())
    }

    /// The first draw gives the first characters, the second one the length, each further one ten characters more.
    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let blocks = self.max.div_ceil(A_DRAW);
        let lengths = draws.key(1);
        let more: Vec<Key> = (2..=blocks as u64).map(|draw| draws.key(draw)).collect();
        // What the first draw does not give of the first block, as it would go beyond the shortest password.
        let rest = u64::MAX.checked_shr(6 * self.first() as u32).unwrap_or(0);
        let (rows, span, texts) = (draws.counters(), (self.max - self.min + 1) as u64, values.strings());
        rows.zip(draws.load(0), |x, row| {
            let bits = lengths.bits(row);
            let length = self.min + bounded(bits, span) as usize;
            texts.push_with(blocks * A_DRAW, |room| {
                write_block((*x & !rest) | (bits & rest), room);
                for (key, block) in more.iter().zip(room[A_DRAW..].chunks_mut(A_DRAW)) {
                    write_block(key.bits(row), block);
                }
                length
            });
        });
    }
}

/// Ten characters from the upper bits.
fn write_block(mut bits: u64, room: &mut [u8]) {
    for to in &mut room[..A_DRAW] {
        *to = CHARACTERS[(bits >> 58) as usize];
        bits <<= 6;
    }
}
