//! The buffers of one column.

use std::sync::Arc;

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

/// The values, in buffers that are aligned for their type.
#[derive(Debug)]
pub enum Values {
    /// A bit a row, from the lowest of the first byte on.
    Bools(Vec<u8>),
    /// As many bytes in each row.
    FixedBytes(Vec<u8>),
    /// 32-bit numbers.
    Int32(Vec<i32>),
    /// 64-bit numbers.
    Int64(Vec<i64>),
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
        indices: Vec<i32>,
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
    /// Structs: the values of each field, as many as there are rows.
    Struct(Vec<ColumnArray>),
}

/// The different texts of a column.
#[derive(Debug)]
pub struct Texts {
    /// Where each text begins; the last one is where all end.
    pub offsets: Vec<i32>,
    /// The texts.
    pub bytes: Vec<u8>,
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
