//! Where a column was written: on the command line, or in a file, whose lines the messages then show.

use std::ops::Range;
use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic, Message, SourceText};

use super::grammar::{SpecParts, split, split_expression};
use super::piece::{SourcePiece, locate};

/// A column as it was written.
#[derive(Debug, Clone)]
pub struct ColumnSource {
    /// Its name, where that is not in the spec.
    pub(super) name: Option<String>,
    /// The column in the syntax of the command line.
    pub(super) spec: String,
    /// The columns inside, if it is a list, a map or a struct: then the spec has only its modifiers.
    pub(super) nested: Option<Nested>,
    /// Where an expression ends that modifiers follow; otherwise it ends with the spec.
    pub(super) expression_end: Option<usize>,
    /// The spec as it was typed, where it has an alias of the generator.
    pub(super) typed: Option<Typed>,
    origin: Option<Origin>,
}

/// A spec before the generator's own name replaced an alias.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub spec: String,
    /// Where in this spec the pieces of the new one come from.
    pub pieces: Vec<SourcePiece>,
    /// Whether the column's name is that of the generator as it was typed.
    pub names_column: bool,
}

impl Typed {
    /// The same, where the spec that was typed is a part of another one.
    fn within(self, outer: &Typed) -> Typed {
        let all = 0..outer.spec.len();
        let piece = |piece: SourcePiece| {
            let from = locate(&outer.pieces, &all, &piece.from);
            let same = piece.same.filter(|same| same.len() == from.len()).map(|_| from.clone());
            SourcePiece { from, same, ..piece }
        };
        Typed { spec: outer.spec.clone(), pieces: self.pieces.into_iter().map(piece).collect(), ..self }
    }
}

/// The columns that a list, a map or a struct has.
#[derive(Debug, Clone)]
pub(super) enum Nested {
    /// That of its items.
    List(Box<ColumnSource>),
    /// Those of its keys and its values.
    Map { key: Box<ColumnSource>, value: Box<ColumnSource> },
    /// Those of its fields.
    Struct(Vec<ColumnSource>),
}

/// The parts of a file that a spec was built from.
#[derive(Debug, Clone)]
struct Origin {
    text: Arc<SourceText>,
    pieces: Vec<SourcePiece>,
    /// The complete column.
    column: Range<usize>,
}

impl ColumnSource {
    /// A column as an argument of the command line.
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

    /// A column as a spec without a name, and its name, which may have any character.
    pub fn with_name(name: &str, spec: &str) -> ColumnSource {
        ColumnSource { name: Some(name.into()), ..ColumnSource::new(spec) }
    }

    /// The diagnostic for a name before a `=`: it is missing, or has the separator of columns of other programs.
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

    /// The spans of its parts.
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

    /// A column that a program builds, by its name.
    pub(super) fn named(name: &str) -> ColumnSource {
        ColumnSource { name: Some(name.into()), ..ColumnSource::new(name) }
    }

    /// The same with this name and another spec, which replaces what was typed.
    pub(super) fn rewritten(self, name: String, spec: String, typed: Typed) -> ColumnSource {
        let typed = match &self.typed {
            Some(outer) => typed.within(outer),
            None => typed,
        };
        ColumnSource { name: Some(name), spec, typed: Some(typed), ..self }
    }

    /// The source of a part of this one, such as a struct's field: these spans of the spec, each with the text that stands for it,
    /// where that is another.
    pub(super) fn part(&self, name: Option<String>, parts: &[(Range<usize>, Option<&str>)]) -> ColumnSource {
        let (mut spec, mut pieces) = (String::new(), Vec::new());
        for (at, instead) in parts {
            let start = spec.len();
            spec.push_str(instead.unwrap_or(&self.spec[at.clone()]));
            let (text, from) = match &self.origin {
                Some(origin) => (origin.text.bytes(), self.file_span(at)),
                None => (self.typed_spec().as_bytes(), self.typed_span(at)),
            };
            let is_same = text.get(from.clone()) == Some(&spec.as_bytes()[start..]);
            let same = is_same.then(|| from.clone());
            pieces.push(SourcePiece { spec: start..spec.len(), from, same });
        }
        let part = ColumnSource { name, ..ColumnSource::new(&spec) };
        match &self.origin {
            Some(origin) => ColumnSource { origin: Some(Origin { pieces, ..origin.clone() }), ..part },
            None => {
                let names_column = spec.split([':', '@']).next() == part.name.as_deref();
                let typed = Typed { spec: self.typed_spec().to_owned(), pieces, names_column };
                ColumnSource { typed: Some(typed), ..part }
            }
        }
    }

    /// The same, as a list, a map or a struct.
    pub(super) fn of(self, nested: Nested) -> ColumnSource {
        ColumnSource { nested: Some(nested), ..self }
    }

    /// The span in its file that a span of the spec comes from; empty for a spec of the command line.
    pub(super) fn file_span(&self, at: &Range<usize>) -> Range<usize> {
        let at = self.typed_span(at);
        self.origin.as_ref().map_or(0..0, |origin| locate(&origin.pieces, &origin.column, &at))
    }

    /// A diagnostic at a span of the spec.
    pub fn diagnostic(&self, kind: Code, at: Range<usize>, message: impl Into<Message>) -> Diagnostic {
        let at = self.typed_span(&at);
        match &self.origin {
            None => Diagnostic::new(kind, self.typed_spec(), at, message),
            Some(origin) => {
                origin.text.diagnostic(kind, locate(&origin.pieces, &origin.column, &at), message)
            }
        }
    }

    /// The spec as it was typed.
    pub(super) fn typed_spec(&self) -> &str {
        self.typed.as_ref().map_or(&self.spec, |typed| &typed.spec)
    }

    /// The span of the typed spec that a span of the spec comes from.
    fn typed_span(&self, at: &Range<usize>) -> Range<usize> {
        match &self.typed {
            None => at.clone(),
            Some(typed) => locate(&typed.pieces, &(0..typed.spec.len()), at),
        }
    }
}

/// Builds a column spec from texts of a file.
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

    /// Adds a character of the grammar, which the file does not have.
    pub fn sign(&mut self, sign: char) {
        self.spec.push(sign);
    }

    /// Ends the expression: what follows are modifiers.
    pub fn end_expression(&mut self) {
        self.expression_end = Some(self.spec.len());
    }

    /// The column, whose span in the file is `column`.
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
    fn spans_of_the_spec_are_found_in_the_file() {
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
