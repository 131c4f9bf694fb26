//! Patterns in strftime's letters, read once: `%d.%m.%Y`.

use std::sync::Arc;

use super::other_patterns;
use crate::calendar::{Pad, Pattern, Piece, TimeField as Part, Unit};
use crate::generators::{Constraint, ConstraintError, ConstraintField};
use crate::types::{Field, TextForm};

/// The fields that a pattern may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Date,
    TimeOfDay,
    DateTime,
}

/// All letters, as the message tells them.
const LETTERS: &str = "%Y %y %C %m %d %e %j %B %b %A %a %u %w %U %W %V %G %H %k %I %l %M %S %p %P %s %F %D %T %R %r %c %Z %z %:z, \
     %3f for thousandths, %.3f with a point before them, %% %n %t; %-d has no zero before it, %_d a space, %^b capitals";

/// The pattern that `@format` asks for.
pub(super) fn asked(constraint: &Constraint<'_>, scope: Scope) -> Result<Option<Pattern>, ConstraintError> {
    constraint.settings.format.as_ref().map(|field| parse(constraint, field, scope)).transpose()
}

/// Reads a pattern of a column.
pub(super) fn parse(
    constraint: &Constraint<'_>,
    field: &ConstraintField,
    scope: Scope,
) -> Result<Pattern, ConstraintError> {
    let pattern = read(field, scope)?;
    let is_name = |piece: &Piece| {
        matches!(
            piece,
            Piece::Field(Part::MonthName { .. } | Part::WeekdayName { .. } | Part::HalfDay { .. }, _)
        )
    };
    if pattern.pieces.iter().any(is_name) {
        constraint.english(&format!("a name in the pattern of `{}`", constraint.generator))?;
    }
    Ok(pattern)
}

/// The field with its times written by the pattern, where there is one.
pub(super) fn shown(field: Field, pattern: Option<Pattern>) -> Field {
    match pattern {
        Some(pattern) => field.form(TextForm::Pattern(Arc::new(pattern))),
        None => field,
    }
}

/// A field of days, written by the pattern that the column asks for.
pub(in crate::catalogue) fn dated(
    constraint: &Constraint<'_>,
    days: Field,
) -> Result<Field, ConstraintError> {
    Ok(shown(days, asked(constraint, Scope::Date)?))
}

fn read(field: &ConstraintField, scope: Scope) -> Result<Pattern, ConstraintError> {
    if field.text.is_empty() {
        return Err(field.error("a pattern is missing, such as %d.%m.%Y"));
    }
    let mut reader = Reader { field, scope, rest: &field.text, pieces: Vec::new() };
    while !reader.rest.is_empty() {
        reader.next()?;
    }
    let pattern = Pattern { pieces: reader.pieces };
    let has_field = pattern.pieces.iter().any(|piece| matches!(piece, Piece::Field(..)));
    let ours = || {
        other_patterns::translated(&field.text).map(|ours| format!("; in strftime's letters it is {ours}"))
    };
    match (has_field, other_patterns::word(&field.text)) {
        (true, None) => Ok(pattern),
        (true, Some(at)) => {
            let word = &field.text[at.clone()];
            let text = format!("{word} is plain text here{}", ours().unwrap_or_default());
            Err(field.part(at.start, word).error(text))
        }
        (false, _) => {
            let advice = ours().unwrap_or_else(|| "; a field is missing, such as %Y".into());
            Err(field.error(format!("this is the same text in each row{advice}")))
        }
    }
}

/// Whether different values are written differently; if not, what each is.
pub(super) fn unique_support(pattern: &Pattern, unit: Unit, scope: Scope) -> Result<(), &'static str> {
    match pattern.tells_apart(unit, scope == Scope::TimeOfDay) {
        true => Ok(()),
        false => Err("written by a pattern that leaves out what distinguishes some of them"),
    }
}

struct Reader<'a> {
    field: &'a ConstraintField,
    scope: Scope,
    rest: &'a str,
    pieces: Vec<Piece>,
}

/// The flags and the width between a `%` and its letter.
#[derive(Default, Clone, Copy)]
struct Flags {
    pad: Option<Pad>,
    upper: bool,
    point: bool,
    colon: bool,
    width: Option<u8>,
}

impl Reader<'_> {
    /// Reads one letter with its sign, or the text up to the next one.
    fn next(&mut self) -> Result<(), ConstraintError> {
        let Some(behind) = self.rest.strip_prefix('%') else {
            let end = self.rest.find('%').unwrap_or(self.rest.len());
            let (text, rest) = self.rest.split_at(end);
            self.text(text);
            self.rest = rest;
            return Ok(());
        };
        let start = self.field.text.len() - self.rest.len();
        let (mut flags, mut rest) = (Flags::default(), behind.chars());
        let letter = loop {
            match rest.next() {
                Some('-') => flags.pad = Some(Pad::None),
                Some('_') => flags.pad = Some(Pad::Space),
                Some('0') => flags.pad = Some(Pad::Zero),
                Some('^') => flags.upper = true,
                Some('.') => flags.point = true,
                Some(':') => flags.colon = true,
                Some(digit @ '1'..='9') => flags.width = Some(digit as u8 - b'0'),
                letter => break letter,
            }
        };
        self.rest = rest.as_str();
        let sign = &self.field.text[start..self.field.text.len() - self.rest.len()];
        let part = self.field.part(start, sign);
        let Some(letter) = letter else {
            return Err(part.error("a letter is missing after the %; a % itself is written %%"));
        };
        let found = self.sign(letter, flags);
        let unknown = || part.error(format!("{sign} means nothing here; there are {LETTERS}"));
        found.ok_or_else(unknown)?.map_err(|what| part.error(format!("{sign}: {what}")))
    }

    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(before)) => before.push_str(text),
            _ => self.pieces.push(Piece::Text(text.into())),
        }
    }

    /// Adds what a letter means; `None` if it means nothing.
    fn sign(&mut self, letter: char, flags: Flags) -> Option<Result<(), &'static str>> {
        let Flags { pad, upper, point, colon, width } = flags;
        let fraction = letter == 'f';
        // Flags go with the letters that they make sense for.
        let numeric = "ymdejHkIlMSUWVC".contains(letter);
        if (colon && letter != 'z')
            || (point && !fraction)
            || (width.is_some() != fraction)
            || (pad.is_some() && !numeric)
            || (upper && !"aAbBhp".contains(letter))
        {
            return None;
        }
        match letter {
            '%' => self.text("%"),
            'n' => self.text("\n"),
            't' => self.text("\t"),
            'Z' => self.text("UTC"),
            'z' => self.text(if colon { "+00:00" } else { "+0000" }),
            'F' => return self.all("%Y-%m-%d"),
            'D' => return self.all("%m/%d/%y"),
            'T' => return self.all("%H:%M:%S"),
            'R' => return self.all("%H:%M"),
            'r' => return self.all("%I:%M:%S %p"),
            'c' => return self.all("%a %b %e %H:%M:%S %Y"),
            _ => {
                let (part, usual) = part(letter, upper, width)?;
                if point {
                    self.text(".");
                }
                let allowed = match self.scope {
                    Scope::Date if !part.is_of_date() => Err("a date has no time of day; use `datetime`"),
                    Scope::TimeOfDay if part.is_of_date() => Err("a time of day has no date; use `datetime`"),
                    _ => Ok(()),
                };
                self.pieces.push(Piece::Field(part, pad.unwrap_or(usual)));
                return Some(allowed);
            }
        }
        Some(Ok(()))
    }

    /// Adds what several letters mean.
    fn all(&mut self, pattern: &str) -> Option<Result<(), &'static str>> {
        let mut chars = pattern.chars();
        while let Some(c) = chars.next() {
            match c {
                '%' => match self.sign(chars.next()?, Flags::default())? {
                    Ok(()) => {}
                    wrong => return Some(wrong),
                },
                c => self.text(c.encode_utf8(&mut [0; 4])),
            }
        }
        Some(Ok(()))
    }
}

/// The field of a letter, and what usually is before its number.
fn part(letter: char, upper: bool, width: Option<u8>) -> Option<(Part, Pad)> {
    let part = match letter {
        'Y' => Part::Year,
        'C' => Part::Century,
        'y' => Part::YearOfCentury,
        'm' => Part::Month,
        'd' | 'e' => Part::Day,
        'j' => Part::DayOfYear,
        'B' => Part::MonthName { short: false, upper },
        'b' | 'h' => Part::MonthName { short: true, upper },
        'A' => Part::WeekdayName { short: false, upper },
        'a' => Part::WeekdayName { short: true, upper },
        'u' => Part::WeekdayFromMonday,
        'w' => Part::WeekdayFromSunday,
        'U' => Part::WeekFromSunday,
        'W' => Part::WeekFromMonday,
        'V' => Part::IsoWeek,
        'G' => Part::IsoYear,
        'H' | 'k' => Part::Hour,
        'I' | 'l' => Part::Hour12,
        'p' => Part::HalfDay { upper: true },
        'P' => Part::HalfDay { upper: false },
        'M' => Part::Minute,
        'S' => Part::Second,
        's' => Part::Unix,
        'f' => Part::Fraction(width?),
        _ => return None,
    };
    let pad = if "ekl".contains(letter) { Pad::Space } else { Pad::Zero };
    Some((part, pad))
}
