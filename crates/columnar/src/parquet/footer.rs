//! The end of a file: where everything is.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding as ParquetEncoding, PageType};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::page_index::{PageIndex, PageIndexBuilder};
use ::parquet::file::metadata::{
    ColumnChunkMetaData, ColumnIndexBuilder, FileMetaData, KeyValue, OffsetIndexBuilder, PageEncodingStats,
    ParquetMetaDataBuilder, ParquetMetaDataWriter, RowGroupMetaData, SortingColumn,
};
use ::parquet::file::writer::TrackedWrite;
use ::parquet::schema::types::ColumnDescPtr;

use super::chunk::{Chunk, Group};
use super::column::Column;
use super::geo;
use super::page::Encoding;
use super::statistics::{column_index, offset_index, statistics};
use super::table::{MAGIC, Parquet};
use crate::bits::{varint, zigzag};
use crate::codec::Codec;
use crate::options::{PageVersion, SortKey};

/// Which version wrote the file, in the form that readers parse: they step around known faults of a version by it. There is no
/// commit in it, so that one version writes the same bytes wherever it was built.
const CREATED_BY: &str = concat!("gusher version ", env!("CARGO_PKG_VERSION"), " (build 0)");

/// The end of a file with these groups of a table.
pub(crate) fn footer<'g>(
    table: &Parquet<'_>,
    groups: impl Iterator<Item = &'g Group> + Clone,
) -> Result<Vec<u8>> {
    let data: u64 = groups.clone().map(Group::bytes).sum();
    let data = MAGIC.len() as u64 + data;
    let entries = table.metadata.iter().cloned().chain(geo::entry(table, &groups)).collect();
    let mut file = FileEnd {
        table,
        offset: MAGIC.len() as u64,
        groups: Vec::new(),
        indexes: Vec::new(),
        written: Written::new(table, data, entries)?,
    };
    for group in groups {
        file.add(group)?;
        if file.groups.len() * table.columns.len() >= MAX_CHUNKS {
            file.flush()?;
        }
    }
    file.flush()?;
    file.written.finish()
}

/// The metadata of no more chunks than this is in memory as the crate wants it, at some kilobytes each.
const MAX_CHUNKS: usize = 1024;

/// The end of a file as it is put together.
struct FileEnd<'t> {
    table: &'t Parquet<'t>,
    /// Where the next chunk begins in the file.
    offset: u64,
    /// Groups that are not written yet.
    groups: Vec<RowGroupMetaData>,
    /// The indexes of the pages of each of their columns.
    indexes: Vec<Vec<(ColumnIndexBuilder, OffsetIndexBuilder)>>,
    written: Written,
}

impl FileEnd<'_> {
    fn add(&mut self, group: &Group) -> Result<()> {
        let start = self.offset;
        let (mut chunks, mut indexes) = (Vec::new(), Vec::new());
        let mut bloom = start + group.chunks.iter().map(Chunk::bytes).sum::<u64>();
        for (index, chunk) in group.chunks.iter().enumerate() {
            let (column, describes) = (&self.table.columns[index], self.table.schema.column(index));
            chunks.push(self.chunk(chunk, column, &describes, bloom)?);
            bloom += chunk.bloom.unwrap_or(0);
            let data = self.offset + chunk.dictionary.unwrap_or(0);
            indexes.push((column_index(chunk, column), offset_index(chunk, data)));
            self.offset += chunk.bytes();
        }
        self.offset = bloom;
        let uncompressed: u64 = group.chunks.iter().map(|chunk| chunk.uncompressed).sum();
        let group_meta = RowGroupMetaData::builder(Arc::clone(&self.table.schema))
            .set_num_rows(group.rows as i64)
            .set_total_byte_size(uncompressed as i64)
            .set_file_offset(start as i64)
            .set_sorting_columns(sorting(self.table))
            .set_column_metadata(chunks);
        self.groups.push(group_meta.build()?);
        self.indexes.push(indexes);
        Ok(())
    }

    /// The record in the end of the file for a chunk that begins at the offset, and whose bloom filter is at `bloom` if it has one.
    fn chunk(
        &self,
        chunk: &Chunk,
        column: &Column,
        describes: &ColumnDescPtr,
        bloom: u64,
    ) -> Result<ColumnChunkMetaData> {
        let slots: u64 = chunk.pages.iter().map(|page| u64::from(page.slots)).sum();
        let data = self.offset + chunk.dictionary.unwrap_or(0);
        let (encodings, stats) = encodings(chunk, self.table.options.parquet.pages);
        ColumnChunkMetaData::builder(Arc::clone(describes))
            .set_encodings(encodings)
            .set_page_encoding_stats(stats)
            .set_compression_codec(compression(self.table.options.codec)?.into())
            .set_num_values(slots as i64)
            .set_total_compressed_size(chunk.bytes() as i64)
            .set_total_uncompressed_size(chunk.uncompressed as i64)
            .set_data_page_offset(data as i64)
            .set_dictionary_page_offset(chunk.dictionary.map(|_| self.offset as i64))
            .set_statistics(statistics(chunk, column))
            .set_bloom_filter_offset(chunk.bloom.map(|_| bloom as i64))
            .set_bloom_filter_length(chunk.bloom.map(|bytes| bytes as i32))
            .build()
    }

    /// Writes the groups that are not written yet, with their indexes.
    fn flush(&mut self) -> Result<()> {
        let (groups, indexes) = (mem::take(&mut self.groups), mem::take(&mut self.indexes));
        let mut pages = PageIndexBuilder::new(groups.len(), self.table.columns.len());
        for (group, columns) in indexes.into_iter().enumerate() {
            for (column, (bounds, offsets)) in columns.into_iter().enumerate() {
                if bounds.valid() {
                    pages.put_column_index(bounds.build()?, group, column);
                }
                pages.put_offset_index(offsets.build(), group, column);
            }
        }
        self.written.add(self.table, groups, pages.build())
    }
}

/// The end of a file, as it is written: the crate writes it for a few groups at a time, as all of a file would take
/// much more memory than their bytes.
struct Written {
    /// Where the indexes begin in the file.
    data: u64,
    /// The entries of the file's metadata: keys and their texts.
    entries: Vec<(String, String)>,
    /// The indexes of pages.
    indexes: Vec<u8>,
    /// How many groups there are, their rows, and their metadata.
    count: usize,
    rows: u64,
    groups: Vec<u8>,
    /// The bytes before the number of rows in a file's metadata, and those after its groups.
    before: Vec<u8>,
    after: Vec<u8>,
}

/// In Thrift's compact protocol: the next field, a number of 64 bits; the next field, a list; the next field, a text; a list of structs with
/// fewer than 15.
const NEXT_I64: u8 = 0x16;
const NEXT_LIST: u8 = 0x19;
const NEXT_TEXT: u8 = 0x18;
const STRUCTS: u8 = 0x0C;

impl Written {
    fn new(table: &Parquet<'_>, data: u64, entries: Vec<(String, String)>) -> Result<Written> {
        let (_, empty) = metadata(table, &entries, 0, Vec::new(), None)?;
        // Who wrote the file comes after the groups, with its field and its length before it; entries of its metadata come between, with
        // the field, the type and the number of them.
        let after = if entries.is_empty() {
            let name = empty.windows(CREATED_BY.len()).rposition(|bytes| bytes == CREATED_BY.as_bytes());
            name.and_then(|name| name.checked_sub(2)).unwrap_or(0)
        } else {
            let first = entry_bytes(&entries[0]);
            let entry = empty.windows(first.len()).rposition(|bytes| bytes == first);
            entry.and_then(|entry| entry.checked_sub(2)).unwrap_or(0)
        };
        let none = [NEXT_I64, 0, NEXT_LIST, STRUCTS];
        let Some(before) = empty[..after].strip_suffix(&none) else {
            return Err(ParquetError::General("the metadata of a file has another form".into()));
        };
        let (before, after) = (before.to_vec(), empty[after..].to_vec());
        Ok(Written {
            data,
            entries,
            indexes: Vec::new(),
            count: 0,
            rows: 0,
            groups: Vec::new(),
            before,
            after,
        })
    }

    /// Adds groups and their indexes.
    fn add(&mut self, table: &Parquet<'_>, groups: Vec<RowGroupMetaData>, pages: PageIndex) -> Result<()> {
        if groups.is_empty() {
            return Ok(());
        }
        let (count, rows) = (groups.len(), groups.iter().map(|group| group.num_rows() as u64).sum());
        let offset = self.data + self.indexes.len() as u64;
        let (indexes, metadata) = metadata(table, &self.entries, offset, groups, Some(pages))?;
        self.indexes.extend(indexes);
        let start = self.before.len() + heading(rows, count).len();
        self.groups.extend_from_slice(&metadata[start..metadata.len() - self.after.len()]);
        self.count += count;
        self.rows += rows;
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>> {
        let Written { indexes: mut bytes, count, rows, groups, before, after, .. } = self;
        let start = bytes.len();
        for part in [before, heading(rows, count), groups, after] {
            bytes.extend_from_slice(&part);
        }
        let len = u32::try_from(bytes.len() - start)
            .map_err(|_| ParquetError::General("the metadata of the file has more than 4 GiB".into()))?;
        bytes.extend_from_slice(&len.to_le_bytes());
        bytes.extend_from_slice(MAGIC);
        Ok(bytes)
    }
}

/// An entry of a file's metadata: its key is the first field of a struct, and its text the second.
fn entry_bytes((key, text): &(String, String)) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in [key, text] {
        bytes.push(NEXT_TEXT);
        varint(part.len() as u64, &mut bytes);
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes
}

/// The bytes before the groups: the number of rows, and the number of groups.
fn heading(rows: u64, count: usize) -> Vec<u8> {
    let mut bytes = vec![NEXT_I64];
    varint(zigzag(rows as i64), &mut bytes);
    bytes.push(NEXT_LIST);
    match count {
        0..15 => bytes.push((count as u8) << 4 | STRUCTS),
        _ => {
            bytes.push(0xF0 | STRUCTS);
            varint(count as u64, &mut bytes);
        }
    }
    bytes
}

/// The indexes of these groups, which begin at an offset of the file, and the metadata of a file that has them.
fn metadata(
    table: &Parquet<'_>,
    entries: &[(String, String)],
    offset: u64,
    groups: Vec<RowGroupMetaData>,
    pages: Option<PageIndex>,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
    // Readers take no other meaning from it than which pages there may be.
    let version = match table.options.parquet.pages {
        PageVersion::V1 => 1,
        PageVersion::V2 => 2,
    };
    let entry = |(key, text): &(String, String)| KeyValue::new(key.clone(), text.clone());
    let entries = (!entries.is_empty()).then(|| entries.iter().map(entry).collect());
    let file =
        FileMetaData::new(version, rows, Some(CREATED_BY.into()), entries, Arc::clone(&table.schema), None);
    let metadata = ParquetMetaDataBuilder::new(file)
        .set_row_groups(groups)
        .set_page_index(pages.map(|pages| Arc::new(pages) as _))
        .build();
    let mut bytes = Vec::new();
    let mut end = TrackedWrite::new(After { skipped: offset, bytes: &mut bytes });
    skip(&mut end, offset)?;
    ParquetMetaDataWriter::new_with_tracked(end, &metadata).finish()?;
    // Its length and the magic come last.
    let end = bytes.len() - 4 - MAGIC.len();
    let len = u32::from_le_bytes([bytes[end], bytes[end + 1], bytes[end + 2], bytes[end + 3]]) as usize;
    bytes.truncate(end);
    let metadata = bytes.split_off(end - len);
    Ok((bytes, metadata))
}

/// By which columns the rows of each group are sorted, if they are.
fn sorting(table: &Parquet<'_>) -> Option<Vec<SortingColumn>> {
    let column = |key: &SortKey| SortingColumn {
        column_idx: key.column as i32,
        descending: key.descending,
        nulls_first: false,
    };
    (!table.sorting.is_empty()).then(|| table.sorting.iter().map(column).collect())
}

impl Chunk {
    /// How many bytes it has.
    pub(super) fn bytes(&self) -> u64 {
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

/// The encodings of a chunk, and how many pages of which type have which: by these, readers see whether all values are in the
/// dictionary.
fn encodings(chunk: &Chunk, pages: PageVersion) -> (Vec<ParquetEncoding>, Vec<PageEncodingStats>) {
    let data_page = match pages {
        PageVersion::V1 => PageType::DATA_PAGE,
        PageVersion::V2 => PageType::DATA_PAGE_V2,
    };
    let dictionary = chunk.dictionary.map(|_| (PageType::DICTIONARY_PAGE, ParquetEncoding::PLAIN, 1));
    let data = chunk.encodings().into_iter().map(|(of, count)| (data_page, encoding(of), count as i32));
    let stats: Vec<PageEncodingStats> = dictionary
        .into_iter()
        .chain(data)
        .map(|(page_type, encoding, count)| PageEncodingStats { page_type, encoding, count })
        .collect();
    let mut encodings = vec![ParquetEncoding::RLE];
    encodings.extend(stats.iter().map(|stats| stats.encoding));
    encodings.dedup();
    (encodings, stats)
}

fn encoding(encoding: Encoding) -> ParquetEncoding {
    match encoding {
        Encoding::Plain => ParquetEncoding::PLAIN,
        Encoding::DeltaBinaryPacked => ParquetEncoding::DELTA_BINARY_PACKED,
        Encoding::DeltaLengthByteArray => ParquetEncoding::DELTA_LENGTH_BYTE_ARRAY,
        Encoding::RleDictionary => ParquetEncoding::RLE_DICTIONARY,
        Encoding::ByteStreamSplit => ParquetEncoding::BYTE_STREAM_SPLIT,
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
