//! Numbers with check digits, from a form such as `978#########a`: drawn entries, and entries that make sums right.

use std::ops::Range;
use std::sync::Arc;

use super::rule::{Rule, by_threes};
use crate::generators::phrase::part;
use crate::generators::{Generate, MAX_VALUES, Properties};
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Dictionary, Field, TextPart};

/// One check of a number, ready to be computed.
#[derive(Debug)]
struct Check {
    /// The part that makes the sum right, and its entry for each remainder.
    part: usize,
    entries: Box<[u32]>,
    modulus: u32,
    start: u32,
    /// For each part what each of its entries adds; nothing for one that does not count.
    sums: Vec<Box<[u8]>>,
    /// Whether remainders are walked through: then each part has the next one for each entry, for each remainder.
    walks: bool,
}

/// Which draws the entries come from.
#[derive(Debug, Clone, Copy)]
enum Source {
    /// The column's own.
    Own,
    /// Those of the thing that it describes together with others, from this one on.
    Shared(u64),
}

/// Numbers of one form.
#[derive(Debug)]
pub(in crate::catalogue) struct Checked {
    parts: Vec<TextPart>,
    /// In the order in which they are computed.
    checks: Vec<Check>,
    /// Which parts begin a draw, and which draw.
    draws: Vec<Option<u64>>,
    cardinality: u64,
    source: Source,
    /// The parts that are written.
    shown: Range<usize>,
    /// The description of the values, where not all parts are written.
    part_of: Option<&'static str>,
}

/// The parts of a form, while it is read.
struct Reading {
    /// The entries of each part, where its first character is, and the rule that it obeys.
    parts: Vec<(Vec<String>, usize, Option<usize>)>,
    /// The text that always precedes the next entry.
    literal: String,
    /// The entries so far of the part that is being read.
    entries: Vec<String>,
    /// How many characters were read.
    at: usize,
}

/// The most entries of a part, so that they stay in the first-level cache.
const MAX_ENTRIES: usize = 1000;

impl Reading {
    fn new(first: &[Vec<String>]) -> Reading {
        let (literal, entries) = (String::new(), Vec::new());
        let mut reading = Reading { parts: Vec::new(), literal, entries, at: 0 };
        for entries in first {
            reading.at += entries[0].len();
            reading.entries.clone_from(entries);
            reading.flush();
        }
        reading
    }

    /// Ends the part that is being read.
    fn flush(&mut self) {
        let literal = std::mem::take(&mut self.literal);
        let entries = std::mem::take(&mut self.entries);
        let entries = match (entries.is_empty(), literal.is_empty()) {
            (true, true) => return,
            (true, false) => vec![literal],
            (false, _) => entries,
        };
        let first = self.at - entries[0].len();
        self.parts.push((entries, first, None));
    }

    /// Goes on with one of these characters.
    fn any(&mut self, characters: &str) {
        if self.entries.len() * characters.len() > MAX_ENTRIES {
            self.flush();
        }
        if self.entries.is_empty() {
            self.entries = vec![std::mem::take(&mut self.literal)];
        }
        let longer =
            |entry: &String| characters.chars().map(move |c| format!("{entry}{c}")).collect::<Vec<_>>();
        self.entries = self.entries.iter().flat_map(longer).collect();
        self.at += 1;
    }

    /// Goes on with this character.
    fn always(&mut self, c: char) {
        if !self.entries.is_empty() {
            self.flush();
        }
        self.literal.push(c);
        self.at += 1;
    }

    /// Goes on with what makes the sum of this rule right.
    fn check(&mut self, number: usize, rule: &Rule) {
        if !self.entries.is_empty() {
            self.flush();
        }
        let literal = std::mem::take(&mut self.literal);
        let entries: Vec<String> = rule.results.iter().map(|result| format!("{literal}{result}")).collect();
        let first = self.at - literal.len();
        self.at = first + entries[0].len();
        self.parts.push((entries, first, Some(number)));
    }
}

const DIGITS: &str = "0123456789";
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Checked {
    /// Numbers of this form: `#` is a digit, `%` one from 1 to 9, `@` a capital letter, `$` one from A to D, the marks of the rules are
    /// what makes their sums right, and all else is literal. An entry of each `first` table precedes it, all of one length. The rules are
    /// computed in their order, so that a later one may count what an earlier one gave. Parts end at the `cuts`, by
    /// characters.
    pub fn new(first: &[Vec<String>], form: &str, rules: &[Rule], cuts: &[usize]) -> Checked {
        let mut reading = Reading::new(first);
        let mut last = None;
        for c in form.chars() {
            let rule = rules.iter().position(|rule| rule.mark == c);
            let goes_on = rule.is_some() && last == Some(c);
            if cuts.contains(&reading.at) && !goes_on {
                reading.flush();
            }
            match (c, rule) {
                ('#', _) => reading.any(DIGITS),
                ('%', _) => reading.any(&DIGITS[1..]),
                ('@', _) => reading.any(CAPITALS),
                ('$', _) => reading.any(&CAPITALS[..4]),
                // All marks of a rule but the first were read with it.
                (_, Some(_)) if goes_on => {}
                (_, Some(number)) => reading.check(number, &rules[number]),
                _ => reading.always(c),
            }
            last = rule.map(|_| c);
        }
        reading.flush();
        Checked::of(&reading, rules)
    }

    fn of(reading: &Reading, rules: &[Rule]) -> Checked {
        // Several remainders may have one entry.
        let indexed = |(entries, ..): &(Vec<String>, usize, Option<usize>)| {
            Dictionary::indexed(entries.iter().map(String::as_str))
        };
        let (dictionaries, indices): (Vec<Dictionary>, Vec<Vec<u32>>) =
            reading.parts.iter().map(indexed).unzip();
        let part_of = |rule: usize| reading.parts.iter().position(|(_, _, own)| *own == Some(rule));
        let check = |(number, rule): (usize, &Rule)| {
            let part = part_of(number).expect("every rule has a mark in its form");
            let sums = reading.parts.iter().enumerate().map(|(at, (_, first, own))| {
                let entries = || dictionaries[at].iter();
                // What a later rule gives does not count yet, nor does what this one gives.
                let counts = own.is_none_or(|own| own < number) && at != part;
                if let Some(step) = rule.step.filter(|_| counts && at < part) {
                    let next =
                        |state| entries().map(move |entry| rule.walk(step, state, entry, *first) as u8);
                    return (0..rule.modulus).flat_map(next).collect();
                }
                let counts = counts && rule.step.is_none();
                let sums = entries().map(|entry| if counts { rule.sum(entry, *first) as u8 } else { 0 });
                let sums: Box<[u8]> = sums.collect();
                if sums.iter().any(|&sum| sum > 0) { sums } else { [].into() }
            });
            let (entries, first, _) = &reading.parts[part];
            let literal = &entries[0][..entries[0].len() - rule.results[0].len()];
            let start = rule.start + rule.sum(literal, *first);
            let start = if rule.step.is_some() { rule.start } else { start };
            let entries = indices[part].clone().into();
            Check {
                part,
                entries,
                modulus: rule.modulus,
                start,
                sums: sums.collect(),
                walks: rule.step.is_some(),
            }
        };
        let checks = rules.iter().enumerate().map(check).collect();
        let (draws, cardinality) = dealt(reading);
        let parts: Vec<TextPart> =
            dictionaries.into_iter().map(|entries| part(&Arc::new(entries), "")).collect();
        let shown = 0..parts.len();
        Checked { parts, checks, draws, cardinality, source: Source::Own, shown, part_of: None }
    }

    /// The same numbers, drawn for the thing that several columns describe, from this shared draw on.
    pub fn shared(self, first: u64) -> Checked {
        Checked { source: Source::Shared(first), ..self }
    }

    /// Of these numbers the characters of this range, where parts must begin and end; `what` they are.
    pub fn only(self, range: &Range<usize>, what: &'static str) -> Checked {
        let mut end = 0;
        let ends: Vec<usize> = self
            .parts
            .iter()
            .map(|part| {
                end += part.dictionary.get(0).len();
                end
            })
            .collect();
        let shown =
            ends.partition_point(|&end| end <= range.start)..ends.partition_point(|&end| end <= range.end);
        Checked { shown, part_of: Some(what), ..self }
    }

    /// Articles of a shop's own range, of 13 or 8 digits: GS1 General Specifications, section 7.9.
    pub fn article(digits: usize) -> Checked {
        let form = format!("2{}a", "#".repeat(digits - 2));
        Checked::new(&[], &form, &[by_threes(digits)], &[])
    }
}

/// Which parts begin a draw, and how many values the first draw tells apart. A draw gives entries of parts whose sizes'
/// product stays below 2^48, so that no entry is likelier than another in a way that could be seen.
fn dealt(reading: &Reading) -> (Vec<Option<u64>>, u64) {
    let (mut draw, mut product, mut cardinality) = (None, u64::MAX, 1);
    let mut draws = Vec::new();
    for (entries, _, rule) in &reading.parts {
        let len = entries.len() as u64;
        if rule.is_some() || len == 1 {
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
    (draws, cardinality.min(MAX_VALUES))
}

impl Generate for Checked {
    fn field(&self) -> Field {
        Field::composed(self.parts[self.shown.clone()].iter().cloned())
    }

    fn cardinality(&self) -> u64 {
        self.cardinality
    }

    fn properties(&self) -> Properties<'_> {
        Properties {
            unique_support: self.part_of.map_or(Ok(()), Err),
            is_unique_as_entity: matches!(self.source, Source::Shared(_)),
            ..Properties::default()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let columns = values.indices(self.parts.len(), draws.len());
        for (index, column) in columns.iter_mut().enumerate() {
            let size = self.parts[index].dictionary.len() as u64;
            let is_drawn = self.checks.iter().all(|check| check.part != index) && size > 1;
            if !is_drawn {
                column.fill(0);
                continue;
            }
            let fractions = match (self.draws[index], self.source) {
                (None, _) => draws.loaded(),
                (Some(draw), Source::Shared(first)) if draw > 0 || !draws.is_unique() => {
                    draws.load_shared(first + draw)
                }
                (Some(draw), _) => draws.load(draw),
            };
            for (entry, x) in column.iter_mut().zip(fractions) {
                *entry = take_digit(x, size) as u32;
            }
        }
        for check in &self.checks {
            check.fill(columns);
        }
        if self.shown.len() < self.parts.len() {
            columns.rotate_left(self.shown.start);
            values.indices(self.shown.len(), draws.len());
        }
    }
}

impl Check {
    /// Chooses the entries of its part, which hold the sums until they are complete.
    fn fill(&self, columns: &mut [Vec<u32>]) {
        let mut check = std::mem::take(&mut columns[self.part]);
        check.fill(self.start);
        for (column, sums) in columns.iter().zip(&self.sums).filter(|(_, sums)| !sums.is_empty()) {
            if self.walks {
                let columns = sums.len() / self.modulus as usize;
                for (state, entry) in check.iter_mut().zip(column) {
                    *state = u32::from(sums[*state as usize * columns + *entry as usize]);
                }
                continue;
            }
            for (sum, entry) in check.iter_mut().zip(column) {
                *sum += u32::from(sums[*entry as usize]);
            }
        }
        for sum in &mut check {
            *sum = self.entries[(*sum % self.modulus) as usize];
        }
        columns[self.part] = check;
    }
}
