//! Writes structs in Thrift's compact protocol.
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>

use crate::bits::{varint, zigzag};

/// The numbers of types.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const I8: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
pub(super) const STRUCT: u8 = 12;

/// The fields of a struct, in rising order of their numbers.
pub(super) struct Fields<'o> {
    out: &'o mut Vec<u8>,
    last: u8,
}

/// Appends a struct.
pub(super) fn structure(out: &mut Vec<u8>, fields: impl FnOnce(&mut Fields<'_>)) {
    fields(&mut Fields { out, last: 0 });
    out.push(0);
}

/// Appends a union: a struct with one field that is a struct.
pub(super) fn union(out: &mut Vec<u8>, number: u8, fields: impl FnOnce(&mut Fields<'_>)) {
    structure(out, |own| own.structure(number, fields));
}

impl Fields<'_> {
    fn field(&mut self, number: u8, kind: u8) {
        self.out.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    /// How many bytes there are so far.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    pub fn bool(&mut self, number: u8, value: bool) {
        self.field(number, if value { TRUE } else { FALSE });
    }

    pub fn i8(&mut self, number: u8, value: i8) {
        self.field(number, I8);
        self.out.push(value as u8);
    }

    pub fn i16(&mut self, number: u8, value: i16) {
        self.field(number, I16);
        varint(zigzag(value.into()), self.out);
    }

    pub fn i32(&mut self, number: u8, value: i64) {
        self.field(number, I32);
        varint(zigzag(value), self.out);
    }

    pub fn i64(&mut self, number: u8, value: i64) {
        self.field(number, I64);
        varint(zigzag(value), self.out);
    }

    pub fn binary(&mut self, number: u8, value: &[u8]) {
        self.field(number, BINARY);
        binary(value, self.out);
    }

    pub fn structure(&mut self, number: u8, fields: impl FnOnce(&mut Fields<'_>)) {
        self.field(number, STRUCT);
        structure(self.out, fields);
    }

    /// A struct that is written already.
    pub fn written(&mut self, number: u8, bytes: &[u8]) {
        self.field(number, STRUCT);
        self.out.extend_from_slice(bytes);
    }

    /// A list of structs.
    pub fn structs<T>(
        &mut self,
        number: u8,
        items: impl ExactSizeIterator<Item = T>,
        mut each: impl FnMut(T, &mut Fields<'_>),
    ) {
        self.list(number, STRUCT, items.len());
        for item in items {
            structure(self.out, |fields| each(item, fields));
        }
    }

    pub fn i32s(&mut self, number: u8, items: &[i64]) {
        self.list(number, I32, items.len());
        items.iter().for_each(|item| varint(zigzag(*item), self.out));
    }

    pub fn i64s(&mut self, number: u8, items: &[i64]) {
        self.list(number, I64, items.len());
        items.iter().for_each(|item| varint(zigzag(*item), self.out));
    }

    pub fn bools(&mut self, number: u8, items: &[bool]) {
        self.list(number, TRUE, items.len());
        self.out.extend(items.iter().map(|item| if *item { TRUE } else { FALSE }));
    }

    pub fn binaries(&mut self, number: u8, items: &[&[u8]]) {
        self.list(number, BINARY, items.len());
        items.iter().for_each(|item| binary(item, self.out));
    }

    /// The head of a list with this number of items, which may be a lie.
    pub fn list(&mut self, number: u8, kind: u8, len: usize) {
        self.field(number, LIST);
        if len < 15 {
            self.out.push((len as u8) << 4 | kind);
        } else {
            self.out.push(0xF0 | kind);
            varint(len as u64, self.out);
        }
    }

    /// Bytes of any kind.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }
}

fn binary(value: &[u8], out: &mut Vec<u8>) {
    varint(value.len() as u64, out);
    out.extend_from_slice(value);
}
