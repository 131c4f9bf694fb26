//! A file of rows with nothing special about it, by the writer of the corpus: for the few files of a catalogue that are Parquet.

use std::io;

use super::axes::{
    Annotation, Codec, Encoding, Index, Levels, Nesting, Nulls, PageVersion, Presence, Rows, Statistics,
    Traits,
};
use super::file::File;
use super::nesting::{Node, Slot, Tree};
use super::types::TYPES;

/// The rows of a row group, which are in memory until it is full.
const GROUP_ROWS: usize = 4096;

/// Plain values in pages of version 1, compressed by Snappy, which every reader takes.
static TRAITS: Traits = Traits {
    of: &TYPES[0],
    encoding: Encoding::Plain,
    codec: Codec::Snappy,
    pages: PageVersion::V1,
    nulls: Nulls::Absent,
    rows: Rows::One,
    nesting: Nesting::Flat,
    statistics: Statistics::NullCount,
    index: Index::Absent,
    levels: Levels::Rle,
    annotation: Annotation::Both,
    checksums: Presence::Present,
    bloom: Presence::Absent,
};

/// Writes rows as a file.
pub(crate) struct PlainFile {
    fields: Vec<Node>,
    file: File<'static>,
    rows: Vec<Vec<Vec<Slot>>>,
    count: usize,
}

impl PlainFile {
    /// A file with these fields.
    pub fn new(fields: Vec<Node>) -> PlainFile {
        let columns = fields.iter().flat_map(Node::columns).collect();
        PlainFile { fields, file: File::new(&TRAITS, columns), rows: Vec::new(), count: 0 }
    }

    /// Adds a row: the value of each field.
    pub fn push(&mut self, row: &[Tree]) -> io::Result<()> {
        let mut slots = Vec::new();
        for (field, tree) in self.fields.iter().zip(row) {
            let mut own = vec![Vec::new(); field.columns().len()];
            field.shred(tree, &mut own);
            slots.append(&mut own);
        }
        self.rows.push(slots);
        self.count += 1;
        if self.rows.len() < GROUP_ROWS { Ok(()) } else { self.end_group() }
    }

    fn end_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.file.add_group(&rows, &[rows.len()])
    }

    /// The bytes of the file.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        if !self.rows.is_empty() {
            self.end_group()?;
        }
        self.file.finish(&self.fields, self.count as i64);
        Ok(self.file.into_bytes())
    }
}
