//! Actions and blocks: what each keyword begins, and what ends it.

use std::ops::Range;

use super::{Parsed, Parser, Recorded, Stop};
use crate::ast::{Pipe, TemplateNode};
use crate::error::Fault;
use crate::parse::token::TokenKind;

impl Parser<'_> {
    /// The nodes up to the end of the block that opened at `open`, and what ends it.
    fn list(&mut self, open: &Range<usize>) -> (Vec<TemplateNode>, Stop) {
        let mut nodes = Vec::new();
        let mut inner = Vec::new();
        loop {
            self.gives_up();
            let token = self.take();
            match token.kind {
                TokenKind::Text => nodes.push(TemplateNode::Text(token.at)),
                TokenKind::End => {
                    // It contains definitions only because its end is missing.
                    self.no_end(open);
                    return (nodes, Stop::End);
                }
                _ => match self.keyword() {
                    "end" => {
                        self.next += 1;
                        self.finish();
                        self.faults.append(&mut inner);
                        return (nodes, Stop::End);
                    }
                    keyword @ ("else" | "else if") => {
                        self.faults.append(&mut inner);
                        return (nodes, self.alternative(keyword));
                    }
                    "define" => {
                        let at = self.peek().at.clone();
                        inner.push(Fault::new(at, "templates are defined outside of all blocks"));
                        self.definition();
                    }
                    keyword => nodes.extend(self.action(token.at, keyword)),
                },
            }
        }
    }

    /// Reports a block without an end, unless the end may be in text that could not be read.
    fn no_end(&mut self, open: &Range<usize>) {
        if self.is_cut {
            return;
        }
        match self.hidden.checked_sub(1) {
            Some(hidden) => self.hidden = hidden,
            None => self.faults.push(Fault::new(open.clone(), "this block has no {{ end }}")),
        }
    }

    /// What follows `else`; one token may have been meant as `else if`.
    fn alternative(&mut self, keyword: &str) -> Stop {
        if keyword == "else if" {
            return Stop::ElseIf(self.peek().at.clone(), "if");
        }
        let at = self.take().at;
        let keyword = self.keyword();
        if matches!(keyword, "if" | "with") {
            return Stop::ElseIf(at, keyword);
        }
        self.finish();
        Stop::Else(at)
    }

    /// The nodes of a block up to its end, without branches.
    pub(super) fn undivided(&mut self, open: &Range<usize>, text: &str) -> Vec<TemplateNode> {
        let mut nodes = Vec::new();
        loop {
            let (more, stop) = self.list(open);
            nodes.extend(more);
            match stop {
                Stop::End => return nodes,
                Stop::Else(at) => self.faults.push(Fault::new(at, text)),
                Stop::ElseIf(at, _) => {
                    self.faults.push(Fault::new(at, text));
                    self.recover();
                }
            }
        }
    }

    /// An action whose `{{` at `open` was taken; `None` if it is wrong and begins nothing.
    pub(super) fn action(&mut self, open: Range<usize>, keyword: &'static str) -> Option<TemplateNode> {
        let at = self.peek().at.clone();
        let node = match keyword {
            "if" | "with" => self.block_of(|parser| parser.branches(keyword)),
            "range" => self.block_of(Self::range),
            "template" => self.template(),
            "block" => return self.block(),
            "break" | "continue" => {
                self.next += 1;
                self.finish();
                if self.ranges == 0 {
                    // A loop may have begun in the text that could not be read.
                    if self.hidden == 0 {
                        self.faults.push(Fault::new(at, format!("{keyword} belongs into a range")));
                    }
                    return None;
                }
                Ok(if keyword == "break" { TemplateNode::Break(at) } else { TemplateNode::Continue(at) })
            }
            _ if self.peek().kind == TokenKind::Close => {
                Err(self.fault(open.start..at.end, "there is nothing between the braces"))
            }
            _ => Ok(TemplateNode::Action(self.pipe_of_action("an action"))),
        };
        node.map_err(|Recorded| self.recover()).ok()
    }

    fn template(&mut self) -> Parsed<TemplateNode> {
        self.next += 1;
        let (name, at) = self.template_name("template")?;
        self.skip_space();
        if self.peek().kind == TokenKind::Close {
            self.next += 1;
            return Ok(TemplateNode::Template { name, at, pipe: None });
        }
        Ok(TemplateNode::Template { name, at, pipe: Some(self.pipe_of_action("template")) })
    }

    fn block(&mut self) -> Option<TemplateNode> {
        let open = self.tokens[self.open].at.clone();
        self.next += 1;
        let Ok((name, at)) = self.template_name("block") else {
            self.recover();
            self.define(None, open);
            return None;
        };
        let pipe = self.pipe_of_action("block");
        self.define(Some((name.clone(), at.clone())), open);
        Some(TemplateNode::Template { name, at, pipe: Some(pipe) })
    }

    fn branches(&mut self, keyword: &'static str) -> TemplateNode {
        let mut branches: Vec<(Pipe, Vec<TemplateNode>)> = Vec::new();
        let mut otherwise = Vec::new();
        loop {
            let open = self.take().at;
            let pipe = self.pipe_of_action(keyword);
            let (body, stop) = self.list(&open);
            branches.push((pipe, body));
            match stop {
                Stop::End => break,
                Stop::ElseIf(_, other) if other == keyword => {}
                // It is a branch nevertheless.
                Stop::ElseIf(..) => drop(self.unexpected::<()>(&format!("}}}} or {keyword}"))),
                Stop::Else(_) => {
                    otherwise = self.otherwise(&open);
                    break;
                }
            }
        }
        TemplateNode::Branches { with: keyword == "with", branches, otherwise }
    }

    fn otherwise(&mut self, open: &Range<usize>) -> Vec<TemplateNode> {
        self.undivided(open, "this block has an {{ else }} already, and nothing may follow it")
    }

    fn range(&mut self) -> TemplateNode {
        let open = self.take().at;
        let pipe = self.pipe_of_action("range");
        self.ranges += 1;
        let (body, stop) = self.list(&open);
        self.ranges -= 1;
        let otherwise = match stop {
            Stop::End => Vec::new(),
            Stop::Else(_) => self.otherwise(&open),
            Stop::ElseIf(..) => {
                let _ = self.unexpected::<()>("}}");
                self.recover();
                self.otherwise(&open)
            }
        };
        TemplateNode::Range { pipe, body, otherwise }
    }
}
