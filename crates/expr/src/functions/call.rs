//! Functions and their arguments.

use std::cell::Cell;
use std::ops::Range;

use gusher::internal::computed::ExpressionError;

use crate::run::{Checked, Typed, wrong};
use crate::types::Type;

/// A function or an operator.
pub(crate) struct Function {
    /// Its name, or its sign.
    pub name: &'static str,
    /// The minimum and the maximum number of arguments.
    pub(super) args: (usize, usize),
    /// How it is written, for messages.
    pub(super) form: &'static str,
    /// Checks the arguments, and gives the kernel.
    pub build: fn(Args<'_>) -> Checked,
}

/// A call that is checked: its arguments are.
pub(crate) struct Args<'c> {
    pub args: Vec<Typed>,
    /// The span of the call.
    pub at: Range<usize>,
    pub name: &'static str,
    /// The present in seconds since 1970-01-01 UTC.
    pub now: i64,
    pub used_now: &'c Cell<bool>,
}

/// Any number of arguments.
pub(super) const ANY: usize = 1000;

impl Function {
    /// A function of `args` arguments.
    pub(super) const fn new(
        name: &'static str,
        args: (usize, usize),
        form: &'static str,
        build: fn(Args<'_>) -> Checked,
    ) -> Function {
        Function { name, args, form, build }
    }
}

impl Args<'_> {
    /// The only argument.
    pub(super) fn one(self) -> Typed {
        self.array::<1>().0
    }

    /// Both arguments.
    pub(super) fn two(mut self) -> (Typed, Typed) {
        let second = self.args.pop();
        let first = self.args.pop();
        first.zip(second).expect("the registry has counted them")
    }

    /// The first arguments, by their indices.
    pub(super) fn array<const N: usize>(self) -> (Typed, Vec<Typed>) {
        let mut args = self.args.into_iter();
        let first = args.next().expect("the registry has counted them");
        debug_assert!(args.len() + 1 >= N, "the registry has counted them");
        (first, args.collect())
    }

    /// An error about the entire call.
    pub(super) fn error(&self, text: impl Into<String>) -> ExpressionError {
        wrong(&self.at, text)
    }

    /// The message about arguments of wrong types.
    pub(super) fn mismatch(&self) -> ExpressionError {
        let types: Vec<String> = self.args.iter().map(|arg| arg.ty.to_string()).collect();
        let is_operator = !self.name.starts_with(|c: char| c.is_ascii_alphabetic());
        self.error(match &types[..] {
            [a, b] if is_operator => format!("{} takes no {a} and {b}; cast one of them", self.name),
            _ => format!("{} takes no {}; {}", self.name, types.join(" and "), self.advice()),
        })
    }
}

impl Args<'_> {
    /// The advice for arguments of the wrong types: no cast that would be refused too.
    fn advice(&self) -> &'static str {
        match self.args.first().map(|arg| &arg.ty) {
            Some(Type::Interval(_)) if self.name == "to_char" => {
                "write x::text, or take it apart with extract"
            }
            Some(Type::Interval(_)) => "take its seconds, as in extract(epoch from x)",
            Some(Type::Bool) => "cast it, as in x::integer",
            _ => "cast it, as in x::numeric",
        }
    }
}

/// Whether a divisor is never 0, or what to say.
pub(super) fn no_zero(divisor: &Typed, may_be_zero: bool, at: &Range<usize>) -> Result<(), ExpressionError> {
    if !may_be_zero || divisor.is_null() {
        return Ok(());
    }
    let text = match divisor.constant {
        true => "this divides by zero".into(),
        false => "the divisor may be 0; write nullif(divisor, 0), which gives null there".to_owned(),
    };
    Err(wrong(at, text))
}
