//! Words of a template: text outside of `{{ }}`, and what stands inside, as Go's `text/template` cuts it.

use std::ops::Range;

use super::error::Fault;

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// `{{`, with its trim marker.
    Open,
    /// `}}`, with its trim marker.
    Close,
    Space,
    Declare,
    Assign,
    Pipe,
    Comma,
    OpenParen,
    CloseParen,
    /// In double quotes.
    Quoted,
    /// In backquotes.
    Raw,
    /// In apostrophes.
    Char,
    Number,
    /// `$` and what follows.
    Variable,
    /// `.` and a name.
    Field,
    Dot,
    /// A function, a keyword, `true`, `false` or `nil`.
    Name,
    /// Any other sign.
    Sign,
    End,
}

/// One word and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub at: Range<usize>,
}

/// All words of a template; the last one is [`Kind::End`].
pub(super) fn lex(text: &str) -> Result<Vec<Token>, Fault> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), parens: Vec::new() };
    while lexer.outside()? {
        while lexer.inside()? {}
    }
    lexer.tokens.push(Token { kind: Kind::End, at: text.len()..text.len() });
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    /// Where parentheses were opened that are still open.
    parens: Vec<usize>,
}

/// What separates words, and what trim markers take away.
const SPACES: [char; 4] = [' ', '\t', '\r', '\n'];

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_name(c: char) -> bool {
    c == '_' || c.is_alphabetic() || c.is_numeric()
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token { kind, at: start..self.at });
    }

    fn fault<T>(&self, start: usize, text: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(start..self.at.max(start), text))
    }

    /// Takes the text up to the next action and its `{{`, past comments; whether there is one.
    fn outside(&mut self) -> Result<bool, Fault> {
        loop {
            let Some(open) = self.text_before_braces() else { return Ok(false) };
            // A comment begins right behind the braces, or behind a trim marker and its space.
            if !self.rest().starts_with("/*") {
                self.push(Kind::Open, open);
                return Ok(true);
            }
            self.comment(open)?;
        }
    }

    /// Takes the text and the `{{` that follows it, where there is one; where that begins.
    fn text_before_braces(&mut self) -> Option<usize> {
        let start = self.at;
        let Some(found) = self.rest().find("{{") else {
            self.at = self.text.len();
            if start < self.at {
                self.push(Kind::Text, start);
            }
            return None;
        };
        let open = start + found;
        let behind = &self.text.as_bytes()[open + 2..];
        let trims = matches!(behind, [b'-', space, ..] if is_space(*space));
        let mut text = &self.text[start..open];
        if trims {
            text = text.trim_end_matches(SPACES);
        }
        if !text.is_empty() {
            self.tokens.push(Token { kind: Kind::Text, at: start..start + text.len() });
        }
        // The space behind a trim marker belongs to it.
        self.at = open + if trims { 4 } else { 2 };
        Some(open)
    }

    fn comment(&mut self, open: usize) -> Result<(), Fault> {
        let Some(end) = self.rest()[2..].find("*/") else {
            self.at = open + 2;
            return self.fault(open, "the comment has no end; it ends with */}}");
        };
        self.at += end + 4;
        let Some(trims) = self.closes() else {
            return self.fault(open, "a comment is alone between its braces, as in {{/* … */}}");
        };
        self.close(trims);
        Ok(())
    }

    /// Whether the action ends here, and if so, whether it trims.
    fn closes(&self) -> Option<bool> {
        let rest = self.rest().as_bytes();
        match rest {
            [b'}', b'}', ..] => Some(false),
            [space, b'-', b'}', b'}', ..] if is_space(*space) => Some(true),
            _ => None,
        }
    }

    fn close(&mut self, trims: bool) {
        self.at += if trims { 4 } else { 2 };
        if trims {
            let trimmed = self.rest().trim_start_matches(SPACES).len();
            self.at = self.text.len() - trimmed;
        }
    }

    /// Takes one word of an action; whether the action goes on.
    fn inside(&mut self) -> Result<bool, Fault> {
        let start = self.at;
        if let Some(trims) = self.closes() {
            if let Some(open) = self.parens.pop() {
                return Err(Fault::new(open..open + 1, "this parenthesis is not closed"));
            }
            self.close(trims);
            self.tokens.push(Token { kind: Kind::Close, at: start..start + if trims { 4 } else { 2 } });
            return Ok(false);
        }
        let Some(c) = self.rest().chars().next() else {
            let open = self.tokens.iter().rev().find(|token| token.kind == Kind::Open);
            let at = open.map_or(start..start, |open| open.at.clone());
            return Err(Fault::new(at, "this action has no end; it ends with }}"));
        };
        self.at += c.len_utf8();
        let kind = match c {
            c if SPACES.contains(&c) => self.spaces(),
            '=' => Kind::Assign,
            ':' if self.rest().starts_with('=') => {
                self.at += 1;
                Kind::Declare
            }
            ':' => return self.fault(start, "a variable is declared with :="),
            '|' => Kind::Pipe,
            ',' => Kind::Comma,
            '"' | '\'' => self.quoted(start, c)?,
            '`' => match self.rest().find('`') {
                Some(end) => {
                    self.at += end + 1;
                    Kind::Raw
                }
                None => return self.fault(start, "this text has no end; a ` is missing"),
            },
            '$' => self.field(start, Kind::Variable)?,
            '.' if !self.rest().starts_with(|c: char| c.is_ascii_digit()) => {
                self.field(start, Kind::Field)?
            }
            '.' | '+' | '-' | '0'..='9' => self.number(start)?,
            '(' => {
                self.parens.push(start);
                Kind::OpenParen
            }
            ')' if self.parens.pop().is_none() => {
                return self.fault(start, "there is no parenthesis for this one to close");
            }
            ')' => Kind::CloseParen,
            c if is_name(c) => self.name(start)?,
            c if c.is_ascii_graphic() => Kind::Sign,
            c => return self.fault(start, format!("{c:?} has no meaning inside of {{{{ }}}}")),
        };
        self.push(kind, start);
        Ok(true)
    }

    /// Takes further spaces, but not the one that belongs to a trim marker.
    fn spaces(&mut self) -> Kind {
        while self.text.as_bytes().get(self.at).copied().is_some_and(is_space) && self.closes() != Some(true)
        {
            self.at += 1;
        }
        Kind::Space
    }

    /// Takes a quoted text up to its end, in the same line.
    fn quoted(&mut self, start: usize, quote: char) -> Result<Kind, Fault> {
        let mut escaped = false;
        for (i, c) in self.rest().char_indices() {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    self.at += i + 1;
                    return Ok(if quote == '"' { Kind::Quoted } else { Kind::Char });
                }
                _ => {}
            }
        }
        self.fault(start, format!("this text has no end in its line; a {quote} is missing"))
    }

    /// Takes the name behind a `$` or a `.`, if there is one.
    fn field(&mut self, start: usize, kind: Kind) -> Result<Kind, Fault> {
        let name = self.rest().find(|c| !is_name(c)).unwrap_or(self.rest().len());
        self.at += name;
        self.terminated(start)?;
        Ok(if name == 0 && kind == Kind::Field { Kind::Dot } else { kind })
    }

    fn name(&mut self, start: usize) -> Result<Kind, Fault> {
        self.at += self.rest().find(|c| !is_name(c)).unwrap_or(self.rest().len());
        self.terminated(start)?;
        Ok(Kind::Name)
    }

    /// Checks that a name ends where words may end.
    fn terminated(&mut self, start: usize) -> Result<(), Fault> {
        let rest = self.rest();
        let ends = rest.is_empty()
            || rest.starts_with(SPACES)
            || rest.starts_with(['.', ',', '|', ':', ')', '('])
            || rest.starts_with("}}");
        match rest.chars().next() {
            Some(c) if !ends => {
                self.at += c.len_utf8();
                self.fault(start, format!("{c:?} cannot stand in a name; words have spaces between them"))
            }
            _ => Ok(()),
        }
    }

    /// Takes a number; whether it is a good one shows when it is read.
    fn number(&mut self, start: usize) -> Result<Kind, Fault> {
        self.at = start;
        self.accept("+-");
        let mut digits = "0123456789_";
        if self.accept("0") {
            if self.accept("xX") {
                digits = "0123456789abcdefABCDEF_";
            } else if self.accept("oO") {
                digits = "01234567_";
            } else if self.accept("bB") {
                digits = "01_";
            }
        }
        self.run(digits);
        if self.accept(".") {
            self.run(digits);
        }
        let exponent = if digits.len() == 11 { "eE" } else { "pP" };
        if digits.len() != 9 && digits.len() != 3 && self.accept(exponent) {
            self.accept("+-");
            self.run("0123456789_");
        }
        match self.rest().chars().next() {
            Some(c) if is_name(c) || c == '+' || c == '-' => {
                self.at += c.len_utf8();
                let text =
                    "this is no number; there are whole ones (42, 0x2a, 0b101, 1_000) and others (1.5, 1e-3)";
                self.fault(start, text)
            }
            _ => Ok(Kind::Number),
        }
    }

    fn accept(&mut self, any: &str) -> bool {
        let found = self.rest().starts_with(|c| any.contains(c));
        self.at += usize::from(found);
        found
    }

    fn run(&mut self, any: &str) {
        while self.accept(any) {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, lex};

    fn words(text: &str) -> Vec<&str> {
        let tokens = lex(text).unwrap();
        tokens.iter().filter(|token| token.kind != Kind::Space).map(|token| &text[token.at.clone()]).collect()
    }

    #[test]
    fn trim_markers_take_the_spaces_around() {
        assert_eq!(words("a \n{{- 3 -}} \t b"), ["a", "{{- ", "3", " -}}", "b", ""]);
        assert_eq!(words("a {{-3}} b"), ["a ", "{{", "-3", "}}", " b", ""]);
        assert_eq!(words("{{3 -}}\n{{- 4}}"), ["{{", "3", " -}}", "{{- ", "4", "}}", ""]);
        assert_eq!(words("{{3   -}}  x"), ["{{", "3", " -}}", "x", ""]);
        assert_eq!(words("x {{- /* c */ -}} y"), ["x", "y", ""]);
    }

    #[test]
    fn fields_numbers_and_names_are_told_apart() {
        assert_eq!(
            words("{{ $x.A.B .5 . .c $ -1e3|f(0x1F) \"a\\\"b\" `c}}` 'd' }}"),
            [
                "{{",
                "$x",
                ".A",
                ".B",
                ".5",
                ".",
                ".c",
                "$",
                "-1e3",
                "|",
                "f",
                "(",
                "0x1F",
                ")",
                "\"a\\\"b\"",
                "`c}}`",
                "'d'",
                "}}",
                ""
            ]
        );
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, at) in [
            ("{{ \"a }}", 3..4),
            ("{{ (1 }}", 3..4),
            ("{{ 1) }}", 4..5),
            ("x{{ a", 1..3),
            ("{{/* a", 0..2),
            ("{{ 3k }}", 3..5),
            ("{{ $x+2 }}", 3..6),
            ("{{ a:b }}", 4..5),
            ("{{ é… }}", 3..8),
        ] {
            assert_eq!(lex(text).unwrap_err().at, at, "{text}");
        }
    }
}
