//! What all conditions of a table say of one column together.

use super::check::{Fact, Letters};
use super::number::Number;

/// What is known of the values of a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The smallest number, and whether it is included.
    pub min: Option<(Number, bool)>,
    /// The largest one.
    pub max: Option<(Number, bool)>,
    /// The first day or moment, and whether it is included.
    pub from: Option<(String, bool)>,
    /// The last one, and whether it is included.
    pub until: Option<(String, bool)>,
    /// All values that there may be.
    pub one_of: Option<Vec<String>>,
    /// Values that there may not be.
    pub none_of: Vec<String>,
    /// The fewest characters.
    pub min_length: u32,
    /// The most characters.
    pub max_length: Option<u32>,
    /// The fewest items.
    pub min_items: u32,
    /// The most items.
    pub max_items: Option<u32>,
    /// A regular expression that the text matches.
    pub matches: Option<String>,
    /// The case of its letters.
    pub letters: Option<Letters>,
    /// Whether it is never null.
    pub is_filled: bool,
    /// Whether it is always null.
    pub is_empty: bool,
    /// Whether it is a document of JSON.
    pub is_json: bool,
}

impl Facts {
    /// Adds what one more condition says. Gives whether both may be true.
    pub fn add(&mut self, fact: Fact) -> bool {
        match fact {
            Fact::Min(number, is_included) => {
                let is_more = self.min.is_none_or(|(min, included)| {
                    number > min || (number == min && included && !is_included)
                });
                if is_more {
                    self.min = Some((number, is_included));
                }
            }
            Fact::Max(number, is_included) => {
                let is_less = self.max.is_none_or(|(max, included)| {
                    number < max || (number == max && included && !is_included)
                });
                if is_less {
                    self.max = Some((number, is_included));
                }
            }
            // Of the same moment the one that is not included is narrower.
            Fact::From(text, is_included) => {
                if self.from.as_ref().is_none_or(|(from, included)| (&text, included) > (from, &is_included))
                {
                    self.from = Some((text, is_included));
                }
            }
            Fact::Until(text, is_included) => {
                if self
                    .until
                    .as_ref()
                    .is_none_or(|(until, included)| (&text, &is_included) < (until, included))
                {
                    self.until = Some((text, is_included));
                }
            }
            Fact::OneOf(words) => {
                let both = match self.one_of.take() {
                    Some(before) => before.into_iter().filter(|word| words.contains(word)).collect(),
                    None => words,
                };
                let is_possible = !both.is_empty();
                self.one_of = Some(both).filter(|_| is_possible);
                return is_possible;
            }
            Fact::NoneOf(words) => self.none_of.extend(words),
            Fact::MinLength(length) => self.min_length = self.min_length.max(length),
            Fact::MaxLength(length) => {
                self.max_length = Some(self.max_length.map_or(length, |max| max.min(length)));
            }
            Fact::MinItems(items) => self.min_items = self.min_items.max(items),
            Fact::MaxItems(items) => {
                self.max_items = Some(self.max_items.map_or(items, |max| max.min(items)));
            }
            Fact::Matches(pattern) => {
                let is_first = self.matches.is_none();
                self.matches.get_or_insert(pattern);
                return is_first;
            }
            Fact::Case(letters) => self.letters = Some(letters),
            Fact::NotNull => self.is_filled = true,
            Fact::Null => self.is_empty = true,
            Fact::Json => self.is_json = true,
        }
        !(self.is_filled && self.is_empty) && self.max_items.is_none_or(|max| self.min_items <= max)
    }

    /// Whether keys that are numbered from 1 on may be excluded.
    #[must_use]
    pub fn excludes_keys(&self) -> bool {
        let is_key = |word: &String| Number::parse(word).is_none_or(|number| number > Number::whole(0));
        self.one_of.is_some()
            || self.none_of.iter().any(is_key)
            || self.min.is_some_and(|(min, is_included)| min > Number::whole(i128::from(is_included)))
            || self.max.is_some()
    }

    /// The words that there may be, without those that are excluded.
    #[must_use]
    pub fn words(&self) -> Option<Vec<String>> {
        let words = self.one_of.as_ref()?;
        Some(words.iter().filter(|word| !self.none_of.contains(word)).cloned().collect())
    }

    /// Whether an integer meets the conditions.
    #[must_use]
    pub fn allows(&self, number: i128) -> bool {
        let number = Number::whole(number);
        let is_it = |word: &String| Number::parse(word) == Some(number);
        self.min.is_none_or(|(min, is_included)| number > min || is_included && number == min)
            && self.max.is_none_or(|(max, is_included)| number < max || is_included && number == max)
            && self.one_of.as_ref().is_none_or(|words| words.iter().any(is_it))
            && !self.none_of.iter().any(is_it)
    }

    /// The numbers from `min` to `max`, in steps of 10^-`scale`, that the conditions allow; nothing where there are none.
    #[must_use]
    pub fn clipped(&self, min: i128, max: i128, limit: (i128, i128), scale: u32) -> Option<(i128, i128)> {
        let mut low = limit.0;
        let mut high = limit.1;
        if let Some((number, is_included)) = self.min {
            let least = number.ceil(scale);
            low = low.max(if !is_included && least == number.floor(scale) { least + 1 } else { least });
        }
        if let Some((number, is_included)) = self.max {
            let most = number.floor(scale);
            high = high.min(if !is_included && most == number.ceil(scale) { most - 1 } else { most });
        }
        if low > high {
            return None;
        }
        let width = max.saturating_sub(min);
        // What was meant, as far as it is allowed; or else as many numbers from the end that it is beyond.
        let (from, to) = match () {
            () if min.max(low) <= max.min(high)
                // Of decimals of 38 digits, the difference has more than 128 bits.
                && max.min(high).saturating_sub(min.max(low)).saturating_mul(20) >= width =>
            {
                (min.max(low), max.min(high))
            }
            () if max < low || min < low => (low, low.saturating_add(width).min(high)),
            () => (high.saturating_sub(width).max(low), high),
        };
        let excludes = |number: i128| {
            let is = |word: &String| {
                Number::parse(word)
                    .is_some_and(|word| word == Number::parse(&Number::text(number, scale)).unwrap_or(word))
            };
            self.none_of.iter().any(is)
        };
        let excluded = (from..=to).take(3).filter(|&number| excludes(number)).last();
        match excluded {
            Some(number) if number < to => Some((number + 1, to)),
            _ if from < 0 && to > 0 && excludes(0) => Some((1, to)),
            _ => Some((from, to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_met_in_the_steps_of_the_type() {
        let number = |text| Number::parse(text).expect("a number");
        let mut facts = Facts::default();
        assert!(facts.add(Fact::Min(number("0"), false)) && facts.add(Fact::Max(number("5"), true)));
        assert_eq!(facts.clipped(0, 1000, (-128, 127), 0), Some((1, 5)));
        assert_eq!(facts.clipped(100, 5000, (-99_999, 99_999), 2), Some((100, 500)));
        assert_eq!(facts.clipped(2, 3, (0, 9), 0), Some((2, 3)));
        facts.add(Fact::Min(number("7"), true));
        assert_eq!(facts.clipped(0, 10, (0, 100), 0), None);
        let mut facts = Facts::default();
        facts.add(Fact::NoneOf(vec!["0".into()]));
        assert_eq!(facts.clipped(0, 10, (-100, 100), 0), Some((1, 10)));
    }
}
