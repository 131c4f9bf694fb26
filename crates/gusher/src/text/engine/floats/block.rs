//! The texts of some numbers that follow each other, found before the first of them is written.

use super::plain::{self, FLOAT_CAPACITY, RECORD, Record};
use super::{FloatTexts, put_rare};

/// How many numbers are taken at a time: their records stay in the first cache.
const NUMBERS: usize = 64;

/// The records of some numbers of a column.
#[derive(Debug, Default)]
pub(in crate::text::engine) struct Block {
    /// The row of the first of them, and how many there are.
    first: usize,
    len: usize,
    /// One more than there are numbers, as [two](plain::put) are looked at; none before the first use.
    records: Vec<Record>,
}

impl Block {
    /// Forgets the numbers, as others come.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Writes the number of a row to the front of a block of bytes, all of which it may touch, and says how many count.
    #[inline(always)]
    pub fn put(
        &mut self,
        values: &[f64],
        row: usize,
        texts: &FloatTexts,
        out: &mut [u8; FLOAT_CAPACITY],
    ) -> usize {
        if row.wrapping_sub(self.first) >= self.len {
            self.fill(values, row, texts);
        }
        let records = self.records[row - self.first..].as_flattened();
        put_with(records, values[row], texts, out)
    }

    /// Takes the numbers from this row on.
    #[cold]
    #[inline(never)]
    fn fill(&mut self, values: &[f64], row: usize, texts: &FloatTexts) {
        self.records.resize(NUMBERS + 1, [0; RECORD]);
        let values = &values[row..values.len().min(row + NUMBERS)];
        (self.first, self.len) = (row, values.len());
        plain::fill(values, texts.width, &mut self.records[..values.len()]);
    }
}

/// Writes numbers by `put`, which gets each number and its record's bytes, in order.
#[inline(always)]
pub(in crate::text::engine) fn each(values: &[f64], texts: &FloatTexts, mut put: impl FnMut(f64, &[u8])) {
    let mut records = [[0; RECORD]; NUMBERS + 1];
    for values in values.chunks(NUMBERS) {
        plain::fill(values, texts.width, &mut records[..values.len()]);
        for (row, value) in values.iter().enumerate() {
            put(*value, records[row..].as_flattened());
        }
    }
}

/// Writes a number by its record, which is at the front of these bytes.
#[inline(always)]
pub(in crate::text::engine) fn put_with(
    records: &[u8],
    value: f64,
    texts: &FloatTexts,
    out: &mut [u8; FLOAT_CAPACITY],
) -> usize {
    let record = records.first_chunk().expect("there is a record more");
    match plain::put(record, texts.point, out) {
        0 => put_rare(value, texts, out),
        len if texts.suffix.is_empty() => len,
        len => len + super::put_text(texts.suffix, out, len),
    }
}
