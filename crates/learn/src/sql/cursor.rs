//! Reads tokens one after another.

use super::tokens::{Token, TokenKind};
use crate::model::{SqlDialect, TableName};

/// A position among tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    /// The line of the statement in its source.
    first_line: usize,
    dialect: SqlDialect,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token], first_line: usize, dialect: SqlDialect) -> Self {
        Self { text, tokens, at: 0, first_line, dialect }
    }

    pub(super) fn dialect(&self) -> SqlDialect {
        self.dialect
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// The line of the next token; at the end, of the last one.
    pub(super) fn line(&self) -> usize {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        self.first_line + token.map_or(0, |token| token.line)
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead)
    }

    pub(super) fn advance(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    /// Whether this word is next, in any case and without quotes.
    pub(super) fn is(&self, word: &str) -> bool {
        self.is_at(0, word)
    }

    pub(super) fn is_at(&self, ahead: usize, word: &str) -> bool {
        self.peek_at(ahead)
            .is_some_and(|token| token.kind == TokenKind::Word && token.value.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        self.is_sign_at(0, sign)
    }

    pub(super) fn is_sign_at(&self, ahead: usize, sign: &str) -> bool {
        self.peek_at(ahead).is_some_and(|token| token.kind == TokenKind::Sign && token.value == sign)
    }

    /// Whether all of these words, apart by blanks, are next; goes on behind them.
    pub(super) fn eat(&mut self, words: &str) -> bool {
        let mut count = 0;
        for word in words.split(' ') {
            if !self.is_at(count, word) {
                return false;
            }
            count += 1;
        }
        self.at += count;
        true
    }

    pub(super) fn eat_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.eat(word))
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let is_next = self.is_sign(sign);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn string(&mut self) -> Option<String> {
        let token = self.peek().filter(|token| token.kind == TokenKind::String)?;
        self.at += 1;
        Some(token.value.clone())
    }

    /// The next name, as the database has it.
    pub(super) fn name(&mut self) -> Option<String> {
        let token = self.peek()?;
        let name = match token.kind {
            TokenKind::Word => fold(&token.value, self.dialect),
            TokenKind::QuotedName => token.value.clone(),
            TokenKind::String if self.dialect != SqlDialect::Postgres => token.value.clone(),
            TokenKind::String | TokenKind::Number | TokenKind::Sign => return None,
        };
        self.at += 1;
        Some(name)
    }

    /// The parts of a name with dots.
    pub(super) fn names(&mut self) -> Option<Vec<String>> {
        let mut names = vec![self.name()?];
        while self.is_sign(".") {
            self.at += 1;
            names.push(self.name()?);
        }
        Some(names)
    }

    /// The name of a table, of which a database before the schema is left out.
    pub(super) fn table_name(&mut self) -> Option<TableName> {
        let mut names = self.names()?;
        let name = names.pop()?;
        Some(TableName { schema: names.pop(), name })
    }

    /// What is in parentheses; goes on behind them.
    pub(super) fn group(&mut self) -> Option<Self> {
        if !self.is_sign("(") {
            return None;
        }
        let from = self.at + 1;
        self.skip_one();
        let closed = self.tokens[..self.at].last().is_some_and(|token| token.value == ")" && self.at > from);
        Some(Self { tokens: &self.tokens[from..self.at - usize::from(closed)], at: 0, ..*self })
    }

    /// Goes on behind the next token, or behind the parentheses that it opens.
    pub(super) fn skip_one(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.advance() {
            if token.kind == TokenKind::Sign {
                match token.value.as_str() {
                    "(" => depth += 1,
                    ")" => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// What is between commas that are in no parentheses; goes to the end.
    pub(super) fn split(&mut self) -> Vec<Self> {
        let mut parts = Vec::new();
        while !self.is_done() {
            let from = self.at;
            while !self.is_done() && !self.is_sign(",") {
                self.skip_one();
            }
            parts.push(Self { tokens: &self.tokens[from..self.at], at: 0, ..*self });
            self.at += 1;
        }
        parts
    }

    /// The text from a position to this one, without blanks around it.
    pub(super) fn text_since(&self, from: usize) -> String {
        match (self.tokens.get(from), self.at.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if from < self.at => tidy(&self.text[first.start..last.end]),
            _ => String::new(),
        }
    }

    /// All of its text.
    pub(super) fn all_text(&self) -> String {
        Self { at: self.tokens.len(), ..*self }.text_since(0)
    }

    /// The text from here to the end.
    pub(super) fn rest_text(&self) -> String {
        Self { at: self.tokens.len(), ..*self }.text_since(self.at)
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, position: usize) {
        self.at = position;
    }

    /// How many tokens are left.
    pub(super) fn remaining(&self) -> usize {
        self.tokens.len().saturating_sub(self.at)
    }
}

/// A name without quotes, as the database has it.
pub(super) fn fold(word: &str, dialect: SqlDialect) -> String {
    match dialect {
        SqlDialect::Postgres => word.to_lowercase(),
        SqlDialect::MySql | SqlDialect::Sqlite => word.to_owned(),
    }
}

/// A text of one line, if its strings have no newline.
fn tidy(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut tidy = String::with_capacity(text.len());
    let mut quote = None;
    for character in text.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            None if matches!(character, '\'' | '"' | '`') => quote = Some(character),
            None if character.is_whitespace() => {
                if !tidy.ends_with(' ') {
                    tidy.push(' ');
                }
                continue;
            }
            _ => {}
        }
        tidy.push(character);
    }
    tidy
}
