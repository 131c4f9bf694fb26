//! The values of a column, one a row, as they are held in memory.

use super::{FixedBytes, Strings};

/// The values of one column of a batch, one a row. A generator takes the variant that its data type has from the array that
/// it is to fill, by one of the functions below: the memory of the last batch is used again.
#[derive(Debug)]
pub enum Array {
    /// For each part of a composed text the index of its word in the part's [`Dictionary`](super::Dictionary), one a row.
    Indices(Vec<Vec<u32>>),
    /// Whole numbers; for decimals multiples of the last digit, for times how many units have passed.
    Ints(Vec<i64>),
    /// Days since 1970-01-01.
    Dates(Vec<i32>),
    /// Truth values.
    Bools(Vec<bool>),
    /// 128-bit ids; the most significant byte is written first.
    Ids(Vec<u128>),
    /// IPv4 addresses; the most significant byte is written first.
    Ipv4s(Vec<u32>),
    /// Bytes, as many in each row.
    FixedBytes(FixedBytes),
    /// Texts of any length.
    Strings(Strings),
    /// For each value of a joined text the array of its values.
    Joined(Vec<Array>),
}

/// Gives the vector of the wanted variant, `len` long, keeping its memory where it has that variant already.
macro_rules! reuse {
    ($values:expr, $variant:ident, $len:expr, $blank:expr) => {{
        if !matches!($values, Array::$variant(_)) {
            *$values = Array::$variant(Vec::new());
        }
        match $values {
            Array::$variant(values) => {
                values.resize($len, $blank);
                values
            }
            _ => unreachable!("the variant was just set"),
        }
    }};
}

impl Array {
    /// The indices of `parts` words for each of `len` rows, to be overwritten.
    pub fn indices(&mut self, parts: usize, len: usize) -> &mut [Vec<u32>] {
        let columns = reuse!(self, Indices, parts, Vec::new());
        for column in columns.iter_mut() {
            column.resize(len, 0);
        }
        columns
    }

    /// `len` whole numbers, to be overwritten.
    pub fn ints(&mut self, len: usize) -> &mut [i64] {
        reuse!(self, Ints, len, 0)
    }

    /// `len` dates, to be overwritten.
    pub fn dates(&mut self, len: usize) -> &mut [i32] {
        reuse!(self, Dates, len, 0)
    }

    /// `len` truth values, to be overwritten.
    pub fn bools(&mut self, len: usize) -> &mut [bool] {
        reuse!(self, Bools, len, false)
    }

    /// `len` ids, to be overwritten.
    pub fn ids(&mut self, len: usize) -> &mut [u128] {
        reuse!(self, Ids, len, 0)
    }

    /// `len` times `width` bytes, to be overwritten.
    pub fn fixed_bytes(&mut self, len: usize, width: usize) -> &mut FixedBytes {
        if !matches!(self, Array::FixedBytes(_)) {
            *self = Array::FixedBytes(FixedBytes::default());
        }
        match self {
            Array::FixedBytes(bytes) => {
                bytes.lay(len, width);
                bytes
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// No texts yet: one is to be added for each row.
    pub fn strings(&mut self) -> &mut Strings {
        if !matches!(self, Array::Strings(_)) {
            *self = Array::Strings(Strings::default());
        }
        match self {
            Array::Strings(strings) => {
                strings.clear();
                strings
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// The values of the `count` parts of a joined text, to be filled.
    pub fn joined(&mut self, count: usize) -> &mut [Array] {
        if !matches!(self, Array::Joined(_)) {
            *self = Array::Joined(Vec::new());
        }
        match self {
            Array::Joined(values) => {
                values.resize_with(count, Array::default);
                values
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// `len` addresses, to be overwritten.
    pub fn ipv4s(&mut self, len: usize) -> &mut [u32] {
        reuse!(self, Ipv4s, len, 0)
    }
}

impl Default for Array {
    fn default() -> Array {
        Array::Ints(Vec::new())
    }
}
