//! A batch: some thousand rows of typed columns, whose buffers are used again and again.

use std::sync::Arc;

use crate::words::Words;

/// How many rows a batch holds at most: its columns and the word tables stay in the first-level cache.
pub const BATCH_ROWS: usize = 1024;

/// What the values of a column look like: all that an encoder has to know before the first row.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Text put together from words: [`Values::Words`].
    Words(Vec<Part>),
    /// Whole numbers between the two, both included: [`Values::Ints`].
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// Numbers with `scale` digits behind the point, kept as whole multiples of 10^-scale between the two:
    /// [`Values::Ints`].
    Decimal {
        /// Digits behind the point, at most 18.
        scale: u32,
        /// The smallest multiple.
        min: i64,
        /// The largest multiple.
        max: i64,
    },
    /// Days since 1970-01-01 between the two, both included: [`Values::Dates`].
    Date {
        /// The first day.
        min: i32,
        /// The last day.
        max: i32,
    },
    /// True or false: [`Values::Bools`].
    Bool,
    /// 128-bit ids, written as UUIDs (RFC 9562): [`Values::Ids`].
    Uuid,
    /// IPv4 addresses, written with dots: [`Values::Ipv4s`].
    Ipv4,
}

/// One part of a text: a word of a table and what always follows it.
#[derive(Debug, Clone)]
pub struct Part {
    /// The table.
    pub words: Arc<Words>,
    /// The text that follows the word.
    pub after: &'static str,
}

/// The values of one column of a batch, one entry a row.
#[derive(Debug)]
pub enum Values {
    /// For each part of the text the indices of its words.
    Words(Vec<Vec<u32>>),
    /// Whole numbers, or multiples of a decimal's last digit.
    Ints(Vec<i64>),
    /// Days since 1970-01-01.
    Dates(Vec<i32>),
    /// Truth values.
    Bools(Vec<bool>),
    /// 128-bit ids; the most significant byte is written first.
    Ids(Vec<u128>),
    /// IPv4 addresses; the most significant byte is written first.
    Ipv4s(Vec<u32>),
}

/// Gives the vector of the wanted variant, `len` long, keeping its memory where it has that variant already.
macro_rules! reuse {
    ($values:expr, $variant:ident, $len:expr, $blank:expr) => {{
        if !matches!($values, Values::$variant(_)) {
            *$values = Values::$variant(Vec::new());
        }
        match $values {
            Values::$variant(values) => {
                values.resize($len, $blank);
                values
            }
            _ => unreachable!("the variant was just set"),
        }
    }};
}

impl Values {
    /// The indices of `parts` words for each of `len` rows, to be overwritten.
    pub fn words(&mut self, parts: usize, len: usize) -> &mut [Vec<u32>] {
        let columns = reuse!(self, Words, parts, Vec::new());
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

    /// `len` addresses, to be overwritten.
    pub fn ipv4s(&mut self, len: usize) -> &mut [u32] {
        reuse!(self, Ipv4s, len, 0)
    }
}

impl Default for Values {
    fn default() -> Values {
        Values::Ints(Vec::new())
    }
}

/// One column of a batch.
#[derive(Debug, Default)]
pub struct ColumnValues {
    /// The values, one a row; those of null rows are there too and mean nothing.
    pub values: Values,
    /// Which rows are null; empty where none can be.
    pub nulls: Vec<bool>,
}

/// Consecutive rows, column by column.
#[derive(Debug, Default)]
pub struct Batch {
    /// The number of the first row.
    pub first_row: u64,
    /// How many rows there are.
    pub len: usize,
    /// The columns in the order asked for.
    pub columns: Vec<ColumnValues>,
    /// Room for the draws of the column being made.
    pub(crate) fractions: Vec<u64>,
}
