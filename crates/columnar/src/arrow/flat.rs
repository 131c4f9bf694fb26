//! `FlatBuffers`, as far as Arrow's messages need them: tables, strings, and vectors of tables and of structs.
//!
//! A buffer is put together from its end, as what refers to something comes before it. Offsets count from the end.

/// A buffer that grows towards its beginning.
#[derive(Debug, Default)]
pub(super) struct Builder {
    /// The bytes, the last one first.
    reversed: Vec<u8>,
}

/// Something that was written: how far from the end it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offset(u32);

/// The value of a table's field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    Bool(bool),
    U8(u8),
    I16(i16),
    I32(i32),
    I64(i64),
    Offset(Offset),
}

impl Value {
    fn size(self) -> usize {
        match self {
            Value::Bool(_) | Value::U8(_) => 1,
            Value::I16(_) => 2,
            Value::I32(_) | Value::Offset(_) => 4,
            Value::I64(_) => 8,
        }
    }
}

impl Builder {
    /// Writes a text.
    pub fn string(&mut self, text: &str) -> Offset {
        self.align(text.len() + 1, 4);
        self.push(&[0]);
        self.push(text.as_bytes());
        self.push(&(text.len() as u32).to_le_bytes());
        self.here()
    }

    /// Writes a vector of things that are written already.
    pub fn offsets(&mut self, offsets: &[Offset]) -> Offset {
        self.align(4 * offsets.len(), 4);
        for offset in offsets.iter().rev() {
            self.reference(*offset);
        }
        self.push(&(offsets.len() as u32).to_le_bytes());
        self.here()
    }

    /// Writes a vector of structs, which are `N` 64-bit numbers each.
    pub fn structs<const N: usize>(&mut self, structs: &[[i64; N]]) -> Offset {
        self.align(8 * N * structs.len(), 8);
        for number in structs.iter().rev().flat_map(|numbers| numbers.iter().rev()) {
            self.push(&number.to_le_bytes());
        }
        self.push(&(structs.len() as u32).to_le_bytes());
        self.here()
    }

    /// Writes a table: each field with its number in the schema.
    pub fn table(&mut self, fields: &[(usize, Value)]) -> Offset {
        let end = self.reversed.len();
        let mut order: Vec<&(usize, Value)> = fields.iter().collect();
        // The widest come last, and so first in the buffer.
        order.sort_by_key(|(_, value)| value.size());
        let mut offsets = vec![0; fields.iter().map(|(field, _)| field + 1).max().unwrap_or(0)];
        for (field, value) in order {
            self.align(value.size(), value.size());
            match *value {
                Value::Bool(value) => self.push(&[u8::from(value)]),
                Value::U8(value) => self.push(&[value]),
                Value::I16(value) => self.push(&value.to_le_bytes()),
                Value::I32(value) => self.push(&value.to_le_bytes()),
                Value::I64(value) => self.push(&value.to_le_bytes()),
                Value::Offset(offset) => self.reference(offset),
            }
            offsets[*field] = self.reversed.len();
        }
        self.align(4, 4);
        let vtable = 4 + 2 * offsets.len();
        // From the table back to its list of fields, which comes right before it.
        let gap = vtable % 4;
        self.push(&((vtable + gap) as i32).to_le_bytes());
        let table = self.here();
        self.push(&[0; 2][..gap]);
        for offset in offsets.iter().rev() {
            let offset = if *offset == 0 { 0 } else { table.0 as usize - offset };
            self.push(&(offset as u16).to_le_bytes());
        }
        self.push(&((table.0 as usize - end) as u16).to_le_bytes());
        self.push(&(vtable as u16).to_le_bytes());
        table
    }

    /// The complete buffer, whose root is this table. It has a multiple of 8 bytes.
    pub fn finish(mut self, root: Offset) -> Vec<u8> {
        self.align(4, 8);
        self.reference(root);
        self.reversed.reverse();
        self.reversed
    }

    fn here(&self) -> Offset {
        Offset(self.reversed.len() as u32)
    }

    fn push(&mut self, bytes: &[u8]) {
        self.reversed.extend(bytes.iter().rev());
    }

    /// Writes how far it is from here to something.
    fn reference(&mut self, offset: Offset) {
        let here = self.reversed.len() as u32 + 4;
        self.push(&(here - offset.0).to_le_bytes());
    }

    /// Fills up, so that what begins after `size` more bytes lies at a multiple of `align`.
    fn align(&mut self, size: usize, align: usize) {
        let len = self.reversed.len() + size;
        self.reversed.resize(self.reversed.len() + len.next_multiple_of(align) - len, 0);
    }
}
