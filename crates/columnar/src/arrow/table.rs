//! A table: what comes before its first record batch, and after the last one.

use std::io;

use gusher::plan::Plan;
use gusher::types::{DataType, Field, FloatWidth};

use super::block::Block;
use super::flat::{Builder, Value};
use super::message::{self, Body, Header};
use super::schema;
use crate::codec::{Codec, Compressor};
use crate::kind::Kind;
use crate::memory::{ColumnLayout, TextLayout, le_bytes};
use crate::options::Options;

/// The magic bytes at the start and the end of a file.
const MAGIC: &[u8] = b"ARROW1";

/// How many rows a record batch has, unless they are wide or it was asked for. The values of a column then stay in the second-level cache until they are copied.
const BATCH_ROWS: u64 = 1 << 15;
/// About how many bytes a record batch has at most.
const BATCH_BYTES: u64 = 64 << 20;
/// How few rows a record batch has where they are wide.
const MIN_ROWS: u64 = 1 << 10;
/// How few where they are wider than any row without lists.
const MIN_LISTS: u64 = 1 << 4;
/// A row that is wider than this has lists.
const WIDEST: u64 = 1 << 20;

/// How the rows of a table are written.
#[derive(Debug)]
pub(crate) struct Arrow<'p> {
    pub(super) plan: &'p Plan,
    pub(super) columns: Vec<ColumnLayout>,
    /// For each column, whether its values are in batches as a record batch has them.
    pub(super) verbatim: Vec<bool>,
    pub(super) codec: Option<Codec>,
    is_file: bool,
    group_rows: u64,
    header: Vec<u8>,
    /// What the schema has besides: keys and their texts.
    entries: Vec<(String, String)>,
    /// The dictionary batches in the header.
    dictionaries: Vec<[i64; 3]>,
}

impl<'p> Arrow<'p> {
    pub fn new(plan: &'p Plan, options: Options, is_file: bool) -> io::Result<Arrow<'p>> {
        let Options { codec, group_rows, .. } = options;
        let layout = |field| ColumnLayout::new(field, TextLayout::NarrowDictionary);
        let columns: Vec<ColumnLayout> = plan.fields().map(layout).collect();
        let width = columns.iter().map(ColumnLayout::width).fold(0, u64::saturating_add);
        let most = (BATCH_BYTES / width.max(1) + 1).next_power_of_two() / 2;
        let least = if width > WIDEST { MIN_LISTS } else { MIN_ROWS };
        let group_rows = group_rows.unwrap_or_else(|| BATCH_ROWS.min(most.max(least)));
        let verbatim = plan.fields().map(is_verbatim).collect();
        let (header, entries, dictionaries) = (Vec::new(), Vec::new(), Vec::new());
        let mut arrow =
            Arrow { plan, columns, verbatim, codec, is_file, group_rows, header, entries, dictionaries };
        arrow.write_header()?;
        Ok(arrow)
    }

    pub fn group_rows(&self) -> u64 {
        self.group_rows
    }

    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// Adds entries to the metadata of the schema.
    pub fn add_metadata(&mut self, entries: Vec<(String, String)>) -> io::Result<()> {
        self.entries = entries;
        self.dictionaries.clear();
        self.write_header()
    }

    /// The magic, the schema and all dictionaries.
    fn write_header(&mut self) -> io::Result<()> {
        let mut header = Vec::new();
        if self.is_file {
            header.extend_from_slice(MAGIC);
            header.extend_from_slice(&[0; 2]);
        }
        let mut metadata = Builder::default();
        let root = schema::write(&self.columns, &self.entries, &mut metadata);
        header.extend(message::metadata(Header::Schema, root, metadata, 0));
        let (mut body, mut bytes, mut compressor) =
            (Body::default(), Vec::new(), self.codec.map(Compressor::framed));
        for (id, column) in (0..).zip(self.columns.iter().flat_map(ColumnLayout::leaves)) {
            let Some((texts, _)) = column.dictionary() else { continue };
            let count = texts.offsets.len() as u64 - 1;
            bytes.clear();
            body.begin(&bytes);
            body.node(count, 0);
            body.buffer(&[], None, &mut bytes)?;
            body.dictionary_buffer(&le_bytes(&texts.offsets), compressor.as_mut(), &mut bytes)?;
            body.dictionary_buffer(&texts.bytes, compressor.as_mut(), &mut bytes)?;
            let mut metadata = Builder::default();
            let data = body.describe(count, self.codec, &mut metadata);
            let root = metadata.table(&[(0, Value::I64(id)), (1, Value::Offset(data))]);
            let start = header.len();
            let metadata = message::metadata(Header::DictionaryBatch, root, metadata, bytes.len());
            self.dictionaries.push([start as i64, metadata.len() as i64, bytes.len() as i64]);
            header.extend(metadata);
            header.extend_from_slice(&bytes);
        }
        self.header = header;
        Ok(())
    }

    /// The bytes after the last record batch.
    pub fn footer<'b>(&self, blocks: impl Iterator<Item = &'b Block>) -> Vec<u8> {
        let mut out = Vec::new();
        message::end(&mut out);
        if !self.is_file {
            return out;
        }
        let mut offset = self.header.len() as i64;
        let mut located = |block: &Block| {
            let block = [offset, block.metadata as i64, block.body as i64];
            offset += block[1] + block[2];
            block
        };
        let batches: Vec<[i64; 3]> = blocks.map(&mut located).collect();
        let mut footer = Builder::default();
        let schema = schema::write(&self.columns, &self.entries, &mut footer);
        let (dictionaries, batches) = (footer.structs(&self.dictionaries), footer.structs(&batches));
        let root = footer.table(&[
            (0, Value::I16(message::VERSION)),
            (1, Value::Offset(schema)),
            (2, Value::Offset(dictionaries)),
            (3, Value::Offset(batches)),
        ]);
        let footer = footer.finish(root);
        out.extend_from_slice(&footer);
        out.extend_from_slice(&(footer.len() as u32).to_le_bytes());
        out.extend_from_slice(MAGIC);
        out
    }
}

/// Whether the values of a column are in batches as a record batch has them, and none is null.
fn is_verbatim(field: &Field) -> bool {
    let is_same = match (&field.data_type, Kind::of(field)) {
        (DataType::Int64 { .. }, Kind::Int(int)) => int.bits == 64,
        (DataType::Float { .. }, Kind::Float { width: FloatWidth::Double, .. })
        | (DataType::Date32 { .. }, Kind::Date) => true,
        (DataType::Timestamp { .. }, kind @ Kind::Timestamp { .. }) => kind.factor() == 1,
        _ => false,
    };
    is_same && !field.nullable
}
