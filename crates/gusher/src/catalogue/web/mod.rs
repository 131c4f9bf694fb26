//! The web: `domain`, `http.status`, `mime.type`, `slug`, `url`, `user.agent`.

use std::sync::{Arc, LazyLock};

use super::lists::list::ADJECTIVES;
use super::text::words::NOUNS;
use crate::generators::phrase::{DictionaryEntry, List, Phrase, part};
use crate::generators::word_tables::lines;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Dictionary, Field};

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("domain", "a reserved domain, which reaches nobody", domain),
    GeneratorSpec::new("http.status", "a status of HTTP, as often as servers send it", |_| {
        Ok(Arc::new(Status))
    }),
    GeneratorSpec::new("mime.type", "a media type", |_| {
        Ok(Arc::new(DictionaryEntry::new(Arc::clone(&MIME_TYPES))))
    }),
    GeneratorSpec::new("slug", "three words as in the address of a page", slug),
    GeneratorSpec::new("url", "an address of a page on a reserved domain", url),
    GeneratorSpec::new("user.agent", "what a browser or a robot calls itself", user_agent).optional(
        "BROWSER",
        "one browser's alone: chrome, edge, firefox, opera, safari or samsung; all, and robots, by default",
        "user.agent:firefox",
    ),
];

static MIME_TYPES: List = lines!("mime-types.txt");
pub(super) static USER_AGENTS: List = lines!("user-agents.txt");
/// Words of small letters alone, so that what is between them shows where one ends.
static PLAIN_ADJECTIVES: List = List::new(|| plain(&ADJECTIVES));
static PLAIN_NOUNS: List = List::new(|| plain(&NOUNS));
/// The domains that RFC 2606 and RFC 6761 reserve.
pub(super) static RESERVED: List = List::new(|| {
    let ends = ["com", "net", "org"].map(|end| format!(".example.{end}"));
    Arc::new(Dictionary::exactly([".example", ".invalid", ".test"].map(String::from).into_iter().chain(ends)))
});
static SCHEMES: List =
    List::new(|| Arc::new(Dictionary::of(["http://", "http://www.", "https://", "https://www."])));
/// The extensions after the last word of a path.
pub(super) static PATH_ENDS: List = List::new(|| {
    let pages = (2..=40).map(|page| format!("?page={page}"));
    let numbers = (1..=500).map(|number| format!("/{number}"));
    let others = ["", "/", ".html", ".php", "/index.html", "/latest", "/new", "/edit", "#top"];
    Arc::new(Dictionary::exactly(others.map(String::from).into_iter().chain(pages).chain(numbers)))
});

fn plain(words: &Dictionary) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(words.iter().filter(|word| word.bytes().all(|b| b.is_ascii_lowercase()))))
}

/// `domain`
pub(crate) fn domain(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![part(&PLAIN_ADJECTIVES, "-"), part(&PLAIN_NOUNS, ""), part(&RESERVED, "")])))
}

/// `slug`
pub(crate) fn slug(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Phrase::new(vec![
        part(&PLAIN_ADJECTIVES, "-"),
        part(&PLAIN_NOUNS, "-"),
        part(&PLAIN_NOUNS, ""),
    ])))
}

/// `url`
pub(crate) fn url(_: Constraint<'_>) -> BuildResult {
    let site =
        [part(&SCHEMES, ""), part(&PLAIN_ADJECTIVES, "-"), part(&PLAIN_NOUNS, ""), part(&RESERVED, "/")];
    Ok(Arc::new(Phrase::new([&site[..], &[part(&PLAIN_NOUNS, ""), part(&PATH_ENDS, "")]].concat())))
}

/// What the names of each browser have, and what they have not: most also name those that they are compatible with.
const BROWSERS: &[(&str, &str, &[&str])] = &[
    ("chrome", " Chrome/", &[" Edg/", " OPR/", " SamsungBrowser/", "compatible"]),
    ("edge", " Edg/", &["compatible"]),
    ("firefox", " Firefox/", &["compatible"]),
    ("opera", " OPR/", &["compatible"]),
    ("safari", " Version/", &[" Chrome/", "compatible"]),
    ("samsung", " SamsungBrowser/", &["compatible"]),
];

/// `user.agent[:BROWSER]`
fn user_agent(constraint: Constraint<'_>) -> BuildResult {
    let Some(asked) = constraint.text else {
        return Ok(Arc::new(DictionaryEntry::new(Arc::clone(&USER_AGENTS))));
    };
    let Some((_, own, others)) = BROWSERS.iter().find(|(name, ..)| *name == asked) else {
        let names: Vec<&str> = BROWSERS.iter().map(|(name, ..)| *name).collect();
        return Err(constraint.error(format!("expected a browser: {}", names.join(", "))));
    };
    let is_its = |agent: &&str| agent.contains(own) && !others.iter().any(|other| agent.contains(other));
    Ok(Arc::new(DictionaryEntry::new(Dictionary::of(USER_AGENTS.iter().filter(is_its)))))
}

/// The shares of the most frequent answers; every other final status has one.
const USUAL: &[(u16, usize)] = &[
    (200, 2480),
    (201, 160),
    (204, 160),
    (206, 40),
    (301, 120),
    (302, 120),
    (304, 360),
    (400, 80),
    (401, 80),
    (403, 60),
    (404, 240),
    (429, 20),
    (500, 60),
    (502, 20),
    (503, 28),
    (504, 12),
];

/// The final statuses, and for each share the number of its status among them.
struct Statuses {
    codes: Vec<i64>,
    shares: Vec<u16>,
}

static STATUSES: LazyLock<Statuses> = LazyLock::new(|| {
    let lines = include_str!("../../../words/http-status.tsv").lines();
    let codes =
        lines.filter_map(|line| line.split('\t').next()?.parse::<u16>().ok()).filter(|&code| code >= 200);
    let codes: Vec<u16> = codes.collect();
    let share = |code: u16| USUAL.iter().find(|(usual, _)| *usual == code).map_or(1, |(_, share)| *share);
    let shares = codes.iter().zip(0..).flat_map(|(&code, index)| std::iter::repeat_n(index, share(code)));
    Statuses { shares: shares.collect(), codes: codes.into_iter().map(i64::from).collect() }
});

/// `http.status`
#[derive(Debug)]
pub(super) struct Status;

impl Generate for Status {
    fn field(&self) -> Field {
        let codes = &STATUSES.codes;
        Field::int64(codes[0], codes[codes.len() - 1])
    }

    fn cardinality(&self) -> u64 {
        STATUSES.codes.len() as u64
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let Statuses { codes, shares } = &*STATUSES;
        let unique = draws.is_unique();
        let fractions = draws.load(0);
        for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = if unique {
                codes[bounded(*x, codes.len() as u64) as usize]
            } else {
                codes[usize::from(shares[bounded(*x, shares.len() as u64) as usize])]
            };
        }
    }
}
