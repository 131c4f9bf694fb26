//! Passwords by rules: `password@rules=`, such as one of each class of characters.

use crate::generators::{ConstraintError, ConstraintField, Generate};
use crate::rng::{Draws, Key, bounded, take_digit};
use crate::types::{Array, Field};

/// A class of characters.
struct Class {
    name: &'static str,
    characters: &'static str,
}

const CLASSES: [Class; 4] = [
    Class { name: "upper", characters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
    Class { name: "lower", characters: "abcdefghijklmnopqrstuvwxyz" },
    Class { name: "digit", characters: "0123456789" },
    Class { name: "symbol", characters: "!#$%&*+-=?@^_~" },
];
/// The characters that look like others in many fonts.
const LOOK_ALIKE: &str = "0O1Il";
/// The form of the rules, for messages.
const FORM: &str = "upper, lower, digit and symbol, each alone or with a minimum as in digit:2, each for one of all four, and \
                    readable";

/// The characters that passwords may have, and how many of each class they have at least.
#[derive(Debug)]
pub(super) struct Rules {
    /// The characters of each class, and the least number of them; classes that no password has are left out.
    classes: Vec<(Vec<u8>, usize)>,
}

impl Rules {
    /// Reads the value of `@rules`; the shortest password has `shortest` characters.
    pub fn read(field: &ConstraintField, shortest: usize) -> Result<Rules, ConstraintError> {
        let mut least = [None; CLASSES.len()];
        let mut is_readable = false;
        let mut start = 0;
        for rule in field.text.split(',') {
            let at = field.part(start, rule);
            start += rule.len() + 1;
            match rule {
                "readable" => is_readable = true,
                "each" => least.iter_mut().for_each(|least| *least = Some(least.unwrap_or(1))),
                _ => class(&at, &mut least)?,
            }
        }
        if least.iter().all(Option::is_none) {
            return Err(field.error(format!("no class of characters is named; expected {FORM}")));
        }
        let sum: usize = least.iter().flatten().sum();
        if sum > shortest {
            let text =
                format!("the rules ask for {sum} characters, but the shortest password has {shortest}");
            return Err(field.error(text));
        }
        let is_meant = |c: &u8| !is_readable || !LOOK_ALIKE.as_bytes().contains(c);
        let of = |class: &Class| class.characters.bytes().filter(is_meant).collect();
        let classes = CLASSES.iter().zip(least).filter_map(|(class, least)| Some((of(class), least?)));
        Ok(Rules { classes: classes.collect() })
    }
}

/// Reads `CLASS` or `CLASS:N`.
fn class(rule: &ConstraintField, least: &mut [Option<usize>; CLASSES.len()]) -> Result<(), ConstraintError> {
    let (name, count) = rule.text.split_once(':').map_or((&rule.text[..], None), |(name, n)| (name, Some(n)));
    let Some(class) = CLASSES.iter().position(|class| class.name == name) else {
        return Err(rule.error(format!("expected {FORM}")));
    };
    let count = count.map_or(Some(1), |count| count.parse().ok().filter(|count| *count <= 128));
    let count =
        count.ok_or_else(|| rule.error(format!("expected a number from 0 to 128, as in {name}:2")))?;
    if least[class].replace(count).is_some() {
        return Err(rule.error(format!("{name} is given twice")));
    }
    Ok(())
}

/// The characters that the first draw gives: few enough for the last of them to be as even as the first.
const FIRST: usize = 9;
/// The characters, or the classes of characters, that each further draw gives.
const A_DRAW: usize = 6;
/// The draws: the length, how many characters each class has (one draw a class), then the order of the classes, and the
/// characters after the first ones.
const LENGTH: u64 = 1;
const COUNTS: u64 = 2;
const ORDER: u64 = 8;
const MORE: u64 = 64;

/// Passwords of a length that is drawn evenly; among those of one length that satisfy the rules each is as likely as any other.
#[derive(Debug)]
pub(super) struct RuledPassword {
    min: usize,
    max: usize,
    rules: Rules,
    /// How many characters the first class of several has, by the first class and by the number of characters that they have
    /// together.
    counts: Vec<Vec<Counts>>,
}

/// How many of several characters are of one class.
#[derive(Debug, Default)]
struct Counts {
    least: usize,
    /// The fractions below which it is `least`, one more, and so on.
    ends: Vec<u64>,
}

impl Counts {
    fn take(&self, x: u64) -> usize {
        self.least + self.ends.partition_point(|end| *end <= x).min(self.ends.len().saturating_sub(1))
    }
}

impl RuledPassword {
    pub fn new(min: usize, max: usize, rules: Rules) -> RuledPassword {
        let counts = counts(&rules, max);
        RuledPassword { min, max, rules, counts }
    }

    /// The characters that the first draw gives in every password.
    fn first(&self) -> usize {
        self.min.min(FIRST)
    }

    /// Writes which class each character has: the order of the classes of which the row has these numbers.
    fn order(&self, counts: &mut [usize], keys: &[Key], row: u64, classes: &mut [u8]) {
        let mut left = classes.len() as u64;
        for (classes, key) in classes.chunks_mut(A_DRAW).zip(keys) {
            let mut x = key.bits(row);
            for class in classes {
                let mut index = take_digit(&mut x, left) as usize;
                left -= 1;
                let drawn = counts.iter().position(|&count| {
                    let is_here = index < count;
                    index = index.wrapping_sub(if is_here { 0 } else { count });
                    is_here
                });
                let drawn = drawn.unwrap_or(0);
                counts[drawn] -= 1;
                *class = drawn as u8;
            }
        }
    }
}

/// For each class and each number of characters that it and the classes after it have: how many of them are its own, such that
/// all texts are equally likely.
fn counts(rules: &Rules, max: usize) -> Vec<Vec<Counts>> {
    // The number of texts of the classes from one on, by length. The largest, 76^128, is far within the range of f64.
    let mut texts = vec![0.0; max + 1];
    texts[0] = 1.0;
    let mut all = Vec::new();
    for (characters, least) in rules.classes.iter().rev() {
        let size = characters.len() as f64;
        let mut of_class = Vec::new();
        let mut with = vec![0.0; max + 1];
        for len in 0..=max {
            // The ways to choose the positions of its characters, and these.
            let (mut ways, mut terms) = (1.0, Vec::new());
            for own in 0..=len {
                terms.push(if own < *least { 0.0 } else { ways * texts[len - own] });
                ways *= size * (len - own) as f64 / (own + 1) as f64;
            }
            let sum: f64 = terms.iter().sum();
            with[len] = sum;
            // What no text has is not reached by the largest fraction either.
            terms.truncate(terms.iter().rposition(|term| *term > 0.0).map_or(0, |last| last + 1));
            let mut before = 0.0;
            let ends = terms.iter().skip(*least).map(|term| {
                before += term;
                // Beyond the largest fraction it is that.
                (before / sum * crate::rng::TWO_64) as u64
            });
            of_class.push(Counts { least: *least, ends: ends.collect() });
        }
        texts = with;
        all.push(of_class);
    }
    all.reverse();
    all
}

impl Generate for RuledPassword {
    fn field(&self) -> Field {
        let is_plain = |c: &u8| c.is_ascii_alphanumeric();
        let plain = self.rules.classes.iter().all(|(characters, _)| characters.iter().all(is_plain));
        Field::free(self.max, self.min.midpoint(self.max), plain)
    }

    /// The first draw gives the first characters: as many values as the smallest classes allow.
    fn cardinality(&self) -> u64 {
        let mut sizes: Vec<(usize, usize)> =
            self.rules.classes.iter().map(|(characters, least)| (characters.len(), *least)).collect();
        sizes.sort_unstable();
        // In the longest, the smallest class has all that the others need not have.
        let other: usize = sizes[1..].iter().map(|(_, least)| least).sum();
        let of_smallest = self.first().min(self.max - other);
        let mut left = self.first() - of_smallest;
        let mut values = (sizes[0].0 as u64).pow(of_smallest as u32);
        for (size, least) in &sizes[1..] {
            values *= (*size as u64).pow(left.min(*least) as u32);
            left -= left.min(*least);
        }
        values
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let keys = |first: u64, count: usize| -> Vec<Key> {
            (0..count as u64).map(|draw| draws.key(first + draw)).collect()
        };
        let counts = keys(COUNTS, self.rules.classes.len());
        let order = keys(ORDER, self.max.div_ceil(A_DRAW));
        let more = keys(MORE, self.max.saturating_sub(self.first()).div_ceil(A_DRAW));
        let (lengths, span) = (draws.key(LENGTH), (self.max - self.min + 1) as u64);
        let (rows, texts) = (draws.counters(), values.strings());
        let mut numbers = vec![0; self.rules.classes.len()];
        rows.zip(draws.load(0), |x, row| {
            let length = self.min + bounded(lengths.bits(row), span) as usize;
            let mut left = length;
            for ((number, of_class), key) in numbers.iter_mut().zip(&self.counts).zip(&counts) {
                *number = of_class[left].take(key.bits(row));
                left -= *number;
            }
            texts.push_with(self.max, |buffer| {
                let text = &mut buffer[..length];
                self.order(&mut numbers, &order, row, text);
                let (first, others) = text.split_at_mut(self.first());
                let mut x = *x;
                first.iter_mut().for_each(|class| self.character(class, &mut x));
                for (classes, key) in others.chunks_mut(A_DRAW).zip(&more) {
                    let mut x = key.bits(row);
                    classes.iter_mut().for_each(|class| self.character(class, &mut x));
                }
                length
            });
        });
    }
}

impl RuledPassword {
    /// Replaces a class by a character of it.
    #[inline(always)]
    fn character(&self, class: &mut u8, x: &mut u64) {
        let characters = &self.rules.classes[usize::from(*class)].0;
        *class = characters[take_digit(x, characters.len() as u64) as usize];
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use super::*;

    fn rules(text: &str, shortest: usize) -> Result<Rules, String> {
        let field = ConstraintField { text: text.into(), at: 0..text.len(), in_spec: true };
        Rules::read(&field, shortest).map_err(|error| error.text)
    }

    /// The naive twin: all texts of a length, of which those that satisfy the rules are counted.
    #[test]
    fn the_numbers_of_texts_are_those_of_counting_them() {
        let classes = |sizes: [(usize, usize); 3]| {
            sizes.iter().map(|&(size, least)| ((0..size as u8).collect(), least)).collect()
        };
        for sizes in [[(2, 1), (1, 1), (3, 0)], [(1, 2), (2, 0), (2, 1)], [(3, 0), (1, 0), (2, 3)]] {
            let rules = Rules { classes: classes(sizes) };
            let owner: Vec<usize> =
                sizes.iter().enumerate().flat_map(|(class, (size, _))| vec![class; *size]).collect();
            let (length, letters) = (5u32, owner.len());
            let mut found: HashMap<[usize; 3], u64> = HashMap::new();
            for text in 0..(letters as u64).pow(length) {
                let mut numbers = [0; 3];
                (0..length).fold(text, |rest, _| {
                    numbers[owner[(rest % letters as u64) as usize]] += 1;
                    rest / letters as u64
                });
                if numbers.iter().zip(sizes).all(|(&number, (_, least))| number >= least) {
                    *found.entry(numbers).or_default() += 1;
                }
            }
            let all: u64 = found.values().sum();
            let tables = counts(&rules, length as usize);
            for (numbers, expected) in found {
                let mut share = 1.0;
                let mut left = length as usize;
                for (table, &number) in tables.iter().zip(&numbers) {
                    let of = &table[left];
                    let end = |index: usize| of.ends[index] as f64 / crate::rng::TWO_64;
                    let index = number - of.least;
                    share *= end(index) - if index == 0 { 0.0 } else { end(index - 1) };
                    left -= number;
                }
                assert!((share - expected as f64 / all as f64).abs() < 1e-12, "{sizes:?} {numbers:?}");
            }
        }
    }

    #[test]
    fn passwords_satisfy_their_rules_and_differ_where_they_must() {
        let rules = rules("upper:2,lower,digit:3,symbol,readable", 9).unwrap();
        let password = RuledPassword::new(9, 14, rules);
        let table =
            crate::Table::from_columns("t", [crate::schema::Column::new("p", Arc::new(password)).unique()])
                .unwrap();
        let mut seen = std::collections::HashSet::new();
        for batch in table.batches(0..20_000).unwrap() {
            for text in batch.column("p").unwrap().texts().iter().flatten() {
                let count = |of: fn(&char) -> bool| text.chars().filter(of).count();
                assert!((9..=14).contains(&text.len()), "{text}");
                assert!(count(char::is_ascii_uppercase) >= 2 && count(char::is_ascii_digit) >= 3, "{text}");
                assert!(
                    count(char::is_ascii_lowercase) >= 1 && count(char::is_ascii_punctuation) >= 1,
                    "{text}"
                );
                assert!(!text.contains(['0', 'O', '1', 'I', 'l']), "{text}");
                assert!(seen.insert(text.to_owned()), "{text}");
            }
        }
    }

    #[test]
    fn wrong_rules_say_what_is_right() {
        for (text, part) in [
            ("uper", "expected upper, lower"),
            ("upper:x", "a number from 0 to 128, as in upper:2"),
            ("upper,upper", "upper is given twice"),
            ("readable", "no class of characters is named"),
            ("upper:5,lower:5", "the rules ask for 10 characters, but the shortest password has 8"),
            ("", "expected upper, lower"),
        ] {
            let error = rules(text, 8).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
