//! What the footer says of groups of rows and of each column in them.

use super::thrift::{Reader, Type};
use crate::typed::codec::Codec;
use crate::typed::error::{Result, TypedError, damaged};

/// The values of a column in a row group.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    pub codec: Option<Codec>,
    /// Which codec it is, where it is none of ours.
    pub codec_number: i64,
    pub values: u64,
    pub start: u64,
    pub length: u64,
    pub is_encrypted: bool,
    pub nulls: Option<u64>,
    pub min: Option<Vec<u8>>,
    pub max: Option<Vec<u8>>,
}

/// A group of rows.
#[derive(Clone, Debug, Default)]
pub struct Group {
    pub rows: u64,
    pub chunks: Vec<Chunk>,
}

/// Reads a group of rows.
///
/// # Errors
/// It is damaged, or has columns in other files.
pub fn group(reader: &mut Reader<'_>) -> Result<Group> {
    let mut found = Group::default();
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (1, Type::List) => reader.structures(of, &mut |reader, _| {
                found.chunks.push(chunk(reader)?);
                Ok(())
            })?,
            (3, Type::Int) => found.rows = reader.count()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(found)
}

fn chunk(reader: &mut Reader<'_>) -> Result<Chunk> {
    let mut found = Chunk::default();
    let mut has_metadata = false;
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (1, Type::Binary) => {
                return Err(TypedError::Unsupported(
                    "its columns are in other files, which nobody writes".into(),
                ));
            }
            (3, Type::Struct) => {
                has_metadata = true;
                column_metadata(reader, &mut found)?;
            }
            (8, Type::Struct) => {
                found.is_encrypted = true;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    match has_metadata || found.is_encrypted {
        true => Ok(found),
        false => Err(damaged("a column of it has no metadata")),
    }
}

fn column_metadata(reader: &mut Reader<'_>, found: &mut Chunk) -> Result<()> {
    let (mut first_page, mut dictionary) = (0, None);
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (4, Type::Int) => {
                found.codec_number = reader.int()?;
                found.codec = codec(found.codec_number);
            }
            (5, Type::Int) => found.values = reader.count()?,
            (7, Type::Int) => found.length = reader.count()?,
            (9, Type::Int) => first_page = reader.count()?,
            (11, Type::Int) => dictionary = Some(reader.count()?),
            (12, Type::Struct) => statistics(reader, found)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    // Some writers have 0 where there is no dictionary.
    found.start = dictionary.filter(|&start| start >= 4 && start < first_page).unwrap_or(first_page);
    Ok(())
}

fn statistics(reader: &mut Reader<'_>, found: &mut Chunk) -> Result<()> {
    let (mut old_min, mut old_max) = (None, None);
    reader.structure(&mut |reader, id, of| {
        // Longer ones are of texts, which nobody keeps.
        let bytes = |reader: &mut Reader<'_>| -> Result<Option<Vec<u8>>> {
            Ok(Some(reader.binary()?).filter(|bytes| bytes.len() <= 64).map(<[u8]>::to_vec))
        };
        match (id, of) {
            (1, Type::Binary) => old_max = bytes(reader)?,
            (2, Type::Binary) => old_min = bytes(reader)?,
            (3, Type::Int) => found.nulls = Some(reader.count()?),
            (5, Type::Binary) => found.max = bytes(reader)?,
            (6, Type::Binary) => found.min = bytes(reader)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    // The older fields are in the order of signed numbers, which those that we compare have.
    found.min = found.min.take().or(old_min);
    found.max = found.max.take().or(old_max);
    Ok(())
}

fn codec(number: i64) -> Option<Codec> {
    Some(match number {
        0 => Codec::None,
        1 => Codec::Snappy,
        2 => Codec::Gzip,
        5 => Codec::Lz4Hadoop,
        6 => Codec::Zstd,
        7 => Codec::Lz4Block,
        _ => return None,
    })
}
