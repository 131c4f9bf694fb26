//! Values, levels and pages as bytes, by each encoding and codec that the format has.
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

use std::collections::HashMap;
use std::io;

use super::axes::{Codec, Encoding};
use super::types::Physical;
use crate::bits::{pack_bools, varint, width, zigzag};
use crate::codec::{Codec as Own, Compressor};
use crate::parquet::split;
use crate::{delta, runs};

/// Appends values that are not null, each by its plain bytes. Not for dictionaries.
pub(super) fn values(values: &[&[u8]], of: Physical, encoding: Encoding, out: &mut Vec<u8>) {
    match encoding {
        Encoding::Plain
        | Encoding::PlainDictionary
        | Encoding::RleDictionary
        | Encoding::DictionaryThenPlain => plain(values, of, out),
        Encoding::Rle => {
            let bits: Vec<u32> = values.iter().map(|value| value[0].into()).collect();
            let start = out.len();
            out.extend([0; 4]);
            runs::hybrid(&bits, 1, out);
            let len = (out.len() - start - 4) as u32;
            out[start..start + 4].copy_from_slice(&len.to_le_bytes());
        }
        Encoding::DeltaBinaryPacked if of == Physical::Int32 => {
            let numbers = values.iter().filter_map(|value| value.first_chunk());
            delta_32(&numbers.map(|bytes| i32::from_le_bytes(*bytes)).collect::<Vec<i32>>(), out);
        }
        Encoding::DeltaBinaryPacked => {
            let numbers = values.iter().filter_map(|value| value.first_chunk());
            delta::encode(&numbers.map(|bytes| i64::from_le_bytes(*bytes)).collect::<Vec<i64>>(), out);
        }
        Encoding::DeltaLengthByteArray => delta_lengths(values, out),
        Encoding::DeltaByteArray => {
            let shared = |(before, value): (&[u8], &[u8])| {
                before.iter().zip(value).take_while(|(one, other)| one == other).count()
            };
            let befores = [&[][..]].into_iter().chain(values.iter().copied());
            let prefixes: Vec<usize> = befores.zip(values.iter().copied()).map(shared).collect();
            let suffixes: Vec<&[u8]> =
                values.iter().zip(&prefixes).map(|(value, prefix)| &value[*prefix..]).collect();
            delta_32(&prefixes.iter().map(|len| *len as i32).collect::<Vec<i32>>(), out);
            delta_lengths(&suffixes, out);
        }
        Encoding::ByteStreamSplit => {
            let start = out.len();
            plain(values, of, out);
            split(&mut out[start..], values.len());
        }
    }
}

fn plain(values: &[&[u8]], of: Physical, out: &mut Vec<u8>) {
    match of {
        Physical::Boolean => {
            pack_bools(&values.iter().map(|value| value[0] == 1).collect::<Vec<bool>>(), out);
        }
        Physical::ByteArray => {
            for value in values {
                out.extend((value.len() as u32).to_le_bytes());
                out.extend_from_slice(value);
            }
        }
        _ => values.iter().for_each(|value| out.extend_from_slice(value)),
    }
}

fn delta_lengths(values: &[&[u8]], out: &mut Vec<u8>) {
    delta_32(&values.iter().map(|value| value.len() as i32).collect::<Vec<i32>>(), out);
    values.iter().for_each(|value| out.extend_from_slice(value));
}

/// `DELTA_BINARY_PACKED` of numbers of 32 bits, the differences of which have no more.
fn delta_32(numbers: &[i32], out: &mut Vec<u8>) {
    const BLOCK: usize = 128;
    for number in [BLOCK as u64, 4, numbers.len() as u64] {
        varint(number, out);
    }
    varint(zigzag(numbers.first().copied().unwrap_or(0).into()), out);
    let deltas: Vec<i32> = numbers.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    deltas.chunks(BLOCK).for_each(|block| delta::pack_lengths(block, out));
}

/// The different values of a chunk, in the order in which they come first.
#[derive(Debug, Default)]
pub(super) struct Dictionary<'v> {
    pub entries: Vec<&'v [u8]>,
    indices: HashMap<&'v [u8], u32>,
}

impl<'v> Dictionary<'v> {
    pub fn of(values: impl IntoIterator<Item = &'v [u8]>) -> Dictionary<'v> {
        let mut dictionary = Dictionary::default();
        for value in values {
            let Dictionary { entries, indices } = &mut dictionary;
            indices.entry(value).or_insert_with(|| {
                entries.push(value);
                entries.len() as u32 - 1
            });
        }
        dictionary
    }

    /// Appends indices of values, if all of them are entries.
    pub fn put(&self, values: &[&[u8]], out: &mut Vec<u8>) -> Option<()> {
        let indices: Vec<u32> =
            values.iter().map(|value| self.indices.get(value).copied()).collect::<Option<_>>()?;
        let width = width((self.entries.len() as u64).saturating_sub(1));
        out.push(width as u8);
        if !indices.is_empty() {
            runs::hybrid(&indices, width, out);
        }
        Some(())
    }
}

/// Appends levels from 0 to `most`, without a length: nothing where they can only be 0.
pub(super) fn levels(levels: &[u32], most: u32, out: &mut Vec<u8>) {
    if most > 0 && !levels.is_empty() {
        runs::hybrid(levels, width(most.into()), out);
    }
}

/// Appends levels as the deprecated `BIT_PACKED` has them: the most significant bits first.
pub(super) fn packed_levels(levels: &[u32], most: u32, out: &mut Vec<u8>) {
    if most == 0 {
        return;
    }
    let width = width(most.into());
    let bits: Vec<bool> =
        levels.iter().flat_map(|level| (0..width).rev().map(move |bit| level >> bit & 1 == 1)).collect();
    let byte = |eight: &[bool]| {
        eight.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << (7 - at))
    };
    out.extend(bits.chunks(8).map(byte));
}

/// The bytes, compressed.
pub(super) fn compressed(bytes: &[u8], codec: Codec) -> io::Result<Vec<u8>> {
    let by = |own| Ok(Compressor::new(own).compress(bytes)?.to_vec());
    match codec {
        Codec::None => Ok(bytes.to_vec()),
        Codec::Snappy => by(Own::Snappy),
        Codec::Gzip => by(Own::Gzip(6)),
        Codec::Zstd => by(Own::Zstd(3)),
        Codec::Lz4Raw => by(Own::Lz4),
        Codec::Lz4 => {
            let block = Compressor::new(Own::Lz4).compress(bytes)?.to_vec();
            let mut out = (bytes.len() as u32).to_be_bytes().to_vec();
            out.extend((block.len() as u32).to_be_bytes());
            out.extend(block);
            Ok(out)
        }
        Codec::Brotli => Ok(brotli(bytes)),
    }
}

/// A stream of Brotli whose blocks are not compressed (RFC 7932, 9.2).
fn brotli(bytes: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 1 << 16;
    let mut out = Vec::new();
    for (at, block) in bytes.chunks(BLOCK).enumerate() {
        // The first block comes after the bit that says the size of the window; 4 bits of other fields, the length, and the mark.
        let shift = if at == 0 { 4 } else { 3 };
        let head = (block.len() as u32 - 1) << shift | 1 << (shift + 16);
        out.extend_from_slice(&head.to_le_bytes()[..3]);
        out.extend_from_slice(block);
    }
    // The last block, which is empty.
    out.push(if bytes.is_empty() { 6 } else { 3 });
    out
}

/// Parquet's number of a codec.
pub(super) fn codec_number(codec: Codec) -> i64 {
    match codec {
        Codec::None => 0,
        Codec::Snappy => 1,
        Codec::Gzip => 2,
        Codec::Brotli => 4,
        Codec::Lz4 => 5,
        Codec::Zstd => 6,
        Codec::Lz4Raw => 7,
    }
}

/// Parquet's number of the encoding of a data page, without the pages after a dictionary.
pub(super) fn encoding_number(encoding: Encoding) -> i64 {
    match encoding {
        Encoding::Plain => 0,
        Encoding::PlainDictionary => 2,
        Encoding::Rle => 3,
        Encoding::DeltaBinaryPacked => 5,
        Encoding::DeltaLengthByteArray => 6,
        Encoding::DeltaByteArray => 7,
        Encoding::RleDictionary | Encoding::DictionaryThenPlain => 8,
        Encoding::ByteStreamSplit => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Physical, brotli, delta_32, packed_levels, values};

    #[test]
    fn small_pages_are_those_of_the_descriptions() {
        // Of the format's own examples: three levels, and two texts with the same beginning.
        let mut out = Vec::new();
        packed_levels(&[0, 1, 2, 3, 4, 5, 6, 7], 7, &mut out);
        assert_eq!(out, [0b0000_0101, 0b0011_1001, 0b0111_0111]);
        out.clear();
        values(&[b"axis", b"axle", b"babble"], Physical::ByteArray, Encoding::DeltaByteArray, &mut out);
        assert!(out.ends_with(b"axislebabble"));
        assert_eq!(brotli(b""), [6]);
        assert_eq!(brotli(b"ab"), [0x10, 0, 0x10, b'a', b'b', 3]);
    }

    #[test]
    fn differences_of_32_bits_stay_so() {
        let mut out = Vec::new();
        delta_32(&[i32::MIN, i32::MAX, i32::MIN], &mut out);
        // Of -1 and 1: the widths of four parts, and 32 numbers of 2 bits.
        assert_eq!(out[out.len() - 12..out.len() - 8], [2, 0, 0, 0]);
    }
}
