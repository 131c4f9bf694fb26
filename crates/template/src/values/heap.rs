//! The memory for a row's texts and lists.

use super::digits::{decimal, integer, unsigned};
use super::float;
use super::refusal::{Outcome, Refusal};
use super::value::{RowField, TextSpan, Value};

/// The values of the fields of the row.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RowFields {
    pub row: u64,
    pub seed: Value,
    pub table: TextSpan,
}

/// The texts and lists of a row. The constants of the template come first and stay.
#[derive(Debug, Clone, Default)]
pub(crate) struct Heap {
    pub bytes: Vec<u8>,
    pub items: Vec<Value>,
    fixed_bytes: usize,
    fixed_items: usize,
    pub row: RowFields,
    /// The work on texts and lists in this row, in bytes.
    charged: u64,
    /// A buffer for a text that is being written.
    scratch: Vec<u8>,
}

/// The maximum number of bytes of texts, and 16 times that of list items, that a row computes.
pub(crate) const MAX_TEXT: usize = 16 << 20;
/// The maximum depth of nested lists: writing them recurses as deep.
const MAX_DEPTH: u16 = 500;
/// The number of bytes whose processing takes about as long as a step.
const BYTES_A_STEP: u64 = 8;
const MAX_ITEMS: usize = MAX_TEXT / 16;
/// The message when a row needs more.
pub(crate) const TOO_MUCH_TEXT: &str = "one row makes more than 16 MiB of text";

impl Heap {
    /// Makes the present texts and lists permanent.
    pub fn fix(&mut self) {
        (self.fixed_bytes, self.fixed_items) = (self.bytes.len(), self.items.len());
    }

    /// Removes the texts and lists of a row.
    #[inline]
    pub fn clear(&mut self) {
        self.bytes.truncate(self.fixed_bytes);
        self.items.truncate(self.fixed_items);
        self.charged = 0;
    }

    /// Records the processing of n bytes, or as much work as that: it counts as steps.
    #[inline]
    pub fn charge(&mut self, bytes: usize) {
        self.charged = self.charged.saturating_add(bytes as u64);
    }

    /// The steps that the recorded work counts as.
    #[inline]
    pub fn worked(&self) -> u64 {
        self.charged / BYTES_A_STEP
    }

    pub fn get(&self, text: TextSpan) -> &[u8] {
        &self.bytes[text.start as usize..(text.start + text.len) as usize]
    }

    /// Adds a text.
    pub fn text(&mut self, text: &[u8]) -> Outcome {
        self.check_capacity(text.len())?;
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        Ok(self.since(start))
    }

    /// Adds the text that `write` writes, which may read all others.
    pub fn write(&mut self, write: impl FnOnce(&Heap, &mut Vec<u8>) -> Result<(), String>) -> Outcome {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let written = write(self, &mut scratch).map_err(Refusal::from).and_then(|()| self.text(&scratch));
        self.charge(scratch.len());
        self.scratch = scratch;
        written
    }

    /// Checks that there is capacity for n more bytes.
    pub fn check_capacity(&self, bytes: usize) -> Result<(), String> {
        let used = self.bytes.len() - self.fixed_bytes;
        if bytes > MAX_TEXT - used.min(MAX_TEXT) { Err(TOO_MUCH_TEXT.into()) } else { Ok(()) }
    }

    fn since(&self, start: usize) -> Value {
        Value::Text(TextSpan { start: start as u32, len: (self.bytes.len() - start) as u32 })
    }

    /// A part of a text.
    pub fn part(text: TextSpan, from: usize, to: usize) -> Value {
        Value::Text(TextSpan { start: text.start + from as u32, len: (to - from) as u32 })
    }

    /// Adds a list.
    pub fn list(&mut self, items: &[Value]) -> Outcome {
        let start = self.items.len();
        if start - self.fixed_items + items.len() > MAX_ITEMS {
            return Err("one row makes lists of more than 1,048,576 items".into());
        }
        let depth = 1 + items.iter().map(|item| item.depth()).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(format!("more than {MAX_DEPTH} lists in one another").into());
        }
        self.items.extend_from_slice(items);
        Ok(Value::List { start: start as u32, len: items.len() as u32, depth })
    }

    /// How many items a list has; `None` for other values.
    pub fn len(&self, value: Value) -> Option<usize> {
        match value {
            Value::Ints { len, .. } | Value::List { len, .. } => Some(len as usize),
            _ => None,
        }
    }

    /// An item of a list that is known to have it.
    pub fn item(&self, list: Value, index: usize) -> Value {
        match list {
            Value::Ints { first, .. } => Value::Int(first + index as i64),
            Value::List { start, .. } => self.items[start as usize + index],
            _ => Value::Nil,
        }
    }

    /// Appends a value as an action writes it.
    pub fn plain(&self, value: Value, out: &mut Vec<u8>) {
        match value {
            Value::Nil => out.extend_from_slice(b"<nil>"),
            Value::Null => {}
            Value::Bool(value) => out.extend_from_slice(if value { b"true" } else { b"false" }),
            Value::Int(value) => integer(value, out),
            Value::Byte(value) => integer(i64::from(value), out),
            Value::Float(value) => float::write(out, value, b'g', None),
            Value::Decimal(units, scale) => decimal(units, scale, out),
            Value::Text(text) => out.extend_from_slice(self.get(text)),
            Value::Ints { .. } | Value::List { .. } => {
                out.push(b'[');
                for index in 0..self.len(value).unwrap_or(0) {
                    if index > 0 {
                        out.push(b' ');
                    }
                    self.plain(self.item(value, index), out);
                    // The caller reports what is too long.
                    if out.len() > MAX_TEXT {
                        break;
                    }
                }
                out.push(b']');
            }
            Value::Row => {
                out.push(b'{');
                unsigned(self.row.row, out);
                out.push(b' ');
                self.plain(self.row.seed, out);
                out.push(b' ');
                out.extend_from_slice(self.get(self.row.table));
                out.push(b'}');
            }
        }
    }

    /// The text of a field of the first dot.
    pub fn field(&self, field: RowField) -> Value {
        match field {
            RowField::Row => Value::Int(self.row.row as i64),
            RowField::Seed => self.row.seed,
            RowField::Table => Value::Text(self.row.table),
            RowField::Unknown => Value::Nil,
        }
    }
}
