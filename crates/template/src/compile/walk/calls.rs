//! Calls: functions, whose constant results are computed here, and generators.

use super::compiler::{Args, Compiler, Known, surplus};
use super::draws::GeneratorCall;
use crate::ast::{Command, Expr};
use crate::compile::options::Effort;
use crate::draw::{self, Modifiers};
use crate::error::Fault;
use crate::function::{self, Function};
use crate::names::unknown_function;
use crate::program::Op;
use crate::values::{Refusal, Value};

/// The maximum work for constants, in steps.
const MAX_FOLDED: u64 = 50_000_000;

impl Compiler<'_> {
    /// The call of a function named by `head`. `before` is what comes through a pipe as the last argument.
    pub(super) fn call(
        &mut self,
        name: &str,
        head: &Expr,
        args: &[Expr],
        before: &[Command],
    ) -> Result<Known, Fault> {
        let start = self.len();
        match name {
            "and" | "or" => return self.short_circuit(name, head, args, before),
            "Loop" => {
                let args = self.args(args, before);
                return self.iterations(start, head, &args);
            }
            "Null" => {
                let args = self.args(args, before);
                return self.null(head, &args);
            }
            "Pick" => {
                let args = self.args(args, before);
                return self.pick(head, &args);
            }
            "call" => {
                return Err(Fault::new(head.at.clone(), "there are no values here that could be called"));
            }
            _ => {}
        }
        if let Some(function) = function::find(name) {
            let args = self.args(args, before);
            return self.function(start, function, head, &args);
        }
        match draw::find(name) {
            Some((entry, generator)) => {
                let is_compat = self.options.compat.is_some();
                let (args, modifiers) = Modifiers::split(is_compat, entry, args);
                if let Some(fault) = draw::misplaced(entry, &generator, args).filter(|_| !is_compat) {
                    self.faults.push(fault);
                    self.args(args, before);
                    return Ok(self.anything_instead(start));
                }
                let args = self.args(args, before);
                self.draw(start, &GeneratorCall { entry, generator, modifiers }, head, &args)
            }
            None => {
                // The arguments may have errors of their own.
                let text = unknown_function(name, self.compared());
                self.faults.push(Fault::new(head.at.clone(), text));
                self.args(args, before);
                self.truncate(start);
                self.emit(Op::Load(0), head.at.clone());
                Ok(Known::default())
            }
        }
    }

    /// Records all of these errors but the last, which ends a call.
    pub(super) fn last(&mut self, mut faults: Vec<Fault>) -> Result<(), Fault> {
        let last = faults.pop();
        self.faults.append(&mut faults);
        last.map_or(Ok(()), Err)
    }

    fn function(
        &mut self,
        start: u32,
        function: &'static Function,
        head: &Expr,
        args: &Args,
    ) -> Result<Known, Fault> {
        if let Some(text) = function.miscounted(args.len()) {
            return Err(Fault::new(surplus(head, function.count, args), text));
        }
        let refused = args.iter().enumerate().filter_map(|(index, (known, at))| {
            let kind = known.kind.filter(|&kind| !function.taken(index).accepts(kind))?;
            Some(Fault::new(at.clone(), function.refused(index, kind.type_name())))
        });
        self.last(refused.collect())?;
        if let [(Known { kind: Some(a), .. }, _), (Known { kind: Some(b), .. }, _)] = args[..] {
            let fits = match function.name {
                "eq" | "ne" => function::comparable(a, b),
                "lt" | "le" | "gt" | "ge" => function::ordered(a, b),
                _ => true,
            };
            if !fits {
                let text = function::incomparable(a.type_name(), b.type_name());
                return Err(Fault::new(head.at.clone(), text));
            }
        }
        // With `compat` every generator gives a string, and the complaints of `printf` are written, as in Go.
        if function.name == "printf" && self.options.compat.is_none() {
            self.last(self.format(args))?;
        }
        let constants: Option<Vec<Value>> = args.iter().map(|(known, _)| known.constant).collect();
        // Long computations are left to the rows, which are bounded.
        let constants = constants.filter(|_| self.effort != Effort::Minimal);
        let constants = constants.filter(|_| self.program.heap.worked() < MAX_FOLDED);
        if let Some(constants) = constants {
            match function.call(&mut self.program.heap, &constants) {
                Ok(value) => {
                    self.truncate(start);
                    return Ok(self.constant(value, &head.at));
                }
                // Where it may never run, it is reported when it does.
                Err(Refusal { arg, text }) if self.conditional == 0 => {
                    let at = arg.and_then(|arg| args.get(arg)).map_or(&head.at, |(_, at)| at);
                    return Err(Fault::new(at.clone(), text));
                }
                Err(_) => {}
            }
        }
        self.program.argument_spans.note(head.at.start, args.iter().map(|(_, at)| at.clone()));
        self.emit(Op::Call { function, args: args.len() as u32 }, head.at.clone());
        Ok(Known { kind: function.gives, ..Known::default() })
    }
}
