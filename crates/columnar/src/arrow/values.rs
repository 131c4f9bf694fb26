//! The values of a column or of what it holds, in Arrow's buffers.

use std::io;

use gusher::text::{Buffer, TextWriter};
use gusher::types::{Array, ColumnData, Validity};

use crate::bits::Bits;
use crate::dictionary::TextDictionary;
use crate::kind::{Kind, mismatch};
use crate::tree::{Column, Form};

/// How many bytes an index has, which has a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IndexWidth {
    One,
    Two,
    Four,
}

impl IndexWidth {
    /// As few as all indices need.
    pub fn of(dictionary: &TextDictionary) -> IndexWidth {
        match dictionary.dictionary().len() {
            0..=0x80 => IndexWidth::One,
            0x81..=0x8000 => IndexWidth::Two,
            _ => IndexWidth::Four,
        }
    }

    pub fn bits(self) -> i32 {
        match self {
            IndexWidth::One => 8,
            IndexWidth::Two => 16,
            IndexWidth::Four => 32,
        }
    }
}

/// The buffers of a node.
#[derive(Default)]
pub(super) struct Values {
    pub len: usize,
    pub nulls: u64,
    validity: Bits,
    bools: Bits,
    /// Values of one width, or where texts and lists end.
    fixed: Vec<u8>,
    /// Where the last list ends.
    last: u64,
    texts: Buffer,
    text_ends: Vec<usize>,
    indices: Vec<u32>,
}

impl Values {
    pub fn clear(&mut self) {
        (self.len, self.nulls, self.last) = (0, 0, 0);
        self.validity.clear();
        self.bools.clear();
        self.fixed.clear();
        self.texts.clear();
    }

    /// Which values there are; nothing where all of them are.
    pub fn bitmap(&self) -> &[u8] {
        if self.nulls == 0 { &[] } else { self.validity.bytes() }
    }

    /// Values of one width.
    pub fn fixed(&self) -> &[u8] {
        if self.fixed.is_empty() { self.bools.bytes() } else { &self.fixed }
    }

    /// All texts, one after the other.
    pub fn texts(&self) -> &[u8] {
        self.texts.as_ref()
    }

    /// Where texts and lists begin and end.
    ///
    /// # Errors
    /// If there are more bytes or items than Arrow counts.
    pub fn ends(&self) -> io::Result<&[u8]> {
        let last = self.last.max(self.texts.len() as u64);
        if last > i32::MAX as u64 {
            let text = "a column of a record batch has more than 2,147,483,647 bytes of text or items of lists; \
                        make record batches of fewer rows";
            return Err(io::Error::other(text));
        }
        Ok(if self.fixed.is_empty() { &[0; 4] } else { &self.fixed })
    }

    pub fn add_validity(&mut self, validity: &Validity, len: usize) {
        self.len += len;
        if validity.is_empty() {
            self.validity.extend_ones(len);
        } else {
            self.nulls += validity.null_count() as u64;
            self.validity.extend(validity.bitmap().iter().copied(), len);
        }
    }

    /// Adds lists by where they begin and end.
    pub fn add_lists(&mut self, offsets: &[i32]) {
        self.first_end();
        let before = self.last;
        put(&offsets[1..], &mut self.fixed, |end| ((before + end as u64) as u32).to_le_bytes());
        self.last = before + offsets.last().map_or(0, |end| *end as u64);
    }

    /// The first of a list of ends is a beginning.
    fn first_end(&mut self) {
        if self.fixed.is_empty() {
            self.fixed.extend_from_slice(&[0; 4]);
        }
    }

    /// Adds `len` values of a leaf; those that are null mean nothing.
    pub fn add(
        &mut self,
        column: &Column,
        data: &ColumnData,
        len: usize,
        writer: Option<&mut TextWriter<'_>>,
    ) {
        match (&column.form, writer) {
            (Form::Dictionary(dictionary), _) => {
                let indices = dictionary.indices_in(data.values(), &mut self.indices);
                match IndexWidth::of(dictionary) {
                    IndexWidth::One => put(indices, &mut self.fixed, |index| [index as u8]),
                    IndexWidth::Two => put(indices, &mut self.fixed, |index| (index as u16).to_le_bytes()),
                    IndexWidth::Four => put(indices, &mut self.fixed, u32::to_le_bytes),
                }
            }
            (Form::Texts(_), Some(writer)) => {
                self.first_end();
                self.text_ends.clear();
                writer.write_each(data, len, &mut self.texts, &mut self.text_ends);
                put(&self.text_ends, &mut self.fixed, |end| (end as u32).to_le_bytes());
            }
            (Form::Texts(_) | Form::Values, _) => self.add_plain(data.values(), len, column.kind),
        }
    }

    /// Adds values of one width.
    fn add_plain(&mut self, values: &Array, len: usize, kind: Kind) {
        let fixed = &mut self.fixed;
        let factor = kind.factor();
        match (values, kind) {
            (Array::Ints(ints), Kind::Decimal { .. }) => put(ints, fixed, |n| i128::from(n).to_le_bytes()),
            (Array::Ints(ints), _) => put(ints, fixed, |n| n.wrapping_mul(factor).to_le_bytes()),
            (Array::Dates(days), _) => put(days, fixed, i32::to_le_bytes),
            (Array::Bools(bools), _) => self.bools.extend_bools(bools),
            (Array::Ids(ids), _) => put(ids, fixed, u128::to_be_bytes),
            (Array::FixedBytes(bytes), _) => fixed.extend_from_slice(&bytes.raw()[..len * bytes.width()]),
            (other, _) => mismatch(other),
        }
    }
}

/// Appends values of one width.
#[inline(always)]
fn put<T: Copy, const N: usize>(values: &[T], out: &mut Vec<u8>, bytes: impl Fn(T) -> [u8; N]) {
    let start = out.len();
    out.resize(start + N * values.len(), 0);
    for (chunk, &value) in out[start..].as_chunks_mut::<N>().0.iter_mut().zip(values) {
        *chunk = bytes(value);
    }
}
