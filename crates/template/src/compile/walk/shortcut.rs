//! `and` and `or`, which look at no more of their arguments than they must.

use super::compiler::{Compiler, Known};
use crate::ast::{Command, Expr};
use crate::error::Fault;
use crate::program::{NONE, Op};
use crate::values::Value;

impl Compiler<'_> {
    /// `and` and `or`, which look no further than they must.
    pub(super) fn short(
        &mut self,
        name: &str,
        head: &Expr,
        args: &[Expr],
        before: &[Command],
    ) -> Result<Known, Fault> {
        let begin = self.len();
        let piped = match before {
            [] => None,
            before => Some(self.piped(before)),
        };
        // What comes through the pipe is made in any case, before all others.
        let kept = match piped {
            Some(Known { constant: None, .. }) => self.variable(Known::default()),
            _ => NONE,
        };
        match kept {
            NONE => self.truncate(begin),
            kept => self.emit(Op::Store(kept), head.at.clone()),
        }
        if args.is_empty() && piped.is_none() {
            return Err(Fault::new(
                head.at.clone(),
                format!("an argument is missing; the form is {name} VALUE …"),
            ));
        }
        let start = self.len();
        let uncertain = self.unrolling.uncertain;
        let mut jumps = Vec::new();
        let mut decided: Option<Value> = None;
        let count = args.len() + usize::from(piped.is_some());
        let mut known = Known::default();
        for place in 0..count {
            let here = self.len();
            known = match (args.get(place), piped) {
                // What comes after the value that decides is never made, and draws nothing.
                (Some(arg), _) if decided.is_some() => {
                    self.dead_branch(|compiler| {
                        compiler.arg(arg);
                    });
                    known
                }
                (Some(arg), _) => self.arg(arg),
                (None, Some(Known { constant: Some(value), .. })) => self.constant(value, &head.at),
                (None, Some(known)) => {
                    self.emit(Op::Load(kept), head.at.clone());
                    known
                }
                (None, None) => known,
            };
            if place == 0 {
                self.conditional += 1;
            }
            match self.decides(known) {
                _ if decided.is_some() || place + 1 == count => {}
                // The first value that decides is the result; one that does not is out of the way.
                Some(value) if jumps.is_empty() && value.truth() == (name == "or") => decided = Some(value),
                Some(value) if value.truth() != (name == "or") => self.truncate(here),
                _ => {
                    jumps.push(self.len() as usize);
                    self.unrolling.uncertain = uncertain + 1;
                    self.emit(if name == "or" { Op::Or(0) } else { Op::And(0) }, head.at.clone());
                }
            }
        }
        self.conditional -= 1;
        self.unrolling.uncertain = uncertain;
        if let Some(value) = decided {
            self.truncate(start);
            let known = self.constant(value, &head.at);
            // With steps before it, it is more than a constant.
            return Ok(if kept == NONE { known } else { Known { constant: None, ..known } });
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
}
