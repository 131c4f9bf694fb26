//! Mistakes in a template: which template, where in it, what is wrong and what would be right.

use std::fmt;
use std::ops::Range;

/// A template as it was given: its name for the messages, and its text.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub name: String,
    pub text: String,
}

/// One mistake. Displays as its place, what is wrong, and the line with carets under what is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// The template's name.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// How many characters are meant, within the line.
    pub width: usize,
    /// The line itself.
    pub source: String,
    /// What is wrong and what would be right.
    pub text: String,
}

/// A mistake that showed only in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// The row's number, from 0.
    pub row: u64,
    /// What went wrong.
    pub error: TemplateError,
}

/// A mistake before it is known in which template: the bytes meant, and the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: Range<usize>,
    pub text: String,
}

impl Fault {
    pub fn new(at: Range<usize>, text: impl Into<String>) -> Fault {
        Fault { at, text: text.into() }
    }
}

/// No line of a message is longer: of a longer one, what stands around the place is shown.
const MOST_SHOWN: usize = 100;

impl Source {
    /// The mistake with its place spelt out.
    pub fn explain(&self, fault: &Fault) -> TemplateError {
        let text = &self.text;
        let start = floor(text, fault.at.start);
        let end = floor(text, fault.at.end.max(start));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let before = text[line_start..start].chars().count();
        let width = text[start..end.min(line_end).max(start)].chars().count();
        TemplateError {
            name: self.name.clone(),
            line: text[..line_start].matches('\n').count() + 1,
            column: before + 1,
            width: width.max(1),
            source: line.into(),
            text: fault.text.clone(),
        }
    }
}

/// The nearest boundary of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = self.column - 1;
        let mut line: Vec<char> = self.source.chars().collect();
        if line.len() > MOST_SHOWN {
            let first = before.saturating_sub(MOST_SHOWN / 2);
            line = line[first..].iter().copied().take(MOST_SHOWN).collect();
            before -= first;
        }
        // Control characters would break the line, or the terminal: each is shown as one sign.
        let shown = |c: &char| match c {
            '\t' => ' ',
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            c => *c,
        };
        let width = self.width.min(line.len().saturating_sub(before)).max(1);
        let line: String = line.iter().map(shown).collect();
        let text: String = self.text.chars().map(|c| shown(&c)).collect();
        let (name, row, column) = (&self.name, self.line, self.column);
        write!(f, "{name}:{row}:{column}: {text}\n  {line}\n  {:before$}{}", "", "^".repeat(width))
    }
}

impl std::error::Error for TemplateError {}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.error)
    }
}

impl std::error::Error for RowError {}

#[cfg(test)]
mod tests {
    use super::{Fault, Source};

    #[test]
    fn carets_stand_under_the_place() {
        let source = Source { name: "t".into(), text: "a\né {{ Nmae }}\nb".into() };
        let at = source.text.find("Nmae").unwrap();
        let error = source.explain(&Fault::new(at..at + 4, "what?"));
        assert_eq!(error.to_string(), "t:2:6: what?\n  é {{ Nmae }}\n       ^^^^");
        assert_eq!((error.line, error.column), (2, 6));
    }

    #[test]
    fn what_is_missing_at_the_end_is_shown_there() {
        let source = Source { name: "t".into(), text: "{{ if 1 }}\n".into() };
        let error = source.explain(&Fault::new(11..11, "missing"));
        assert_eq!(error.to_string(), "t:2:1: missing\n  \n  ^");
    }

    #[test]
    fn of_a_long_line_only_the_place_is_shown() {
        let text = format!("{}!{}", "x".repeat(500), "y".repeat(500));
        let error = Source { name: "t".into(), text }.explain(&Fault::new(500..501, "?"));
        let shown = error.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1].len(), 102);
        assert_eq!(lines[1].find('!'), lines[2].find('^'));
    }
}
