//! `and` and `or`, which evaluate no more of their arguments than they must.

use super::compiler::{Compiler, Known};
use crate::ast::{Command, Expr};
use crate::error::Fault;
use crate::program::{NONE, Op};

/// What is known of a value that comes through a pipe, and the variable that it is kept in, if it is not a constant.
type Piped = (Known, u32);

impl Compiler<'_> {
    /// `and` or `or`: the first value that decides, or else the last one.
    pub(super) fn short_circuit(
        &mut self,
        name: &str,
        head: &Expr,
        args: &[Expr],
        before: &[Command],
    ) -> Result<Known, Fault> {
        let piped = self.kept_piped(head, before);
        let count = args.len() + usize::from(piped.is_some());
        if count == 0 {
            let text = format!("an argument is missing; the form is {name} VALUE …");
            return Err(Fault::new(head.at.clone(), text));
        }
        let is_or = name == "or";
        let (start, uncertain) = (self.len(), self.unrolling.uncertain);
        let mut jumps = Vec::new();
        let mut decided = None;
        let mut known = Known::default();
        for index in 0..count {
            let here = self.len();
            known = self.operand(args.get(index), piped, head);
            if index == 0 {
                self.conditional += 1;
            }
            match self.decides(known) {
                _ if index + 1 == count => {}
                Some(value) if jumps.is_empty() && value.truth() == is_or => {
                    // The arguments after it are not evaluated, and draw nothing.
                    for arg in args.iter().skip(index + 1) {
                        self.dead_branch(|compiler| _ = compiler.arg(arg));
                    }
                    decided = Some(value);
                    break;
                }
                // A constant that does not decide is left out.
                Some(value) if value.truth() != is_or => self.truncate(here),
                _ => {
                    jumps.push(self.len() as usize);
                    self.unrolling.uncertain = uncertain + 1;
                    self.emit(if is_or { Op::Or(0) } else { Op::And(0) }, head.at.clone());
                }
            }
        }
        self.conditional -= 1;
        self.unrolling.uncertain = uncertain;
        if let Some(value) = decided {
            self.truncate(start);
            let known = self.constant(value, &head.at);
            // The steps that store a piped value are more than a constant.
            let stores = piped.is_some_and(|(_, variable)| variable != NONE);
            return Ok(if stores { Known { constant: None, ..known } } else { known });
        }
        if jumps.is_empty() {
            return Ok(known);
        }
        let end = self.len();
        for jump in jumps {
            let op = &mut self.program.ops[jump];
            *op = op.to(end);
        }
        Ok(Known::default())
    }

    /// Evaluates the value that comes through the pipe, which comes before all arguments and is used after them.
    fn kept_piped(&mut self, head: &Expr, before: &[Command]) -> Option<Piped> {
        if before.is_empty() {
            return None;
        }
        let start = self.len();
        let known = self.piped(before);
        if known.constant.is_some() {
            self.truncate(start);
            return Some((known, NONE));
        }
        let variable = self.variable(Known::default());
        self.emit(Op::Store(variable), head.at.clone());
        Some((known, variable))
    }

    /// Leaves an argument on the stack, or after the last one the piped value.
    fn operand(&mut self, arg: Option<&Expr>, piped: Option<Piped>, head: &Expr) -> Known {
        match (arg, piped) {
            (Some(arg), _) => self.arg(arg),
            (None, Some((Known { constant: Some(value), .. }, _))) => self.constant(value, &head.at),
            (None, Some((known, variable))) => {
                self.emit(Op::Load(variable), head.at.clone());
                known
            }
            (None, None) => Known::default(),
        }
    }
}
