//! Values as records (section 2.1, "Record Format"), and integers of variable length.

use super::super::value::Value;

/// The values of a row or of an entry of an index: their types, and what is stored of them.
#[derive(Debug, Default)]
pub struct Record {
    types: Vec<u8>,
    body: Vec<u8>,
}

/// Integers of up to 48 bits take fewer bytes than a floating-point number.
const MAX_SHORT_REAL: f64 = 140_737_488_355_327.0;

impl Record {
    pub fn clear(&mut self) {
        self.types.clear();
        self.body.clear();
    }

    #[inline]
    pub fn push(&mut self, value: Value<'_>) {
        match value {
            Value::Null => self.types.push(0),
            Value::Int(int) => self.push_int(int),
            Value::Real(real) => self.push_real(real),
            Value::Text(text) => {
                put_varint(13 + 2 * text.len() as u64, &mut self.types);
                self.body.extend_from_slice(text);
            }
            Value::Blob(bytes) => {
                put_varint(12 + 2 * bytes.len() as u64, &mut self.types);
                self.body.extend_from_slice(bytes);
            }
        }
    }

    #[inline]
    pub fn push_int(&mut self, int: i64) {
        if int == 0 || int == 1 {
            return self.types.push(8 + int as u8);
        }
        let bits = 65 - (int ^ (int >> 63)).leading_zeros();
        let (code, size) = match bits.div_ceil(8) {
            size @ 0..=4 => (size as u8, size),
            5 | 6 => (5, 6),
            _ => (6, 8),
        };
        self.types.push(code);
        let start = self.body.len();
        self.body.extend_from_slice(&(int << (64 - 8 * size)).to_be_bytes());
        self.body.truncate(start + size as usize);
    }

    #[inline]
    fn push_real(&mut self, real: f64) {
        if let Some(int) = short_int(real) {
            return self.push_int(int);
        }
        self.types.push(7);
        self.body.extend_from_slice(&real.to_be_bytes());
    }

    /// How many bytes the head has: the types, and its own length.
    fn head_len(&self) -> usize {
        let types = self.types.len();
        let own = varint_len(types as u64 + 1);
        if varint_len((types + own) as u64) == own { types + own } else { types + own + 1 }
    }

    /// How many bytes the record has.
    pub fn len(&self) -> usize {
        self.head_len() + self.body.len()
    }

    /// What it consists of: the types without the length that is before them, and the values.
    pub fn parts(&self) -> (usize, &[u8], &[u8]) {
        (self.head_len(), &self.types, &self.body)
    }

    /// Appends the record.
    pub fn write(&self, out: &mut Vec<u8>) {
        put_varint(self.head_len() as u64, out);
        out.extend_from_slice(&self.types);
        out.extend_from_slice(&self.body);
    }
}

/// In columns of floating-point numbers, small integers are stored as such and read as floating-point numbers; so zero has no sign.
#[inline]
pub fn short_int(real: f64) -> Option<i64> {
    let int = real as i64;
    (real.abs() <= MAX_SHORT_REAL && int as f64 == real).then_some(int)
}

/// How many bytes an integer of variable length has.
pub fn varint_len(value: u64) -> usize {
    let bits = 64 - value.leading_zeros() as usize;
    if bits > 56 { 9 } else { bits.div_ceil(7).max(1) }
}

/// Appends an integer of variable length: seven bits a byte, the highest ones first; the ninth byte has eight.
#[inline]
pub fn put_varint(value: u64, out: &mut Vec<u8>) {
    if value < 0x80 {
        return out.push(value as u8);
    }
    let len = varint_len(value);
    if len == 9 {
        out.extend((0..8).map(|at| (value >> (57 - 7 * at)) as u8 | 0x80));
        return out.push(value as u8);
    }
    for at in (0..len).rev() {
        let more = if at == 0 { 0 } else { 0x80 };
        out.push((value >> (7 * at)) as u8 & 0x7f | more);
    }
}
