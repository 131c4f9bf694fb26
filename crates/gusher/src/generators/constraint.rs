//! The constraint after a generator's colon: fields between commas, with their spans for the messages.

use std::cell::Cell;
use std::ops::Range;

use jiff::civil::Date;

use super::context::Context;
use crate::locale::Locale;
use crate::types::MAX_PRECISION;
use gush_diagnostics::{integer_error, parse_int};

/// How messages describe a NUL character, wherever it is found.
pub(crate) const NUL: &str = "a NUL character, which no database takes in a text; leave it out";

/// A diagnostic of a constraint or of the value of a modifier, with its span.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct ConstraintError {
    /// The bytes that are meant; empty at the end where something is missing.
    pub at: Range<usize>,
    /// Whether they are counted from the beginning of the column spec, not of its constraint.
    pub in_spec: bool,
    /// The message: what is wrong, and what would be right.
    pub text: String,
}

/// A constraint as it was typed.
#[derive(Clone, Copy)]
pub(crate) struct Constraint<'a> {
    /// The text after the colon, escapes and all; `None` without a colon.
    pub text: Option<&'a str>,
    /// The name that the generator was asked for by.
    pub generator: &'a str,
    /// The context that it may depend on.
    pub context: &'a Context<'a>,
    /// The values of the modifiers that the generator handles itself.
    pub settings: &'a Settings,
    /// Set when the present was asked for.
    pub used_now: &'a Cell<bool>,
}

/// The values of the modifiers that generators look at themselves; only those that an entry of the registry names
/// reach its generator.
#[derive(Debug, Default, Clone)]
pub(crate) struct Settings {
    /// `@dist=`
    pub dist: Option<ConstraintField>,
    /// Where `@clamp` is.
    pub clamp: Option<ConstraintField>,
    /// What all rows add up to.
    pub sum: Option<ConstraintField>,
    /// `@sparse=`
    pub sparse: Option<ConstraintField>,
    /// Where `@exact` is.
    pub exact: Option<ConstraintField>,
    /// Where `@cycle` is.
    pub cycle: Option<ConstraintField>,
    /// `@column=`
    pub column: Option<ConstraintField>,
    /// `@rhythm=`
    pub rhythm: Option<ConstraintField>,
    /// `@rules=`
    pub rules: Option<ConstraintField>,
    /// `@trend=`
    pub trend: Option<ConstraintField>,
    /// `@season=`
    pub season: Option<ConstraintField>,
    /// `@nan=`: the share of rows, and where it is.
    pub nan: Option<(f64, ConstraintField)>,
    /// `@inf=`
    pub inf: Option<(f64, ConstraintField)>,
    /// `@negzero=`
    pub negative_zero: Option<(f64, ConstraintField)>,
    /// `@weights=`
    pub weights: Option<ConstraintField>,
    /// `@gender=`
    pub gender: Option<Gender>,
    /// `@age=`
    pub ages: Option<Ages>,
    /// `@format=`
    pub format: Option<ConstraintField>,
    /// `@locale=`
    pub locale: Option<&'static Locale>,
    /// Where that is.
    pub locale_at: ConstraintField,
    /// Whether that is one of several.
    pub is_mixed: bool,
    /// `@nth=`
    pub nth: Option<u64>,
    /// `@valid`
    pub valid: Option<()>,
}

/// The gender of all people of a column, where only those of one are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gender {
    Female,
    Male,
}

impl Gender {
    /// The gender of this name.
    pub fn named(name: &str) -> Option<Gender> {
        match name {
            "female" => Some(Gender::Female),
            "male" => Some(Gender::Male),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Gender::Female => "female",
            Gender::Male => "male",
        }
    }

    /// How lists of names mark it.
    pub fn letter(self) -> &'static str {
        &self.name()[..1]
    }
}

/// The youngest and the oldest age of the people of a column, in years.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ages {
    pub youngest: u8,
    pub oldest: u8,
}

impl Default for Ages {
    fn default() -> Ages {
        Ages { youngest: 18, oldest: 80 }
    }
}

impl Ages {
    /// The ages that can be asked for: the names of children are not known.
    pub const LIMITS: Ages = Ages { youngest: 18, oldest: 120 };

    /// The nearest ages that can be asked for.
    pub fn nearest((youngest, oldest): (i64, i64)) -> Ages {
        let limits = i64::from(Ages::LIMITS.youngest)..=i64::from(Ages::LIMITS.oldest);
        let nearest = |age: i64| age.clamp(*limits.start(), *limits.end()) as u8;
        Ages { youngest: nearest(youngest), oldest: nearest(oldest) }
    }

    /// The ages that a text names, such as `60,90`; otherwise what is wrong with it.
    pub fn parse(text: &str) -> Result<Ages, String> {
        let Ages { youngest: least, oldest: most } = Ages::LIMITS;
        let age = |text: &str| text.trim().parse().ok().filter(|age| (least..=most).contains(age));
        let ages = text.split_once(',').and_then(|(youngest, oldest)| Some((age(youngest)?, age(oldest)?)));
        match ages {
            Some((youngest, oldest)) if youngest <= oldest => Ok(Ages { youngest, oldest }),
            Some((youngest, oldest)) => {
                Err(format!("the youngest age ({youngest}) is above the oldest ({oldest})"))
            }
            None => Err(format!(
                "expected the youngest and the oldest age, from {least} to {most}, such as @age=60,90"
            )),
        }
    }
}

impl Settings {
    /// Which of several things of one kind is meant, from 1.
    pub fn nth(&self) -> u64 {
        self.nth.unwrap_or(1)
    }
}

/// One field of a constraint.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ConstraintField {
    /// The text, escapes resolved.
    pub text: String,
    /// Its bytes in the constraint, or in the column spec.
    pub at: Range<usize>,
    /// Whether they are counted in the column spec.
    pub in_spec: bool,
}

impl ConstraintField {
    /// An error about this field.
    pub fn error(&self, text: impl Into<String>) -> ConstraintError {
        ConstraintError { at: self.at.clone(), in_spec: self.in_spec, text: text.into() }
    }

    /// The part of it that begins at the byte `start`; all of it where escapes have moved its bytes.
    pub fn part(&self, start: usize, text: &str) -> ConstraintField {
        let first = self.at.start + start;
        let at = if self.text.len() == self.at.len() { first..first + text.len() } else { self.at.clone() };
        ConstraintField { text: text.into(), at, in_spec: self.in_spec }
    }

    /// The field as an integer of up to 38 digits.
    pub fn wide_int(&self) -> Result<i128, ConstraintError> {
        let most = 10i128.pow(MAX_PRECISION);
        parse_int(&self.text).filter(|n| (-most + 1..most).contains(n)).ok_or_else(|| {
            match integer_error(&self.text) {
                text if text.starts_with("too") => {
                    self.error(format!("a whole number has up to {MAX_PRECISION} digits"))
                }
                text => self.error(text),
            }
        })
    }

    /// The field as an integer.
    pub fn int(&self) -> Result<i64, ConstraintError> {
        parse_int(&self.text)
            .and_then(|n| i64::try_from(n).ok())
            .ok_or_else(|| self.error(integer_error(&self.text)))
    }
}

impl Constraint<'_> {
    /// "Now" in Unix seconds. It is asked for only where values depend on it, which is reported to the user.
    pub fn now(&self) -> i64 {
        self.used_now.set(true);
        self.context.now
    }

    /// Today in UTC.
    pub fn today(&self) -> Date {
        let day = self.now().div_euclid(86_400);
        day_to_date(i32::try_from(day).unwrap_or(if day < 0 { i32::MIN } else { i32::MAX }))
    }

    /// The locale of the column.
    pub fn locale(&self) -> &'static Locale {
        self.settings.locale.unwrap_or(self.context.locale)
    }

    /// The fields between commas; none without a constraint. At most `most`, whose meaning `syntax` tells.
    pub fn fields(&self, most: usize, syntax: &str) -> Result<Vec<ConstraintField>, ConstraintError> {
        let fields = self.text.map(split).unwrap_or_default();
        match fields.get(most) {
            Some(extra) => Err(extra.error(format!("one field too many; the form is {syntax}"))),
            None => Ok(fields),
        }
    }

    /// The fields as `(first, second)`; one that is missing or empty is `None`.
    pub fn pair(
        &self,
        syntax: &str,
    ) -> Result<(Option<ConstraintField>, Option<ConstraintField>), ConstraintError> {
        let mut fields = self.fields(2, syntax)?.into_iter().map(Some);
        let mut next = || fields.next().flatten().filter(|field| !field.text.is_empty());
        Ok((next(), next()))
    }

    /// An error about all of the constraint.
    pub fn error(&self, text: impl Into<String>) -> ConstraintError {
        ConstraintError { at: 0..self.text.map_or(0, str::len), in_spec: false, text: text.into() }
    }

    /// The error for a constraint whose smallest value lies above the largest.
    pub fn reversed(&self, min: impl std::fmt::Display, max: impl std::fmt::Display) -> ConstraintError {
        let fields = self.text.map(split).unwrap_or_default();
        let typed =
            |at: usize| fields.get(at).filter(|field| !field.text.is_empty()).map(|field| &field.text);
        let name = self.generator;
        // An end that was not typed must not look as if it were.
        self.error(match (typed(0), typed(1)) {
            (None, Some(typed)) => format!(
                "the largest value, {max}, is below the smallest by default, {min}; write {name}:MIN,{typed}"
            ),
            (Some(typed), None) => format!(
                "the smallest value, {min}, is above the largest by default, {max}; write {name}:{typed},MAX"
            ),
            _ => format!("the smallest value ({min}) is above the largest ({max})"),
        })
    }
}

/// The characters that a backslash takes their meaning from; before any other it is literal.
pub(crate) const ESCAPED: [char; 4] = ['\\', ',', '*', '@'];

/// The text with its escapes resolved.
pub(crate) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next) if c == '\\' && ESCAPED.contains(&next) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

/// The indices of `wanted` in `text` that no backslash escapes.
pub(crate) fn unescaped(text: &str, wanted: char) -> Vec<usize> {
    let mut indices = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match chars.peek() {
            Some((_, next)) if c == '\\' && ESCAPED.contains(next) => {
                chars.next();
            }
            _ if c == wanted => indices.push(at),
            _ => {}
        }
    }
    indices
}

/// The fields between commas.
pub(crate) fn split(text: &str) -> Vec<ConstraintField> {
    let mut start = 0;
    let mut fields = Vec::new();
    for end in unescaped(text, ',').into_iter().chain([text.len()]) {
        fields.push(ConstraintField { text: unescape(&text[start..end]), at: start..end, in_spec: false });
        start = end + 1;
    }
    fields
}

/// A date as YYYY-MM-DD and nothing else.
pub(crate) fn parse_date(text: &str) -> Option<Date> {
    text.parse().ok().filter(|_| text.len() == 10)
}

/// The first and the last day that are written with four digits of the year, as days after 1970-01-01.
const DAYS: std::ops::RangeInclusive<i32> = -719_528..=2_932_896;

/// The date that is `day` days after 1970-01-01; the nearest one outside the years 0 to 9999.
pub(crate) fn day_to_date(day: i32) -> Date {
    let day = day.clamp(*DAYS.start(), *DAYS.end());
    jiff::civil::date(1970, 1, 1).saturating_add(jiff::Span::new().days(day))
}

/// Days from 1970-01-01 to `date`.
pub(crate) fn date_to_day(date: Date) -> i32 {
    let since = date.duration_since(jiff::civil::date(1970, 1, 1));
    (since.as_secs() / 86_400) as i32
}

#[cfg(test)]
mod tests {
    use super::{date_to_day, day_to_date, split, unescape, unescaped};

    #[test]
    fn a_backslash_escapes_only_special_characters() {
        assert_eq!(unescape(r"a\,b\\c\d\@"), r"a,b\c\d@");
        assert_eq!(unescaped(r"a\@b@c\\@", '@'), [4, 8]);
    }

    #[test]
    fn fields_know_their_positions() {
        let fields = split(r"a\,b,,c");
        let texts: Vec<_> = fields.iter().map(|f| (f.text.as_str(), f.at.clone())).collect();
        assert_eq!(texts, [("a,b", 0..4), ("", 5..5), ("c", 6..7)]);
    }

    #[test]
    fn days_and_dates_are_inverse() {
        for day in [-719_528, -1, 0, 59, 19_000, 2_932_896] {
            assert_eq!(date_to_day(day_to_date(day)), day);
        }
    }
}
