//! The fields of a schema as columns.

use super::flat::Table;
use crate::model::{Column, Kind};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::types::Type;

/// Deeper fields are refused.
const MAX_DEPTH: usize = 40;
/// The most fields with all that they have below them.
const MAX_FIELDS: usize = 50_000;
/// Lists and maps of which nothing else is known have as many items.
const LENGTH: (u32, u32) = (0, 3);

/// A field of a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub of: Shape,
    pub parts: Vec<Field>,
    /// The number of its dictionary, and the bytes of its indices.
    pub dictionary: Option<(i64, usize)>,
}

/// How the values of a field are stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// No buffers at all.
    Null,
    /// A bit each.
    Bool,
    /// As many bytes each.
    Fixed {
        bytes: usize,
        of: Type,
    },
    /// Bytes between offsets of 4 or 8 bytes.
    Between {
        offset: usize,
        of: Type,
    },
    /// Bytes by views of 16 bytes.
    Views(Type),
    /// Items between offsets of 4 or 8 bytes; those of a map are entries.
    List {
        offset: usize,
        is_map: bool,
    },
    /// Items by offsets and sizes.
    ListView {
        offset: usize,
    },
    /// As many items each.
    FixedList(u64),
    Struct,
    /// Values of several types; whether it has offsets.
    Union {
        is_dense: bool,
    },
    /// Runs of one value.
    Runs,
}

impl Field {
    /// The fields of a schema.
    ///
    /// # Errors
    /// They are damaged, or too many.
    pub fn all(schema: &Table<'_>) -> Result<Vec<Field>> {
        if schema.short(0, 0)? != 0 {
            return Err(TypedError::Unsupported(
                "its numbers are big-endian, which hardly any writer makes".into(),
            ));
        }
        let (fields, mut left) = (schema.vector(1, 4)?, MAX_FIELDS);
        (0..fields.len).map(|index| Field::of(&fields.table(index)?, 0, &mut left)).collect()
    }

    fn of(field: &Table<'_>, depth: usize, left: &mut usize) -> Result<Field> {
        let too_large = || {
            TypedError::TooLarge("its schema has more than 50,000 fields, or is deeper than 40 levels".into())
        };
        *left = left.checked_sub(1).filter(|_| depth < MAX_DEPTH).ok_or_else(too_large)?;
        let name = field.text(0)?.unwrap_or_default().to_owned();
        let children = field.vector(5, 4)?;
        let parts: Vec<Field> = (0..children.len)
            .map(|index| Field::of(&children.table(index)?, depth + 1, left))
            .collect::<Result<_>>()?;
        let own = field.table(3)?;
        let of = shape(field.byte(2, 0)?, own.as_ref(), &extension(field)?)?;
        let dictionary = match field.table(4)? {
            None => None,
            Some(encoding) => {
                let index = match encoding.table(1)? {
                    Some(index) => bytes_of_bits(index.int(0, 0)?, &[8, 16, 32, 64])?,
                    None => 4,
                };
                Some((encoding.long(0)?, index))
            }
        };
        let expected = match of {
            Shape::List { .. } | Shape::ListView { .. } | Shape::FixedList(_) => parts.len() == 1,
            Shape::Runs => parts.len() == 2,
            Shape::Struct | Shape::Union { .. } => true,
            _ => parts.is_empty(),
        };
        let is_map = matches!(of, Shape::List { is_map: true, .. });
        let has_entries =
            !is_map || parts.first().is_some_and(|entry| entry.of == Shape::Struct && entry.parts.len() == 2);
        match expected && has_entries {
            true => Ok(Field { name, of, parts, dictionary }),
            false => Err(damaged(format!("the field {name} has other parts than its type"))),
        }
    }
}

/// The name of an extension type, where a field has one.
fn extension(field: &Table<'_>) -> Result<String> {
    let metadata = field.vector(6, 4)?;
    for index in 0..metadata.len {
        let entry = metadata.table(index)?;
        if entry.text(0)? == Some("ARROW:extension:name") {
            return Ok(entry.text(1)?.unwrap_or_default().to_owned());
        }
    }
    Ok(String::new())
}

fn bytes_of_bits(bits: i32, allowed: &[i32]) -> Result<usize> {
    match allowed.contains(&bits) {
        true => Ok(bits as usize / 8),
        false => Err(damaged(format!("its schema has numbers of {bits} bits, which its type does not have"))),
    }
}

/// How many digits of a second a unit has.
fn digits(unit: i16) -> Result<u8> {
    match unit {
        0..=3 => Ok(3 * unit as u8),
        _ => Err(damaged("its schema has times of an unknown unit")),
    }
}

/// How the values of a type are stored, by its number in Arrow's union of them.
fn shape(number: u8, own: Option<&Table<'_>>, extension: &str) -> Result<Shape> {
    let int = |index, default| own.map_or(Ok(default), |own| own.int(index, default));
    let short = |index, default| own.map_or(Ok(default), |own| own.short(index, default));
    let fixed = |bytes, of| Shape::Fixed { bytes, of };
    let text = || if extension == "arrow.json" { Type::Json } else { Type::Text };
    Ok(match number {
        1 => Shape::Null,
        2 => {
            let bytes = bytes_of_bits(int(0, 0)?, &[8, 16, 32, 64])?;
            let is_signed = own.map_or(Ok(0), |own| own.byte(1, 0))? != 0;
            fixed(bytes, Type::Int { bits: 8 * bytes as u8, is_unsigned: !is_signed })
        }
        3 => match short(0, 0)? {
            0 => fixed(2, Type::Float { bits: 16 }),
            1 => fixed(4, Type::Float { bits: 32 }),
            _ => fixed(8, Type::Float { bits: 64 }),
        },
        4 => Shape::Between { offset: 4, of: Type::Bytes },
        5 => Shape::Between { offset: 4, of: text() },
        6 => Shape::Bool,
        7 => {
            let number =
                |found: i32| u32::try_from(found).map_err(|_| damaged("its schema has digits below 0"));
            let (precision, scale) = (number(int(0, 0)?)?, int(1, 0)?);
            let bytes = bytes_of_bits(int(2, 128)?, &[32, 64, 128, 256])?;
            match u32::try_from(scale) {
                Ok(scale) if scale <= precision => fixed(bytes, Type::Decimal { precision, scale }),
                _ => fixed(bytes, Type::Unknown(format!("decimal({precision}, {scale})"))),
            }
        }
        // Milliseconds are multiples of a day, too.
        8 => fixed(if short(0, 1)? == 0 { 4 } else { 8 }, Type::Date),
        9 => fixed(bytes_of_bits(int(1, 32)?, &[32, 64])?, Type::Time { digits: digits(short(0, 1)?)? }),
        10 => {
            let has_zone = own.map_or(Ok(None), |own| own.text(1))?.is_some_and(|zone| !zone.is_empty());
            fixed(8, Type::Moment { digits: digits(short(0, 0)?)?, has_zone })
        }
        11 => fixed([4, 8, 16].get(short(0, 0)? as usize).copied().unwrap_or(16), Type::Interval),
        12 => Shape::List { offset: 4, is_map: false },
        13 => Shape::Struct,
        14 => Shape::Union { is_dense: short(0, 0)? == 1 },
        15 => {
            let bytes = usize::try_from(int(0, 0)?)
                .map_err(|_| damaged("its schema has bytes of a length below 0"))?;
            let is_uuid = bytes == 16 && extension == "arrow.uuid";
            fixed(bytes, if is_uuid { Type::Uuid } else { Type::Fixed(bytes as u32) })
        }
        16 => Shape::FixedList(
            u64::try_from(int(0, 0)?).map_err(|_| damaged("its schema has lists of a length below 0"))?,
        ),
        17 => Shape::List { offset: 4, is_map: true },
        18 => fixed(8, Type::Duration { digits: digits(short(0, 1)?)? }),
        19 => Shape::Between { offset: 8, of: Type::Bytes },
        20 => Shape::Between { offset: 8, of: text() },
        21 => Shape::List { offset: 8, is_map: false },
        22 => Shape::Runs,
        23 => Shape::Views(Type::Bytes),
        24 => Shape::Views(text()),
        25 => Shape::ListView { offset: 4 },
        26 => Shape::ListView { offset: 8 },
        other => {
            return Err(TypedError::Unsupported(format!(
                "its schema has a type of number {other}, which is newer than this program"
            )));
        }
    })
}

/// The columns of these fields.
pub fn columns(fields: &[Field]) -> Vec<Column> {
    fields.iter().map(|field| column(field, &field.name)).collect()
}

fn column(field: &Field, name: &str) -> Column {
    let part = |index: usize, name: &str| Box::new(column(&field.parts[index], name));
    let list = |item, length| Column::new(name, Kind::List { item, length, is_distinct: false }, "");
    match &field.of {
        Shape::Null => Type::Null.column(name),
        Shape::Bool => Type::Bool.column(name),
        Shape::Fixed { of, .. } | Shape::Between { of, .. } | Shape::Views(of) => of.column(name),
        Shape::List { is_map: true, .. } => {
            let entry = &field.parts[0];
            let (key, value) = (column(&entry.parts[0], "key"), column(&entry.parts[1], "value"));
            let kind = Kind::Entries { key: Box::new(key), value: Box::new(value), length: LENGTH };
            Column::new(name, kind, "")
        }
        Shape::List { .. } | Shape::ListView { .. } => list(part(0, "item"), LENGTH),
        Shape::FixedList(length) => {
            let is_single = field.parts[0].of == Shape::Fixed { bytes: 4, of: Type::Float { bits: 32 } };
            let length = u32::try_from(*length).unwrap_or(u32::MAX);
            match is_single && field.parts[0].dictionary.is_none() && length > 0 {
                true => {
                    let mut column =
                        Column::new(name, Kind::Vector { length: Some(length) }, format!("vector({length})"));
                    column.stored = Some(format!("vector({length})"));
                    column
                }
                false => list(part(0, "item"), (length, length)),
            }
        }
        Shape::Struct if field.parts.is_empty() => Column::new(name, Kind::Literals(vec!["{}".into()]), ""),
        Shape::Struct => Column::new(name, Kind::Struct(columns(&field.parts)), ""),
        Shape::Union { .. } => Type::Unknown("union".into()).column(name),
        Shape::Runs => column(&field.parts[1], name),
    }
}
