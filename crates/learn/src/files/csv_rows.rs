//! The records of a file whose fields have a separator between them, as values of its columns.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::error::{FileError, MAX_ROW};
use super::sketch::Sketch;
use super::split::Splitter;

/// After as many fields they are added to their columns.
const MAX_FIELDS: usize = 4096;
/// As many bytes are divided at once.
const MAX_BYTES: usize = 1 << 30;
/// A field that a record does not have.
const MISSING: (u32, u32) = (u32::MAX, u32::MAX);

/// Reads the records of a file.
pub struct Rows {
    /// What reads most records, and what reads the others.
    splitter: Splitter,
    reader: Reader,
    /// Whether a record of the other reader is not complete.
    is_partial: bool,
    /// The line that the next record begins in, and that of the one that is being read.
    line: u64,
    record_line: u64,
    /// The fields of the row that is being read, and where each ends.
    fields: Vec<u8>,
    ends: Vec<usize>,
    len: usize,
    count: usize,
    skips_first: bool,
    pub columns: Vec<Sketch>,
    /// How many rows it has.
    pub rows: u64,
    /// How many rows have another number of fields, and the line of the first.
    pub uneven: u64,
    pub first_uneven: u64,
}

impl Rows {
    /// Rows with this separator, whose fields go into these columns. The first row may have their names.
    pub fn new(separator: u8, columns: Vec<Sketch>, skips_first: bool) -> Rows {
        Rows {
            splitter: Splitter::new(separator),
            reader: ReaderBuilder::new().delimiter(separator).build(),
            // The first record may begin in any way.
            is_partial: true,
            line: 1,
            record_line: 1,
            fields: vec![0; 64 << 10],
            ends: vec![0; columns.len() + 16],
            len: 0,
            count: 0,
            skips_first,
            columns,
            rows: 0,
            uneven: 0,
            first_uneven: 0,
        }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// A row is too long.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        bytes.chunks(MAX_BYTES).try_for_each(|bytes| self.read_some(bytes))
    }

    fn read_some(&mut self, mut bytes: &[u8]) -> Result<(), FileError> {
        let is_ascii = bytes.is_ascii();
        while !bytes.is_empty() {
            if !self.is_partial {
                bytes = &bytes[self.simple_records(bytes, is_ascii)..];
                if bytes.is_empty() {
                    return Ok(());
                }
                self.record_line = self.line;
                self.is_partial = true;
            }
            let before = self.reader.line();
            let (result, read, written, ended) =
                self.reader.read_record(bytes, &mut self.fields[self.len..], &mut self.ends[self.count..]);
            bytes = &bytes[read..];
            self.line += self.reader.line() - before;
            self.step(&result, written, ended)?;
        }
        Ok(())
    }

    /// Reads the records that are complete and simple, and gives how many bytes these are.
    fn simple_records(&mut self, bytes: &[u8], is_ascii: bool) -> usize {
        let (mut at, width) = (0, self.columns.len());
        loop {
            while let Some(&byte @ (b'\n' | b'\r')) = bytes.get(at) {
                self.line += u64::from(byte == b'\n');
                at += 1;
            }
            let known = self.splitter.fields.len();
            let Some(next) = self.splitter.record(bytes, at) else {
                self.add_fields(bytes, is_ascii);
                return at;
            };
            self.record_line = self.line;
            self.begin_row(self.splitter.fields.len() - known);
            self.splitter.fields.resize(known + width, MISSING);
            if known >= MAX_FIELDS {
                self.add_fields(bytes, is_ascii);
            }
            self.line += self.splitter.quoted_lines + u64::from(bytes[next - 1] == b'\n');
            at = next;
        }
    }

    /// Adds the fields that were found to their columns, one column after the other: its values are alike.
    fn add_fields(&mut self, bytes: &[u8], is_ascii: bool) {
        let width = self.columns.len();
        for (index, column) in self.columns.iter_mut().enumerate() {
            for &(start, end) in self.splitter.fields.iter().skip(index).step_by(width) {
                match bytes.get(start as usize..end as usize) {
                    Some(field) => column.add_field_of(field, is_ascii),
                    None => column.add_null(),
                }
            }
        }
        self.splitter.clear();
    }

    /// Reads what was not complete, once all bytes were read.
    ///
    /// # Errors
    /// A row is too long.
    pub fn end(&mut self) -> Result<(), FileError> {
        loop {
            let (result, _, written, ended) =
                self.reader.read_record(&[], &mut self.fields[self.len..], &mut self.ends[self.count..]);
            let is_done = matches!(result, ReadRecordResult::End | ReadRecordResult::InputEmpty);
            self.step(&result, written, ended)?;
            if is_done {
                return Ok(());
            }
        }
    }

    fn step(&mut self, result: &ReadRecordResult, written: usize, ended: usize) -> Result<(), FileError> {
        self.len += written;
        self.count += ended;
        match result {
            ReadRecordResult::OutputFull => {
                if self.fields.len() >= MAX_ROW {
                    return Err(FileError::OpenQuote { line: self.rows + 1 });
                }
                self.fields.resize(self.fields.len() * 2, 0);
            }
            ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
            ReadRecordResult::Record => {
                self.row();
                (self.len, self.count) = (0, 0);
            }
            ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
        }
        Ok(())
    }

    /// Counts a row by the number of its fields.
    fn begin_row(&mut self, fields: usize) {
        self.rows += 1;
        if fields != self.columns.len() {
            if self.uneven == 0 {
                self.first_uneven = self.record_line;
            }
            self.uneven += 1;
        }
    }

    /// Reads the record of the other reader.
    fn row(&mut self) {
        self.is_partial = false;
        if std::mem::take(&mut self.skips_first) {
            return;
        }
        self.begin_row(self.count);
        let (ends, mut start) = (&self.ends[..self.count], 0);
        for (index, column) in self.columns.iter_mut().enumerate() {
            match ends.get(index) {
                Some(&end) => {
                    column.add_field(&self.fields[start..end]);
                    start = end;
                }
                None => column.add_null(),
            }
        }
    }
}
