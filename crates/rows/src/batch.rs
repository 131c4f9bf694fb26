//! A batch: some thousand rows of typed columns, whose buffers are used again and again.

mod shape;
mod validity;

pub use shape::{BytesForm, Part, Shape};
pub use validity::Validity;
pub(crate) use validity::is_null;

use crate::rng::Rows;

/// How many rows a batch holds at most: its columns and the word tables stay in the first-level cache.
pub const BATCH_ROWS: usize = 1024;

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
    /// Bytes, as many in each row.
    Bytes(Blobs),
    /// Texts of any kind.
    Texts(Texts),
    /// For each value of a joined text its own values.
    Joined(Vec<Values>),
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

    /// `len` times `width` bytes, to be overwritten.
    pub fn bytes(&mut self, len: usize, width: usize) -> &mut Blobs {
        if !matches!(self, Values::Bytes(_)) {
            *self = Values::Bytes(Blobs::default());
        }
        match self {
            Values::Bytes(blobs) => {
                blobs.lay(len, width);
                blobs
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// Texts, of which there are none yet: one is to be added for each row.
    pub fn texts(&mut self) -> &mut Texts {
        if !matches!(self, Values::Texts(_)) {
            *self = Values::Texts(Texts::default());
        }
        match self {
            Values::Texts(texts) => {
                texts.clear();
                texts
            }
            _ => unreachable!("the variant was just set"),
        }
    }

    /// The values of the `count` parts of a joined text, to be filled.
    pub fn joined(&mut self, count: usize) -> &mut [Values] {
        if !matches!(self, Values::Joined(_)) {
            *self = Values::Joined(Vec::new());
        }
        match self {
            Values::Joined(values) => {
                values.resize_with(count, Values::default);
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

/// Bytes one row behind the other, as many in each.
#[derive(Debug, Default)]
pub struct Blobs {
    /// The bytes, and behind them slack of any content.
    bytes: Vec<u8>,
    width: usize,
}

impl Blobs {
    /// What may be read and written behind the last row, so that whole blocks can be.
    pub const SLACK: usize = 16;

    fn lay(&mut self, len: usize, width: usize) {
        self.width = width;
        self.bytes.resize(len * width + Blobs::SLACK, 0);
    }

    /// How many bytes each row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The bytes of a row.
    pub fn get(&self, row: usize) -> &[u8] {
        &self.bytes[row * self.width..(row + 1) * self.width]
    }

    /// All rows and the slack behind them.
    pub fn raw(&self) -> &[u8] {
        &self.bytes
    }

    /// All rows and the slack behind them.
    pub fn raw_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

/// Texts one behind the other in one piece of memory.
#[derive(Debug, Default)]
pub struct Texts {
    /// The texts; behind them there may be anything.
    bytes: Vec<u8>,
    /// How much of `bytes` means something.
    len: usize,
    /// Where each text ends.
    ends: Vec<u32>,
}

impl Texts {
    /// What a reader may look at behind a text's end, so that it can copy whole blocks.
    pub const SLACK: usize = 16;

    /// Takes all texts away and keeps their memory.
    pub fn clear(&mut self) {
        self.len = 0;
        self.ends.clear();
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a text, which must be UTF-8.
    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        self.push_with(text.len(), |room| {
            room[..text.len()].copy_from_slice(text);
            text.len()
        });
    }

    /// Adds the text that `write` puts to the front of at least `most` bytes of room, all of which it may scribble
    /// over; it says how many bytes count. They are UTF-8, except for lines of a file in `fakedata`.
    ///
    /// # Panics
    /// If more bytes are to count than there was room for, or a batch of texts is 4 GiB long.
    #[inline]
    pub fn push_with(&mut self, most: usize, write: impl FnOnce(&mut [u8]) -> usize) {
        let wanted = self.len + most + Texts::SLACK;
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted.next_power_of_two(), 0);
        }
        let room = &mut self.bytes[self.len..];
        let written = write(room);
        assert!(written <= room.len(), "a text is longer than the room for it");
        self.len += written;
        self.ends.push(u32::try_from(self.len).expect("a batch of texts is far below 4 GiB"));
    }

    /// Makes `count` texts of `width` bytes each, and gives them to be overwritten one behind the other: the bytes
    /// must become UTF-8. Behind them is slack that may be overwritten too.
    ///
    /// # Panics
    /// If a batch of texts is 4 GiB long.
    pub fn lay(&mut self, count: usize, width: usize) -> &mut [u8] {
        self.len = count * width;
        if self.bytes.len() < self.len + Texts::SLACK {
            self.bytes.resize((self.len + Texts::SLACK).next_power_of_two(), 0);
        }
        let end = |row: usize| u32::try_from(row * width).expect("a batch of texts is far below 4 GiB");
        self.ends.clear();
        self.ends.extend((1..=count).map(end));
        &mut self.bytes[..self.len + Texts::SLACK]
    }

    /// The text at `index`.
    pub fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.bytes[start..self.ends[index] as usize]
    }

    /// All texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// All texts one behind the other, to be changed in place.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }

    /// All bytes with the slack behind them, and where each text ends.
    pub(crate) fn raw(&self) -> (&[u8], &[u32]) {
        (&self.bytes, &self.ends)
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
    /// Which rows are null.
    pub validity: Validity,
}

/// Some rows, column by column.
#[derive(Debug, Default)]
pub struct Batch {
    /// Where the rows are among all that are written, which decides where groups of them begin: the number of the first
    /// row of a run, and 0 for rows that were gathered.
    pub first_row: u64,
    /// How many rows there are.
    pub len: usize,
    /// The columns in the order asked for.
    pub columns: Vec<ColumnValues>,
    /// Room for the draws of the column being made.
    fractions: Vec<u64>,
}

impl Batch {
    /// Makes room for these rows of so many columns, none of which is null: the columns to be filled, and room for
    /// their draws.
    pub(crate) fn reset(&mut self, columns: usize, rows: Rows<'_>) -> (&mut [ColumnValues], &mut [u64]) {
        self.first_row = match rows {
            Rows::Run { first, .. } => first,
            Rows::At(_) => 0,
        };
        self.len = rows.len();
        self.fractions.resize(self.len, 0);
        self.columns.resize_with(columns, Default::default);
        for column in &mut self.columns {
            column.validity.clear();
        }
        (&mut self.columns, &mut self.fractions)
    }
}
