//! How the lexer goes on after a token that is wrong.

use super::{Doubt, Lexer, TokenKind, is_space};
use crate::error::Fault;
use crate::utf8;

impl Lexer<'_> {
    /// The offset of the next `wanted`.
    pub(super) fn next(&self, wanted: &[u8]) -> Option<usize> {
        utf8::find(self.rest(), wanted).map(|found| self.at + found)
    }

    /// The offsets of the next `{{` and the next `}}`; the end of the template where there is none.
    fn braces(&mut self) -> [usize; 2] {
        for (side, braces) in [b"{{", b"}}"].into_iter().enumerate() {
            if self.ahead[side] < self.at {
                self.ahead[side] = self.next(braces).unwrap_or(self.text.len());
            }
        }
        self.ahead
    }

    /// Records an error in this action, unless it is unknown where the action ends.
    fn note(&mut self, fault: Fault, doubt: Doubt) {
        let known = self.lexed.doubts.insert(self.open, doubt);
        if known == Some(Doubt::End) {
            self.lexed.doubts.insert(self.open, Doubt::End);
        } else {
            self.lexed.faults.push(fault);
        }
    }

    /// Records a parenthesis that is still open at the end of an action.
    pub(super) fn unclosed_paren(&mut self) {
        if let Some(open) = self.parens.pop() {
            self.parens.clear();
            self.note(Fault::new(open..open + 1, "this parenthesis is not closed"), Doubt::Token);
        }
    }

    /// The action ends here, as another one begins or the template ends, but without its braces.
    pub(super) fn no_end(&mut self) -> bool {
        let at = self.lexed.tokens.iter().rev().find(|token| token.kind == TokenKind::Open);
        let at = at.map_or(self.open..self.open, |open| open.at.clone());
        // Other errors in it are dropped: most of it was not meant to be an action.
        let open = self.open;
        while self.lexed.faults.last().is_some_and(|fault| fault.at.start >= open) {
            self.lexed.faults.pop();
        }
        self.lexed.doubts.insert(open, Doubt::End);
        self.lexed.faults.push(Fault::new(at, "this action has no end; it ends with }}"));
        self.parens.clear();
        self.lexed.is_cut |= self.at == self.text.len();
        self.push(TokenKind::Close, self.at);
        false
    }

    /// Records the error in the token that began with `c`, and moves to where the next one may begin; returns whether the
    /// action goes on.
    pub(super) fn recover(&mut self, c: char, fault: Fault) -> bool {
        let start = fault.at.start;
        if matches!(c, '"' | '\'' | '`') {
            self.note(fault, Doubt::End);
            self.behind_quote(c);
            self.push(TokenKind::Wrong, start);
            return true;
        }
        if c == '}' {
            // One brace was meant to be two; a sign before it, to trim.
            self.lexed.faults.push(fault);
            let last = self.lexed.tokens.last().map(|token| &self.text[token.at.clone()]);
            if last == Some(b"-") {
                self.lexed.tokens.pop();
            }
            self.parens.clear();
            self.push(TokenKind::Close, start);
            return false;
        }
        self.at = start;
        let [begin, end] = self.braces();
        if begin <= end {
            self.at = begin;
            return self.no_end();
        }
        self.at = fault.at.end;
        self.note(fault, Doubt::Token);
        while !self.ends() && self.closes().is_none() {
            self.at += 1;
        }
        self.push(TokenKind::Wrong, start);
        true
    }

    /// Moves to the likely end of a text without a closing quote: before the end of the action if that is in the same line,
    /// or else the end of the line.
    fn behind_quote(&mut self, quote: char) {
        let line = if quote == '`' { None } else { self.next(b"\n") };
        match self.next(b"}}").filter(|&end| line.is_none_or(|line| end < line)) {
            Some(end) => {
                let trims =
                    matches!(self.text[..end], [.., space, b'-'] if is_space(space)) && end > self.at + 1;
                self.at = if trims { end - 2 } else { end };
            }
            None => self.at = line.unwrap_or(self.text.len()),
        }
    }
}
