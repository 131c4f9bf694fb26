//! The language as a plan knows it: a text is parsed, and compiled once the columns' types are known.

use std::sync::Arc;

use gusher::internal::computed::{ColumnName, Compute, Expression, ExpressionError, ExpressionLanguage};
use gusher::types::Field;
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Location, Span, Token, TokenWithSpan, Tokenizer};

use crate::ast::ExprNode;
use crate::check::Checker;
use crate::column;
use crate::lower::Lower;

/// Longer expressions are refused.
const LONGEST: usize = 64 << 10;

/// SQL's expressions, as PostgreSQL has them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sql;

impl ExpressionLanguage for Sql {
    fn parse(&self, text: &str, now: i64) -> Result<Box<dyn Expression>, Vec<ExpressionError>> {
        if text.len() > LONGEST {
            let text = format!("an expression has up to {LONGEST} bytes");
            return Err(vec![ExpressionError { at: 0..0, text }]);
        }
        let mut lower = Lower::new(text);
        if let Some((span, text)) = foreign_operator(text) {
            return Err(vec![ExpressionError { at: lower.offsets.bytes(span), text: text.into() }]);
        }
        let expr = parse(text).map_err(|error| vec![explained(&lower, text, error)])?;
        let node = lower.node(&expr);
        match node {
            Some(node) if lower.errors.is_empty() => {
                Ok(Box::new(Parsed { node: Arc::new(node), names: lower.names, now }))
            }
            _ => Err(lower.errors),
        }
    }
}

fn parse(text: &str) -> Result<sqlparser::ast::Expr, ParserError> {
    let dialect = PostgreSqlDialect {};
    let tokens = Tokenizer::new(&dialect, text).tokenize_with_location()?;
    let tokens = tokens.into_iter().flat_map(without_sign).collect();
    let mut parser = Parser::new(&dialect).with_tokens_with_locations(with_spaces(tokens));
    let expr = parser.parse_expr()?;
    match parser.peek_token_ref() {
        end if end.token == Token::EOF => Ok(expr),
        more => {
            let Token::Word(_) = more.token else {
                return parser.expected("the end of the expression", more.clone());
            };
            parser.expected("an operator", more.clone())
        }
    }
}

/// The tokens of one: a sign at the end of an operator is that of the number after it, as in `tags->-1`, unless the operator has a
/// character that no operator of standard SQL has. PostgreSQL's manual says this in 4.1.3, "Operators".
fn without_sign(token: TokenWithSpan) -> Vec<TokenWithSpan> {
    let Token::CustomBinaryOperator(operator) = &token.token else { return vec![token] };
    let (operator, sign) = match operator.as_bytes() {
        [.., b'-'] => (&operator[..operator.len() - 1], Token::Minus),
        [.., b'+'] => (&operator[..operator.len() - 1], Token::Plus),
        _ => return vec![token],
    };
    if operator.contains(['~', '!', '@', '#', '%', '^', '&', '|', '`', '?']) {
        return vec![token];
    }
    let Ok(Ok([operator])) =
        Tokenizer::new(&PostgreSqlDialect {}, operator).tokenize().map(<[Token; 1]>::try_from)
    else {
        return vec![token];
    };
    let Span { start, end } = token.span;
    let between = Location { column: end.column - 1, ..end };
    vec![
        TokenWithSpan { token: operator, span: Span { start, end: between } },
        TokenWithSpan { token: sign, span: Span { start: between, end } },
    ]
}

/// The tokens, where `trim(both from x)` says what it trims: the parser knows no other form.
fn with_spaces(tokens: Vec<TokenWithSpan>) -> Vec<TokenWithSpan> {
    let is = |token: Option<&Token>, keywords: &[Keyword]| matches!(token, Some(Token::Word(word)) if word.quote_style.is_none() && keywords.contains(&word.keyword));
    let mut out: Vec<TokenWithSpan> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let mut before =
            out.iter().rev().map(|token| &token.token).filter(|token| !matches!(token, Token::Whitespace(_)));
        if is(Some(&token.token), &[Keyword::FROM]) {
            let side = before.next();
            let opens = matches!(before.next(), Some(Token::LParen)) && is(before.next(), &[Keyword::TRIM]);
            if opens && is(side, &[Keyword::BOTH, Keyword::LEADING, Keyword::TRAILING]) {
                let space = Token::SingleQuotedString(" ".into());
                out.push(TokenWithSpan { token: space, span: token.span });
            }
        }
        out.push(token);
    }
    out
}

/// An operator that the parser knows and PostgreSQL does not, and what is written instead.
fn foreign_operator(text: &str) -> Option<(Span, &'static str)> {
    let tokens = Tokenizer::new(&PostgreSqlDialect {}, text).tokenize_with_location().ok()?;
    tokens.into_iter().find_map(|TokenWithSpan { token, span }| match token {
        Token::DoubleEq => Some((span, "PostgreSQL has no operator ==; values are compared with =")),
        Token::Spaceship => Some((span, "PostgreSQL has no operator <=>; write is not distinct from")),
        _ => None,
    })
}

/// The first bracket, quote or `case` that is opened and not closed, or closed and not opened, and its span.
fn unbalanced(text: &str) -> Option<(Span, &'static str)> {
    let tokens = Tokenizer::new(&PostgreSqlDialect {}, text).tokenize_with_location().ok()?;
    let mut open: Vec<(Opened, Span)> = Vec::new();
    let missing = |(opened, span): (Opened, Span)| match opened {
        Opened::Case => {
            (span, "`end` is missing: a case is closed, as in case when a > 1 then 'x' else 'y' end")
        }
        Opened::Parenthesis => (span, "`)` is missing: this parenthesis is not closed"),
    };
    for TokenWithSpan { token, span } in tokens {
        let closes = match &token {
            Token::Word(word) if word.quote_style.is_none() && word.keyword == Keyword::CASE => {
                open.push((Opened::Case, span));
                continue;
            }
            Token::LParen => {
                open.push((Opened::Parenthesis, span));
                continue;
            }
            Token::Word(word) if word.quote_style.is_none() && word.keyword == Keyword::END => Opened::Case,
            Token::RParen => Opened::Parenthesis,
            _ => continue,
        };
        match open.pop() {
            Some((opened, _)) if opened == closes => {}
            Some(other) => return Some(missing(other)),
            None if closes == Opened::Case => return Some((span, "this `end` has no `case`")),
            None => return Some((span, "this parenthesis was not opened")),
        }
    }
    open.pop().map(missing)
}

/// Something that has to be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opened {
    Case,
    Parenthesis,
}

/// The kinds of text that an unclosed quote begins.
fn unclosed_quote(message: &str) -> Option<&'static str> {
    if message.starts_with("Unterminated string literal") {
        return Some("a quote is missing: the text that begins here has no ' at its end");
    }
    message
        .starts_with("Expected close delimiter")
        .then_some("a quote is missing: the name that begins here has no \" at its end")
}

/// An error of the parser as one of ours.
fn explained(lower: &Lower<'_>, text: &str, error: ParserError) -> ExpressionError {
    if let ParserError::ParserError(_) = error
        && let Some((span, message)) = unbalanced(text)
    {
        return ExpressionError { at: lower.offsets.bytes(span), text: message.into() };
    }
    let message = match error {
        ParserError::ParserError(message) | ParserError::TokenizerError(message) => message,
        ParserError::RecursionLimitExceeded => {
            return ExpressionError { at: 0..text.len(), text: "the expression is nested too deeply".into() };
        }
    };
    let (message, at) = lower.offsets.of_message(&message);
    if let Some(text) = unclosed_quote(message) {
        return ExpressionError { at, text: text.into() };
    }
    let message = match message.strip_prefix("Expected: ").and_then(|rest| rest.split_once(", found: ")) {
        Some((expected, "EOF")) => format!("expected {expected} after this"),
        Some((_, found)) if found.eq_ignore_ascii_case("when") => {
            "this case is not complete: each `when` has a condition and a `then`".into()
        }
        Some((expected, found)) => format!("expected {expected}, not {found}"),
        None => format!("this is no SQL: {}", lower_first(message)),
    };
    ExpressionError { at, text: message }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// A parsed expression.
struct Parsed {
    node: Arc<ExprNode>,
    names: Vec<ColumnName>,
    now: i64,
}

impl Expression for Parsed {
    fn columns(&self) -> &[ColumnName] {
        &self.names
    }

    fn compile(&self, fields: &[&Field]) -> Result<Arc<dyn Compute>, Vec<ExpressionError>> {
        let mut checker = Checker::new(fields, self.now);
        let typed = checker.node(&self.node);
        let uses_now = checker.uses_now;
        match typed {
            Some(typed) if checker.errors.is_empty() => {
                let stored = column::Stored::of(fields, &self.node);
                let column = column::of(typed, uses_now, &stored).map_err(|error| vec![error])?;
                Ok(Arc::new(column.of_node(Arc::clone(&self.node))))
            }
            _ => Err(checker.errors),
        }
    }
}
