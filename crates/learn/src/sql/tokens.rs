//! The tokens of one statement, each with the bytes that it is in.

use sqlparser::dialect::{Dialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::tokenizer::{Token as SqlToken, Tokenizer};

use crate::model::SqlDialect;

/// What a token is, as far as definitions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A keyword or a name.
    Word,
    /// A name in quotes.
    QuotedName,
    /// A string; one in double quotes, too, where the dialect reads it so.
    String,
    /// A number.
    Number,
    /// Anything else.
    Sign,
}

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// Without quotes.
    pub value: String,
    /// Its first byte in the statement.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// Its line in the statement, from 0.
    pub line: usize,
}

/// The tokens of a statement without blanks and comments; or why it has none.
pub(super) fn tokens(text: &str, dialect: SqlDialect) -> Result<Vec<Token>, String> {
    let sql: &dyn Dialect = match dialect {
        SqlDialect::Postgres => &PostgreSqlDialect {},
        SqlDialect::MySql => &MySqlDialect {},
        SqlDialect::Sqlite => &SQLiteDialect {},
    };
    let all = Tokenizer::new(sql, text).tokenize_with_location().map_err(|error| error.message)?;
    let mut walk = Walk { text, at: 0, line: 1, column: 1 };
    let mut tokens = Vec::with_capacity(all.len() / 2);
    for token in all {
        let start = walk.to(token.span.start.line, token.span.start.column);
        let line = walk.line;
        let end = walk.to(token.span.end.line, token.span.end.column);
        if let Some((kind, value)) = read(token.token, &text[start..end]) {
            let line = usize::try_from(line - 1).unwrap_or(0);
            tokens.push(Token { kind, value, start, end, line });
        }
    }
    Ok(tokens)
}

fn read(token: SqlToken, written: &str) -> Option<(TokenKind, String)> {
    Some(match token {
        SqlToken::Whitespace(_) | SqlToken::EOF => return None,
        SqlToken::Word(word) if word.quote_style.is_some() => (TokenKind::QuotedName, word.value),
        SqlToken::Word(word) => (TokenKind::Word, word.value),
        SqlToken::Number(number, _) => (TokenKind::Number, number),
        SqlToken::SingleQuotedString(value)
        | SqlToken::DoubleQuotedString(value)
        | SqlToken::EscapedStringLiteral(value)
        | SqlToken::UnicodeStringLiteral(value)
        | SqlToken::NationalStringLiteral(value) => (TokenKind::String, value),
        SqlToken::DollarQuotedString(value) => (TokenKind::String, value.value),
        _ => (TokenKind::Sign, written.to_owned()),
    })
}

/// Goes through a text by lines and columns, which count characters.
struct Walk<'a> {
    text: &'a str,
    at: usize,
    line: u64,
    column: u64,
}

impl Walk<'_> {
    /// The byte at this line and column, which is not before the last one.
    fn to(&mut self, line: u64, column: u64) -> usize {
        for character in self.text[self.at..].chars() {
            if (self.line, self.column) >= (line, column) {
                break;
            }
            self.at += character.len_utf8();
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at
    }
}
