//! Where a column was written: on the command line, or in a file, whose lines the messages then show.

use std::ops::Range;
use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic, Message, SourceText};

use super::grammar::{Parts, split, split_expression};
use super::piece::{Piece, locate};

/// A column as it was written.
#[derive(Debug, Clone)]
pub struct ColumnSource {
    /// Its name, where that does not stand in the word.
    pub(super) name: Option<String>,
    /// The column in the words of the command line.
    pub(super) word: String,
    /// What it has, if it is a list or a struct: then the word has its modifiers alone.
    pub(super) nested: Option<Nested>,
    /// Where an expression ends that modifiers follow; otherwise it ends with the word.
    pub(super) expression_end: Option<usize>,
    /// The word as it was typed, where a generator's other name stands in it.
    pub(super) typed: Option<Typed>,
    origin: Option<Origin>,
}

/// A word before the generator's own name was put into it.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub word: String,
    /// Where the pieces of the new word come from in this one.
    pub pieces: Vec<Piece>,
    /// Whether the column's name is that of the generator as it was typed.
    pub names_column: bool,
}

/// The columns that a list or a struct has.
#[derive(Debug, Clone)]
pub(super) enum Nested {
    /// That of its items.
    List(Box<ColumnSource>),
    /// Those of its fields.
    Struct(Vec<ColumnSource>),
}

/// The places in a file that a word was made from.
#[derive(Debug, Clone)]
struct Origin {
    text: Arc<SourceText>,
    pieces: Vec<Piece>,
    /// The column as a whole.
    whole: Range<usize>,
}

impl ColumnSource {
    /// A column as a word of the command line.
    pub fn word(word: &str) -> ColumnSource {
        ColumnSource {
            name: None,
            word: word.into(),
            nested: None,
            expression_end: None,
            typed: None,
            origin: None,
        }
    }

    /// A column as a word without a name, and its name, which may have any character.
    pub fn with_name(name: &str, word: &str) -> ColumnSource {
        ColumnSource { name: Some(name.into()), ..ColumnSource::word(word) }
    }

    /// What is wrong with a name before a `=`: it is missing, or has the sign that separates columns elsewhere.
    pub(super) fn name_mistake(&self, parts: &Parts) -> Option<Diagnostic> {
        let at = parts.name.clone()?;
        let name = &self.word[at.clone()];
        if name.is_empty() {
            return Some(self.mistake(Code::Name, at, "a name is missing before the `=`"));
        }
        let bare = name.trim_end_matches([',', ';']);
        if bare.len() == name.len() || bare.is_empty() {
            return None;
        }
        let message = Message::from("columns are separated by spaces alone");
        let meant = format!("{bare}{}", &self.word[at.end..]);
        Some(self.mistake(Code::Name, bare.len()..at.end, message.suggest(Some(&meant))))
    }

    /// The places of its parts.
    pub(super) fn parts(&self) -> Parts {
        let named = self.name.is_some();
        match self.expression_end {
            None => split(&self.word, named),
            Some(end) => split_expression(&self.word, named, end),
        }
    }

    /// The name that it is given.
    pub(super) fn given_name(&self) -> Option<String> {
        let parts = self.parts();
        let name = || self.word[parts.name.unwrap_or(parts.generator)].to_owned();
        Some(self.name.clone().unwrap_or_else(name)).filter(|name| !name.is_empty())
    }

    /// A column that a program puts together, by its name.
    pub(super) fn named(name: &str) -> ColumnSource {
        ColumnSource { name: Some(name.into()), ..ColumnSource::word(name) }
    }

    /// The same with this name and another word, which was made from what was typed.
    pub(super) fn rewritten(self, name: String, word: String, typed: Typed) -> ColumnSource {
        ColumnSource { name: Some(name), word, typed: Some(typed), ..self }
    }

    /// The same, as a list or a struct.
    pub(super) fn of(self, nested: Nested) -> ColumnSource {
        ColumnSource { nested: Some(nested), ..self }
    }

    /// Where in its file some bytes of the word come from; nowhere for a word of the command line.
    pub(super) fn place(&self, at: &Range<usize>) -> Range<usize> {
        let at = self.typed_place(at);
        self.origin.as_ref().map_or(0..0, |origin| locate(&origin.pieces, &origin.whole, &at))
    }

    /// A mistake at some bytes of the word.
    pub fn mistake(&self, kind: Code, at: Range<usize>, message: impl Into<Message>) -> Diagnostic {
        let at = self.typed_place(&at);
        match &self.origin {
            None => Diagnostic::new(kind, self.typed_word(), at, message),
            Some(origin) => origin.text.diagnostic(kind, locate(&origin.pieces, &origin.whole, &at), message),
        }
    }

    /// The word as it was typed.
    pub(super) fn typed_word(&self) -> &str {
        self.typed.as_ref().map_or(&self.word, |typed| &typed.word)
    }

    /// Where in the typed word some bytes of the word come from.
    fn typed_place(&self, at: &Range<usize>) -> Range<usize> {
        match &self.typed {
            None => at.clone(),
            Some(typed) => locate(&typed.pieces, &(0..typed.word.len()), at),
        }
    }
}

/// Puts a word together from texts of a file.
pub(super) struct WordBuilder {
    text: Arc<SourceText>,
    word: String,
    pieces: Vec<Piece>,
    expression_end: Option<usize>,
}

impl WordBuilder {
    pub fn new(text: &Arc<SourceText>) -> WordBuilder {
        WordBuilder { text: Arc::clone(text), word: String::new(), pieces: Vec::new(), expression_end: None }
    }

    /// Adds `text`, which the file has at `span`, there perhaps in quotes or with escapes.
    pub fn push(&mut self, text: &str, span: Range<usize>) {
        let start = self.word.len();
        self.word.push_str(text);
        let same = |span: &Range<usize>| self.text.bytes().get(span.clone()) == Some(text.as_bytes());
        // Bare, in quotes, in three quotes, and after a line break that follows them.
        let inside = [(0, 0), (1, 1), (3, 3), (4, 3), (5, 3)].map(|(before, after)| {
            let start = span.start + before;
            start..span.end.saturating_sub(after).max(start)
        });
        let same = inside.into_iter().find(same);
        let piece = Piece { word: start..self.word.len(), from: span, same };
        self.pieces.push(piece);
    }

    /// Adds a sign of the grammar, which the file does not have.
    pub fn sign(&mut self, sign: char) {
        self.word.push(sign);
    }

    /// Ends the expression: what follows are modifiers.
    pub fn end_expression(&mut self) {
        self.expression_end = Some(self.word.len());
    }

    /// The column, which stands at `whole` in the file.
    pub fn done(self, name: Option<String>, whole: Range<usize>) -> ColumnSource {
        let WordBuilder { text, word, pieces, expression_end } = self;
        ColumnSource {
            name,
            word,
            nested: None,
            expression_end,
            typed: None,
            origin: Some(Origin { text, pieces, whole }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{SourceText, WordBuilder};
    use gush_diagnostics::Code;

    #[test]
    fn places_of_the_word_are_found_in_the_file() {
        let text = Arc::new(SourceText::new("x", r#"g = "int", n = 0.5, p = "a\tb""#));
        let mut builder = WordBuilder::new(&text);
        builder.push("int", 4..9);
        builder.sign('@');
        builder.push("null", 11..12);
        builder.sign('=');
        builder.push("0.5", 15..18);
        builder.push("a\tb", 24..30);
        let source = builder.done(None, 0..30);
        let at = |range: std::ops::Range<usize>| {
            let mistake = source.mistake(Code::Modifier, range, "");
            mistake.text[mistake.span].to_owned()
        };
        assert_eq!(source.word, "int@null=0.5a\tb");
        assert_eq!(at(1..3), "nt");
        assert_eq!(at(4..12), "n = 0.5");
        assert_eq!(at(10..12), ".5");
        assert_eq!(at(13..14), r#""a\tb""#);
        assert_eq!(at(3..3), "");
    }
}
