//! Numbers whose check digits are right: `credit.card`, `ean`, `iban`, `isbn`.

use std::sync::Arc;

use super::phrase::{List, part};
use super::{BuildResult, Constraint, Generate, GeneratorSpec, MOST_VALUES};
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Dictionary, Field, Part};
use gush_diagnostics::Message;

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "credit.card",
        "a card number of the ranges that testers use, with its right check digit",
        credit_card,
    )
    .optional(
        "BRAND",
        "amex, diners, discover, jcb, mastercard, unionpay or visa; any of 16 digits by default",
        "credit.card:visa",
    ),
    GeneratorSpec::new(
        "ean",
        "the number of an article in a shop's own range (GS1), with its right check digit",
        ean,
    )
    .optional("DIGITS", "13 or 8; 13 by default", "ean:8"),
    GeneratorSpec::new(
        "iban",
        "an international bank account number with its right check digits (ISO 13616)",
        iban,
    )
    .optional("COUNTRY", "its two letters; the locale's by default, GB in English", "iban:DE")
    .modifiers(&["locale"]),
    GeneratorSpec::new("isbn", "a book's number of 13 digits with its right check digit (ISO 2108)", isbn),
];

/// A number made of drawn words and one that makes its sum right.
#[derive(Debug)]
struct Checked {
    parts: Vec<Part>,
    /// For each part what each of its words adds to the sum; nothing for the checking one.
    sums: Vec<Box<[u8]>>,
    /// The part that checks: its words are in the order of the remainders of the sum that they make right.
    check: usize,
    /// What the sum is divided by.
    modulus: u32,
    /// What the checking part has besides the check digits adds this.
    start: u32,
    /// For each part the draw that begins with it, where one does.
    draws: Vec<Option<u64>>,
    cardinality: u64,
}

impl Checked {
    /// A number of these words. `width` says how many places a character takes, and `weight` what it adds by how many
    /// places are between it and the number's end, where the places of the checking part are counted last, wherever it is.
    fn new(
        words: &[Arc<Dictionary>],
        check: usize,
        modulus: u32,
        width: impl Fn(u8) -> usize,
        weight: impl Fn(u8, usize) -> u32,
    ) -> Checked {
        // All words of a table take the same number of places.
        let places = |words: &Dictionary| words.get(0).bytes().map(&width).sum::<usize>();
        let mut sums = Vec::new();
        let mut end: usize = words.iter().map(|words| places(words)).sum();
        for (index, words) in words.iter().enumerate() {
            end -= if index == check { 0 } else { places(words) };
            let sum = |word: &str| {
                let mut after = end + places(words);
                let add = |sum, c: u8| {
                    after -= width(c);
                    (sum + weight(c, after)) % modulus
                };
                word.bytes().fold(0, add) as u8
            };
            sums.push(if index == check { [].into() } else { words.iter().map(sum).collect() });
        }
        let (draws, cardinality) = dealt(words, check);
        let parts = words.iter().map(|words| part(words, "")).collect();
        Checked { parts, sums, check, modulus, start: 0, draws, cardinality }
    }
}

/// Which parts begin a draw, and how many values the first draw tells apart. A draw gives words of tables whose sizes'
/// product stays below 2^48, so that no word is likelier than another in a way that could be seen.
fn dealt(words: &[Arc<Dictionary>], check: usize) -> (Vec<Option<u64>>, u64) {
    let (mut draw, mut product, mut cardinality) = (None, u64::MAX, 0);
    let mut draws = Vec::new();
    for (index, words) in words.iter().enumerate() {
        let len = words.len() as u64;
        if index == check {
            draws.push(None);
            continue;
        }
        product = product.saturating_mul(len);
        let begins = product > 1 << 48;
        if begins {
            draw = Some(draw.map_or(0, |draw| draw + 1));
            product = len;
        }
        if draw == Some(0) {
            cardinality = product;
        }
        draws.push(draw.filter(|_| begins));
    }
    (draws, cardinality.min(MOST_VALUES))
}

impl Generate for Checked {
    fn field(&self) -> Field {
        Field::composed(self.parts.clone())
    }

    fn cardinality(&self) -> u64 {
        self.cardinality
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let columns = values.indices(self.parts.len(), draws.len());
        // The column of the checking word holds the sums until they are whole.
        let mut check = std::mem::take(&mut columns[self.check]);
        check.fill(self.start);
        let mut fractions = draws.load(0);
        for (index, column) in columns.iter_mut().enumerate().filter(|(index, _)| *index != self.check) {
            if let Some(draw) = self.draws[index].filter(|&draw| draw > 0) {
                fractions = draws.load(draw);
            }
            let sums = &self.sums[index];
            for ((word, sum), x) in column.iter_mut().zip(&mut check).zip(fractions.iter_mut()) {
                let drawn = take_digit(x, sums.len() as u64) as usize;
                *word = drawn as u32;
                *sum += u32::from(sums[drawn]);
            }
        }
        for sum in &mut check {
            *sum %= self.modulus;
        }
        columns[self.check] = check;
    }
}

/// One word that is always the same.
fn fixed(text: &str) -> Arc<Dictionary> {
    Arc::new(Dictionary::exactly([text.to_owned()]))
}

/// Tables of so many digits, three to a table. All columns share them.
fn figures(count: usize) -> Vec<Arc<Dictionary>> {
    let mut tables = vec![Arc::clone(&FIGURES[2]); count / 3];
    tables.extend(FIGURES[..count % 3].last().map(|table| Arc::clone(table)));
    tables
}

/// All numbers of one digit, of two and of three.
static FIGURES: [List; 3] =
    [List::new(|| of_digits(1)), List::new(|| of_digits(2)), List::new(|| of_digits(3))];

fn of_digits(width: usize) -> Arc<Dictionary> {
    Arc::new(Dictionary::exactly((0..10u32.pow(width as u32)).map(|n| format!("{n:0width$}"))))
}

/// Tables of so many capital letters, two to a table.
fn letters(mut count: usize) -> Vec<Arc<Dictionary>> {
    let mut tables = Vec::new();
    while count > 0 {
        let single = || (b'A'..=b'Z').map(char::from);
        let words: Vec<String> = match count {
            1 => single().map(String::from).collect(),
            _ => single().flat_map(|a| single().map(move |b| String::from_iter([a, b]))).collect(),
        };
        tables.push(Arc::new(Dictionary::exactly(words)));
        count -= count.min(2);
    }
    tables
}

/// The last digit that makes a sum of this remainder divisible by ten.
fn to_ten() -> Arc<Dictionary> {
    Arc::new(Dictionary::exactly((0..10).map(|remainder| ((10 - remainder) % 10).to_string())))
}

/// Those words, then so many digits, then one that makes the sum by these weights divisible by ten.
fn to_ten_by(first: Arc<Dictionary>, random: usize, weight: fn(u32, bool) -> u32) -> Checked {
    let words: Vec<_> = [vec![first], figures(random), vec![to_ten()]].concat();
    let check = words.len() - 1;
    Checked::new(&words, check, 10, |_| 1, |c, after| weight(u32::from(c - b'0'), after % 2 == 1))
}

/// Every other digit from the one before the last is doubled, and the digits of all are added: Luhn's formula (ISO/IEC
/// 7812-1, annex B).
fn luhn(digit: u32, odd: bool) -> u32 {
    if odd { 2 * digit / 10 + 2 * digit % 10 } else { digit }
}

/// Every other digit from the one before the last counts three times: GS1 General Specifications, section 7.9.
fn gs1(digit: u32, odd: bool) -> u32 {
    if odd { 3 * digit } else { digit }
}

/// `credit.card[:BRAND]`: the ranges are those that payment providers publish for tests.
pub(crate) fn credit_card(constraint: Constraint<'_>) -> BuildResult {
    let ranges = include_str!("../../words/card-ranges.tsv").lines().filter_map(|line| {
        let [brand, prefix, digits]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some((brand, prefix, digits.parse::<usize>().ok()?))
    });
    let ranges: Vec<_> = ranges.collect();
    let fields = constraint.fields(1, "credit.card:BRAND")?;
    let wanted: Vec<_> = match fields.first() {
        None => ranges.into_iter().filter(|(.., digits)| *digits == 16).collect(),
        Some(field) => {
            let mut brands: Vec<_> = ranges.iter().map(|(brand, ..)| *brand).collect();
            brands.dedup();
            if !brands.contains(&&*field.text) {
                let message = Message::unknown("no brand has this name", &field.text, brands);
                return Err(field.error(message.to_string()));
            }
            ranges.into_iter().filter(|(brand, ..)| *brand == field.text).collect()
        }
    };
    let (_, prefix, digits) = wanted[0];
    let prefixes = Dictionary::exactly(wanted.iter().map(|(_, prefix, _)| (*prefix).to_owned()));
    Ok(Arc::new(to_ten_by(Arc::new(prefixes), digits - prefix.len() - 1, luhn)))
}

/// `ean[:13|8]`: numbers that begin with 2 are a shop's own and name no article elsewhere.
pub(crate) fn ean(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(1, "ean:DIGITS")?;
    let digits = match fields.first() {
        None => 13,
        Some(field) => match field.text.as_str() {
            "13" => 13,
            "8" => 8,
            _ => return Err(field.error("expected 13 or 8 digits")),
        },
    };
    Ok(Arc::new(to_ten_by(fixed("2"), digits - 2, gs1)))
}

/// `isbn`: in the range of the prefix 978.
pub(crate) fn isbn(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(to_ten_by(fixed("978"), 9, gs1)))
}

/// `iban[:COUNTRY]`: where a letter or a digit is allowed, there is a digit. Check digits of a country's own are not made.
pub(crate) fn iban(constraint: Constraint<'_>) -> BuildResult {
    let lines = include_str!("../../words/iban.tsv").lines();
    let forms: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once('\t')).collect();
    let form = |country: &str| forms.iter().copied().find(|(known, _)| *known == country);
    let fields = constraint.fields(1, "iban:COUNTRY")?;
    let (country, form) = match fields.first() {
        Some(_) if constraint.settings.locale.is_some() => {
            let text = "there is a country in the constraint already; leave one of the two";
            return Err(constraint.settings.locale_at.error(text));
        }
        Some(field) => form(&field.text.to_ascii_uppercase()).ok_or_else(|| {
            field.error("expected the two letters of a country that has IBANs, such as DE, FR or GB")
        })?,
        None => {
            constraint.local(|locale| form(if locale.country == "US" { "GB" } else { locale.country }))?
        }
    };
    let check = (0..97).map(|remainder| format!("{country}{:02}", 98 - remainder));
    let mut words = vec![Arc::new(Dictionary::exactly(check))];
    for run in form.split_inclusive(['a', 'c', 'n']) {
        let (count, kind) = run.split_at(run.len() - 1);
        let count = count.parse().unwrap_or(0);
        words.extend(if kind == "a" { letters(count) } else { figures(count) });
    }
    let start = country.bytes().zip([4, 2]).map(|(letter, after)| iban_weight(letter, after)).sum();
    Ok(Arc::new(Checked { start, ..Checked::new(&words, 0, 97, iban_width, iban_weight) }))
}

/// In the sum of an IBAN a letter counts as a number of two digits.
fn iban_width(c: u8) -> usize {
    if c.is_ascii_digit() { 1 } else { 2 }
}

/// What a character of an IBAN adds to its remainder by 97: the country and the check digits, six digits, go to the
/// end, and a letter is the number of its place in the alphabet and nine.
fn iban_weight(c: u8, after: usize) -> u32 {
    let value = if c.is_ascii_digit() { c - b'0' } else { c - b'A' + 10 };
    (0..after).fold(u32::from(value), |value, _| value * 10 % 97)
}
