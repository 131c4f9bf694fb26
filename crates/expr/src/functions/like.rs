//! Patterns: `like` and `ilike`.

use super::rows::to_bools;
use super::text::texts;
use super::{Args, Function};
use crate::run::{Checked, Typed, wrong};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("like", (2, 3), "TEXT like PATTERN", |args| like(args, false)),
    Function::new("ilike", (2, 3), "TEXT ilike PATTERN", |args| like(args, true)),
];

fn like(args: Args<'_>, folds: bool) -> Checked {
    let mut all = texts(args)?;
    let escape = match all.get(2).map(Typed::known_text) {
        None => Some('\\'),
        Some(Some(text)) if text.chars().count() <= 1 => text.chars().next(),
        Some(_) => return Err(wrong(&all[2].at, "an escape is one letter in quotes, or none as in ''")),
    };
    all.truncate(2);
    let known = all[1].known_text();
    if let Some(text) = &known
        && parts(text, escape).is_none()
    {
        return Err(wrong(&all[1].at, "the pattern ends with an escape; double it"));
    }
    let Some(pattern) = known.and_then(|text| parts(&folded(&text, folds), escape)) else {
        if all[1].constant {
            return Ok(to_bools(all, |_| false));
        }
        return Err(wrong(&all[1].at, "the pattern has to be a text in quotes"));
    };
    Ok(to_bools(all, move |row| match folds {
        true => matches(&folded(row.text(0), true), &pattern),
        false => matches(row.text(0), &pattern),
    }))
}

fn folded(text: &str, folds: bool) -> String {
    if folds { text.to_lowercase() } else { text.to_owned() }
}

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq)]
enum LikePart {
    Text(String),
    AnyLetter,
    Anything,
}

/// The parts of a pattern; `None` if it ends with an escape.
fn parts(pattern: &str, escape: Option<char>) -> Option<Vec<LikePart>> {
    let mut parts = Vec::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        let letter = match letter {
            letter if Some(letter) == escape => letters.next()?,
            '%' => {
                if parts.last() != Some(&LikePart::Anything) {
                    parts.push(LikePart::Anything);
                }
                continue;
            }
            '_' => {
                parts.push(LikePart::AnyLetter);
                continue;
            }
            letter => letter,
        };
        match parts.last_mut() {
            Some(LikePart::Text(text)) => text.push(letter),
            _ => parts.push(LikePart::Text(letter.into())),
        }
    }
    Some(parts)
}

/// Whether the entire text matches the pattern. After the last `%` there is nothing to go back to before it, so it takes no
/// more steps than the product of both lengths.
fn matches(text: &str, pattern: &[LikePart]) -> bool {
    let (mut rest, mut at) = (text, 0);
    // Where to go on after the last `%`, one letter later.
    let mut back: Option<(&str, usize)> = None;
    loop {
        let step = match pattern.get(at) {
            None if rest.is_empty() => return true,
            None => None,
            Some(LikePart::Anything) => {
                back = Some((rest, at + 1));
                Some(rest)
            }
            Some(LikePart::AnyLetter) => rest.chars().next().map(|letter| &rest[letter.len_utf8()..]),
            Some(LikePart::Text(text)) => rest.strip_prefix(&text[..]),
        };
        match (step, back) {
            (Some(after), _) => (rest, at) = (after, at + 1),
            (None, Some((from, part))) => {
                let Some(letter) = from.chars().next() else { return false };
                let from = &from[letter.len_utf8()..];
                back = Some((from, part));
                (rest, at) = (from, part);
            }
            (None, None) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LikePart, matches, parts};

    /// The definition, without regard to how long it takes.
    fn naive(text: &[char], pattern: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            ['%', rest @ ..] => (0..=text.len()).any(|skip| naive(&text[skip..], rest)),
            ['_', rest @ ..] => !text.is_empty() && naive(&text[1..], rest),
            ['\\', letter, rest @ ..] | [letter, rest @ ..] => {
                text.first() == Some(letter) && naive(&text[1..], rest)
            }
        }
    }

    #[test]
    fn an_escape_at_the_end_is_an_error() {
        assert_eq!(parts("a\\", Some('\\')), None);
        assert_eq!(parts("a\\%", Some('\\')), Some(vec![LikePart::Text("a%".into())]));
        assert_eq!(parts("a\\", None), Some(vec![LikePart::Text("a\\".into())]));
    }

    proptest! {
        #[test]
        fn patterns_match_what_the_definition_says(text in "[ab%é]{0,8}", pattern in "([ab%_é]|\\\\[ab%_]){0,6}") {
            let found = matches(&text, &parts(&pattern, Some('\\')).unwrap());
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            prop_assert_eq!(found, naive(&letters(&text), &letters(&pattern)));
        }
    }
}
