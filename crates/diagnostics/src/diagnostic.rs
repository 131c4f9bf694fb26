//! One diagnostic: its code, its position, its message, and what is suggested instead.

use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::excerpt::excerpt;
use crate::message::{Message, Topic};

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// A column without a generator, or with one that does not exist.
    Generator,
    /// A constraint that the generator cannot follow.
    Constraint,
    /// A modifier that does not exist, or with a wrong value.
    Modifier,
    /// A column name that cannot be used.
    Name,
    /// More rows or more different values than there are.
    TooFewValues,
    /// An option of the command line, or a combination of options.
    Option,
    /// A schema file that cannot be read, or contains something without meaning.
    Schema,
    /// A template that cannot be read, or contains something without meaning.
    Template,
}

/// A position in a file. Displays as `customers.toml:7:12`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The file, as the user called it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One error in what a user wrote.
///
/// Displays as the position in the file, if there is one; the text; and a line of carets under the span, followed by the
/// message:
///
/// ```
/// use gush_diagnostics::{Code, Diagnostic, Message};
///
/// let message = Message::unknown("no generator has this name", "emial", ["email", "name"]);
/// let diagnostic = Diagnostic::new(Code::Generator, "who=emial", 4..9, message);
/// assert_eq!(
///     diagnostic.to_string(),
///     "  who=emial\n      ^^^^^ no generator has this name; did you mean `email`?"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing is wrong.
    pub code: Code,
    /// Where in a file it is; `None` for an argument of the command line.
    pub position: Option<Position>,
    /// The argument as it was typed, or the line of the file; of a very long line, an excerpt around the span.
    pub text: String,
    /// The bytes of the text that the message is about.
    pub span: Range<usize>,
    /// What is wrong and, unless a suggestion says so, what would be right.
    pub message: String,
    /// The valid text that was probably meant.
    pub suggestion: Option<String>,
    /// What the user may look up where there is no suggestion.
    pub topic: Option<Topic>,
}

impl Diagnostic {
    /// A diagnostic for some bytes of an argument or a line.
    pub fn new(
        code: Code,
        text: impl Into<String>,
        span: Range<usize>,
        message: impl Into<Message>,
    ) -> Diagnostic {
        let Message { text: message, suggestion, topic } = message.into();
        Diagnostic { code, position: None, text: text.into(), span, message, suggestion, topic }
    }

    /// A diagnostic for an entire argument.
    pub fn for_argument(code: Code, argument: impl Into<String>, message: impl Into<Message>) -> Diagnostic {
        let argument = argument.into();
        let span = 0..argument.len();
        Diagnostic::new(code, argument, span, message)
    }

    /// The same diagnostic at this position of a file.
    #[must_use]
    pub fn at(self, position: Position) -> Diagnostic {
        Diagnostic { position: Some(position), ..self }
    }

    /// The message with what was probably meant, but without the position.
    pub fn full_message(&self) -> Message {
        let Diagnostic { message, suggestion, topic, .. } = self;
        Message { text: message.clone(), suggestion: suggestion.clone(), topic: *topic }
    }

    /// Displays it with a program's own advice on how a topic is looked up, such as "`gush rows -G` lists them".
    pub fn with_advice<F: Fn(Topic) -> Option<&'static str>>(&self, advice: F) -> WithAdvice<'_, F> {
        WithAdvice { diagnostic: self, advice }
    }
}

/// A diagnostic with the advice of the program that shows it; see [`Diagnostic::with_advice`].
#[derive(Debug)]
pub struct WithAdvice<'d, F> {
    diagnostic: &'d Diagnostic,
    advice: F,
}

impl<F: Fn(Topic) -> Option<&'static str>> fmt::Display for WithAdvice<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WithAdvice { diagnostic, advice } = self;
        if let Some(position) = &diagnostic.position {
            writeln!(f, "  {}", printable(&position.to_string()))?;
        }
        let (text, span) = excerpt(&diagnostic.text, diagnostic.span.clone());
        // Some characters are two columns wide, and some none.
        let columns = |text: Option<&str>| printable(text.unwrap_or_default()).width();
        let (before, width) = (columns(text.get(..span.start)), columns(text.get(span)));
        let carets = "^".repeat(width.max(1));
        let message = diagnostic.full_message();
        let advice = message.topic.and_then(advice).filter(|_| message.suggestion.is_none());
        let message = printable(&message.to_string());
        write!(f, "  {}\n  {:before$}{carets} {message}", printable(&text), "")?;
        match advice {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_advice(|_| None).fmt(f)
    }
}

impl std::error::Error for Diagnostic {}

/// A text without control characters, which would break lines or command the terminal: each is one replacement character.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Code, Diagnostic};
    use crate::message::{Message, Topic};

    #[test]
    fn carets_are_under_the_span() {
        let diagnostic = Diagnostic::new(Code::Generator, "é=emial", 3..8, "no such generator");
        assert_eq!(diagnostic.to_string(), "  é=emial\n    ^^^^^ no such generator");
    }

    #[test]
    fn something_missing_is_marked_where_it_should_be() {
        let diagnostic = Diagnostic::new(Code::Generator, "a=", 2..2, "missing");
        assert_eq!(diagnostic.to_string(), "  a=\n    ^ missing");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let message = Message::from("no\x07").suggest(Some("b\r"));
        let diagnostic = Diagnostic::new(Code::Option, "a\x1b[2J", 1..2, message);
        assert_eq!(diagnostic.to_string(), "  a\u{fffd}[2J\n   ^ no\u{fffd}; did you mean `b\u{fffd}`?");
    }

    /// A suggestion is better than a list; without either, only the message is shown.
    #[test]
    fn advice_is_shown_where_nothing_is_suggested() {
        let diagnostic = |message: Message| Diagnostic::for_argument(Code::Generator, "zebra", message);
        let message = Message::from("no generator has this name").see(Topic::Generators);
        let advice = |topic| (topic == Topic::Generators).then_some("`gush rows -G` lists them");
        let head = "  zebra\n  ^^^^^ no generator has this name";
        assert_eq!(diagnostic(message.clone()).to_string(), head);
        let advised = diagnostic(message.clone()).with_advice(advice).to_string();
        assert_eq!(advised, format!("{head}; `gush rows -G` lists them"));
        let near = diagnostic(message.suggest(Some("zip")));
        assert_eq!(near.with_advice(advice).to_string(), format!("{head}; did you mean `zip`?"));
    }

    #[test]
    fn a_long_argument_is_cut_around_the_span() {
        let argument = "a".repeat(200_000);
        let shown = Diagnostic::for_argument(Code::Generator, argument, "all").to_string();
        assert_eq!(
            shown.split_once('\n').map(|(_, rest)| rest),
            Some(&*format!("  {} all", "^".repeat(120)))
        );
    }
}
