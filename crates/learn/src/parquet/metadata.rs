//! The footer of a file and the heads of its pages.

use super::thrift::{Reader, Type};
use crate::typed::codec::Codec;
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::{Input, bytes};

/// How a file begins and ends.
const MAGIC: &[u8] = b"PAR1";
/// How a file ends whose footer is encrypted.
const ENCRYPTED: &[u8] = b"PARE";
/// The most bytes of a footer.
const MAX_FOOTER: u64 = 512 << 20;

/// The metadata of a file.
#[derive(Clone, Debug)]
pub struct Footer {
    bytes: Vec<u8>,
    /// The schema in the order of its tree.
    pub elements: Vec<Element>,
    /// The number of rows.
    pub rows: u64,
    /// The number of row groups.
    pub groups: usize,
}

/// A part of the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    pub name: String,
    pub physical: Option<Physical>,
    /// How many bytes a value of a fixed length has.
    pub length: u32,
    pub repetition: Repetition,
    /// How many elements below it follow.
    pub children: usize,
    pub converted: Option<i64>,
    pub logical: Option<Logical>,
    pub scale: u32,
    pub precision: u32,
}

/// How often a part may be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    #[default]
    Required,
    Optional,
    Repeated,
}

/// How values are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Physical {
    Bool,
    Int32,
    Int64,
    Int96,
    Float,
    Double,
    Bytes,
    Fixed,
}

/// What values mean, as newer files say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logical {
    Text,
    Map,
    List,
    Enum,
    Decimal { scale: u32, precision: u32 },
    Date,
    Time { digits: u8 },
    Moment { digits: u8, has_zone: bool },
    Int { bits: u8, is_signed: bool },
    Null,
    Json,
    Bson,
    Uuid,
    Half,
    Variant,
    Shape,
    Unknown,
}

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

impl Footer {
    /// The footer of a file.
    ///
    /// # Errors
    /// The file is none of Parquet, damaged or encrypted.
    pub fn read(input: &mut dyn Input) -> Result<Footer> {
        let length = input.len();
        if length < 12 {
            return Err(damaged("it is too short for a Parquet file"));
        }
        let end = bytes(input, length - 8, 8, 8, "its footer")?;
        let (size, magic) = end.split_at(4);
        match magic {
            magic if magic == MAGIC => {}
            magic if magic == ENCRYPTED => {
                return Err(TypedError::Unsupported(
                    "its footer is encrypted, and there is no way to give a key; decrypt it first".into(),
                ));
            }
            _ => return Err(damaged("it begins as a Parquet file and does not end as one")),
        }
        let size = u64::from(u32::from_le_bytes([size[0], size[1], size[2], size[3]]));
        if size > length - 12 {
            return Err(damaged("its footer is longer than the file"));
        }
        Footer::parse(bytes(input, length - 8 - size, size, MAX_FOOTER, "its footer")?)
    }

    fn parse(bytes: Vec<u8>) -> Result<Footer> {
        let (mut elements, mut rows, mut groups) = (Vec::new(), 0, 0);
        Reader::new(&bytes).structure(&mut |reader, id, of| {
            match (id, of) {
                (2, Type::List) => reader.structures(of, &mut |reader, _| {
                    elements.push(element(reader)?);
                    Ok(())
                })?,
                (3, Type::Int) => rows = reader.count()?,
                (4, Type::List) => {
                    // It is read again, once the schema is known.
                    groups = reader.clone().list()?.1;
                    return Ok(false);
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(Footer { bytes, elements, rows, groups })
    }

    /// Gives each row group with its number.
    ///
    /// # Errors
    /// One is damaged, or `each` fails.
    pub fn each_group(&self, each: &mut dyn FnMut(usize, Group) -> Result<()>) -> Result<()> {
        Reader::new(&self.bytes).structure(&mut |reader, id, of| {
            if (id, of) != (4, Type::List) {
                return Ok(false);
            }
            reader.structures(of, &mut |reader, index| each(index, group(reader)?))?;
            Ok(true)
        })
    }
}

fn small(reader: &mut Reader<'_>) -> Result<u32> {
    u32::try_from(reader.int()?).map_err(|_| damaged("a number in its schema is out of range"))
}

fn element(reader: &mut Reader<'_>) -> Result<Element> {
    let mut found = Element::default();
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (1, Type::Int) => found.physical = Some(physical(reader.int()?)?),
            (2, Type::Int) => found.length = small(reader)?,
            (3, Type::Int) => {
                found.repetition = match reader.int()? {
                    0 => Repetition::Required,
                    1 => Repetition::Optional,
                    2 => Repetition::Repeated,
                    _ => return Err(damaged("its schema repeats a column in an unknown way")),
                }
            }
            (4, Type::Binary) => found.name = String::from_utf8_lossy(reader.binary()?).into_owned(),
            (5, Type::Int) => found.children = small(reader)? as usize,
            (6, Type::Int) => found.converted = Some(reader.int()?),
            (7, Type::Int) => found.scale = small(reader)?,
            (8, Type::Int) => found.precision = small(reader)?,
            (10, Type::Struct) => found.logical = Some(logical(reader)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(found)
}

fn physical(number: i64) -> Result<Physical> {
    Ok(match number {
        0 => Physical::Bool,
        1 => Physical::Int32,
        2 => Physical::Int64,
        3 => Physical::Int96,
        4 => Physical::Float,
        5 => Physical::Double,
        6 => Physical::Bytes,
        7 => Physical::Fixed,
        _ => return Err(damaged("its schema has a type that Parquet does not have")),
    })
}

/// A union: the field that is there says which type it is.
fn logical(reader: &mut Reader<'_>) -> Result<Logical> {
    let mut found = Logical::Unknown;
    reader.structure(&mut |reader, id, of| {
        if of != Type::Struct {
            return Ok(false);
        }
        found = match id {
            1 => Logical::Text,
            2 => Logical::Map,
            3 => Logical::List,
            4 => Logical::Enum,
            5 => {
                let (scale, precision) = two_numbers(reader)?;
                found = Logical::Decimal { scale, precision };
                return Ok(true);
            }
            6 => Logical::Date,
            7 | 8 => {
                let (has_zone, digits) = zone_and_unit(reader)?;
                found = if id == 7 { Logical::Time { digits } } else { Logical::Moment { digits, has_zone } };
                return Ok(true);
            }
            10 => {
                let (bits, is_signed) = int_type(reader)?;
                found = Logical::Int { bits, is_signed };
                return Ok(true);
            }
            11 => Logical::Null,
            12 => Logical::Json,
            13 => Logical::Bson,
            14 => Logical::Uuid,
            15 => Logical::Half,
            16 => Logical::Variant,
            17 | 18 => Logical::Shape,
            _ => Logical::Unknown,
        };
        Ok(false)
    })?;
    Ok(found)
}

fn two_numbers(reader: &mut Reader<'_>) -> Result<(u32, u32)> {
    let mut found = (0, 0);
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (1, Type::Int) => found.0 = small(reader)?,
            (2, Type::Int) => found.1 = small(reader)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(found)
}

fn zone_and_unit(reader: &mut Reader<'_>) -> Result<(bool, u8)> {
    let mut found = (false, 6);
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            // A truth value is in the type of its field.
            (1, Type::True) => found.0 = true,
            (2, Type::Struct) => {
                reader.structure(&mut |_, unit, _| {
                    found.1 = match unit {
                        1 => 3,
                        2 => 6,
                        _ => 9,
                    };
                    Ok(false)
                })?;
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    })?;
    Ok(found)
}

fn int_type(reader: &mut Reader<'_>) -> Result<(u8, bool)> {
    let mut found = (64, false);
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (1, Type::Byte) => {
                found.0 = reader.byte()?;
                return Ok(true);
            }
            (2, Type::True) => found.1 = true,
            _ => {}
        }
        Ok(false)
    })?;
    match found.0 {
        8 | 16 | 32 | 64 => Ok(found),
        _ => Err(damaged("its schema has whole numbers of a width that Parquet does not have")),
    }
}

fn group(reader: &mut Reader<'_>) -> Result<Group> {
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

/// The head of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageHead {
    pub kind: i64,
    pub plain: u64,
    pub packed: u64,
    pub values: u64,
    pub encoding: i64,
    /// How levels are encoded where a page is of the first version.
    pub definition_encoding: i64,
    pub repetition_encoding: i64,
    /// The bytes of levels, where a page is of the second version.
    pub definition_bytes: u64,
    pub repetition_bytes: u64,
    /// Whether the values of a page of the second version are compressed.
    pub is_packed: bool,
}

impl PageHead {
    /// The head at the beginning of these bytes, and how long it is.
    ///
    /// # Errors
    /// It is damaged, or not complete in them.
    pub fn read(bytes: &[u8]) -> Result<(PageHead, usize)> {
        let mut found = PageHead { kind: -1, is_packed: true, ..PageHead::default() };
        let mut reader = Reader::new(bytes);
        reader.structure(&mut |reader, id, of| {
            match (id, of) {
                (1, Type::Int) => found.kind = reader.int()?,
                (2, Type::Int) => found.plain = reader.count()?,
                (3, Type::Int) => found.packed = reader.count()?,
                (5 | 7 | 8, Type::Struct) => head_of_values(reader, id, &mut found)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok((found, bytes.len() - reader.left()))
    }
}

fn head_of_values(reader: &mut Reader<'_>, kind: i64, found: &mut PageHead) -> Result<()> {
    reader.structure(&mut |reader, id, of| {
        match (kind, id, of) {
            (_, 1, Type::Int) => found.values = reader.count()?,
            (5 | 7, 2, Type::Int) | (8, 4, Type::Int) => found.encoding = reader.int()?,
            (5, 3, Type::Int) => found.definition_encoding = reader.int()?,
            (5, 4, Type::Int) => found.repetition_encoding = reader.int()?,
            (8, 5, Type::Int) => found.definition_bytes = reader.count()?,
            (8, 6, Type::Int) => found.repetition_bytes = reader.count()?,
            (8, 7, Type::False) => {
                found.is_packed = false;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    })
}
