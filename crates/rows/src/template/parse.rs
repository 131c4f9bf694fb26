//! From words to the tree: the grammar of Go's `text/template`.

mod words;

use std::collections::HashSet;
use std::ops::Range;

use super::ast::{Definition, Node, Pipe, Tree};
use super::constant;
use super::error::Fault;
use super::lexer::{Kind, Token, lex};

/// Blocks and parentheses may stand in one another this deep.
const MOST_DEPTH: usize = 100;

/// The most `|` in an action, those in its parentheses among them: the compiler goes as deep.
const MOST_PIPES: usize = 250;

/// Parses a template; the first mistake ends it, as nobody could say what the rest means.
pub(super) fn parse(text: &str) -> Result<Tree, Fault> {
    let tokens = lex(text)?;
    let tree =
        Tree { body: Vec::new(), definitions: Vec::new(), functions: Vec::new(), assigned: HashSet::new() };
    let mut parser = Parser { text, tokens, next: 0, tree, depth: 0, ranges: 0, pipes: 0 };
    let body = parser.top()?;
    parser.tree.body = body;
    Ok(parser.tree)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    tree: Tree,
    depth: usize,
    /// How many `range` stand around, within this template.
    ranges: usize,
    /// How many `|` were seen in this action.
    pipes: usize,
}

/// What ends a list of nodes.
#[derive(PartialEq)]
enum Stop {
    End,
    Else,
    /// `else if` or `else with`: the keyword was not taken yet.
    ElseIf,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        // The last word is the end, which is never passed.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.next += 1;
        token
    }

    fn skip_space(&mut self) {
        while self.peek().kind == Kind::Space {
            self.next += 1;
        }
    }

    fn word(&self, token: &Token) -> &str {
        &self.text[token.at.clone()]
    }

    /// The keyword that comes next, where it is one.
    fn keyword(&self) -> &str {
        let token = self.peek();
        if token.kind == Kind::Name { self.word(token) } else { "" }
    }

    fn unexpected<T>(&self, expected: &str) -> Result<T, Fault> {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the template ends here".into(),
            Kind::Close => "the action ends here".into(),
            _ => format!("`{}` cannot stand here", self.word(token)),
        };
        Err(Fault::new(token.at.clone(), format!("{found}; expected {expected}")))
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.skip_space();
        if self.peek().kind != Kind::Close {
            return self.unexpected("}}");
        }
        self.next += 1;
        Ok(())
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MOST_DEPTH {
            let text = format!("more than {MOST_DEPTH} blocks and parentheses in one another");
            return Err(Fault::new(self.peek().at.clone(), text));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// The whole template, with the definitions in it.
    fn top(&mut self) -> Result<Vec<Node>, Fault> {
        let mut nodes = Vec::new();
        while self.peek().kind != Kind::End {
            let token = self.take();
            match token.kind {
                Kind::Text => nodes.push(Node::Text(token.at)),
                _ => {
                    self.skip_space();
                    match self.keyword() {
                        "define" => self.definition()?,
                        "end" | "else" => return self.unexpected("an action, as no block is open"),
                        _ => nodes.push(self.action(token.at)?),
                    }
                }
            }
        }
        Ok(nodes)
    }

    fn definition(&mut self) -> Result<(), Fault> {
        self.next += 1;
        let (name, at) = self.template_name("define")?;
        self.close()?;
        self.define(name, at)
    }

    /// The body of a definition, which knows nothing of what stands around it.
    fn define(&mut self, name: String, at: Range<usize>) -> Result<(), Fault> {
        let around = std::mem::take(&mut self.ranges);
        let (body, stop) = self.deeper(|parser| parser.list(at.clone()))?;
        self.ranges = around;
        if stop != Stop::End {
            return Err(Fault::new(at, "a template has no {{ else }}"));
        }
        self.tree.definitions.push(Definition { name, at, body });
        Ok(())
    }

    fn template_name(&mut self, what: &str) -> Result<(String, Range<usize>), Fault> {
        self.skip_space();
        match self.peek().kind {
            Kind::Quoted | Kind::Raw => {
                let token = self.take();
                Ok((self.unquoted(&token)?, token.at))
            }
            _ => self.unexpected(&format!("the template's name in quotes, as in {{{{ {what} \"name\" }}}}")),
        }
    }

    fn unquoted(&self, token: &Token) -> Result<String, Fault> {
        let word = self.word(token);
        if token.kind == Kind::Raw {
            return Ok(word[1..word.len() - 1].replace('\r', ""));
        }
        constant::unquote(word).map_err(|text| Fault::new(token.at.clone(), text))
    }

    /// The nodes up to the end of the block that opened at `open`, and what ends it.
    fn list(&mut self, open: Range<usize>) -> Result<(Vec<Node>, Stop), Fault> {
        let mut nodes = Vec::new();
        loop {
            let token = self.take();
            match token.kind {
                Kind::Text => nodes.push(Node::Text(token.at)),
                Kind::End => return Err(Fault::new(open, "this block has no {{ end }}")),
                _ => {
                    self.skip_space();
                    match self.keyword() {
                        "end" => {
                            self.next += 1;
                            self.close()?;
                            return Ok((nodes, Stop::End));
                        }
                        "else" => {
                            self.next += 1;
                            self.skip_space();
                            if matches!(self.keyword(), "if" | "with") {
                                return Ok((nodes, Stop::ElseIf));
                            }
                            self.close()?;
                            return Ok((nodes, Stop::Else));
                        }
                        _ => nodes.push(self.action(token.at)?),
                    }
                }
            }
        }
    }

    /// An action whose `{{` at `open` was taken.
    fn action(&mut self, open: Range<usize>) -> Result<Node, Fault> {
        let word = self.peek().at.clone();
        let keyword = self.keyword().to_owned();
        match keyword.as_str() {
            "if" | "with" => self.deeper(|parser| parser.branches(&keyword)),
            "range" => self.deeper(Self::range),
            "template" => {
                self.next += 1;
                let (name, at) = self.template_name("template")?;
                Ok(Node::Template { name, at, pipe: self.optional_pipe()? })
            }
            "block" => {
                self.next += 1;
                let (name, at) = self.template_name("block")?;
                let pipe = self.pipe(Kind::Close, "block")?;
                self.define(name.clone(), at.clone())?;
                Ok(Node::Template { name, at, pipe: Some(pipe) })
            }
            "break" | "continue" => {
                self.next += 1;
                self.close()?;
                if self.ranges == 0 {
                    return Err(Fault::new(word, format!("{keyword} belongs into a range")));
                }
                Ok(if keyword == "break" { Node::Break(word) } else { Node::Continue(word) })
            }
            "define" => Err(Fault::new(word, "templates are defined outside of all blocks")),
            _ if self.peek().kind == Kind::Close => {
                Err(Fault::new(open.start..word.end, "there is nothing between the braces"))
            }
            _ => Ok(Node::Action(self.pipe(Kind::Close, "an action")?)),
        }
    }

    fn optional_pipe(&mut self) -> Result<Option<Pipe>, Fault> {
        self.skip_space();
        if self.peek().kind == Kind::Close {
            self.next += 1;
            return Ok(None);
        }
        self.pipe(Kind::Close, "template").map(Some)
    }

    fn branches(&mut self, keyword: &str) -> Result<Node, Fault> {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        loop {
            let open = self.take().at;
            let pipe = self.pipe(Kind::Close, keyword)?;
            let (body, stop) = self.list(open.clone())?;
            branches.push((pipe, body));
            match stop {
                Stop::End => break,
                Stop::ElseIf if self.keyword() == keyword => {}
                Stop::ElseIf => return self.unexpected(&format!("}}}} or {keyword}")),
                Stop::Else => {
                    otherwise = self.otherwise(open)?;
                    break;
                }
            }
        }
        Ok(Node::Branches { with: keyword == "with", branches, otherwise })
    }

    fn otherwise(&mut self, open: Range<usize>) -> Result<Vec<Node>, Fault> {
        match self.list(open.clone())? {
            (body, Stop::End) => Ok(body),
            _ => Err(Fault::new(open, "this block has a second {{ else }}")),
        }
    }

    fn range(&mut self) -> Result<Node, Fault> {
        let open = self.take().at;
        let pipe = self.pipe(Kind::Close, "range")?;
        self.ranges += 1;
        let (body, stop) = self.list(open.clone())?;
        self.ranges -= 1;
        let otherwise = match stop {
            Stop::End => Vec::new(),
            Stop::Else => self.otherwise(open)?,
            Stop::ElseIf => return self.unexpected("}}"),
        };
        Ok(Node::Range { pipe, body, otherwise })
    }
}

#[cfg(test)]
mod tests;
