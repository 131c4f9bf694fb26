//! Steps that compute a value from others, and how a value is written.

use super::machine::{Machine, pass};
use crate::draw::{self, INVALID_PROBABILITY, check_iterations};
use crate::program::Op;
use crate::values::article;
use crate::values::{Kind, Refusal, RowField, Value, integer};
use gusher::internal::TWO_64;
use gusher::rng::bounded;
use gusher::text::Buffer;

impl Machine<'_> {
    /// A step that computes a value from others and pushes it.
    pub(super) fn compute(&mut self, op: Op) -> Result<(), Refusal> {
        let value = match op {
            Op::Call { function, args } => {
                let from = self.stack.len() - args as usize;
                let value = function.call(&mut self.heap, &self.stack[from..])?;
                self.stack.truncate(from);
                value
            }
            Op::Draw(run) => {
                let iteration = pass(&mut self.run_passes, run, self.serial);
                self.runs[run as usize].value(iteration, &self.now, &mut self.heap)?
            }
            Op::DrawWith { call, args } => {
                let call = &self.program.calls[call as usize];
                let iteration = pass(&mut self.site_passes, call.site, self.serial);
                let from = self.stack.len() - args as usize;
                let (args, heap) = (&self.stack[from..], &mut self.heap);
                let value = self.generators.value(self.program, call, args, iteration, self.now.row, heap);
                self.stack.truncate(from);
                value.map_err(|refusal| refusal.text)?
            }
            Op::Field { field, is_item } => match self.pop() {
                Value::Nil if is_item => return Err("nil has no fields".into()),
                Value::Nil => Value::Nil,
                Value::Row if field == RowField::Unknown => {
                    return Err("the row has no such field; there are .Row, .Seed and .Table".into());
                }
                Value::Row => self.heap.field(field),
                other => {
                    let what = article(other.type_name());
                    return Err(
                        format!("{what} has no fields; the row's are $.Row, $.Seed and $.Table").into()
                    );
                }
            },
            Op::Loop => draw::iterations(self.count()?)?,
            Op::LoopBetween(site) => {
                let (max, min) = (self.count()?, self.count()?);
                check_iterations(min, max)?;
                let more = bounded(self.bits(site), (max - min) as u64 + 1);
                draw::iterations(min.saturating_add_unsigned(more))?
            }
            Op::Null(site) => {
                let (value, share) = (self.pop(), self.pop().as_float());
                let share = share.filter(|share| (0.0..=1.0).contains(share)).ok_or(INVALID_PROBABILITY)?;
                let is_null = u128::from(self.bits(site)) < (share * TWO_64) as u128;
                if is_null { Value::Null } else { value }
            }
            Op::Pick { site, args } => self.pick(site, args as usize)?,
            op => unreachable!("{op:?} is no computation"),
        };
        self.stack.push(value);
        Ok(())
    }

    /// The random bits of a site in this row.
    fn bits(&mut self, site: u32) -> u64 {
        let iteration = pass(&mut self.site_passes, site, self.serial);
        self.program.sites[site as usize].key(u64::from(iteration)).bits(self.now.row)
    }

    fn count(&mut self) -> Result<i64, String> {
        let value = self.pop();
        let wrong = || format!("Loop wants a whole number, not {}", article(value.type_name()));
        value.as_int().ok_or_else(wrong)
    }

    fn pick(&mut self, site: u32, args: usize) -> Result<Value, String> {
        let bits = self.bits(site);
        let from = self.stack.len() - args;
        let picked = match self.stack[from..] {
            [list] if list.kind() == Kind::List => match self.heap.len(list) {
                None | Some(0) => return Err("there is nothing to pick from: the list is empty".into()),
                Some(len) => self.heap.item(list, bounded(bits, len as u64) as usize),
            },
            ref values => values[bounded(bits, values.len() as u64) as usize],
        };
        self.stack.truncate(from);
        Ok(picked)
    }

    pub(super) fn print(&mut self, value: Value, out: &mut Buffer) {
        match value {
            Value::Text(text) => out.extend(self.heap.get(text)),
            Value::Nil => out.extend(b"<no value>"),
            value => {
                self.scratch.clear();
                match value {
                    Value::Int(value) => integer(value, &mut self.scratch),
                    value => self.heap.plain(value, &mut self.scratch),
                }
                out.extend(&self.scratch);
            }
        }
    }
}
