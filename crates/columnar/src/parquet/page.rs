//! Pages: their headers, in Thrift's compact protocol.
//!
//! The header is written by hand, as it comes before bytes of several buffers, and the crate would want them in one of
//! its own.

use std::io;

use crate::bits::{varint, zigzag};
use crate::codec::Compressor;
use crate::options::PageVersion;

/// How the values of a page are written, by Parquet's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Encoding {
    Plain = 0,
    DeltaBinaryPacked = 5,
    DeltaLengthByteArray = 6,
    RleDictionary = 8,
    ByteStreamSplit = 9,
}

/// A page of values.
pub(super) struct DataPage {
    pub rows: u32,
    /// How many values there are, those included that are null, and how many are null.
    pub slots: u32,
    pub nulls: u32,
    pub encoding: Encoding,
    /// The bytes of the repetition levels and of the definition levels. They are never compressed in version 2, and a part of the
    /// values in version 1.
    pub levels: [usize; 2],
    /// The bytes of the values, as they are written and uncompressed.
    pub bytes: usize,
    pub uncompressed: usize,
    pub is_compressed: bool,
    pub checksum: Option<u32>,
}

/// Thrift's numbers of types.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const I32: u8 = 5;
const STRUCT: u8 = 12;

/// The numbers of fields of a page's header: those that depend on its type.
const DATA_PAGE_HEADER: u8 = 5;
const DICTIONARY_PAGE_HEADER: u8 = 7;
const DATA_PAGE_HEADER_V2: u8 = 8;

/// The encoding of levels, by Parquet's number.
const RLE: usize = 3;

/// The numbers of the types of pages.
const DATA_PAGE: usize = 0;
const DICTIONARY_PAGE: usize = 2;
const DATA_PAGE_V2: usize = 3;

impl DataPage {
    /// Appends the header.
    pub fn header(&self, version: PageVersion, out: &mut Vec<u8>) {
        match version {
            PageVersion::V1 => self.header_v1(out),
            PageVersion::V2 => self.header_v2(out),
        }
    }

    fn header_v1(&self, out: &mut Vec<u8>) {
        let before = page(DATA_PAGE, self.uncompressed, self.bytes, self.checksum, out);
        out.push((DATA_PAGE_HEADER - before) << 4 | STRUCT);
        for number in [self.slots as usize, self.encoding as usize, RLE, RLE] {
            field(number, out);
        }
        out.extend([0, 0]);
    }

    fn header_v2(&self, out: &mut Vec<u8>) {
        let [repetition, definition] = self.levels;
        let levels = repetition + definition;
        let before = page(DATA_PAGE_V2, levels + self.uncompressed, levels + self.bytes, self.checksum, out);
        out.push((DATA_PAGE_HEADER_V2 - before) << 4 | STRUCT);
        for number in [self.slots as usize, self.nulls as usize, self.rows as usize, self.encoding as usize] {
            field(number, out);
        }
        field(definition, out);
        field(repetition, out);
        out.extend([1 << 4 | if self.is_compressed { TRUE } else { FALSE }, 0, 0]);
    }
}

/// Appends a dictionary page of this many entries, and gives how many bytes it would have uncompressed.
pub(super) fn dictionary_page(
    entries: usize,
    plain: &[u8],
    compressor: Option<&mut Compressor>,
    checksums: bool,
    out: &mut Vec<u8>,
) -> io::Result<u64> {
    let body = match compressor {
        None => plain,
        Some(compressor) => compressor.compress(plain)?,
    };
    let checksum = checksums.then(|| checksum(&[body]));
    let start = out.len();
    let before = page(DICTIONARY_PAGE, plain.len(), body.len(), checksum, out);
    out.push((DICTIONARY_PAGE_HEADER - before) << 4 | STRUCT);
    field(entries, out);
    field(Encoding::Plain as usize, out);
    out.extend([0, 0]);
    let header = out.len() - start;
    out.extend_from_slice(body);
    Ok((header + plain.len()) as u64)
}

/// Begins a header, and gives the number of its last field.
fn page(kind: usize, uncompressed: usize, bytes: usize, checksum: Option<u32>, out: &mut Vec<u8>) -> u8 {
    for number in [kind, uncompressed, bytes] {
        field(number, out);
    }
    let Some(checksum) = checksum else { return 3 };
    out.push(1 << 4 | I32);
    varint(zigzag(i64::from(checksum as i32)), out);
    4
}

/// The checksum of a page of these parts, as they are in the file: CRC-32, as gzip has it.
pub(crate) fn checksum(parts: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize()
}

/// Appends the next field, a number.
fn field(number: usize, out: &mut Vec<u8>) {
    out.push(1 << 4 | I32);
    varint(zigzag(number as i64), out);
}
