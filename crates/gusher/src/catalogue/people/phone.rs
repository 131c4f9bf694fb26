//! Phones: `phone`, `phone.code` and `phone.de`, `phone.fr` … for each country.

use std::sync::{Arc, LazyLock};

use super::population::{NEXT, PHONE};
use crate::generators::phrase::{DictionaryEntry, List, part, take_entries};
use crate::generators::{BuildResult, Constraint, Generate};
use crate::locale::countries::{COUNTRIES, Country};
use crate::rng::Draws;
use crate::types::{Array, Dictionary, Field, TextPart};

/// What `tools/phone-formats` found, one range of numbers a line: country, calling code, whether it is free or valid, how its
/// numbers are written in the country and abroad, where # is a digit, and the digits that they begin with. Free ranges are
/// those that no numbering plan uses, so that the numbers reach nobody: a million or more for each country whose numbers are long enough.
pub(super) static RANGES: LazyLock<Vec<Range>> = LazyLock::new(|| {
    let lines = crate::locale::world("phones.tsv").lines();
    lines.filter_map(|line| Range::read(line.split('\t').collect::<Vec<_>>().try_into().ok()?)).collect()
});

/// Numbers of a country that begin with any of some digits.
#[derive(Debug)]
pub(super) struct Range {
    country: &'static str,
    code: &'static str,
    pub is_valid: bool,
    national: &'static str,
    international: &'static str,
    heads: Vec<&'static str>,
}

impl Range {
    fn read([country, code, kind, national, international, heads]: [&'static str; 6]) -> Option<Range> {
        let is_valid = matches!(kind, "valid");
        Some(Range { country, code, is_valid, national, international, heads: heads.split(' ').collect() })
    }

    /// How many digits a number has after the calling code.
    fn digits(&self) -> usize {
        self.national.bytes().filter(|&b| b == b'#').count()
    }

    /// The range of a country; that of another one with the same calling code if it has none of its own.
    pub fn of(country: &Country, is_valid: bool) -> Option<&'static Range> {
        let own = || RANGES.iter().filter(|range| range.is_valid == is_valid);
        own()
            .find(|range| range.country == country.code)
            .or_else(|| own().find(|range| range.code == country.calling_code))
    }
}

/// How a number is written.
#[derive(Debug, Clone, Copy)]
enum Form {
    E164,
    National,
    International,
}

static CODES: List = List::new(|| {
    let mut codes: Vec<&str> = COUNTRIES.iter().map(|country| country.calling_code).collect();
    codes.sort_unstable();
    Arc::new(Dictionary::of(codes))
});

/// Whether it is `phone.` and the two small letters of a country.
pub(in crate::catalogue) fn is_of_country(name: &str) -> bool {
    country_of(name).is_some()
}

pub(super) fn country_of(name: &str) -> Option<&'static Country> {
    let code = name.strip_prefix("phone.").filter(|code| !code.contains(|c: char| c.is_ascii_uppercase()))?;
    COUNTRIES.iter().find(|country| country.code.eq_ignore_ascii_case(code))
}

/// The values of the constraint.
pub(super) const FORM: &str = "FORM";
/// Its meaning.
pub(super) const FORM_ABOUT: &str =
    "e164, as +4930123456; national, as people of the country write it; or international; e164 by default";

/// `phone` and `phone.de`: of the locale's country or of the one that is named.
pub(in crate::catalogue) fn phone(constraint: Constraint<'_>) -> BuildResult {
    let named = country_of(constraint.generator);
    if let (Some(country), Some(_)) = (named, constraint.settings.locale) {
        let text = format!("`{}` is of {} already", constraint.generator, country.name);
        return Err(constraint.settings.locale_at.error(text));
    }
    let form = match constraint.fields(1, "phone:FORM")?.first() {
        None => Form::E164,
        Some(field) => match &field.text[..] {
            "e164" => Form::E164,
            "national" => Form::National,
            "international" => Form::International,
            _ => return Err(field.error("expected e164, national or international")),
        },
    };
    let is_valid = constraint.settings.valid.is_some();
    let country = named.or_else(|| Country::find(constraint.locale().country));
    let range = country.and_then(|country| Range::of(country, is_valid)).ok_or_else(|| {
        let name = country.map_or("this country", |country| country.name);
        constraint.error(format!("no numbers of {name} are known to be valid; leave @valid"))
    })?;
    let draw = PHONE + (constraint.settings.nth() - 1) * NEXT;
    Ok(Arc::new(Numbers::of(range, form, draw)))
}

/// `phone.code:any`
pub(super) fn code(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Arc::clone(&CODES))))
}

/// Numbers of one range: the first digits from one table, the others from tables of up to a thousand, all from one draw.
#[derive(Debug)]
struct Numbers {
    parts: Vec<TextPart>,
    /// The draw that the columns of a person share.
    draw: u64,
}

/// The most first digits that are entries of their own.
const MAX_HEADS: usize = 1000;

/// All numbers of the given number of digits.
static DIGITS: [List; 3] = [List::new(|| digits(1)), List::new(|| digits(2)), List::new(|| digits(3))];

fn digits(count: usize) -> Arc<Dictionary> {
    Arc::new(Dictionary::exactly((0..10u32.pow(count as u32)).map(|n| format!("{n:0count$}"))))
}

impl Numbers {
    fn of(range: &'static Range, form: Form, draw: u64) -> Numbers {
        let (before, mask) = match form {
            // All its digits together: the form without the texts between them.
            Form::E164 => (format!("+{}", range.code), None),
            Form::National => (String::new(), Some(range.national)),
            Form::International => (format!("+{} ", range.code), Some(range.international)),
        };
        let tail = range.tail();
        let (heads, rest) = heads(range, tail, mask);
        let heads = heads.into_iter().map(|head| format!("{before}{head}"));
        let mut parts = vec![part(&Arc::new(Dictionary::exactly(heads)), "")];
        match mask {
            None => chunks(tail, "", &mut parts),
            Some(_) => {
                let mut rest = rest;
                while !rest.is_empty() {
                    let count = rest.bytes().take_while(|&b| b == b'#').count();
                    let after = &rest[count..];
                    let end = after.find('#').unwrap_or(after.len());
                    chunks(count, &after[..end], &mut parts);
                    rest = &after[end..];
                }
            }
        }
        Numbers { parts, draw }
    }
}

impl Range {
    /// How many digits follow those that are entries of their own.
    fn tail(&self) -> usize {
        let rests = || self.heads.iter().map(|head| self.digits() - head.len());
        let most = rests().min().unwrap_or(0);
        let count = |tail: usize| rests().map(|rest| 10usize.pow((rest - tail) as u32)).sum::<usize>();
        (most.min(6)..most).find(|&tail| count(tail) <= MAX_HEADS).unwrap_or(most)
    }
}

/// The first digits of all numbers, as the mask has them and with what it has before the next digit, and the rest of the mask.
fn heads(range: &'static Range, tail: usize, mask: Option<&'static str>) -> (Vec<String>, &'static str) {
    let len = range.digits() - tail;
    let mask = mask.unwrap_or_default();
    let next = mask.bytes().enumerate().filter(|(_, b)| *b == b'#').nth(len).map_or(mask.len(), |(at, _)| at);
    let written = |head: String| {
        let mut digits = head.chars();
        let filled = mask[..next].chars().map(|c| if c == '#' { digits.next().unwrap_or('0') } else { c });
        if mask.is_empty() { head.clone() } else { filled.collect() }
    };
    let more = |head: &&'static str| {
        let (head, missing) = (*head, len - head.len());
        (0..10u32.pow(missing as u32)).map(move |n| match missing {
            0 => head.to_owned(),
            _ => format!("{head}{n:0missing$}"),
        })
    };
    (range.heads.iter().flat_map(more).map(written).collect(), &mask[next..])
}

/// Parts for the given number of digits, with the text after the last of them.
fn chunks(mut count: usize, after: &'static str, parts: &mut Vec<TextPart>) {
    while count > 0 {
        // Four digits are twice two, whose table is small.
        let len = if count == 4 { 2 } else { count.min(3) };
        count -= len;
        parts.push(part(&DIGITS[len - 1], if count == 0 { after } else { "" }));
    }
}

impl Generate for Numbers {
    fn field(&self) -> Field {
        Field::composed(self.parts.iter().cloned())
    }

    fn cardinality(&self) -> u64 {
        self.parts.iter().map(|part| part.dictionary.len() as u64).product()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let columns = values.indices(self.parts.len(), draws.len());
        // Under @unique a number is of nobody else, which no other column tells.
        let fractions = if draws.is_unique() { draws.load(0) } else { draws.load_shared(self.draw) };
        take_entries(fractions, &self.parts, columns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that begin with each of a range's heads, in order: the first one and how many there are.
    fn blocks(range: &Range) -> Vec<(i64, u64)> {
        let block = |head: &&str| {
            let rest = (range.digits() - head.len()) as u32;
            let first = format!("{}{head}", range.code).parse::<i64>().unwrap() * 10i64.pow(rest);
            (first, 10u64.pow(rest))
        };
        let mut blocks: Vec<(i64, u64)> = range.heads.iter().map(block).collect();
        blocks.sort_unstable();
        blocks
    }

    /// Otherwise `@unique` could give one number twice.
    #[test]
    fn no_number_begins_with_two_heads() {
        for range in RANGES.iter() {
            for pair in blocks(range).windows(2) {
                assert!(pair[0].0 + pair[0].1 as i64 <= pair[1].0, "{}: {pair:?}", range.country);
            }
        }
    }

    #[test]
    fn every_line_is_a_range() {
        assert_eq!(RANGES.len(), crate::locale::world("phones.tsv").lines().count());
        for range in RANGES.iter() {
            let country = Country::find(range.country).unwrap();
            assert_eq!(country.calling_code, range.code, "{}", country.name);
            assert!(range.code.len() + range.digits() <= 15, "{}", country.name);
            let digits = |form: &str| form.bytes().filter(|&b| b == b'#').count();
            assert_eq!(digits(range.national), digits(range.international), "{}", country.name);
            for head in &range.heads {
                assert!(!head.is_empty() && head.len() < range.digits(), "{}: {head}", country.name);
                assert!(head.bytes().all(|b| b.is_ascii_digit()), "{}: {head}", country.name);
            }
        }
    }

    /// Their numbers have so few digits that a million of them cannot be free.
    const SHORT: [&str; 9] = ["AQ", "CK", "FK", "FO", "GL", "GS", "HM", "NC", "NF"];

    #[test]
    fn every_country_has_a_million_numbers() {
        for country in COUNTRIES.iter() {
            let range = Range::of(country, false).unwrap();
            let count = Numbers::of(range, Form::E164, 0).cardinality();
            assert_eq!(count, blocks(range).iter().map(|(_, count)| count).sum::<u64>(), "{}", country.name);
            let is_short = SHORT.contains(&country.code) || country.code == "SH";
            assert!(count >= if is_short { 300 } else { 1_000_000 }, "{}: {count}", country.name);
        }
    }

    /// All digits of a number come from its parts: every form has the same ones.
    #[test]
    fn every_form_has_the_digits_of_the_number() {
        for range in RANGES.iter() {
            let count = |form| {
                let parts = Numbers::of(range, form, 0).parts;
                let text: String =
                    parts.iter().map(|part| format!("{}{}", part.dictionary.get(0), part.after)).collect();
                text.bytes().filter(u8::is_ascii_digit).count()
            };
            let extra = range.national.bytes().filter(u8::is_ascii_digit).count();
            let digits = [Form::E164, Form::National, Form::International].map(count);
            let (code, own) = (range.code.len(), range.digits());
            assert_eq!(digits[..2], [code + own, own + extra], "{}", range.country);
            assert!(digits[2] >= code + own, "{}", range.country);
        }
    }
}
