//! The footer of a file and the heads of its pages.

use super::chunk::{Group, group};
use super::thrift::{Reader, Type};
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

    /// The text of a key of the file's metadata.
    ///
    /// # Errors
    /// The footer is damaged.
    pub fn entry(&self, key: &str) -> Result<Option<String>> {
        let mut found = None;
        Reader::new(&self.bytes).structure(&mut |reader, id, of| {
            if (id, of) != (5, Type::List) {
                return Ok(false);
            }
            reader.structures(of, &mut |reader, _| {
                let (name, text) = entry(reader)?;
                if name == key.as_bytes() {
                    found = Some(String::from_utf8_lossy(text).into_owned());
                }
                Ok(())
            })?;
            Ok(true)
        })?;
        Ok(found)
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

/// A key with its text.
fn entry<'b>(reader: &mut Reader<'b>) -> Result<(&'b [u8], &'b [u8])> {
    let mut found: (&[u8], &[u8]) = (&[], &[]);
    reader.structure(&mut |reader, id, of| {
        match (id, of) {
            (1, Type::Binary) => found.0 = reader.binary()?,
            (2, Type::Binary) => found.1 = reader.binary()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(found)
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
        _ => Err(damaged("its schema has integers of a width that Parquet does not have")),
    }
}
