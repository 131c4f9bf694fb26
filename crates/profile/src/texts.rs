//! The texts of a column: how long they are, and which are first and last in the order of their bytes.

use std::cmp::Ordering;

use gusher::text::{Buffer, ColumnText, TextWriter};
use gusher::types::{ColumnData, DataType, Field};

/// A text, and the row that has it first.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The first eight bytes, to compare most texts by.
    key: u64,
    text: Vec<u8>,
    pub row: u64,
}

/// The first text and the last.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextRange {
    pub min: Option<Found>,
    pub max: Option<Found>,
}

impl TextRange {
    fn add(&mut self, text: &[u8], row: u64) {
        let key = key(text);
        bound(&mut self.min, Ordering::Less, key, text, row);
        bound(&mut self.max, Ordering::Greater, key, text, row);
    }

    /// Adds what is known of later rows.
    pub fn merge(&mut self, later: &TextRange) {
        for found in later.min.iter().chain(&later.max) {
            self.add(&found.text, found.row);
        }
    }
}

/// The first eight bytes as a number, in the order of texts; zeros follow a shorter one.
fn key(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => {
            text.iter().fold(0, |key, &byte| (key << 8) | u64::from(byte)) << (64 - 8 * text.len().max(1))
        }
    }
}

/// Takes a text that is before what was found, or after it.
fn bound(found: &mut Option<Found>, wanted: Ordering, key: u64, text: &[u8], row: u64) {
    let is_wanted = found.as_ref().is_none_or(|found| {
        let order = key.cmp(&found.key);
        order == wanted || order == Ordering::Equal && text.cmp(&found.text) == wanted
    });
    if is_wanted {
        let mut kept = found.take().map(|found| found.text).unwrap_or_default();
        kept.clear();
        kept.extend_from_slice(text);
        *found = Some(Found { key, text: kept, row });
    }
}

/// How the texts of a column are written, where they are texts.
pub(crate) fn texts_of(field: &Field) -> Option<ColumnText> {
    matches!(field.data_type, DataType::Utf8(_)).then(|| ColumnText::new(field))
}

/// Reads the texts of batches.
pub(crate) struct TextReader<'t> {
    writer: TextWriter<'t>,
    buffer: Buffer,
    ends: Vec<usize>,
}

impl<'t> TextReader<'t> {
    pub fn new(texts: &'t ColumnText) -> TextReader<'t> {
        TextReader { writer: texts.writer(), buffer: Buffer::default(), ends: Vec::new() }
    }

    /// Adds the texts of `len` rows from `first` on to `range`, and tells the row and the length in characters of each.
    pub fn read(
        &mut self,
        column: &ColumnData,
        first: u64,
        len: usize,
        range: &mut TextRange,
        mut report: impl FnMut(u64, i64),
    ) {
        self.buffer.clear();
        self.ends.clear();
        self.writer.write_each(column, len, &mut self.buffer, &mut self.ends);
        let bytes = self.buffer.as_ref();
        let is_ascii = bytes.is_ascii();
        let validity = column.validity();
        let mut start = 0;
        for (index, &end) in self.ends.iter().enumerate() {
            let text = &bytes[start..end];
            start = end;
            if !validity.is_empty() && validity.is_null(index) {
                continue;
            }
            let row = first + index as u64;
            range.add(text, row);
            report(row, if is_ascii { text.len() } else { characters(text) } as i64);
        }
    }
}

/// How many characters a text in UTF-8 has: as many as bytes that continue none.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{TextRange, characters};

    proptest! {
        #[test]
        fn ranges_and_lengths_are_those_of_the_texts(texts in prop::collection::vec("[\0aé€]{0,10}", 1..40), cut in 0..40usize) {
            let (mut one, mut two) = (TextRange::default(), TextRange::default());
            for (row, text) in texts.iter().enumerate() {
                (if row < cut { &mut one } else { &mut two }).add(text.as_bytes(), row as u64);
                prop_assert_eq!(characters(text.as_bytes()), text.chars().count());
            }
            one.merge(&two);
            let min = texts.iter().min();
            let max = texts.iter().max();
            let row = |wanted: Option<&String>| texts.iter().position(|text| Some(text) == wanted).map(|row| row as u64);
            prop_assert_eq!(one.min.map(|found| found.row), row(min));
            prop_assert_eq!(one.max.map(|found| found.row), row(max));
        }
    }
}
