//! Chunks of rows: their leaf pages, and the keys of their indexes in order.

use std::ops::{Range, RangeInclusive};

use gusher::types::Batch;

use super::super::fault::Fault;
use super::super::value::{Column, Texts, Value, Values, value, values};
use super::backward::SLACK;
use super::block::{Block, MAX_ROW_HEAD, TABLE_LEAF};
use super::index::Keys;
use super::int_keys::IntKeys;
use super::key::KeyForm;
use super::key_runs::KeyRun;
use super::record::Record;
use crate::options::TableToLoad;

/// The most bytes of a row that is written without its length being known before.
const MAX_SHORT_ROW: usize = 1024;
/// The most columns of such a row: their types have less than 128 bytes, as a text of that length has a type of two bytes.
const MAX_SHORT_COLUMNS: usize = 63;
/// The most bytes of a value and its type, without those of a text.
const MAX_VALUE: usize = 9;

/// Makes chunks, with buffers of its own.
pub struct Maker<'f> {
    table: &'f TableToLoad<'f>,
    forms: &'f [KeyForm],
    rows: Rows<'f>,
    pub pages: Pages,
    keys: Vec<KeysOfChunk>,
    pub first_rowid: i64,
}

/// The rows of a batch.
struct Rows<'f> {
    columns: &'f [Column],
    rowid_column: Option<usize>,
    texts: Texts<'f>,
    batch: Batch,
    /// The numbers of the rows.
    rowids: Vec<i64>,
}

/// The leaf pages of a chunk.
#[derive(Default)]
pub struct Pages {
    /// The most bytes that each row of a batch can have.
    bounds: Vec<usize>,
    record: Record,
    types: Vec<u64>,
    pub block: Block,
    leaf: Option<u32>,
    /// The leaf pages with the number of the last row of each.
    pub leaves: Vec<(u32, i64)>,
    pub last_rowid: i64,
}

/// The keys of an index, as they are collected.
enum KeysOfChunk {
    Ints(usize, IntKeys),
    Run(KeyRun),
}

impl<'f> Maker<'f> {
    pub fn new(
        table: &'f TableToLoad<'f>,
        columns: &'f [Column],
        rowid_column: Option<usize>,
        forms: &'f [KeyForm],
    ) -> Maker<'f> {
        let of = |form: &KeyForm| match form.int_column() {
            Some(column) => KeysOfChunk::Ints(column, IntKeys::default()),
            None => KeysOfChunk::Run(KeyRun::default()),
        };
        let (texts, batch, rowids) = (Texts::of(columns), Batch::default(), Vec::new());
        Maker {
            table,
            forms,
            rows: Rows { columns, rowid_column, texts, batch, rowids },
            pages: Pages { types: vec![0; columns.len()], ..Pages::default() },
            keys: forms.iter().map(of).collect(),
            first_rowid: 0,
        }
    }

    /// The keys of the chunk in order. None are left.
    pub fn take_keys(&mut self) -> Vec<Keys> {
        let take = |keys: &mut KeysOfChunk| match keys {
            KeysOfChunk::Ints(_, ints) => Keys::Ints(ints.take_sorted()),
            KeysOfChunk::Run(run) => Keys::Run(std::mem::take(run).sorted()),
        };
        self.keys.iter_mut().map(take).collect()
    }

    /// Makes the leaf pages of rows, and the keys of their indexes.
    pub fn make(&mut self, rows: Range<u64>) -> Result<(), Fault> {
        self.pages.block.clear();
        self.pages.leaves.clear();
        let (mut at, mut last) = (rows.start, None);
        while at < rows.end {
            let next = rows.end.min(at + self.table.plan.batch_rows() as u64);
            self.table.plan.fill(&(at..next), &mut self.rows.batch);
            let number = (at - self.table.rows.start) as i64 + 1;
            let range = self.rows.read(number)?;
            if last.is_some_and(|last| last >= *range.start()) {
                return Err(Fault::Unordered);
            }
            if last.is_none() {
                self.first_rowid = *range.start();
            }
            let Rows { columns, batch, texts, .. } = &self.rows;
            let values = values(columns, batch, texts);
            self.pages.bound(&self.rows, &values);
            self.pages.write(&self.rows, &values);
            for (form, keys) in self.forms.iter().zip(&mut self.keys) {
                keys.collect(form, &self.rows, &values);
            }
            last = Some(*range.end());
            at = next;
        }
        self.pages.finish();
        Ok(())
    }
}

impl Rows<'_> {
    /// Looks at the rows of the batch, the first of which has this number in the table. The first and the last of their numbers, which
    /// ascend.
    fn read(&mut self, number: i64) -> Result<RangeInclusive<i64>, Fault> {
        self.texts.write(&self.batch);
        self.number(number)?;
        match (self.rowids.first(), self.rowids.last()) {
            (Some(&first), Some(&last)) if self.rowids.windows(2).all(|pair| pair[0] < pair[1]) => {
                Ok(first..=last)
            }
            _ => Err(Fault::Unordered),
        }
    }

    fn number(&mut self, number: i64) -> Result<(), Fault> {
        self.rowids.clear();
        let Some(column) = self.rowid_column else {
            self.rowids.extend((number..).take(self.batch.len()));
            return Ok(());
        };
        if let Values::Ints(ints) = values(self.columns, &self.batch, &self.texts)[column] {
            self.rowids.extend_from_slice(&ints[..self.batch.len()]);
            return Ok(());
        }
        for row in 0..self.batch.len() {
            match self.value(column, row) {
                Value::Int(int) => self.rowids.push(int),
                _ => return Err(Fault::Unordered),
            }
        }
        Ok(())
    }

    #[inline]
    fn value(&self, column: usize, row: usize) -> Value<'_> {
        value(self.columns, column, &self.batch.columns()[column], row, &self.texts)
    }
}

impl Pages {
    /// Finds how many bytes each row can have, and may change below it while it is written.
    fn bound(&mut self, rows: &Rows<'_>, values: &[Values<'_>]) {
        let fixed = match values.len() <= MAX_SHORT_COLUMNS {
            true => MAX_ROW_HEAD + MAX_VALUE * values.len() + SLACK,
            false => MAX_SHORT_ROW + 1,
        };
        self.bounds.clear();
        self.bounds.resize(rows.rowids.len(), fixed);
        for (index, values) in values.iter().enumerate() {
            match values {
                Values::Ints(_) => {}
                Values::Texts(_, ends) => {
                    let mut start = 0;
                    for (bound, &end) in self.bounds.iter_mut().zip(*ends) {
                        *bound += end - start;
                        start = end;
                    }
                }
                Values::Other => {
                    for (row, bound) in self.bounds.iter_mut().enumerate() {
                        if let Value::Text(bytes) | Value::Blob(bytes) = rows.value(index, row) {
                            *bound += bytes.len();
                        }
                    }
                }
            }
        }
    }

    /// Writes the rows of the batch into leaf pages.
    fn write(&mut self, rows: &Rows<'_>, values: &[Values<'_>]) {
        for (row, &rowid) in rows.rowids.iter().enumerate() {
            match self.bounds[row] <= self.block.room().min(MAX_SHORT_ROW) {
                true => self.write_short(rows, values, row, rowid),
                false => self.write_any(rows, row, rowid),
            }
            self.last_rowid = rowid;
        }
    }

    /// Writes a row for which the leaf page has room.
    #[inline]
    fn write_short(&mut self, rows: &Rows<'_>, values: &[Values<'_>], row: usize, rowid: i64) {
        self.block.push_backward(rowid, &mut self.types, |cell, types| {
            for (index, (values, code)) in values.iter().zip(types).enumerate().rev() {
                *code = match values {
                    // The number of the row comes before the record.
                    _ if rows.rowid_column == Some(index) => 0,
                    Values::Ints(ints) => cell.int(ints[row]),
                    Values::Texts(bytes, ends) => {
                        cell.text(bytes, if row == 0 { 0 } else { ends[row - 1] }, ends[row])
                    }
                    Values::Other => cell.value(rows.value(index, row)),
                };
            }
        });
    }

    /// Writes a row into the leaf page or the next one.
    fn write_any(&mut self, rows: &Rows<'_>, row: usize, rowid: i64) {
        self.record.clear();
        for index in 0..rows.columns.len() {
            let is_rowid = rows.rowid_column == Some(index);
            self.record.push(if is_rowid { Value::Null } else { rows.value(index, row) });
        }
        let len = Block::row_len(rowid, self.record.len());
        if self.leaf.is_none() || !self.block.has_room(len) {
            self.finish();
            self.leaf = Some(self.block.begin_leaf(TABLE_LEAF));
        }
        self.block.push_row(rowid, &self.record);
    }

    /// Ends the leaf page, if there is one.
    fn finish(&mut self) {
        if let Some(leaf) = self.leaf.take() {
            self.block.end_leaf();
            self.leaves.push((leaf, self.last_rowid));
        }
    }
}

impl KeysOfChunk {
    /// Collects the keys of the batch's rows.
    fn collect(&mut self, form: &KeyForm, rows: &Rows<'_>, values: &[Values<'_>]) {
        match self {
            KeysOfChunk::Ints(column, keys) => match values[*column] {
                Values::Ints(ints) => keys.extend(&ints[..rows.rowids.len()], &rows.rowids),
                _ => {
                    for (row, &rowid) in rows.rowids.iter().enumerate() {
                        match rows.value(*column, row) {
                            Value::Int(int) => keys.push(int, rowid),
                            _ => keys.push_null(rowid),
                        }
                    }
                }
            },
            KeysOfChunk::Run(run) => {
                for (row, &rowid) in rows.rowids.iter().enumerate() {
                    form.write(|index| rows.value(index, row), rowid, run.bytes_mut());
                    run.end_key();
                }
            }
        }
    }
}
