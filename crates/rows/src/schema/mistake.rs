//! Mistakes in what the user typed: which word, where in it, what is wrong and what would be right.

use std::fmt;
use std::ops::Range;

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
}

/// One mistake. Displays as the word, a line of carets under the place, and the explanation behind them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// What kind of thing is wrong.
    pub kind: Kind,
    /// The word as it was typed.
    pub word: String,
    /// The bytes of the word that are meant.
    pub at: Range<usize>,
    /// What is wrong and what would be right.
    pub text: String,
}

impl Mistake {
    /// A mistake at some bytes of a word.
    pub fn new(kind: Kind, word: impl Into<String>, at: Range<usize>, text: impl Into<String>) -> Mistake {
        Mistake { kind, word: word.into(), at, text: text.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Control characters would break the line, or the terminal: each is shown as one blank sign.
        let shown = |text: &str| -> String {
            text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
        };
        let before = self.word.get(..self.at.start).map_or(0, |text| text.chars().count());
        let width = self.word.get(self.at.clone()).map_or(0, |text| text.chars().count());
        let carets = "^".repeat(width.max(1));
        write!(f, "  {}\n  {:before$}{carets} {}", shown(&self.word), "", shown(&self.text))
    }
}

impl std::error::Error for Mistake {}

#[cfg(test)]
mod tests {
    use super::{Kind, Mistake};

    #[test]
    fn carets_stand_under_the_place() {
        let mistake = Mistake::new(Kind::Generator, "é=emial", 3..8, "no such generator");
        assert_eq!(mistake.to_string(), "  é=emial\n    ^^^^^ no such generator");
    }

    #[test]
    fn what_is_missing_is_shown_where_it_should_stand() {
        let mistake = Mistake::new(Kind::Generator, "a=", 2..2, "missing");
        assert_eq!(mistake.to_string(), "  a=\n    ^ missing");
    }
}
