//! The end of a file: where everything is, and what lies between which bounds.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::{BoundaryOrder, Compression, Encoding as ParquetEncoding, Type as PhysicalType};
use ::parquet::data_type::{ByteArray, FixedLenByteArray};
use ::parquet::errors::Result;
use ::parquet::file::metadata::page_index::{PageIndex, PageIndexBuilder};
use ::parquet::file::metadata::{
    ColumnChunkMetaData, ColumnIndexBuilder, FileMetaData, OffsetIndexBuilder, ParquetMetaDataBuilder,
    ParquetMetaDataWriter, RowGroupMetaData,
};
use ::parquet::file::statistics::{Statistics, ValueStatistics};
use ::parquet::file::writer::TrackedWrite;
use ::parquet::schema::types::ColumnDescPtr;

use super::bounds::Bounds;
use super::column::{Column, Form, Physical};
use super::group::{Chunk, Group, Page};
use super::page::Encoding;
use super::schema::physical;
use super::table::{MAGIC, Parquet};
use super::texts;
use crate::codec::Codec;

/// Who wrote the file, in the form that readers expect. It never changes, so that a new version writes the same bytes.
const CREATED_BY: &str = "gush version 1.0.0 (build 0)";

/// The end of a file with these groups of a table.
pub(crate) fn footer<'g>(table: &Parquet<'_>, groups: impl Iterator<Item = &'g Group>) -> Result<Vec<u8>> {
    let mut file =
        FileEnd { table, offset: MAGIC.len() as u64, rows: 0, groups: Vec::new(), indexes: Vec::new() };
    for group in groups {
        file.add(group)?;
    }
    file.write()
}

/// The end of a file as it is put together.
struct FileEnd<'t> {
    table: &'t Parquet<'t>,
    /// Where the next chunk begins in the file.
    offset: u64,
    rows: u64,
    groups: Vec<RowGroupMetaData>,
    /// The indexes of the pages of each group's columns.
    indexes: Vec<Vec<(ColumnIndexBuilder, OffsetIndexBuilder)>>,
}

impl FileEnd<'_> {
    fn add(&mut self, group: &Group) -> Result<()> {
        let start = self.offset;
        let (mut chunks, mut indexes) = (Vec::new(), Vec::new());
        for (index, chunk) in group.chunks.iter().enumerate() {
            let (column, describes) = (&self.table.columns[index], self.table.schema.column(index));
            chunks.push(self.chunk(chunk, column, &describes)?);
            let data = self.offset + chunk.dictionary.unwrap_or(0);
            indexes.push((column_index(chunk, column), offset_index(chunk, data)));
            self.offset += chunk.bytes();
        }
        let uncompressed: u64 = group.chunks.iter().map(|chunk| chunk.uncompressed).sum();
        let group_meta = RowGroupMetaData::builder(Arc::clone(&self.table.schema))
            .set_num_rows(group.rows as i64)
            .set_total_byte_size(uncompressed as i64)
            .set_file_offset(start as i64)
            .set_column_metadata(chunks);
        self.groups.push(group_meta.build()?);
        self.indexes.push(indexes);
        self.rows += group.rows;
        Ok(())
    }

    /// What the end of the file says of a chunk that begins at the offset.
    fn chunk(
        &self,
        chunk: &Chunk,
        column: &Column,
        describes: &ColumnDescPtr,
    ) -> Result<ColumnChunkMetaData> {
        let slots: u64 = chunk.pages.iter().map(|page| u64::from(page.slots)).sum();
        let data = self.offset + chunk.dictionary.unwrap_or(0);
        let mut encodings = vec![encoding(chunk.encoding), ParquetEncoding::RLE];
        if chunk.dictionary.is_some() {
            encodings.push(ParquetEncoding::PLAIN);
        }
        ColumnChunkMetaData::builder(Arc::clone(describes))
            .set_encodings(encodings)
            .set_compression_codec(compression(self.table.codec)?.into())
            .set_num_values(slots as i64)
            .set_total_compressed_size(chunk.bytes() as i64)
            .set_total_uncompressed_size(chunk.uncompressed as i64)
            .set_data_page_offset(data as i64)
            .set_dictionary_page_offset(chunk.dictionary.map(|_| self.offset as i64))
            .set_statistics(statistics(chunk, column))
            .build()
    }

    fn write(self) -> Result<Vec<u8>> {
        let FileEnd { table, offset, rows, groups, indexes } = self;
        let mut pages = PageIndexBuilder::new(groups.len(), table.columns.len());
        for (group, columns) in indexes.into_iter().enumerate() {
            for (column, (bounds, offsets)) in columns.into_iter().enumerate() {
                if bounds.valid() {
                    pages.put_column_index(bounds.build()?, group, column);
                }
                pages.put_offset_index(offsets.build(), group, column);
            }
        }
        let pages: PageIndex = pages.build();
        let created_by = Some(CREATED_BY.into());
        let schema = Arc::clone(&table.schema);
        let file = FileMetaData::new(2, rows as i64, created_by, None, schema, None);
        let metadata = ParquetMetaDataBuilder::new(file)
            .set_row_groups(groups)
            .set_page_index(Some(Arc::new(pages)))
            .build();
        let mut bytes = Vec::new();
        let mut end = TrackedWrite::new(After { skipped: offset, bytes: &mut bytes });
        skip(&mut end, offset)?;
        ParquetMetaDataWriter::new_with_tracked(end, &metadata).finish()?;
        Ok(bytes)
    }
}

impl Chunk {
    /// How many bytes it has.
    fn bytes(&self) -> u64 {
        self.dictionary.unwrap_or(0) + self.pages.iter().map(|page| u64::from(page.bytes)).sum::<u64>()
    }
}

/// Takes what comes after the first bytes, which are elsewhere.
struct After<'b> {
    /// How many of them are still to come.
    skipped: u64,
    bytes: &'b mut Vec<u8>,
}

impl Write for After<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let skipped = self.skipped.min(bytes.len() as u64);
        self.skipped -= skipped;
        self.bytes.extend_from_slice(&bytes[skipped as usize..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lets the writer count the bytes before the end of the file, which it does not see: it knows offsets by what it has
/// written only.
fn skip(end: &mut TrackedWrite<After<'_>>, mut bytes: u64) -> io::Result<()> {
    // Zeroed memory that is never touched.
    let nothing = vec![0; bytes.min(1 << 26) as usize];
    while bytes > 0 {
        let some = bytes.min(nothing.len() as u64);
        end.write_all(&nothing[..some as usize])?;
        bytes -= some;
    }
    Ok(())
}

fn encoding(encoding: Encoding) -> ParquetEncoding {
    match encoding {
        Encoding::Plain => ParquetEncoding::PLAIN,
        Encoding::DeltaBinaryPacked => ParquetEncoding::DELTA_BINARY_PACKED,
        Encoding::DeltaLengthByteArray => ParquetEncoding::DELTA_LENGTH_BYTE_ARRAY,
        Encoding::RleDictionary => ParquetEncoding::RLE_DICTIONARY,
    }
}

fn compression(codec: Option<Codec>) -> Result<Compression> {
    Ok(match codec {
        None => Compression::UNCOMPRESSED,
        Some(Codec::Snappy) => Compression::SNAPPY,
        Some(Codec::Lz4) => Compression::LZ4_RAW,
        Some(Codec::Zstd(_)) => Compression::ZSTD(Default::default()),
        Some(Codec::Gzip(_)) => Compression::GZIP(Default::default()),
    })
}

/// The bounds of a chunk's values, and how many are null.
fn statistics(chunk: &Chunk, column: &Column) -> Statistics {
    let nulls = Some(chunk.pages.iter().map(|page| u64::from(page.nulls)).sum());
    let bounds = chunk.pages.iter().fold(Bounds::None, |bounds, page| bounds.and(&page.bounds));
    let kind = physical(column.kind);
    let (ends, is_exact) = match bounds {
        Bounds::None => (None, true),
        Bounds::Ints(least, most) => return number_statistics(kind, least, most, nulls),
        Bounds::Bytes(least, most) => {
            let is_cut = texts::is_cut(&least) || texts::is_cut(&most);
            (Some((least, most)), !is_cut || kind == PhysicalType::FIXED_LEN_BYTE_ARRAY)
        }
        Bounds::Words => (words(column), false),
    };
    let (least, most) = ends.map(|(least, most)| (least.into_vec(), most.into_vec())).unzip();
    match kind {
        PhysicalType::BYTE_ARRAY => Statistics::ByteArray(
            ValueStatistics::new(least.map(ByteArray::from), most.map(ByteArray::from), None, nulls, false)
                .with_min_is_exact(is_exact)
                .with_max_is_exact(is_exact),
        ),
        PhysicalType::FIXED_LEN_BYTE_ARRAY => {
            let [least, most] = [least, most].map(|end| end.map(FixedLenByteArray::from));
            Statistics::fixed_len_byte_array(least, most, None, nulls, false)
        }
        PhysicalType::BOOLEAN => Statistics::boolean(None, None, None, nulls, false),
        PhysicalType::INT32 => Statistics::int32(None, None, None, nulls, false),
        _ => Statistics::int64(None, None, None, nulls, false),
    }
}

fn number_statistics(kind: PhysicalType, least: i64, most: i64, nulls: Option<u64>) -> Statistics {
    match kind {
        PhysicalType::BOOLEAN => Statistics::boolean(Some(least != 0), Some(most != 0), None, nulls, false),
        PhysicalType::INT32 => Statistics::int32(Some(least as i32), Some(most as i32), None, nulls, false),
        PhysicalType::FIXED_LEN_BYTE_ARRAY => {
            let [least, most] = [least, most].map(|n| Some(FixedLenByteArray::from(fixed(n))));
            Statistics::fixed_len_byte_array(least, most, None, nulls, false)
        }
        _ => Statistics::int64(Some(least), Some(most), None, nulls, false),
    }
}

/// A number in the bytes of a decimal of more than 18 digits.
fn fixed(n: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    Physical::Fixed(9).put(n, &mut bytes);
    bytes
}

/// The smallest and the largest of some bytes.
type Ends = (Box<[u8]>, Box<[u8]>);

/// The first and the last word of a column's dictionary, byte by byte.
fn words(column: &Column) -> Option<Ends> {
    match &column.form {
        Form::Words { least, most, .. } => Some((least.clone(), most.clone())),
        Form::Range { .. } | Form::Texts(_) | Form::Values => None,
    }
}

/// The bounds of each page.
fn column_index(chunk: &Chunk, column: &Column) -> ColumnIndexBuilder {
    let kind = physical(column.kind);
    let mut index = ColumnIndexBuilder::new(kind);
    for page in &chunk.pages {
        let is_null = page.nulls == page.slots;
        match page_bounds(page, column, kind) {
            Some((least, most)) => index.append(false, least, most, i64::from(page.nulls), None),
            None if is_null => index.append(true, Vec::new(), Vec::new(), i64::from(page.nulls), None),
            None => index.to_invalid(),
        }
    }
    index.set_boundary_order(order(&chunk.pages));
    index
}

/// The bounds of a page as they are written.
fn page_bounds(page: &Page, column: &Column, kind: PhysicalType) -> Option<(Vec<u8>, Vec<u8>)> {
    let number = |n: i64| match kind {
        PhysicalType::BOOLEAN => vec![n as u8],
        PhysicalType::INT32 => (n as i32).to_le_bytes().to_vec(),
        PhysicalType::FIXED_LEN_BYTE_ARRAY => fixed(n),
        _ => n.to_le_bytes().to_vec(),
    };
    match &page.bounds {
        Bounds::None => None,
        Bounds::Ints(least, most) => Some((number(*least), number(*most))),
        Bounds::Bytes(least, most) => Some((least.to_vec(), most.to_vec())),
        Bounds::Words => words(column).map(|(least, most)| (least.into_vec(), most.into_vec())),
    }
}

/// Whether the bounds of pages rise or fall from one to the next. Pages of nulls only do not count.
fn order(pages: &[Page]) -> BoundaryOrder {
    let bounds: Vec<&Bounds> =
        pages.iter().map(|page| &page.bounds).filter(|bounds| **bounds != Bounds::None).collect();
    let all = |holds: fn(&Bounds, &Bounds) -> bool| bounds.windows(2).all(|pair| holds(pair[0], pair[1]));
    let rise = |a: &Bounds, b: &Bounds| match (a, b) {
        (Bounds::Ints(a, b), Bounds::Ints(c, d)) => a <= c && b <= d,
        (Bounds::Bytes(a, b), Bounds::Bytes(c, d)) => a <= c && b <= d,
        _ => a == b,
    };
    if all(rise) {
        BoundaryOrder::ASCENDING
    } else if all(|a, b| match (a, b) {
        (Bounds::Ints(a, b), Bounds::Ints(c, d)) => a >= c && b >= d,
        (Bounds::Bytes(a, b), Bounds::Bytes(c, d)) => a >= c && b >= d,
        _ => a == b,
    }) {
        BoundaryOrder::DESCENDING
    } else {
        BoundaryOrder::UNORDERED
    }
}

/// Where each page is.
fn offset_index(chunk: &Chunk, mut offset: u64) -> OffsetIndexBuilder {
    let mut index = OffsetIndexBuilder::new();
    for page in &chunk.pages {
        index.append_row_count(i64::from(page.rows));
        index.append_offset_and_size(offset as i64, page.bytes as i32);
        offset += u64::from(page.bytes);
    }
    index
}
