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
        && pieces(text, escape).is_none()
    {
        return Err(wrong(&all[1].at, "the pattern ends with an escape; double it"));
    }
    let Some(pattern) = known.and_then(|text| pieces(&folded(&text, folds), escape)) else {
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

/// A piece of a pattern.
#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    AnyLetter,
    Anything,
}

/// The pieces of a pattern; none where an escape stands at its end.
fn pieces(pattern: &str, escape: Option<char>) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        let letter = match letter {
            letter if Some(letter) == escape => letters.next()?,
            '%' => {
                if pieces.last() != Some(&Piece::Anything) {
                    pieces.push(Piece::Anything);
                }
                continue;
            }
            '_' => {
                pieces.push(Piece::AnyLetter);
                continue;
            }
            letter => letter,
        };
        match pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(letter),
            _ => pieces.push(Piece::Text(letter.into())),
        }
    }
    Some(pieces)
}

/// Whether the whole text is of the pattern. After the last `%` there is nothing to go back to before it, so it takes no
/// more steps than the product of both lengths.
fn matches(text: &str, pattern: &[Piece]) -> bool {
    let (mut rest, mut at) = (text, 0);
    // Where to go on after the last `%`, one letter later.
    let mut back: Option<(&str, usize)> = None;
    loop {
        let step = match pattern.get(at) {
            None if rest.is_empty() => return true,
            None => None,
            Some(Piece::Anything) => {
                back = Some((rest, at + 1));
                Some(rest)
            }
            Some(Piece::AnyLetter) => rest.chars().next().map(|letter| &rest[letter.len_utf8()..]),
            Some(Piece::Text(text)) => rest.strip_prefix(&text[..]),
        };
        match (step, back) {
            (Some(after), _) => (rest, at) = (after, at + 1),
            (None, Some((from, piece))) => {
                let Some(letter) = from.chars().next() else { return false };
                let from = &from[letter.len_utf8()..];
                back = Some((from, piece));
                (rest, at) = (from, piece);
            }
            (None, None) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Piece, matches, pieces};

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
    fn an_escape_at_the_end_is_a_mistake() {
        assert_eq!(pieces("a\\", Some('\\')), None);
        assert_eq!(pieces("a\\%", Some('\\')), Some(vec![Piece::Text("a%".into())]));
        assert_eq!(pieces("a\\", None), Some(vec![Piece::Text("a\\".into())]));
    }

    proptest! {
        #[test]
        fn patterns_match_what_the_definition_says(text in "[ab%é]{0,8}", pattern in "([ab%_é]|\\\\[ab%_]){0,6}") {
            let found = matches(&text, &pieces(&pattern, Some('\\')).unwrap());
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            prop_assert_eq!(found, naive(&letters(&text), &letters(&pattern)));
        }
    }
}
