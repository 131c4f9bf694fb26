//! Arguments of calls: a piped value is evaluated first and passed last. The formats of `printf`.

use std::ops::Range;

use super::compiler::{Args, Compiler, Known};
use crate::ast::{Command, Expr};
use crate::error::Fault;
use crate::function::{self, Blame};
use crate::program::Op;
use crate::values::Value;

impl Compiler<'_> {
    /// The arguments, one after the other; errors in one do not hide those in the others.
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

    /// Puts the value of the steps from `start` on last on the stack, after those of the steps that `more`
    /// adds. It is still evaluated first, where that makes a difference.
    fn kept<T>(
        &mut self,
        start: u32,
        at: &Range<usize>,
        known: Known,
        more: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let variable = self.variable(known);
        let store = self.len() as usize;
        self.emit(Op::Store(variable), at.clone());
        let result = more(self);
        let ops = &self.program.ops;
        let is_still = |op: &Op| matches!(op, Op::Push(_) | Op::Load(_) | Op::Field { .. });
        let sets = |op: &Op| matches!(op, Op::Store(_) | Op::Keep(_));
        let (first, second) = (start as usize..store, store + 1..ops.len());
        if ops[first.clone()].iter().any(sets) || !ops[second.clone()].iter().all(is_still) {
            self.emit(Op::Load(variable), at.clone());
            return result;
        }
        for op in &mut self.program.ops[first] {
            *op = op.moved(second.len() as u32);
        }
        if self.variables.len() as u32 == variable + 1 {
            self.variables.pop();
        }
        self.program.ops.remove(store);
        self.program.ops[start as usize..].rotate_right(second.len());
        self.program.spans.remove(store);
        self.program.spans[start as usize..].rotate_right(second.len());
        result
    }

    pub(super) fn arg(&mut self, arg: &Expr) -> Known {
        let start = self.len();
        self.value(arg).unwrap_or_else(|fault| self.report(start, fault))
    }

    pub(super) fn piped(&mut self, before: &[Command]) -> Known {
        let start = self.len();
        self.commands(before).unwrap_or_else(|fault| self.report(start, fault))
    }

    /// The errors in the format of a `printf`, if it is known.
    pub(super) fn format(&self, args: &Args) -> Vec<Fault> {
        let Some((Known { constant: Some(Value::Text(format)), .. }, at)) = args.first() else {
            return Vec::new();
        };
        let known =
            |(known, _): &(Known, Range<usize>)| function::Arg { kind: known.kind, constant: known.constant };
        let known: Vec<function::Arg> = args[1..].iter().map(known).collect();
        let format = self.program.heap.get(*format);
        // Without escapes, the template contains the format literally.
        let inside = at.start + 1..at.end.saturating_sub(1).max(at.start + 1);
        let is_plain = self.text.get(inside.clone()) == Some(format);
        let span = |blame: Blame| match blame {
            Blame::Format(part) if is_plain => inside.start + part.start..inside.start + part.end,
            Blame::Format(_) => at.clone(),
            Blame::Arg(index) => args[index + 1].1.clone(),
        };
        let wrong = function::check(&self.program.heap, format, &known);
        wrong.into_iter().map(|(blame, text)| Fault::new(span(blame), text)).collect()
    }
}
