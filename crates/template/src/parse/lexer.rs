//! Tokens of a template: text outside of `{{ }}`, and what is inside, as Go's `text/template` divides it.
//!
//! An error does not end the lexer: it is reported once, and the tokens go on where the template most likely does.

mod recovery;

use super::token::{Doubt, Lexed, Token, TokenKind};
use crate::error::{Fault, MAX_FAULTS};
use crate::utf8;
use gush_diagnostics::{Message, grouped};

/// Takes a template apart.
pub(crate) fn lex(text: &[u8]) -> Lexed {
    let (ahead, comment) = ([0; 2], true);
    let mut lexer =
        Lexer { text, at: 0, open: 0, lexed: Lexed::default(), parens: Vec::new(), ahead, comment };
    while lexer.is_within_limits() && lexer.outside() {
        while lexer.inside() && lexer.is_within_limits() {}
    }
    lexer.push(TokenKind::End, text.len());
    lexer.lexed
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Where this action begins.
    open: usize,
    lexed: Lexed,
    /// Where parentheses were opened that are still open.
    parens: Vec<usize>,
    /// The next `{{` and `}}` after the last error, so that no text is searched twice.
    ahead: [usize; 2],
    /// Whether any comment from here on may have an end.
    comment: bool,
}

/// What separates tokens, and what trim markers take away.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_name(c: char) -> bool {
    c == '_' || c.is_alphabetic() || c.is_numeric()
}

/// The maximum number of tokens of a template, including spaces: each takes memory, and so do the nodes and steps after it.
const MAX_TOKENS: usize = 2_000_000;

impl Lexer<'_> {
    /// Whether the template may go on from here; if not, it ends here.
    fn is_within_limits(&mut self) -> bool {
        if self.lexed.tokens.len() > MAX_TOKENS && self.lexed.excess.is_none() {
            let text = format!("more than {} tokens in one template", grouped(MAX_TOKENS as u64));
            self.lexed.excess = Some(Fault::new(self.at..self.at, text));
        }
        let is_within = self.lexed.excess.is_none() && self.lexed.faults.len() < MAX_FAULTS;
        if !is_within {
            self.at = self.text.len();
            self.lexed.is_cut = true;
        }
        is_within
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.lexed.tokens.push(Token { kind, at: start..self.at });
    }

    fn fault<T>(&self, start: usize, message: impl Into<Message>) -> Result<T, Fault> {
        Err(Fault::new(start..self.at.max(start), message))
    }

    /// Takes the text up to the next action and its `{{`, past comments; whether there is one.
    fn outside(&mut self) -> bool {
        loop {
            let Some(open) = self.text_before_braces() else { return false };
            self.open = open;
            // A comment begins right after the braces, or after a trim marker and its space.
            if !self.rest().starts_with(b"/*") {
                self.push(TokenKind::Open, open);
                return true;
            }
            self.comment(open);
            if !self.is_within_limits() {
                return false;
            }
        }
    }

    /// Takes the text and the `{{` that follows it, where there is one; where that begins.
    fn text_before_braces(&mut self) -> Option<usize> {
        let start = self.at;
        let Some(found) = utf8::find(self.rest(), b"{{") else {
            self.at = self.text.len();
            if start < self.at {
                self.push(TokenKind::Text, start);
            }
            return None;
        };
        let open = start + found;
        let trims = matches!(self.text[open + 2..], [b'-', space, ..] if is_space(space));
        let mut end = open;
        while trims && end > start && is_space(self.text[end - 1]) {
            end -= 1;
        }
        self.at = end;
        if end > start {
            self.push(TokenKind::Text, start);
        }
        // The space after a trim marker belongs to it.
        self.at = open + if trims { 4 } else { 2 };
        Some(open)
    }

    fn comment(&mut self, open: usize) {
        let begin = self.at;
        let end = Some(begin + 2).filter(|_| self.comment);
        let end = end.and_then(|from| utf8::find(&self.text[from..], b"*/"));
        self.comment = end.is_some();
        if let Some(end) = end {
            self.at = begin + 2 + end + 2;
            if let Some(trims) = self.closes() {
                return self.close(trims);
            }
            let alone = "a comment is alone between its braces, as in {{/* … */}}";
            self.lexed.faults.push(Fault::new(open..self.at, alone));
        } else {
            self.lexed.faults.push(Fault::new(open..begin + 2, "the comment has no end; it ends with */}}"));
        }
        self.at = self.next(b"}}").map_or(self.text.len(), |end| end + 2);
    }

    /// Whether the action ends here, and if so, whether it trims.
    fn closes(&self) -> Option<bool> {
        match *self.rest() {
            [b'}', b'}', ..] => Some(false),
            [space, b'-', b'}', b'}', ..] if is_space(space) => Some(true),
            _ => None,
        }
    }

    fn close(&mut self, trims: bool) {
        self.at += if trims { 4 } else { 2 };
        while trims && self.rest().first().is_some_and(|&byte| is_space(byte)) {
            self.at += 1;
        }
    }

    /// Takes one token of an action; whether the action goes on.
    fn inside(&mut self) -> bool {
        let start = self.at;
        if let Some(trims) = self.closes() {
            self.unclosed_paren();
            self.at += if trims { 4 } else { 2 };
            self.push(TokenKind::Close, start);
            self.at = start;
            self.close(trims);
            return false;
        }
        if self.rest().starts_with(b"{{") {
            return self.no_end();
        }
        let Some((c, width)) = utf8::first(self.rest()) else { return self.no_end() };
        self.at += width;
        match self.token(c, start) {
            Ok(kind) => {
                self.push(kind, start);
                true
            }
            Err(fault) => self.recover(c, fault),
        }
    }

    /// Takes the rest of the token that begins with `c` at `start`.
    fn token(&mut self, c: char, start: usize) -> Result<TokenKind, Fault> {
        Ok(match c {
            ' ' | '\t' | '\r' | '\n' => self.spaces(),
            '=' => TokenKind::Assign,
            ':' if self.rest().starts_with(b"=") => {
                self.at += 1;
                TokenKind::Declare
            }
            ':' => return self.fault(start, "a variable is declared with :="),
            '|' => TokenKind::Pipe,
            ',' => TokenKind::Comma,
            '"' | '\'' => self.quoted(start, c)?,
            '`' => match self.next(b"`") {
                Some(end) => {
                    self.at = end + 1;
                    TokenKind::Raw
                }
                None => return self.fault(start, "this text has no end; a ` is missing"),
            },
            '$' => self.field(start, TokenKind::Variable)?,
            '.' if !self.rest().first().is_some_and(u8::is_ascii_digit) => {
                self.field(start, TokenKind::Field)?
            }
            '+' | '-' if self.rest().first().is_some_and(|&byte| is_space(byte)) => TokenKind::Sign,
            '.' | '+' | '-' | '0'..='9' => self.number(start)?,
            '(' => {
                self.parens.push(start);
                TokenKind::OpenParen
            }
            ')' if self.parens.pop().is_none() => {
                return self.fault(start, "there is no parenthesis for this one to close");
            }
            ')' => TokenKind::CloseParen,
            '}' => return self.fault(start, "an action ends with }}"),
            c if is_name(c) => self.name(start)?,
            c if c.is_ascii_graphic() => TokenKind::Sign,
            char::REPLACEMENT_CHARACTER if self.at == start + 1 => {
                let byte = self.text[start];
                return self
                    .fault(start, format!("the byte 0x{byte:02x} has no meaning inside of {{{{ }}}}"));
            }
            c => return self.fault(start, format!("{c:?} has no meaning inside of {{{{ }}}}")),
        })
    }

    /// Takes further spaces, but not the one that belongs to a trim marker.
    fn spaces(&mut self) -> TokenKind {
        while self.rest().first().is_some_and(|&byte| is_space(byte)) && self.closes() != Some(true) {
            self.at += 1;
        }
        TokenKind::Space
    }

    /// Takes a quoted text up to its end, in the same line.
    fn quoted(&mut self, start: usize, quote: char) -> Result<TokenKind, Fault> {
        let mut escaped = false;
        for (i, &byte) in self.rest().iter().enumerate() {
            match byte {
                b'\n' => break,
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                byte if char::from(byte) == quote => {
                    self.at += i + 1;
                    return Ok(if quote == '"' { TokenKind::Quoted } else { TokenKind::Char });
                }
                _ => {}
            }
        }
        self.fault(start, format!("this text has no end in its line; a {quote} is missing"))
    }

    /// Takes what belongs to a name.
    fn letters(&mut self) -> usize {
        let start = self.at;
        while let Some((_, width)) = utf8::first(self.rest()).filter(|(c, _)| is_name(*c)) {
            self.at += width;
        }
        self.at - start
    }

    /// Takes the name after a `$` or a `.`, if there is one.
    fn field(&mut self, start: usize, kind: TokenKind) -> Result<TokenKind, Fault> {
        let name = self.letters();
        self.terminated(start)?;
        Ok(if name == 0 && kind == TokenKind::Field { TokenKind::Dot } else { kind })
    }

    fn name(&mut self, start: usize) -> Result<TokenKind, Fault> {
        self.letters();
        self.terminated(start)?;
        Ok(TokenKind::Name)
    }

    /// Whether a token may end here.
    fn ends(&self) -> bool {
        match *self.rest() {
            [] | [b'.' | b',' | b'|' | b':' | b')' | b'(', ..] | [b'}', b'}', ..] => true,
            [byte, ..] => is_space(byte),
        }
    }

    /// Checks that a name ends where tokens may end.
    fn terminated(&mut self, start: usize) -> Result<(), Fault> {
        match utf8::first(self.rest()) {
            // A brace alone is reported by itself.
            Some((c, width)) if !self.ends() && c != '}' => {
                self.at += width;
                self.fault(start, format!("{c:?} is not allowed in a name; put a space between them"))
            }
            _ => Ok(()),
        }
    }

    /// Takes a number; whether it is a good one shows when it is read.
    fn number(&mut self, start: usize) -> Result<TokenKind, Fault> {
        self.at = start;
        self.accept(b"+-");
        let mut digits: &[u8] = b"0123456789_";
        if self.accept(b"0") {
            if self.accept(b"xX") {
                digits = b"0123456789abcdefABCDEF_";
            } else if self.accept(b"oO") {
                digits = b"01234567_";
            } else if self.accept(b"bB") {
                digits = b"01_";
            }
        }
        self.run(digits);
        if self.accept(b".") {
            self.run(digits);
        }
        let exponent: &[u8] = if digits.len() == 11 { b"eE" } else { b"pP" };
        if digits.len() != 9 && digits.len() != 3 && self.accept(exponent) {
            self.accept(b"+-");
            self.run(b"0123456789_");
        }
        match utf8::first(self.rest()) {
            Some((c, width)) if is_name(c) || c == '+' || c == '-' => {
                self.at += width;
                let text =
                    "this is no number; there are integers (42, 0x2a, 0b101, 1_000) and decimals (1.5, 1e-3)";
                self.fault(start, text)
            }
            _ => Ok(TokenKind::Number),
        }
    }

    fn accept(&mut self, any: &[u8]) -> bool {
        let found = self.rest().first().is_some_and(|byte| any.contains(byte));
        self.at += usize::from(found);
        found
    }

    fn run(&mut self, any: &[u8]) {
        while self.accept(any) {}
    }
}

#[cfg(test)]
mod tests;
