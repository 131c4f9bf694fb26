//! The tokens of a template.

use std::collections::HashMap;
use std::ops::Range;

use crate::error::Fault;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Text,
    /// `{{`, with its trim marker.
    Open,
    /// `}}`, with its trim marker; empty where it is missing.
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
    /// An invalid token, which was reported.
    Wrong,
    End,
}

/// One token and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub at: Range<usize>,
}

/// How far an action can be understood that has an error among its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Doubt {
    /// One of its tokens is wrong; the others are certain.
    Token,
    /// It is unknown where it was meant to end.
    End,
}

/// All tokens of a template.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    pub faults: Vec<Fault>,
    /// The actions with errors, by their offsets.
    pub doubts: HashMap<usize, Doubt>,
    /// Whether the template ends inside of an action.
    pub is_cut: bool,
    /// Where there are too many tokens, of which the rest is not here.
    pub excess: Option<Fault>,
}
