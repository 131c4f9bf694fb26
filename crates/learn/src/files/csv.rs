//! Rows of fields with a separator between them.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::error::{FileError, MAX_ROW};
use super::name::{column_names, table_name};
use super::sketch::Sketch;
use super::sniff;
use super::split::Splitter;
use super::table::{LearnedTable, hashes, table};
use crate::model::{Note, Origin};

/// As many bytes are looked at to find the separator and the names.
const HEAD: usize = 256 << 10;
/// After as many fields they are added to their columns.
const MAX_FIELDS: usize = 4096;
/// As many bytes are divided at once.
const MAX_BYTES: usize = 1 << 30;
/// A field that a record does not have.
const MISSING: (u32, u32) = (u32::MAX, u32::MAX);

/// Reads a file of rows, in pieces of any length.
pub struct CsvReader {
    source: String,
    separator: Option<u8>,
    head: Vec<u8>,
    rows: Option<Rows>,
}

struct Rows {
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
    columns: Vec<Sketch>,
    names: Vec<String>,
    rows: u64,
    /// How many rows have another number of fields, and the line of the first.
    uneven: u64,
    first_uneven: u64,
    is_utf8: bool,
}

impl CsvReader {
    /// A file of this name; its separator is detected from its content where it is not given.
    pub fn new(source: &str, separator: Option<u8>) -> CsvReader {
        CsvReader { source: source.to_owned(), separator, head: Vec::new(), rows: None }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// This is no text, or a row is too long.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        if let Some(rows) = &mut self.rows {
            return bytes.chunks(MAX_BYTES).try_for_each(|bytes| rows.read(bytes));
        }
        self.head.extend_from_slice(bytes);
        if self.head.len() < HEAD { Ok(()) } else { self.begin() }
    }

    /// Finds the separator and the names, and reads what is there.
    fn begin(&mut self) -> Result<(), FileError> {
        let head = std::mem::take(&mut self.head);
        if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            return Err(FileError::Utf16);
        }
        if memchr::memchr(0, &head).is_some() {
            return Err(FileError::NotText);
        }
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
        let separator = self.separator.unwrap_or_else(|| sniff::separator(text).0);
        let first = sniff::rows(text, separator);
        if text.trim_ascii().is_empty() {
            return Err(FileError::Empty);
        }
        let has_names = sniff::has_names(&first);
        let width = first.iter().take(2).map(Vec::len).max().unwrap_or(1);
        let field = |at: usize| {
            let name = first.first().filter(|_| has_names).and_then(|row| row.get(at));
            name.map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default()
        };
        // A character may be cut at the end.
        let is_utf8 = match std::str::from_utf8(text) {
            Ok(_) => true,
            Err(error) => error.error_len().is_none(),
        };
        let names = column_names((0..width).map(field).collect());
        let mut rows = Rows {
            splitter: Splitter::new(separator),
            reader: ReaderBuilder::new().delimiter(separator).build(),
            // The first record may begin in any way.
            is_partial: true,
            line: 1,
            record_line: 1,
            fields: vec![0; 64 << 10],
            ends: vec![0; width + 16],
            len: 0,
            count: 0,
            skips_first: has_names,
            columns: names.iter().map(|name| Sketch::named(name, hashes(width), width)).collect(),
            names,
            rows: 0,
            uneven: 0,
            first_uneven: 0,
            is_utf8,
        };
        text.chunks(MAX_BYTES).try_for_each(|text| rows.read(text))?;
        self.rows = Some(rows);
        Ok(())
    }

    /// The table, once all bytes were read.
    ///
    /// # Errors
    /// There are no rows.
    pub fn finish(mut self) -> Result<LearnedTable, FileError> {
        if self.rows.is_none() {
            self.begin()?;
        }
        let Some(mut rows) = self.rows else { return Err(FileError::Empty) };
        rows.end()?;
        if rows.rows == 0 {
            return Err(FileError::NoRows);
        }
        let origin = Origin { source: self.source.clone(), line: 0 };
        let mut notes = Vec::new();
        let mut note = |line: u64, text: String| {
            let origin = Origin { line: usize::try_from(line).unwrap_or(0), ..origin.clone() };
            notes.push(Note { origin, about: String::new(), text });
        };
        if rows.uneven > 0 {
            let width = rows.columns.len();
            let text =
                format!("{} rows have another number of fields than {width}; this is the first", rows.uneven);
            note(rows.first_uneven, text);
        }
        if !rows.is_utf8 {
            note(0, "the file is not UTF-8, and read as Windows-1252".into());
        }
        let columns = rows.names.into_iter().zip(rows.columns).collect();
        let mut read = table(&table_name(&self.source), &origin, rows.rows, columns);
        read.notes = notes;
        Ok(read)
    }
}

impl Rows {
    fn read(&mut self, mut bytes: &[u8]) -> Result<(), FileError> {
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

    fn end(&mut self) -> Result<(), FileError> {
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
