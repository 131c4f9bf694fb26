//! Where a column was written: on the command line, or in a file, whose lines the messages then show.

use std::ops::Range;
use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic, Message, SourceText};

use super::grammar::{SpecParts, split, split_expression};
use super::piece::{SourcePiece, locate};

/// A column as it was written.
#[derive(Debug, Clone)]
pub struct ColumnSource {
    /// Its name, where that does not stand in the word.
    pub(super) name: Option<String>,
    /// The column in the words of the command line.
    pub(super) spec: String,
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
    pub spec: String,
    /// Where the pieces of the new word come from in this one.
    pub pieces: Vec<SourcePiece>,
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
    pieces: Vec<SourcePiece>,
    /// The column as a whole.
    column: Range<usize>,
}

impl ColumnSource {
    /// A column as a word of the command line.
    pub fn new(spec: &str) -> ColumnSource {
        ColumnSource {
            name: None,
            spec: spec.into(),
            nested: None,
            expression_end: None,
            typed: None,
            origin: None,
        }
    }

    /// A column as a word without a name, and its name, which may have any character.
    pub fn with_name(name: &str, spec: &str) -> ColumnSource {
        ColumnSource { name: Some(name.into()), ..ColumnSource::new(spec) }
    }

    /// What is wrong with a name before a `=`: it is missing, or has the sign that separates columns elsewhere.
    pub(super) fn name_diagnostic(&self, parts: &SpecParts) -> Option<Diagnostic> {
        let at = parts.name.clone()?;
        let name = &self.spec[at.clone()];
        if name.is_empty() {
            return Some(self.diagnostic(Code::Name, at, "a name is missing before the `=`"));
        }
        let bare = name.trim_end_matches([',', ';']);
        if bare.len() == name.len() || bare.is_empty() {
            return None;
        }
        let message = Message::from("columns are separated by spaces alone");
        let meant = format!("{bare}{}", &self.spec[at.end..]);
        Some(self.diagnostic(Code::Name, bare.len()..at.end, message.suggest(Some(&meant))))
    }

    /// The places of its parts.
    pub(super) fn parts(&self) -> SpecParts {
        let named = self.name.is_some();
        match self.expression_end {
            None => split(&self.spec, named),
            Some(end) => split_expression(&self.spec, named, end),
        }
    }

    /// The name that it is given.
    pub(super) fn given_name(&self) -> Option<String> {
        let parts = self.parts();
        let name = || self.spec[parts.name.unwrap_or(parts.generator)].to_owned();
        Some(self.name.clone().unwrap_or_else(name)).filter(|name| !name.is_empty())
    }

    /// A column that a program puts together, by its name.
    pub(super) fn named(name: &str) -> ColumnSource {
        ColumnSource { name: Some(name.into()), ..ColumnSource::new(name) }
    }

    /// The same with this name and another word, which was made from what was typed.
    pub(super) fn rewritten(self, name: String, spec: String, typed: Typed) -> ColumnSource {
        ColumnSource { name: Some(name), spec, typed: Some(typed), ..self }
    }

    /// The same, as a list or a struct.
    pub(super) fn of(self, nested: Nested) -> ColumnSource {
        ColumnSource { nested: Some(nested), ..self }
    }

    /// Where in its file some bytes of the word come from; nowhere for a word of the command line.
    pub(super) fn file_span(&self, at: &Range<usize>) -> Range<usize> {
        let at = self.typed_span(at);
        self.origin.as_ref().map_or(0..0, |origin| locate(&origin.pieces, &origin.column, &at))
    }

    /// A mistake at some bytes of the word.
    pub fn diagnostic(&self, kind: Code, at: Range<usize>, message: impl Into<Message>) -> Diagnostic {
        let at = self.typed_span(&at);
        match &self.origin {
            None => Diagnostic::new(kind, self.typed_spec(), at, message),
            Some(origin) => {
                origin.text.diagnostic(kind, locate(&origin.pieces, &origin.column, &at), message)
            }
        }
    }

    /// The word as it was typed.
    pub(super) fn typed_spec(&self) -> &str {
        self.typed.as_ref().map_or(&self.spec, |typed| &typed.spec)
    }

    /// Where in the typed word some bytes of the word come from.
    fn typed_span(&self, at: &Range<usize>) -> Range<usize> {
        match &self.typed {
            None => at.clone(),
            Some(typed) => locate(&typed.pieces, &(0..typed.spec.len()), at),
        }
    }
}

/// Puts a word together from texts of a file.
pub(super) struct ColumnSpecBuilder {
    text: Arc<SourceText>,
    spec: String,
    pieces: Vec<SourcePiece>,
    expression_end: Option<usize>,
}

impl ColumnSpecBuilder {
    pub fn new(text: &Arc<SourceText>) -> ColumnSpecBuilder {
        ColumnSpecBuilder {
            text: Arc::clone(text),
            spec: String::new(),
            pieces: Vec::new(),
            expression_end: None,
        }
    }

    /// Adds `text`, which the file has at `span`, there perhaps in quotes or with escapes.
    pub fn push(&mut self, text: &str, span: Range<usize>) {
        let start = self.spec.len();
        self.spec.push_str(text);
        let same = |span: &Range<usize>| self.text.bytes().get(span.clone()) == Some(text.as_bytes());
        // Bare, in quotes, in three quotes, and after a line break that follows them.
        let inside = [(0, 0), (1, 1), (3, 3), (4, 3), (5, 3)].map(|(before, after)| {
            let start = span.start + before;
            start..span.end.saturating_sub(after).max(start)
        });
        let same = inside.into_iter().find(same);
        let piece = SourcePiece { spec: start..self.spec.len(), from: span, same };
        self.pieces.push(piece);
    }

    /// Adds a sign of the grammar, which the file does not have.
    pub fn sign(&mut self, sign: char) {
        self.spec.push(sign);
    }

    /// Ends the expression: what follows are modifiers.
    pub fn end_expression(&mut self) {
        self.expression_end = Some(self.spec.len());
    }

    /// The column, which stands at `whole` in the file.
    pub fn done(self, name: Option<String>, column: Range<usize>) -> ColumnSource {
        let ColumnSpecBuilder { text, spec, pieces, expression_end } = self;
        ColumnSource {
            name,
            spec,
            nested: None,
            expression_end,
            typed: None,
            origin: Some(Origin { text, pieces, column }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ColumnSpecBuilder, SourceText};
    use gush_diagnostics::Code;

    #[test]
    fn places_of_the_word_are_found_in_the_file() {
        let text = Arc::new(SourceText::new("x", r#"g = "int", n = 0.5, p = "a\tb""#));
        let mut builder = ColumnSpecBuilder::new(&text);
        builder.push("int", 4..9);
        builder.sign('@');
        builder.push("null", 11..12);
        builder.sign('=');
        builder.push("0.5", 15..18);
        builder.push("a\tb", 24..30);
        let source = builder.done(None, 0..30);
        let at = |range: std::ops::Range<usize>| {
            let diagnostic = source.diagnostic(Code::Modifier, range, "");
            diagnostic.text[diagnostic.span].to_owned()
        };
        assert_eq!(source.spec, "int@null=0.5a\tb");
        assert_eq!(at(1..3), "nt");
        assert_eq!(at(4..12), "n = 0.5");
        assert_eq!(at(10..12), ".5");
        assert_eq!(at(13..14), r#""a\tb""#);
        assert_eq!(at(3..3), "");
    }
}
