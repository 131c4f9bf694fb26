//! The buffers of one column.

use std::borrow::Cow;
use std::sync::Arc;

use bytemuck::NoUninit;
use gusher::types::Array;

use crate::dictionary::TextDictionary;
use crate::kind::mismatch;

/// The values of some rows of a column.
#[derive(Debug)]
pub struct ColumnArray {
    /// How many rows there are.
    pub rows: usize,
    /// How many of them are null.
    pub nulls: usize,
    /// A bit a row from the lowest of the first byte on, 1 for a value; `None` where no row is null.
    pub validity: Option<Vec<u8>>,
    /// The values; those of null rows are there too and mean nothing.
    pub values: Values,
}

impl Default for ColumnArray {
    /// An array without rows.
    fn default() -> ColumnArray {
        ColumnArray { rows: 0, nulls: 0, validity: None, values: Values::Int64(Vec::new()) }
    }
}

/// The values, in buffers that are aligned for their type. Numbers without a sign are in the variant of those with one, bit by bit.
#[derive(Debug)]
pub enum Values {
    /// A bit a row, from the lowest of the first byte on.
    Bools(Vec<u8>),
    /// As many bytes in each row.
    FixedBytes(Vec<u8>),
    /// 8-bit numbers.
    Int8(Vec<i8>),
    /// 16-bit numbers.
    Int16(Vec<i16>),
    /// 32-bit numbers.
    Int32(Vec<i32>),
    /// 64-bit numbers.
    Int64(Vec<i64>),
    /// The bits of 16-bit floating-point numbers.
    Float16(Vec<u16>),
    /// 32-bit floating-point numbers.
    Float32(Vec<f32>),
    /// 64-bit floating-point numbers.
    Float64(Vec<f64>),
    /// 128-bit numbers.
    Int128(Vec<i128>),
    /// Texts one after the other; one more offset than there are rows.
    Texts {
        /// Where each text begins; the last one is where all end.
        offsets: Vec<i32>,
        /// The texts.
        bytes: Vec<u8>,
    },
    /// The same with 64-bit offsets.
    LargeTexts {
        /// Where each text begins; the last one is where all end.
        offsets: Vec<i64>,
        /// The texts.
        bytes: Vec<u8>,
    },
    /// A view of 16 bytes a row: short texts are in it, others in the only buffer of texts.
    Views {
        /// The views.
        views: Vec<u128>,
        /// The buffer that the views of long texts refer to.
        bytes: Arc<Vec<u8>>,
    },
    /// For each row the index of its text.
    Dictionary {
        /// The indices.
        indices: Indices,
        /// The texts, which all arrays of the column share.
        texts: Arc<Texts>,
    },
    /// Lists: their items one after the other; one more offset than there are rows.
    List {
        /// Where the items of each list begin; the last one is where all end.
        offsets: Vec<i32>,
        /// The items of all lists.
        items: Box<ColumnArray>,
    },
    /// Lists of one length: their items one after the other.
    Vector(Box<ColumnArray>),
    /// Structs: the values of each field, as many as there are rows.
    Struct(Vec<ColumnArray>),
}

/// Indices of texts.
#[derive(Debug)]
pub enum Indices {
    /// Of up to 128 texts.
    Int8(Vec<i8>),
    /// Of up to 32,768 texts.
    Int16(Vec<i16>),
    /// Of more.
    Int32(Vec<i32>),
}

/// The different texts of a column.
#[derive(Debug)]
pub struct Texts {
    /// Where each text begins; the last one is where all end.
    pub offsets: Vec<i32>,
    /// The texts.
    pub bytes: Vec<u8>,
}

/// How many bytes an index has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexWidth {
    One,
    Two,
    Four,
}

impl IndexWidth {
    /// As few as all indices of a dictionary need, with their sign.
    pub fn least(dictionary: &TextDictionary) -> IndexWidth {
        match dictionary.dictionary().len() {
            0..=0x80 => IndexWidth::One,
            0x81..=0x8000 => IndexWidth::Two,
            _ => IndexWidth::Four,
        }
    }

    pub fn bytes(self) -> u64 {
        match self {
            IndexWidth::One => 1,
            IndexWidth::Two => 2,
            IndexWidth::Four => 4,
        }
    }
}

impl Indices {
    /// No indices, with the capacity for this many rows.
    pub(super) fn new(width: IndexWidth, rows: usize) -> Indices {
        match width {
            IndexWidth::One => Indices::Int8(Vec::with_capacity(rows)),
            IndexWidth::Two => Indices::Int16(Vec::with_capacity(rows)),
            IndexWidth::Four => Indices::Int32(Vec::with_capacity(rows)),
        }
    }

    /// Appends indices that the width is enough for.
    pub(super) fn extend(&mut self, indices: &[u32]) {
        match self {
            Indices::Int8(out) => out.extend(indices.iter().map(|&index| index as i8)),
            Indices::Int16(out) => out.extend(indices.iter().map(|&index| index as i16)),
            Indices::Int32(out) => out.extend(indices.iter().map(|&index| index as i32)),
        }
    }

    fn clear(&mut self) {
        match self {
            Indices::Int8(indices) => indices.clear(),
            Indices::Int16(indices) => indices.clear(),
            Indices::Int32(indices) => indices.clear(),
        }
    }
}

impl Values {
    /// How many bytes of text there are, but for those that a dictionary has.
    pub(super) fn text_bytes(&self) -> usize {
        match self {
            Values::Texts { bytes, .. } | Values::LargeTexts { bytes, .. } => bytes.len(),
            Values::Views { bytes, .. } => bytes.len(),
            _ => 0,
        }
    }

    /// Takes all values away, and keeps the memory. What is under lists and structs stays.
    pub(super) fn clear(&mut self) {
        match self {
            Values::Bools(bytes) | Values::FixedBytes(bytes) => bytes.clear(),
            Values::Int8(values) => values.clear(),
            Values::Int16(values) => values.clear(),
            Values::Float16(values) => values.clear(),
            Values::Float32(values) => values.clear(),
            Values::Float64(values) => values.clear(),
            Values::Int32(values) => values.clear(),
            Values::Int64(values) => values.clear(),
            Values::Int128(values) => values.clear(),
            Values::Texts { offsets, bytes } => {
                offsets.truncate(1);
                bytes.clear();
            }
            Values::LargeTexts { offsets, bytes } => {
                offsets.truncate(1);
                bytes.clear();
            }
            Values::Views { views, bytes } => {
                views.clear();
                // The texts of a dictionary are shared, and stay.
                if let Some(bytes) = Arc::get_mut(bytes) {
                    bytes.clear();
                }
            }
            Values::Dictionary { indices, .. } => indices.clear(),
            Values::List { offsets, .. } => offsets.truncate(1),
            Values::Vector(_) | Values::Struct(_) => {}
        }
    }
}

impl Texts {
    /// The texts of a dictionary.
    pub(crate) fn of(dictionary: &TextDictionary) -> Texts {
        let (mut offsets, mut bytes) = (vec![0], Vec::with_capacity(dictionary.bytes()));
        for entry in dictionary.dictionary().iter() {
            bytes.extend_from_slice(entry.as_bytes());
            offsets.push(bytes.len() as i32);
        }
        Texts { offsets, bytes }
    }
}

/// Offsets with the capacity for this many rows, the first of which is there.
pub(super) fn begun<T>(rows: usize, first: T) -> Vec<T> {
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(first);
    offsets
}

/// Values as bytes, the lowest first, as files have them. Nothing is copied where the processor has them so.
pub(crate) fn le_bytes<T: NoUninit>(values: &[T]) -> Cow<'_, [u8]> {
    let bytes = bytemuck::cast_slice(values);
    if cfg!(target_endian = "little") {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(bytes.chunks(size_of::<T>()).flat_map(|value| value.iter().rev().copied()).collect())
}

/// The values of a column that are in a batch as Arrow has them.
pub(crate) fn verbatim(array: &Array) -> Cow<'_, [u8]> {
    match array {
        Array::Ints(ints) => le_bytes(ints),
        Array::Floats(floats) => le_bytes(floats),
        Array::Dates(days) => le_bytes(days),
        other => mismatch(other),
    }
}

/// How many bytes a view holds itself.
const INLINE: usize = 12;

/// The view of a text at `offset` of the only buffer.
pub(super) fn view(text: &[u8], offset: usize) -> u128 {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&(text.len() as u32).to_le_bytes());
    if text.len() <= INLINE {
        bytes[4..4 + text.len()].copy_from_slice(text);
    } else {
        bytes[4..8].copy_from_slice(&text[..4]);
        bytes[12..].copy_from_slice(&(offset as u32).to_le_bytes());
    }
    u128::from_le_bytes(bytes)
}
