//! Expressions: pipelines, variables, fields and constants.

use std::ops::Range;

use super::compiler::{Compiler, Known};
use crate::ast::{Command, Expr, ExprKind, Pipe};
use crate::error::Fault;
use crate::names;
use crate::program::Op;
use crate::values::article;
use crate::values::{FIELDS, Kind, RowField, Value};
use gush_diagnostics::{Message, nearest};

impl Compiler<'_> {
    /// A pipeline with what it declares or sets; its value stays on the stack where `keep` says so, or where it
    /// declares nothing.
    pub(super) fn pipe(&mut self, pipe: &Pipe, keep: bool) -> Result<Known, Fault> {
        let start = self.len();
        if pipe.commands.is_empty() {
            // A pipeline that could not be read may be anything, and so may the variables that it declares.
            for (name, _) in &pipe.variables {
                let variable = self.variable(Known::default());
                self.scope.push((name.clone(), variable));
            }
            return Ok(self.anything());
        }
        let known = self.commands(&pipe.commands);
        let known = known.unwrap_or_else(|fault| self.report(start, fault));
        let Some((name, at)) = pipe.variables.first() else { return Ok(known) };
        let variable = if pipe.assigns {
            self.lookup(name, at)?
        } else {
            let fixed = !self.assigned.contains(name);
            let variable = self.variable(if fixed { known } else { Known::default() });
            self.scope.push((name.clone(), variable));
            // A constant needs no variable at run time.
            if fixed && known.constant.is_some() {
                if !keep {
                    self.truncate(start);
                }
                return Ok(known);
            }
            variable
        };
        self.emit(if keep { Op::Keep(variable) } else { Op::Store(variable) }, at.clone());
        // Setting a variable is more than a constant.
        Ok(Known { constant: None, ..known })
    }

    /// Commands, each of which has the value of those before it as its last argument.
    pub(super) fn commands(&mut self, commands: &[Command]) -> Result<Known, Fault> {
        let Some((last, before)) = commands.split_last() else { return Ok(self.anything()) };
        let (head, args) = (&last.operands[0], &last.operands[1..]);
        if let ExprKind::Function(name) = &head.kind {
            return self.call(name, head, args, before);
        }
        if head.kind == ExprKind::Wrong {
            self.args(args, before);
            return Ok(self.anything());
        }
        if let Some(extra) = args.first() {
            let faults = self.faults.len();
            self.arg(head);
            if self.faults.len() > faults {
                self.args(args, before);
                return Ok(self.anything());
            }
            return Err(Fault::new(
                extra.at.clone(),
                "only a function takes arguments, and none comes before this",
            ));
        }
        if !before.is_empty() {
            return Err(Fault::new(head.at.clone(), "only a function can take what comes through a |"));
        }
        if head.kind == ExprKind::Nil {
            return Err(Fault::new(head.at.clone(), "nil alone is nothing that could be done"));
        }
        self.value(head)
    }

    /// A single value, left on the stack.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<Known, Fault> {
        let at = &expr.at;
        match &expr.kind {
            ExprKind::Nil => Ok(self.constant(Value::Nil, at)),
            ExprKind::Bool(value) => Ok(self.constant(Value::Bool(*value), at)),
            ExprKind::Int(value) => Ok(self.constant(Value::Int(*value), at)),
            ExprKind::Float(value) => Ok(self.constant(Value::Float(*value), at)),
            ExprKind::Text(text) => {
                let text = self.program.heap.text(text);
                let text = text.map_err(|text| Fault::new(at.clone(), text))?;
                Ok(self.constant(text, at))
            }
            ExprKind::Wrong => Ok(self.anything()),
            ExprKind::Dot => Ok(self.load(self.dot, at)),
            ExprKind::Variable(name) => {
                let variable = self.lookup(name, at)?;
                Ok(self.load(variable, at))
            }
            ExprKind::Function(name) => self.call(name, expr, &[], &[]),
            ExprKind::Pipe(pipe) => self.pipe(pipe, true),
            ExprKind::Fields(base, fields) => {
                if let Some(fault) = names::dotted(expr) {
                    return Err(fault);
                }
                let (start, faults) = (self.len(), self.faults.len());
                let mut known = self.value(base)?;
                // The fields of an erroneous value are unknown.
                let fields = if self.faults.len() > faults { &[] } else { &fields[..] };
                for (name, at) in fields {
                    known = self.field(start, known, name, at)?;
                }
                Ok(known)
            }
        }
    }

    /// A placeholder for what could not be compiled; it never runs.
    fn anything(&mut self) -> Known {
        self.emit(Op::Load(self.dot), 0..0);
        Known::default()
    }

    /// The same, instead of what was compiled from `start` on.
    pub(super) fn anything_instead(&mut self, start: u32) -> Known {
        self.truncate(start);
        self.anything()
    }

    /// Records an error in what was compiled from `start` on, and replaces that by a value of which nothing is known, so
    /// that no further errors follow from this one.
    pub(super) fn report(&mut self, start: u32, fault: Fault) -> Known {
        self.faults.push(fault);
        self.anything_instead(start)
    }

    /// Leaves a constant on the stack.
    pub(super) fn constant(&mut self, value: Value, at: &Range<usize>) -> Known {
        self.emit(Op::Push(value), at.clone());
        Known { kind: Some(value.kind()), constant: Some(value), ..Known::default() }
    }

    fn load(&mut self, variable: u32, at: &Range<usize>) -> Known {
        let known = self.variables[variable as usize];
        match known.constant {
            Some(value) => self.constant(value, at),
            None => {
                self.emit(Op::Load(variable), at.clone());
                known
            }
        }
    }

    /// The index of a variable.
    pub(super) fn lookup(&self, name: &str, at: &Range<usize>) -> Result<u32, Fault> {
        let found = self.scope.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, variable)| *variable).ok_or_else(|| {
            let names = self.scope.iter().rev().map(|(known, _)| known.as_str()).filter(|name| *name != "$");
            let near = nearest(name, names.take(self.compared()));
            let message = Message::from(format!("there is no variable {name} here")).suggest(near);
            Fault::new(at.clone(), message.otherwise(format_args!("{{{{ {name} := … }}}} makes one")))
        })
    }

    /// The field of the value on the stack, whose steps begin at `start`.
    fn field(&mut self, start: u32, base: Known, name: &str, at: &Range<usize>) -> Result<Known, Fault> {
        if base.constant == Some(Value::Nil) {
            return Ok(base);
        }
        if let Some(kind) = base.kind.filter(|kind| !matches!(kind, Kind::Row | Kind::Nothing)) {
            let what = article(kind.type_name());
            let text = format!("{what} has no fields; the row's are $.Row, $.Seed and $.Table");
            return Err(Fault::new(at.clone(), text));
        }
        let found = FIELDS.into_iter().find(|(known, _)| *known == name);
        if found.is_none() && base.kind != Some(Kind::Row) {
            // Where the dot is nothing, so is any field of it; that is known with the row.
            self.emit(Op::Field { field: RowField::Unknown, is_item: base.is_item }, at.clone());
            return Ok(Known::default());
        }
        let Some((_, field)) = found else {
            let names = FIELDS.iter().map(|(known, _)| *known);
            let message = Message::unknown_with(".", "the row has no such field", name, names);
            return Err(Fault::new(at.clone(), message));
        };
        if base.kind == Some(Kind::Row) && field != RowField::Row && self.len() == start + 1 {
            // These are the same for all rows.
            self.truncate(start);
            return Ok(self.constant(self.program.heap.field(field), at));
        }
        self.emit(Op::Field { field, is_item: base.is_item }, at.clone());
        let kind = match field {
            RowField::Row => Kind::Int,
            field => self.program.heap.field(field).kind(),
        };
        Ok(Known { kind: Some(kind).filter(|_| base.kind == Some(Kind::Row)), ..Known::default() })
    }

    /// The kind of the items that are ranged over, if it is known.
    pub(super) fn items(&self, known: Known, pipe: &Pipe) -> Result<Option<Kind>, Fault> {
        let fault = |text: &str| Err(Fault::new(pipe.at.clone(), text));
        match known.kind {
            None | Some(Kind::Nothing) => Ok(None),
            Some(Kind::Int | Kind::Byte) if pipe.variables.len() > 1 => {
                fault("a number has no indices: one variable is enough to range over it")
            }
            Some(Kind::Text) if self.options.compat.is_some() => {
                fault("one cannot range over a string; Loop, a number or a list will do")
            }
            Some(Kind::Int | Kind::Byte | Kind::Text) => Ok(Some(Kind::Int)),
            Some(Kind::List) => match known.constant {
                Some(Value::Ints { .. }) => Ok(Some(Kind::Int)),
                _ => Ok(None),
            },
            Some(kind) => {
                let what = article(kind.type_name());
                fault(&format!("one cannot range over {what}; Loop, a number, a list or a text will do"))
            }
        }
    }
}
