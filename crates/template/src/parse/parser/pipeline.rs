//! What is between the braces: pipelines, commands and values.

use std::ops::Range;

use super::{MAX_PIPES, Parsed, Parser};
use crate::ast::{Command, Expr, ExprKind, Pipe, Variables};
use crate::error::Fault;
use crate::parse::constant;
use crate::parse::token::{Doubt, Token, TokenKind};
use gush_diagnostics::Message;

impl Parser<'_> {
    /// The pipeline up to the end of the action, which is consumed. Of an invalid one only the variables are kept.
    pub(super) fn pipe_of_action(&mut self, context: &str) -> Pipe {
        self.pipes = 0;
        let pipe = self.pipe(TokenKind::Close, context);
        match pipe {
            Ok(pipe) if self.doubt() != Some(Doubt::End) => pipe,
            _ => {
                let at = self.tokens[self.open].at.clone();
                let variables = self.named_variables();
                self.recover();
                Pipe { variables, assigns: false, commands: Vec::new(), at }
            }
        }
    }

    /// The variables that this action names, whatever it wants of them.
    fn named_variables(&self) -> Variables {
        let tokens = self.tokens[self.open..].iter().take_while(|token| token.kind != TokenKind::Close);
        let tokens: Vec<&Token> = tokens.collect();
        // A name that is set was meant to be a variable.
        let is_set = |at: usize| {
            let next = tokens[at + 1..].iter().find(|token| token.kind != TokenKind::Space);
            tokens[at].kind == TokenKind::Name && next.is_some_and(|token| token.kind == TokenKind::Declare)
        };
        let meant = (0..tokens.len()).filter(|&at| is_set(at)).map(|at| tokens[at]);
        let meant: Vec<_> =
            meant.map(|token| (format!("${}", self.text_of(token)), token.at.clone())).collect();
        let named =
            tokens.iter().filter(|token| matches!(token.kind, TokenKind::Variable | TokenKind::Wrong));
        let name = |text: &str| {
            let letters = text.strip_prefix('$')?.find(|c: char| c != '_' && !c.is_alphanumeric());
            Some(text[..letters.map_or(text.len(), |letters| letters + 1)].to_owned())
        };
        let named = named.filter_map(|token| Some((name(self.text_of(token))?, token.at.clone())));
        named.chain(meant).collect()
    }

    /// A pipeline up to `end`, which is taken.
    fn pipe(&mut self, end: TokenKind, context: &str) -> Parsed<Pipe> {
        self.skip_space();
        let start = self.peek().at.start;
        self.no_dollar()?;
        let (variables, assigns) = self.variables(context)?;
        let mut commands = Vec::new();
        loop {
            self.skip_space();
            if self.peek().kind == end {
                break;
            }
            commands.push(self.command(end)?);
            if self.peek().kind == TokenKind::Pipe {
                if self.pipes == MAX_PIPES {
                    let text = format!("more than {MAX_PIPES} `|` in one action");
                    let at = self.peek().at.clone();
                    return Err(self.fault(at, text));
                }
                self.pipes += 1;
                self.next += 1;
            }
        }
        let stop = self.take().at;
        if commands.is_empty() {
            return Err(self.fault(stop, format!("a value is missing for {context}")));
        }
        if let Some(wrong) = commands[1..].iter().find(|command| {
            use ExprKind::{Bool, Dot, Float, Int, Nil, Text};
            matches!(command.operands[0].kind, Bool(_) | Dot | Nil | Int(_) | Float(_) | Text(_))
        }) {
            let at = wrong.operands[0].at.clone();
            return Err(self.fault(at, "only a function can take what comes through a |"));
        }
        Ok(Pipe { variables, assigns, commands, at: start..stop.start })
    }

    /// Reports a name that was meant to be a variable, as in `x := 5`.
    fn no_dollar(&mut self) -> Parsed<()> {
        let token = self.peek().clone();
        let rest = &self.tokens[(self.next + 1).min(self.tokens.len())..];
        let mut following = rest.iter().filter(|token| token.kind != TokenKind::Space);
        let is_set = match following.next().map(|token| token.kind) {
            Some(TokenKind::Declare) => true,
            // `==` is a comparison.
            Some(TokenKind::Assign) => following.next().is_some_and(|token| token.kind != TokenKind::Assign),
            _ => false,
        };
        if token.kind != TokenKind::Name || !is_set {
            return Ok(());
        }
        let name = self.text_of(&token);
        let message = Message::from("a variable's name begins with a $").suggest(Some(format!("${name}")));
        Err(self.fault(token.at, message))
    }

    /// The variables that a pipeline declares or sets, and whether it sets them.
    fn variables(&mut self, context: &str) -> Parsed<(Variables, bool)> {
        let start = self.next;
        let mut variables = Vec::new();
        while self.peek().kind == TokenKind::Variable {
            let token = self.take();
            variables.push((self.text_of(&token).to_owned(), token.at));
            self.skip_space();
            match self.peek().kind {
                TokenKind::Declare | TokenKind::Assign => {
                    let assigns = self.take().kind == TokenKind::Assign;
                    if assigns {
                        self.tree.assigned.extend(variables.iter().map(|(name, _)| name.clone()));
                    }
                    return Ok((variables, assigns));
                }
                TokenKind::Comma if context == "range" && variables.len() < 2 => {
                    self.next += 1;
                    self.skip_space();
                    if self.peek().kind != TokenKind::Variable {
                        return self.unexpected("a second variable");
                    }
                }
                TokenKind::Comma => return self.unexpected("one variable; only range sets two"),
                _ if variables.len() == 2 => return self.unexpected(":= or ="),
                _ => break,
            }
        }
        // No declaration: the variable is the pipeline's first token.
        self.next = start;
        Ok((Vec::new(), false))
    }

    /// A command, up to a `|` or the end of its pipeline, neither of which is taken.
    fn command(&mut self, end: TokenKind) -> Parsed<Command> {
        let start = self.peek().at.start;
        let mut operands = Vec::new();
        loop {
            self.skip_space();
            let kind = self.peek().kind;
            if kind == TokenKind::Pipe || kind == end {
                break;
            }
            operands.push(self.operand()?);
            if !matches!(self.peek().kind, TokenKind::Space | TokenKind::Pipe) && self.peek().kind != end {
                return self.unexpected("a space");
            }
        }
        if operands.is_empty() {
            return self.unexpected("a value or a function");
        }
        let is_label =
            |operand: &Expr| matches!(&operand.kind, ExprKind::Text(text) if text.starts_with(b"@of="));
        if operands[1..].iter().any(is_label) {
            self.tree.labelled.insert(start);
        }
        let stop = operands[operands.len() - 1].at.end;
        Ok(Command { operands, at: start..stop })
    }

    /// A value with the fields that are asked of it.
    fn operand(&mut self) -> Parsed<Expr> {
        let base = self.term()?;
        let mut fields = Vec::new();
        while self.peek().kind == TokenKind::Field {
            let token = self.take();
            fields.push((self.text_of(&token)[1..].to_owned(), token.at));
        }
        let Some((_, last)) = fields.last() else { return Ok(base) };
        let at = base.at.start..last.end;
        match base.kind {
            ExprKind::Variable(_) | ExprKind::Function(_) | ExprKind::Pipe(_) => {
                Ok(Expr { kind: ExprKind::Fields(Box::new(base), fields), at })
            }
            ExprKind::Fields(inner, mut first) => {
                first.extend(fields);
                Ok(Expr { kind: ExprKind::Fields(inner, first), at })
            }
            ExprKind::Wrong => Ok(Expr { kind: ExprKind::Wrong, at }),
            _ => Err(self.fault(at, "a constant has no fields")),
        }
    }

    fn term(&mut self) -> Parsed<Expr> {
        let token = self.peek().clone();
        let at = token.at.clone();
        let kind = match token.kind {
            TokenKind::Dot => ExprKind::Dot,
            TokenKind::Field => {
                let dot = Expr { kind: ExprKind::Dot, at: at.start..at.start };
                ExprKind::Fields(Box::new(dot), vec![(self.text_of(&token)[1..].to_owned(), at.clone())])
            }
            TokenKind::Variable => ExprKind::Variable(self.text_of(&token).to_owned()),
            TokenKind::Quoted | TokenKind::Raw => {
                let text = constant::text(&self.text[at.clone()]);
                self.constant(text.map(ExprKind::Text), &token.at)
            }
            TokenKind::Char => {
                let c = constant::character(&self.text[at.clone()]);
                self.constant(c.map(ExprKind::Int), &token.at)
            }
            TokenKind::Number => {
                let number = constant::number(self.text_of(&token));
                self.constant(number, &token.at)
            }
            TokenKind::Wrong => ExprKind::Wrong,
            TokenKind::Name => match self.text_of(&token) {
                "true" => ExprKind::Bool(true),
                "false" => ExprKind::Bool(false),
                "nil" => ExprKind::Nil,
                name if super::KEYWORDS.contains(&name) => {
                    return self.unexpected("a value or a function");
                }
                name => {
                    let name = name.to_owned();
                    self.tree.functions.push((at.start, name.clone()));
                    ExprKind::Function(name)
                }
            },
            TokenKind::OpenParen => {
                self.next += 1;
                let pipe = self.deeper(|parser| parser.pipe(TokenKind::CloseParen, "the parentheses"))?;
                let at = at.start..pipe.at.end + 1;
                return Ok(Expr { kind: ExprKind::Pipe(Box::new(pipe)), at });
            }
            _ => return self.unexpected("a value or a function"),
        };
        self.next += 1;
        Ok(Expr { kind, at })
    }

    /// A constant; one that is wrong does not keep the action from being understood.
    fn constant(&mut self, read: Result<ExprKind, String>, at: &Range<usize>) -> ExprKind {
        read.unwrap_or_else(|text| {
            if self.doubt() != Some(Doubt::End) {
                self.faults.push(Fault::new(at.clone(), text));
            }
            ExprKind::Wrong
        })
    }
}
