//! Keys of indexes as bytes that are in the order of the index, and back.

use super::super::value::{Class, Column, Value, number};
use super::layout::IndexLayout;
use super::record::Record;

/// How the keys of an index are written.
#[derive(Debug)]
pub struct KeyForm {
    parts: Vec<(usize, Class)>,
}

/// What precedes a null, which is before all values, and a value.
const NULL: u8 = 0;
const VALUE: u8 = 1;
/// What ends a text, and what replaces a NUL in it.
const END: [u8; 2] = [0, 0];
const NUL: [u8; 2] = [0, 0xff];
/// How many bytes the number of the row has, at the end.
pub const ROWID: usize = 8;

impl KeyForm {
    /// The form of an index on these columns; none where their order is not known here.
    pub fn of(index: &IndexLayout, columns: &[Column]) -> Option<KeyForm> {
        let parts = index.columns.iter().map(|&column| Some((column, columns[column].class()?)));
        Some(KeyForm { parts: parts.collect::<Option<_>>()? })
    }

    /// The column of an index on one column of integers.
    pub fn int_column(&self) -> Option<usize> {
        match self.parts[..] {
            [(column, Class::Int)] => Some(column),
            _ => None,
        }
    }

    /// Appends the key of a row, whose values by their columns are these.
    pub fn write<'v>(&self, value: impl Fn(usize) -> Value<'v>, rowid: i64, out: &mut Vec<u8>) {
        for &(column, _) in &self.parts {
            let value = value(column);
            out.push(if value == Value::Null { NULL } else { VALUE });
            match value {
                Value::Null => {}
                Value::Int(int) if self.is_of_ints(column) => out.extend(ordered(int).to_be_bytes()),
                Value::Int(int) => out.extend(ordered_real(int as f64).to_be_bytes()),
                Value::Real(real) => out.extend(ordered_real(real).to_be_bytes()),
                Value::Text(bytes) | Value::Blob(bytes) => put_bytes(bytes, out),
            }
        }
        out.extend(ordered(rowid).to_be_bytes());
    }

    fn is_of_ints(&self, column: usize) -> bool {
        self.parts.contains(&(column, Class::Int))
    }

    /// Makes the record of a key. Whether a value is null.
    pub fn read(&self, mut key: &[u8], record: &mut Record, scratch: &mut Vec<u8>) -> bool {
        record.clear();
        let mut has_null = false;
        for &(_, class) in &self.parts {
            let is_null = take::<1>(&mut key) == [NULL];
            has_null |= is_null;
            match class {
                _ if is_null => record.push(Value::Null),
                Class::Int => record.push_int(unordered(take(&mut key))),
                Class::Real => record.push(Value::Real(unordered_real(take(&mut key)))),
                Class::Number => record.push(number(unordered_real(take(&mut key)))),
                Class::Text => record.push(Value::Text(take_bytes(&mut key, scratch))),
                Class::Blob => record.push(Value::Blob(take_bytes(&mut key, scratch))),
            }
        }
        record.push_int(unordered(take(&mut key)));
        has_null
    }
}

/// The number of the row that a key ends with.
pub fn rowid_of(key: &[u8]) -> i64 {
    unordered(take(&mut &key[key.len() - ROWID..]))
}

/// An integer as one without a sign in the same order.
#[inline]
pub fn ordered(int: i64) -> u64 {
    int as u64 ^ 1 << 63
}

fn unordered(bytes: [u8; 8]) -> i64 {
    (u64::from_be_bytes(bytes) ^ 1 << 63) as i64
}

/// The same of a floating-point number. Both zeros are one.
fn ordered_real(real: f64) -> u64 {
    let bits = if real == 0.0 { 0 } else { real.to_bits() };
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn unordered_real(bytes: [u8; 8]) -> f64 {
    let ordered = u64::from_be_bytes(bytes);
    f64::from_bits(if ordered >> 63 == 1 { ordered ^ 1 << 63 } else { !ordered })
}

fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    for (index, part) in bytes.split(|&byte| byte == 0).enumerate() {
        if index > 0 {
            out.extend(NUL);
        }
        out.extend_from_slice(part);
    }
    out.extend(END);
}

/// Takes bytes of a known number from the front of a key. What was written has them.
fn take<const N: usize>(key: &mut &[u8]) -> [u8; N] {
    let (bytes, rest) = key.split_first_chunk().expect("a key has all of its parts");
    *key = rest;
    *bytes
}

fn take_bytes<'s>(key: &mut &[u8], scratch: &'s mut Vec<u8>) -> &'s [u8] {
    scratch.clear();
    loop {
        let len = key.iter().position(|&byte| byte == 0).expect("a text has an end");
        scratch.extend_from_slice(&key[..len]);
        *key = &key[len..];
        if take::<2>(key) == END {
            return scratch;
        }
        scratch.push(0);
    }
}
