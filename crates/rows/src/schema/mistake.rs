//! Mistakes in what the user typed: which word, where in it, what is wrong and what would be right.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A column without a generator, or with one that does not exist.
    Generator,
    /// A constraint that the generator cannot follow.
    Constraint,
    /// A modifier that does not exist, or with a wrong value.
    Modifier,
    /// A column name that cannot be used.
    Name,
    /// More different values, or more of a series, than there are.
    TooFewValues,
    /// An option of the command line, or a combination of them.
    Option,
    /// A schema file that cannot be read, or says what has no meaning.
    Schema,
    /// A template that cannot be read, or says what has no meaning.
    Template,
}

/// A place in a file. Displays as `customers.toml:7:12`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as the user called it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One mistake. Displays as the word, a line of carets under the place, and the explanation behind them; before them
/// the file, the line and the column, where it is one in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// What kind of thing is wrong.
    pub kind: Kind,
    /// Where in a file it is; `None` for a word of the command line.
    pub place: Option<Place>,
    /// The word as it was typed, or the line of the file; of a very long line what is around the place.
    pub word: String,
    /// The bytes of the word that are meant.
    pub at: Range<usize>,
    /// What is wrong and what would be right.
    pub text: String,
}

impl Mistake {
    /// A mistake at some bytes of a word.
    pub fn new(kind: Kind, word: impl Into<String>, at: Range<usize>, text: impl Into<String>) -> Mistake {
        Mistake { kind, place: None, word: word.into(), at, text: text.into() }
    }

    /// The same mistake, at this place of a file.
    pub(crate) fn placed(self, place: Place) -> Mistake {
        Mistake { place: Some(place), ..self }
    }
}

/// A longer word is cut around the place.
const MOST_SHOWN: usize = 320;
/// What of such a word is shown before the place, of the place, and behind it.
const SHOWN: [usize; 3] = [80, 120, 80];

/// The word and the place in it, cut where it is too long to be shown.
pub(crate) fn window(word: &str, at: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    if word.len() <= MOST_SHOWN {
        return (word.into(), at);
    }
    let boundary = |place: usize| {
        let mut place = place.min(word.len());
        while !word.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let place = boundary(at.start)..boundary(at.end.min(at.start + SHOWN[1]));
    let (start, end) = (boundary(place.start.saturating_sub(SHOWN[0])), boundary(place.end + SHOWN[2]));
    let before = if start > 0 { "…" } else { "" };
    let after = if end < word.len() { "…" } else { "" };
    let shift = |place: usize| place - start + before.len();
    (format!("{before}{}{after}", &word[start..end]).into(), shift(place.start)..shift(place.end))
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Control characters would break the line, or the terminal: each is shown as one blank sign.
        let shown = |text: &str| -> String {
            text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
        };
        if let Some(place) = &self.place {
            writeln!(f, "  {}", shown(&place.to_string()))?;
        }
        let (word, at) = window(&self.word, self.at.clone());
        // Some characters are two columns wide, and some none.
        let columns = |text: Option<&str>| shown(text.unwrap_or_default()).width();
        let (before, width) = (columns(word.get(..at.start)), columns(word.get(at)));
        let carets = "^".repeat(width.max(1));
        write!(f, "  {}\n  {:before$}{carets} {}", shown(&word), "", shown(&self.text))
    }
}

impl std::error::Error for Mistake {}

#[cfg(test)]
mod tests {
    use super::{Kind, Mistake, window};

    #[test]
    fn carets_stand_under_the_place() {
        let mistake = Mistake::new(Kind::Generator, "é=emial", 3..8, "no such generator");
        assert_eq!(mistake.to_string(), "  é=emial\n    ^^^^^ no such generator");
    }

    #[test]
    fn long_words_are_cut_around_the_place() {
        let word = format!("{}é!{}", "a".repeat(100_000), "b".repeat(100_000));
        let (shown, at) = window(&word, 100_000..100_002);
        assert_eq!(&shown[at], "é");
        assert!(shown.len() < 200 && shown.starts_with('…') && shown.ends_with('…'));
        assert_eq!(window(&word, 0..word.len()).1, 0..120);
        let (shown, at) = window(&word, word.len()..word.len());
        assert_eq!(at, shown.len()..shown.len());
        let told = Mistake::new(Kind::Generator, &word, 0..word.len(), "all").to_string();
        assert_eq!(told.split_once('\n').unwrap().1, format!("  {} all", "^".repeat(120)));
    }

    #[test]
    fn what_is_missing_is_shown_where_it_should_stand() {
        let mistake = Mistake::new(Kind::Generator, "a=", 2..2, "missing");
        assert_eq!(mistake.to_string(), "  a=\n    ^ missing");
    }
}
