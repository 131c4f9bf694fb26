//! Arguments of calls: what comes through a pipe is made first and comes last. `and` and `or`, which look at no more of
//! them than they must. The formats of `printf`.

use std::ops::Range;

use super::call::Args;
use super::{Compiler, Known};
use crate::ast::{Command, Expr};
use crate::error::Fault;
use crate::printf::{self, Blame};
use crate::program::{NONE, Op};
use crate::value::Value;

impl Compiler<'_> {
    /// The arguments, one behind the other; those that are wrong hide nothing of the others.
    pub(super) fn args(&mut self, args: &[Expr], before: &[Command]) -> Args {
        let each = |compiler: &mut Self| -> Args {
            args.iter().map(|arg| (compiler.arg(arg), arg.at.clone())).collect()
        };
        let (Some(first), Some(last)) = (before.first(), before.last()) else { return each(self) };
        let at = first.at.start..last.at.end;
        let start = self.len();
        let piped = self.piped(before);
        let known = match piped.constant {
            Some(value) => {
                self.truncate(start);
                let known = each(self);
                self.constant(value, &at);
                known
            }
            None => self.kept(start, &at, piped, each),
        };
        [known, vec![(piped, at)]].concat()
    }

    /// Has the value that the steps from `start` on leave come last on the stack, behind those of the steps that `more`
    /// adds. It is made first all the same, where that makes a difference.
    fn kept<T>(
        &mut self,
        start: u32,
        at: &Range<usize>,
        known: Known,
        more: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let place = self.variable(known);
        let store = self.len() as usize;
        self.emit(Op::Store(place), at.clone());
        let result = more(self);
        let ops = &self.program.ops;
        let is_still = |op: &Op| matches!(op, Op::Push(_) | Op::Load(_) | Op::Field(_));
        let sets = |op: &Op| matches!(op, Op::Store(_) | Op::Keep(_));
        let (first, second) = (start as usize..store, store + 1..ops.len());
        if ops[first.clone()].iter().any(sets) || !ops[second.clone()].iter().all(is_still) {
            self.emit(Op::Load(place), at.clone());
            return result;
        }
        for op in &mut self.program.ops[first] {
            *op = op.moved(second.len() as u32);
        }
        if self.variables.len() as u32 == place + 1 {
            self.variables.pop();
        }
        self.program.ops.remove(store);
        self.program.ops[start as usize..].rotate_right(second.len());
        self.program.places.remove(store);
        self.program.places[start as usize..].rotate_right(second.len());
        result
    }

    pub(super) fn arg(&mut self, arg: &Expr) -> Known {
        let start = self.len();
        self.value(arg).unwrap_or_else(|fault| self.told(start, fault))
    }

    fn piped(&mut self, before: &[Command]) -> Known {
        let start = self.len();
        self.commands(before).unwrap_or_else(|fault| self.told(start, fault))
    }

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
                // It never runs, so it takes no turn of what it would draw.
                (Some(arg), _) if decided.is_some() => {
                    self.unheard(|compiler| drop(compiler.arg(arg)));
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

    /// What is wrong with the format of a `printf`, where it is known.
    pub(super) fn format(&self, args: &Args) -> Vec<Fault> {
        let Some((Known { constant: Some(Value::Text(format)), .. }, at)) = args.first() else {
            return Vec::new();
        };
        let known =
            |(known, _): &(Known, Range<usize>)| printf::Arg { kind: known.kind, constant: known.constant };
        let known: Vec<printf::Arg> = args[1..].iter().map(known).collect();
        let format = self.program.heap.get(*format);
        // Without escapes, the format stands in the template as it is.
        let inside = at.start + 1..at.end.saturating_sub(1).max(at.start + 1);
        let is_plain = self.text.get(inside.clone()) == Some(format);
        let place = |blame: Blame| match blame {
            Blame::Format(part) if is_plain => inside.start + part.start..inside.start + part.end,
            Blame::Format(_) => at.clone(),
            Blame::Arg(place) => args[place + 1].1.clone(),
        };
        let wrong = printf::check(&self.program.heap, format, &known);
        wrong.into_iter().map(|(blame, text)| Fault::new(place(blame), text)).collect()
    }
}
