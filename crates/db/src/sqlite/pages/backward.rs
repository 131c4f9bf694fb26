//! Cells written from their last byte to their first, as leaf pages are filled: where a cell begins need not be known before it is there.
//!
//! What is written has one length whatever the value is, and what is below the value is written over by what comes next. So there is
//! no branch a byte.

use super::super::value::Value;
use super::file::PAGE_SIZE;
use super::record::short_int;

/// How many bytes below a cell may change while it is written.
pub const SLACK: usize = 32;
/// By the bits that a number has without its sign: the type of it, and its bytes.
const INTS: [(u8, u8); 64] = int_sizes();

const fn int_sizes() -> [(u8, u8); 64] {
    let (mut sizes, mut bits) = ([(0, 0); 64], 0);
    while bits < 64 {
        // With the sign.
        sizes[bits] = match (bits + 1).div_ceil(8) {
            size @ 0..=4 => (size as u8, size as u8),
            5 | 6 => (5, 6),
            _ => (6, 8),
        };
        bits += 1;
    }
    sizes
}

/// A page that is written backwards, from an offset on.
pub struct Backward<'p> {
    page: &'p mut [u8; PAGE_SIZE],
    at: usize,
}

impl<'p> Backward<'p> {
    pub fn new(page: &'p mut [u8; PAGE_SIZE], at: usize) -> Backward<'p> {
        Backward { page, at }
    }

    /// Where that begins which was written last.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Writes an integer of up to 8 bytes. Its type (section 2.1, "Record Format").
    #[inline]
    pub fn int(&mut self, int: i64) -> u64 {
        let bits = 64 - (int ^ (int >> 63)).leading_zeros();
        let (code, size) = INTS[(bits & 63) as usize];
        // Zero and one are types of their own.
        let is_type = int as u64 <= 1;
        self.page[self.at - 8..self.at].copy_from_slice(&int.to_be_bytes());
        self.at -= if is_type { 0 } else { usize::from(size) };
        if is_type { 8 + int as u64 } else { code.into() }
    }

    /// Writes the bytes of a text, which end at `end` of these. Its type.
    #[inline]
    pub fn text(&mut self, bytes: &[u8], start: usize, end: usize) -> u64 {
        let len = end - start;
        match len <= SLACK && end >= SLACK {
            // A copy of a length that is known takes no call.
            true => self.page[self.at - SLACK..self.at].copy_from_slice(&bytes[end - SLACK..end]),
            false => self.page[self.at - len..self.at].copy_from_slice(&bytes[start..end]),
        }
        self.at -= len;
        13 + 2 * len as u64
    }

    /// Writes what is stored of any value. Its type.
    pub fn value(&mut self, value: Value<'_>) -> u64 {
        match value {
            Value::Null => 0,
            Value::Int(int) => self.int(int),
            Value::Real(real) => match short_int(real) {
                Some(int) => self.int(int),
                None => {
                    self.page[self.at - 8..self.at].copy_from_slice(&real.to_be_bytes());
                    self.at -= 8;
                    7
                }
            },
            Value::Text(text) => self.text(text, 0, text.len()),
            Value::Blob(bytes) => self.text(bytes, 0, bytes.len()) - 1,
        }
    }

    /// Writes an integer of variable length (section 1.6, "B-tree Pages").
    #[inline]
    pub fn varint(&mut self, value: u64) {
        match value < 0x80 {
            true => self.byte(value as u8),
            false => self.long_varint(value),
        }
    }

    #[inline]
    fn long_varint(&mut self, mut value: u64) {
        let mut more = 0;
        if value >> 56 > 0 {
            // The ninth byte has eight bits.
            self.byte(value as u8);
            (value, more) = (value >> 8, 0x80);
            for _ in 0..8 {
                self.byte(value as u8 | more);
                value >>= 7;
            }
            return;
        }
        while value > 0 {
            self.byte(value as u8 & 0x7f | more);
            (value, more) = (value >> 7, 0x80);
        }
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.at -= 1;
        self.page[self.at] = byte;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::value::Value;
    use super::super::record::{Record, put_varint};
    use super::{Backward, PAGE_SIZE};

    /// The values of a strategy: each class, with integers of all lengths.
    fn any_value() -> impl Strategy<Value = (u8, i64, u32, Vec<u8>)> {
        (0u8..5, any::<i64>(), 0u32..64, proptest::collection::vec(any::<u8>(), 0..70))
    }

    proptest! {
        #[test]
        fn the_same_is_written_as_forwards(values in proptest::collection::vec(any_value(), 0..20), number: u64, shift in 0u32..64) {
            let value = |(class, int, shift, bytes): &'_ (u8, i64, u32, Vec<u8>)| match class {
                0 => (None, *int >> shift, 0),
                1 => (None, *int >> shift, 1),
                2 => (None, *int >> shift, 2),
                3 => (Some(bytes.clone()), 0, 3),
                _ => (Some(bytes.clone()), 0, 4),
            };
            let made: Vec<_> = values.iter().map(value).collect();
            let values: Vec<Value<'_>> = made.iter().map(|(bytes, int, class)| match (bytes, class) {
                (Some(bytes), 3) => Value::Text(bytes),
                (Some(bytes), _) => Value::Blob(bytes),
                (None, 0) => Value::Null,
                (None, 1) => Value::Int(*int),
                (None, _) => Value::Real(*int as f64 / 4.0),
            }).collect();
            let mut record = Record::default();
            values.iter().for_each(|value| record.push(*value));
            let (mut forwards, number) = (Vec::new(), number >> shift);
            put_varint(number, &mut forwards);
            record.write(&mut forwards);
            let mut page = [0xee; PAGE_SIZE];
            let mut back = Backward::new(&mut page, PAGE_SIZE);
            let types: Vec<u64> = values.iter().rev().map(|value| back.value(*value)).collect();
            let end = back.at();
            types.iter().for_each(|code| back.varint(*code));
            back.varint((end - back.at()) as u64 + 1);
            back.varint(number);
            let at = back.at();
            prop_assert_eq!(&page[at..], &forwards[..]);
        }
    }
}
