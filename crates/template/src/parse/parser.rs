//! From tokens to the tree: the grammar of Go's `text/template`.
//!
//! After an error in an action the parser goes on with the next one; such a tree is only good for finding more errors.

mod block;
mod pipeline;

use std::collections::HashMap;
use std::ops::Range;

use super::constant;
use super::lexer::lex;
use super::token::{Doubt, Lexed, Token, TokenKind};
use crate::ast::{Definition, TemplateNode, Tree};
use crate::error::{Fault, MAX_FAULTS};
use crate::{names, utf8};
use gush_diagnostics::Message;

/// Blocks and parentheses may be nested this deep.
const MAX_DEPTH: usize = 100;

/// The maximum number of `|` in an action, including those in parentheses: the compiler recurses as deep.
const MAX_PIPES: usize = 250;

/// The tree of a template, and what is wrong with its tokens and its grammar.
pub(crate) fn parse(text: &[u8]) -> (Tree, Vec<Fault>) {
    let Lexed { tokens, faults, doubts, is_cut, excess } = lex(text);
    let tree = Tree::default();
    if let Some(excess) = excess {
        return (tree, vec![excess]);
    }
    let mut parser = Parser {
        text,
        tokens,
        next: 0,
        tree,
        depth: 0,
        ranges: 0,
        pipes: 0,
        open: 0,
        doubts,
        faults,
        hidden: 0,
        is_cut,
    };
    parser.tree.body = parser.top();
    (parser.tree, parser.faults)
}

struct Parser<'a> {
    text: &'a [u8],
    tokens: Vec<Token>,
    next: usize,
    tree: Tree,
    depth: usize,
    /// How many `range` surround this token, within this template.
    ranges: usize,
    /// How many `|` were seen in this action.
    pipes: usize,
    /// The token that opened this action.
    open: usize,
    doubts: HashMap<usize, Doubt>,
    faults: Vec<Fault>,
    /// How many blocks may have begun or ended in what could not be read: they may hold what seems
    /// to be missing or too much.
    hidden: usize,
    /// Whether the text ends before the template does.
    is_cut: bool,
}

/// An error that was recorded.
struct Recorded;

type Parsed<T> = Result<T, Recorded>;

/// What ends a list of nodes.
enum Stop {
    End,
    /// Where the token is.
    Else(Range<usize>),
    /// `else if` or `else with`: the second token was not taken yet.
    ElseIf(Range<usize>, &'static str),
}

/// The keywords that begin a kind of action.
const KEYWORDS: [&str; 10] =
    ["block", "break", "continue", "define", "else", "end", "if", "range", "template", "with"];

impl Parser<'_> {
    fn peek(&self) -> &Token {
        // The last token is the end, which is never passed.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        if token.kind == TokenKind::Open {
            self.open = self.next;
        }
        self.next += 1;
        token
    }

    fn skip_space(&mut self) {
        while self.peek().kind == TokenKind::Space {
            self.next += 1;
        }
    }

    /// The text of a token; texts that are not UTF-8 are read by their bytes.
    fn text_of(&self, token: &Token) -> &str {
        str::from_utf8(&self.text[token.at.clone()]).unwrap_or_default()
    }

    /// How far this action can be understood.
    fn doubt(&self) -> Option<Doubt> {
        self.doubts.get(&self.tokens[self.open].at.start).copied()
    }

    /// Records an error in the grammar of this action, unless it follows from a wrong token.
    fn fault(&mut self, at: Range<usize>, message: impl Into<Message>) -> Recorded {
        if self.doubt().is_none() {
            self.faults.push(Fault::new(at, message));
        }
        Recorded
    }

    /// Goes on after this action.
    fn recover(&mut self) {
        let ends = |token: &Token| matches!(token.kind, TokenKind::Close | TokenKind::End);
        let last = self.tokens.len() - 1;
        let end = self.tokens[self.open..].iter().position(ends).map_or(last, |end| self.open + end);
        self.next = (end + 1).min(last);
        let inside = self.tokens[self.open].at.end..self.tokens[end].at.start;
        self.hidden += self.text[inside].windows(2).filter(|pair| pair == b"{{").count();
    }

    /// Whether a text is before this token or after it.
    fn is_beside_text(&self) -> bool {
        let is_text = |token: Option<&Token>| {
            token.is_some_and(|token| matches!(token.kind, TokenKind::Quoted | TokenKind::Raw))
        };
        let is_visible = |token: &&Token| token.kind != TokenKind::Space;
        is_text(self.tokens[..self.next].iter().rev().find(is_visible))
            || is_text(self.tokens[self.next + 1..].iter().find(is_visible))
    }

    /// The function that does what an operator of other languages does.
    fn instead(&self, at: &Range<usize>) -> Option<&'static str> {
        let before = self.text[..at.start].last();
        Some(match (before, &self.text[at.start..]) {
            (Some(b'='), [b'=', ..]) | (_, [b'=', b'=', ..]) => "eq A B",
            (_, [b'!', b'=', ..]) => "ne A B",
            (_, [b'!', ..]) => "not A",
            (_, [b'<', b'=', ..]) => "le A B",
            (_, [b'<', ..]) => "lt A B",
            (_, [b'>', b'=', ..]) => "ge A B",
            (_, [b'>', ..]) => "gt A B",
            (_, [b'&', b'&', ..]) => "and A B",
            (Some(b'|'), [b'|', ..]) => "or A B",
            (_, [b'+', ..]) if self.is_beside_text() => "print A B",
            (_, [b'+', ..]) => "Add A B",
            (_, [b'-', ..]) => "Sub A B",
            (_, [b'*', ..]) => "Mul A B",
            (_, [b'/', ..]) => "Div A B",
            (_, [b'%', ..]) => "Mod A B",
            _ => return None,
        })
    }

    fn unexpected<T>(&mut self, expected: &str) -> Parsed<T> {
        let token = self.peek().clone();
        let found = match token.kind {
            TokenKind::End => "the template ends here".into(),
            TokenKind::Close => "the action ends here".into(),
            _ => {
                if let Some(function) = self.instead(&token.at) {
                    let text = utf8::text(&self.text[token.at.clone()]);
                    let text =
                        format!("`{text}` is not allowed here; a function does this, as in {function}");
                    return Err(self.fault(token.at, text));
                }
                format!("`{}` is not allowed here", utf8::text(&self.text[token.at.clone()]))
            }
        };
        Err(self.fault(token.at, format!("{found}; expected {expected}")))
    }

    fn close(&mut self) -> Parsed<()> {
        self.skip_space();
        if self.peek().kind != TokenKind::Close {
            return self.unexpected("}}");
        }
        self.next += 1;
        Ok(())
    }

    /// Ends the action, whatever it contains.
    fn finish(&mut self) {
        if self.close().is_err() {
            self.recover();
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            let text = format!("more than {MAX_DEPTH} blocks and parentheses in one another");
            let at = self.peek().at.clone();
            self.faults.push(Fault::new(at, text));
            return Err(Recorded);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// A block that is not too deep. After one that is, it is unknown where blocks end.
    fn block_of<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> Parsed<T> {
        self.deeper(|parser| Ok(parse(parser))).inspect_err(|Recorded| {
            self.next = self.tokens.len() - 1;
            self.open = self.next;
            self.is_cut = true;
        })
    }

    /// Whether there are too many errors to go on; the template is cut here then.
    fn gives_up(&mut self) -> bool {
        let gives_up = self.faults.len() >= MAX_FAULTS;
        if gives_up {
            self.next = self.tokens.len() - 1;
            self.is_cut = true;
        }
        gives_up
    }

    /// The keyword that this action begins with, or one that was certainly meant; empty if there is none.
    fn keyword(&mut self) -> &'static str {
        self.skip_space();
        let token = self.peek().clone();
        let text = self.text_of(&token);
        // Of a wrong token, the letters at its front are what it was meant to be.
        let letters = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
        let name = match token.kind {
            TokenKind::Name => text,
            TokenKind::Wrong => &text[..letters],
            _ => return "",
        };
        if let Some(keyword) = KEYWORDS.into_iter().find(|keyword| *keyword == name) {
            return keyword;
        }
        if token.kind == TokenKind::Wrong {
            return "";
        }
        let Some(meant) = names::keyword_meant(name, KEYWORDS) else { return "" };
        let message = Message::from("no function or keyword has this name").suggest(Some(meant));
        self.faults.push(Fault::new(token.at, message));
        meant
    }

    /// The complete template, with the definitions in it.
    fn top(&mut self) -> Vec<TemplateNode> {
        let mut nodes = Vec::new();
        while self.peek().kind != TokenKind::End && !self.gives_up() {
            let token = self.take();
            if token.kind == TokenKind::Text {
                nodes.push(TemplateNode::Text(token.at));
                continue;
            }
            match self.keyword() {
                "define" => self.definition(),
                "end" | "else" | "else if" if self.hidden > 0 => {
                    self.hidden -= 1;
                    self.recover();
                }
                "end" | "else" | "else if" => {
                    let _ = self.unexpected::<()>("an action, as no block is open");
                    self.recover();
                }
                keyword => nodes.extend(self.action(token.at, keyword)),
            }
        }
        nodes
    }

    fn definition(&mut self) {
        self.next += 1;
        let name = self.template_name("define").and_then(|name| self.close().map(|()| name));
        if name.is_err() {
            self.recover();
        }
        let at = self.tokens[self.open].at.clone();
        self.define(name.ok(), at);
    }

    /// The body of a definition, which knows nothing of what surrounds it. Without a good name it has a body all
    /// the same.
    fn define(&mut self, name: Option<(Vec<u8>, Range<usize>)>, open: Range<usize>) {
        let around = std::mem::take(&mut self.ranges);
        let at = name.as_ref().map_or(open, |(_, at)| at.clone());
        let body = self.block_of(|parser| parser.undivided(&at, "a template has no {{ else }}"));
        self.ranges = around;
        let Ok(body) = body else { return };
        // One without a name cannot be called, but its errors are reported.
        let is_known = name.is_some();
        let name = name.map_or(Vec::new(), |(name, _)| name);
        self.tree.definitions.push(Definition { name, is_known, at, body });
    }

    fn template_name(&mut self, what: &str) -> Parsed<(Vec<u8>, Range<usize>)> {
        self.skip_space();
        match self.peek().kind {
            TokenKind::Quoted | TokenKind::Raw => {
                let token = self.take();
                match constant::text(&self.text[token.at.clone()]) {
                    Ok(name) => Ok((name, token.at)),
                    Err(text) => Err(self.fault(token.at, text)),
                }
            }
            _ => self.unexpected(&format!("the template's name in quotes, as in {{{{ {what} \"name\" }}}}")),
        }
    }
}

#[cfg(test)]
mod tests;
