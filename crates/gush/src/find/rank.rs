//! Which entries match, and how well: equal words before beginnings of words, these before what is nearly the same, and what is inside
//! a word last; the name of a thing before other words for it, and these before its description.

use super::index::Entry;
use super::words::{STOP, Words, split, stem};

/// How a word that is looked for is like one that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Inside,
    Near,
    Prefix,
    All,
}

fn likeness(term: &str, word: &str) -> Option<Likeness> {
    if stem(term) == stem(word) {
        Some(Likeness::All)
    } else if word.starts_with(stem(term)) {
        Some(Likeness::Prefix)
    } else if is_near(term, word) {
        Some(Likeness::Near)
    } else {
        (term.len() > 3 && word.ends_with(term)).then_some(Likeness::Inside)
    }
}

/// Whether a word was probably meant: the first letter is right, and of five letters one may differ, of ten two; of four, two may be in
/// the wrong order.
fn is_near(term: &str, word: &str) -> bool {
    let letters = term.chars().count();
    let begins_alike = term.chars().next() == word.chars().next();
    let is_turned = letters == 4 && word.chars().count() == 4 && strsim::levenshtein(term, word) == 2;
    let changes = if is_turned { 1 } else { letters / 5 };
    changes > 0
        && begins_alike
        && word.chars().count().abs_diff(letters) <= changes
        && strsim::osa_distance(term, word) <= changes
}

/// What a match is worth: of the name, of other words, of a name elsewhere, of the description.
const WORTH: [[u32; 4]; 4] = [[8, 30, 60, 100], [6, 28, 55, 95], [4, 20, 40, 70], [2, 8, 25, 45]];

/// The best match of a word in an entry: what it is worth, and how like it is.
fn best(entry: &Entry, term: &str) -> Option<(u32, Likeness)> {
    let fields: [Box<dyn Iterator<Item = &Words>>; 4] = [
        Box::new(std::iter::once(&entry.name)),
        Box::new(entry.phrases.iter()),
        Box::new(entry.others.iter().map(|(_, words)| words)),
        Box::new(std::iter::once(&entry.described)),
    ];
    let mut best = None;
    for (index, (field, worth)) in fields.into_iter().zip(WORTH).enumerate() {
        // What words are together is a word too, but for a sentence.
        let is_whole = |like: &Likeness| matches!(like, Likeness::All | Likeness::Near);
        let joined = |words: &Words| match index {
            3 => None,
            _ => likeness(term, words.joined()).filter(is_whole),
        };
        // A sentence is full of words that are like others by chance.
        let says_enough = |like: &Likeness| index != 3 || *like >= Likeness::Prefix;
        let like = |words: &Words| {
            let alone = words.list().iter().filter_map(|word| likeness(term, word)).filter(says_enough);
            alone.max().max(joined(words))
        };
        if let Some(like) = field.filter_map(like).max() {
            best = best.max(Some((worth[like as usize], like)));
        }
    }
    best
}

/// The words that are looked for.
fn terms(typed: &str) -> Vec<String> {
    let all = split(typed).list().to_vec();
    let meant: Vec<String> = all.iter().filter(|term| !STOP.contains(&term.as_str())).cloned().collect();
    if meant.is_empty() { all } else { meant }
}

/// An entry that matches.
#[derive(Debug, Clone, Copy)]
pub struct Hit<'e> {
    /// The entry.
    pub entry: &'e Entry,
    /// The name that it has elsewhere, where that is what matches.
    pub also: Option<&'static str>,
}

/// The name elsewhere that matches a word which nothing else of an entry does.
fn also(entry: &Entry, terms: &[String]) -> Option<&'static str> {
    let is_like = |words: &Words, term: &str| {
        words.list().iter().any(|word| likeness(term, word) >= Some(Likeness::Prefix))
    };
    terms.iter().find_map(|term| {
        let mut own = [&entry.name, &entry.described].into_iter().chain(&entry.phrases);
        let other = entry.others.iter().find(|(_, words)| is_like(words, term))?;
        (!own.any(|words| is_like(words, term))).then_some(other.0)
    })
}

/// The entries that match all words, the best first.
pub fn search<'e>(entries: &'e [Entry], typed: &str) -> Vec<Hit<'e>> {
    let terms = terms(typed);
    matching(entries, &terms, terms.len())
}

/// The entries that match most of several words, the best first: as many of at least three as any entry does, and two at least, or
/// else some of each word, the one that least has first.
pub fn search_most<'e>(entries: &'e [Entry], typed: &str) -> Vec<Hit<'e>> {
    let terms = terms(typed);
    let counts = (2..terms.len()).rev();
    let most = counts.map(|least| matching(entries, &terms, least)).find(|hits| !hits.is_empty());
    most.unwrap_or_else(|| some_of_each(entries, &terms))
}

/// How many entries of each of several words are shown where none has two of them.
const OF_EACH: usize = 4;

/// The best entries of each of several words.
fn some_of_each<'e>(entries: &'e [Entry], terms: &[String]) -> Vec<Hit<'e>> {
    if terms.len() < 2 {
        return Vec::new();
    }
    let mut found: Vec<Vec<Hit<'e>>> =
        terms.iter().map(|term| matching(entries, std::slice::from_ref(term), 1)).collect();
    found.retain(|hits| !hits.is_empty());
    found.sort_by_key(Vec::len);
    let mut some: Vec<Hit<'e>> = Vec::new();
    for hit in found.into_iter().flat_map(|hits| hits.into_iter().take(OF_EACH)) {
        if !some.iter().any(|known| std::ptr::eq(known.entry, hit.entry)) {
            some.push(hit);
        }
    }
    some
}

/// The entries that match at least this many of the words.
fn matching<'e>(entries: &'e [Entry], terms: &[String], least: usize) -> Vec<Hit<'e>> {
    let mut scores: Vec<u32> = vec![0; entries.len()];
    let mut matched: Vec<usize> = vec![0; entries.len()];
    for term in terms {
        let found: Vec<Option<(u32, Likeness)>> = entries.iter().map(|entry| best(entry, term)).collect();
        let best = found.iter().flatten().map(|(_, like)| *like).max();
        for ((score, matched), found) in scores.iter_mut().zip(&mut matched).zip(found) {
            // What is near is looked for only where nothing is right, and what is inside where it says enough.
            let counts = |like: Likeness| match like {
                Likeness::All | Likeness::Prefix => true,
                Likeness::Near => best <= Some(Likeness::Near),
                Likeness::Inside => best <= Some(Likeness::Inside) || term.len() > 3,
            };
            if let Some((worth, _)) = found.filter(|(_, like)| counts(*like)) {
                *score += worth;
                *matched += 1;
            }
        }
    }
    let joined = terms.concat();
    let mut hits: Vec<(u32, usize)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let names = std::iter::once(&entry.name)
            .chain(&entry.phrases)
            .chain(entry.others.iter().map(|(_, words)| words));
        let is_joined =
            terms.len() > 1 && names.clone().any(|words| words.list().len() == 1 && words.joined() == joined);
        if (terms.is_empty() || matched[index] < least) && !is_joined {
            continue;
        }
        let of_phrase = match () {
            () if entry.name.is_equal(terms) => 80,
            () if entry.phrases.iter().any(|words| words.is_equal(terms)) => 70,
            () if is_joined => 200,
            () if entry.phrases.iter().any(|words| words.has_all(terms)) => 30,
            () => 0,
        };
        hits.push((scores[index] + of_phrase, index));
    }
    hits.sort_by_key(|&(score, index)| (u32::MAX - score, index));
    let hit = |(_, index): (u32, usize)| Hit { entry: &entries[index], also: also(&entries[index], terms) };
    hits.into_iter().map(hit).collect()
}

/// What is nearest to words that nothing matches: what to look for instead, the best first.
pub fn nearest(entries: &[Entry], typed: &str) -> Vec<String> {
    let terms = terms(typed);
    let command = |term: &str| format!("`gush find {term}`");
    let words = entries.iter().flat_map(|entry| {
        let named = std::iter::once(&entry.name).chain(&entry.phrases);
        named.flat_map(|words| words.list().iter().map(String::as_str))
    });
    let words: std::collections::BTreeSet<&str> = words.filter(|word| word.len() > 2).collect();
    let mut near: Vec<(f64, &str)> = Vec::new();
    for term in &terms {
        let alike = words.iter().map(|word| (strsim::jaro_winkler(term, word), *word));
        near.extend(alike.filter(|(alike, _)| *alike > 0.85));
    }
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.iter().take(2).map(|(_, word)| command(word)).collect()
}
