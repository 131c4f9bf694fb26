//! Compiles columns and layout into the program of one row. The values of lists and structs have programs of their own, so
//! both are in one file.

use std::slice;
use std::sync::Arc;

use super::bound::BoundRow;
use super::draft::{Draft, joined};
use super::escape::Escape;
use super::fuse;
use super::json::JsonNesting;
use super::layout::{Layout, Nesting};
use super::lists::Lists;
use super::op::{Nested, Op};
use super::scratch::{NestedRows, RowScratch, Scratch};
use super::style::{NumberTexts, Style};
use super::table::{FixedText, Tail};
use super::value;
use super::value_path::{ValuePath, mismatch};
use crate::types::{Array, ColumnData, DataType, Field, Strings, TimeUnit, Utf8};

/// The program that writes a row.
#[derive(Debug)]
pub(in crate::text) struct Program {
    /// Each with the short text that follows it.
    ops: Vec<(Op, Tail)>,
    mean_bytes: usize,
    max_bytes: usize,
    /// The same, but for texts that each row has of its own.
    fixed_bytes: usize,
}

impl Program {
    pub fn compile<'f>(fields: impl Iterator<Item = &'f Field>, layout: &Layout) -> Program {
        let mut builder = Builder::default();
        for (column, field) in fields.enumerate() {
            let around = &layout.fields[column];
            builder.drafts.push(Draft::Text(around.before.clone()));
            let written = |builder: &mut Builder| {
                builder.drafts.push(Draft::Text(around.open.clone()));
                builder.value(column, field, layout);
                builder.drafts.push(Draft::Text(around.close.clone()));
            };
            if field.nullable {
                let text = FixedText::of(&around.null);
                builder.guarded(|skip| Op::Null { column, text, skip }, written);
            } else {
                written(&mut builder);
            }
        }
        builder.drafts.push(Draft::Text(layout.after.clone()));
        builder.flush();
        let Builder { mut ops, mean_bytes, .. } = builder;
        fuse::prepare(&mut ops);
        let touched = |(op, tail): &(Op, Tail)| op.max_bytes() + tail.len;
        // What the last tail leaves after itself.
        let slack = if ops.is_empty() { 0 } else { Tail::MAX_LEN };
        let max_bytes = ops.iter().map(touched).fold(slack, usize::saturating_add);
        let fixed = |(op, tail): &(Op, Tail)| if op.is_free() { tail.len } else { op.max_bytes() + tail.len };
        let fixed_bytes = ops.iter().map(fixed).fold(slack, usize::saturating_add);
        Program { ops, mean_bytes, max_bytes, fixed_bytes }
    }

    /// The mean length of a row.
    pub fn mean_bytes(&self) -> usize {
        self.mean_bytes
    }

    /// The most bytes that writing a row touches.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// The program with each step's values of `rows` rows in its hand. `scratch` lends buffers for what steps
    /// make of it first.
    pub fn bind<'a>(
        &'a self,
        columns: &'a [ColumnData],
        rows: usize,
        scratch: &'a mut RowScratch,
    ) -> BoundRow<'a> {
        let RowScratch { steps, vectors } = scratch;
        steps.resize_with(self.ops.len(), Scratch::default);
        let is_alone = self.ops.len() == 1;
        let steps = self
            .ops
            .iter()
            .zip(steps)
            .map(|((op, tail), scratch)| op.bind(is_alone, tail, columns, rows, scratch));
        BoundRow::new(steps, rows, [self.max_bytes, self.fixed_bytes], vectors)
    }

    /// Writes `rows` rows of these columns into the buffer, and where each ends.
    fn write_each(&self, columns: &[ColumnData], rows: usize, buffer: &mut NestedRows) {
        let NestedRows { scratch, rows: out, ends } = buffer;
        out.clear();
        ends.clear();
        self.bind(columns, rows, scratch).write_each(rows, out, ends);
    }
}

/// A program being compiled.
#[derive(Default)]
struct Builder {
    ops: Vec<(Op, Tail)>,
    /// How many of those nothing can be joined to any more.
    fixed: usize,
    /// The steps after those, while texts can still be joined to them.
    drafts: Vec<Draft>,
    lists: Lists,
    mean_bytes: usize,
}

impl Builder {
    /// Takes the drafts in.
    fn flush(&mut self) {
        for draft in joined(std::mem::take(&mut self.drafts)) {
            self.mean_bytes += draft.mean_bytes();
            if let Draft::Text(text) = &draft
                && let Some((_, tail)) = self.ops[self.fixed..].last_mut().filter(|(op, _)| op.takes_tail())
                && let Some(text) = Tail::of(text)
            {
                // A short text is no step of its own, but goes with the value before it.
                *tail = text;
                continue;
            }
            self.ops.push((draft.into_op(&mut self.lists), Tail::default()));
        }
    }

    /// Takes in the steps of the value of a column.
    fn value(&mut self, column: usize, field: &Field, layout: &Layout) {
        let path = ValuePath::column(column);
        if field.data_type.is_nested() {
            return self.drafts.push(nested(path, field, layout));
        }
        if let DataType::Utf8(Utf8::Patched { field, longest }) = &field.data_type {
            let style: Arc<dyn Style> =
                match has_point(&field.data_type) && layout.style.decimal_point() != b'.' {
                    true => Arc::new(NumberTexts(Arc::clone(&layout.style))),
                    false => Arc::clone(&layout.style),
                };
            let patch = |skip| Op::Patch { column, longest: *longest, escape: Escape::Complete(style), skip };
            return self.guarded(patch, |builder| {
                let value = value::complete(path, field, &layout.style, &mut builder.lists);
                builder.drafts.extend(value);
            });
        }
        self.drafts.extend(value::complete(path, field, &layout.style, &mut self.lists));
    }

    /// Takes in the steps of `value` and, before them, one that lets some rows skip them. They are not joined with
    /// what surrounds them, as that stays.
    fn guarded(&mut self, guard: impl FnOnce(usize) -> Op, value: impl FnOnce(&mut Builder)) {
        self.flush();
        let at = self.ops.len();
        self.fixed = at;
        value(self);
        self.flush();
        let skip = self.ops.len() - at;
        self.ops.insert(at, (guard(skip), Tail::default()));
        self.fixed = self.ops.len();
    }
}

/// Whether the texts of such values have a decimal point.
fn has_point(data_type: &DataType) -> bool {
    match data_type {
        DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Timestamp { unit: TimeUnit::Millisecond, .. } => true,
        DataType::Int64 { .. }
        | DataType::Timestamp { unit: TimeUnit::Second, .. }
        | DataType::Date32 { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Utf8(_)
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => false,
    }
}

/// The step that writes a list, a map or a struct.
fn nested(path: ValuePath, field: &Field, layout: &Layout) -> Draft {
    let own = layout.nesting.filter(|nesting| nesting.takes(field));
    let array = layout.arrays.filter(|nesting| nesting.takes(field));
    let nesting = own.or(array).unwrap_or(&JsonNesting);
    let escape = match own {
        Some(_) => Escape::None,
        None => Escape::Complete(Arc::clone(&layout.style)),
    };
    let (values, mean): (Box<dyn Nested>, usize) = match &field.data_type {
        DataType::List { item, min, max } => {
            let items = ItemsProgram::compile(item, *max, nesting);
            let mean = min.midpoint(*max) as usize * items.program.mean_bytes();
            (Box::new(items), mean + 2)
        }
        DataType::Map { entry, min, max } => {
            let entries = ItemsProgram::of_entries(entry, *max, nesting);
            let mean = min.midpoint(*max) as usize * entries.program.mean_bytes();
            (Box::new(entries), mean + 2)
        }
        DataType::Struct(fields) => {
            let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let program = Program::compile(fields.iter(), &nesting.structure(&names));
            let mean = program.mean_bytes();
            (Box::new(FieldsProgram(program)), mean)
        }
        _ => unreachable!("only lists, maps and structs are nested"),
    };
    Draft::Other(Op::Nested { path, values, escape }, mean)
}

/// Writes the fields of structs.
#[derive(Debug)]
struct FieldsProgram(Program);

impl Nested for FieldsProgram {
    fn write(&self, values: &Array, rows: usize, buffer: &mut NestedRows, texts: &mut Strings) {
        let Array::Struct(fields) = values else { mismatch("structs", values) };
        self.0.write_each(fields, rows, buffer);
        let mut start = 0;
        for &end in &buffer.ends {
            texts.push(&buffer.rows.as_ref()[start..end]);
            start = end;
        }
    }

    fn max_bytes(&self) -> usize {
        self.0.max_bytes()
    }
}

/// Writes the items of lists, or the entries of maps.
#[derive(Debug)]
struct ItemsProgram {
    program: Program,
    /// What separates two items.
    separator: Vec<u8>,
    open: &'static [u8],
    close: &'static [u8],
    /// The most items of a list.
    most: usize,
    /// Whether the items are entries, of which the fields are columns.
    is_map: bool,
}

impl ItemsProgram {
    fn compile(item: &Field, most: u32, nesting: &dyn Nesting) -> ItemsProgram {
        let layout = nesting.items();
        let [open, close] = nesting.list().map(str::as_bytes);
        let program = Program::compile([item].into_iter(), &layout);
        ItemsProgram { program, separator: layout.after, open, close, most: most as usize, is_map: false }
    }

    /// The entries of a map, whose keys are written as texts.
    fn of_entries(entry: &Field, most: u32, nesting: &dyn Nesting) -> ItemsProgram {
        let DataType::Struct(fields) = &entry.data_type else { unreachable!("an entry is a struct") };
        let [key, value] = &fields[..] else { unreachable!("an entry is a key and a value") };
        let layout = nesting.entries();
        let [open, close] = nesting.map().map(str::as_bytes);
        let program = Program::compile([&key.clone().affixed("", ""), value].into_iter(), &layout);
        ItemsProgram { program, separator: layout.after, open, close, most: most as usize, is_map: true }
    }
}

impl Nested for ItemsProgram {
    fn write(&self, values: &Array, _rows: usize, buffer: &mut NestedRows, texts: &mut Strings) {
        let Array::List(lists) = values else { mismatch("lists", values) };
        let [.., count] = lists.offsets() else { return };
        let columns = match lists.items().values() {
            Array::Struct(fields) if self.is_map => fields,
            _ => slice::from_ref(lists.items()),
        };
        self.program.write_each(columns, *count as usize, buffer);
        // Where the items before this one end.
        let start = |item: i32| if item == 0 { 0 } else { buffer.ends[item as usize - 1] };
        for ends in lists.offsets().windows(2) {
            let items = &buffer.rows.as_ref()[start(ends[0])..start(ends[1])];
            let items = items.strip_suffix(&self.separator[..]).unwrap_or(items);
            texts.push_all([self.open, items, self.close]);
        }
    }

    fn max_bytes(&self) -> usize {
        (self.open.len() + self.close.len())
            .saturating_add(self.program.max_bytes().saturating_mul(self.most))
    }
}

#[cfg(test)]
mod tests;
