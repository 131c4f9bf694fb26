//! The names of types, as casts have them.

use sqlparser::ast::{CharacterLength, DataType, ExactNumberInfo, TimezoneInfo};

use crate::ast::TypeName;
use crate::types::MAX_SCALE;

/// The type of this name, or what to say of it.
pub(crate) fn of(name: &DataType) -> Result<TypeName, String> {
    Ok(match name {
        DataType::Bool | DataType::Boolean => TypeName::Bool,
        DataType::Int2(None) | DataType::SmallInt(None) => TypeName::Int(16),
        DataType::Int(None) | DataType::Int4(None) | DataType::Integer(None) => TypeName::Int(32),
        DataType::Int8(None) | DataType::BigInt(None) => TypeName::Int(64),
        DataType::Numeric(info) | DataType::Decimal(info) | DataType::Dec(info) => numeric(*info)?,
        DataType::Float8 | DataType::DoublePrecision | DataType::Float(ExactNumberInfo::None) => {
            TypeName::Float
        }
        DataType::Real | DataType::Float4 => TypeName::Real,
        DataType::Text => TypeName::Text(None),
        DataType::Varchar(length) | DataType::CharacterVarying(length) | DataType::CharVarying(length) => {
            TypeName::Text(letters(length.as_ref())?)
        }
        DataType::Date => TypeName::Date,
        DataType::Timestamp(places, zone) => TypeName::Timestamp {
            places: places.map(|places| places as u32),
            zoned: matches!(zone, TimezoneInfo::WithTimeZone | TimezoneInfo::Tz),
        },
        DataType::Time(None, TimezoneInfo::None | TimezoneInfo::WithoutTimeZone) => TypeName::Time,
        DataType::JSON => TypeName::Json { is_binary: false },
        DataType::JSONB => TypeName::Json { is_binary: true },
        DataType::Interval { fields: None, precision: None } => TypeName::Interval,
        other => {
            return Err(format!(
                "there is no type {} here; there are boolean, smallint, integer, bigint, numeric, real, \
                 double precision, text, varchar, date, time, timestamp, timestamptz, interval, json and jsonb",
                other.to_string().to_lowercase()
            ));
        }
    })
}

fn numeric(info: ExactNumberInfo) -> Result<TypeName, String> {
    let (digits, scale) = match info {
        ExactNumberInfo::None => return Ok(TypeName::Numeric(None)),
        ExactNumberInfo::Precision(digits) => (digits, 0),
        ExactNumberInfo::PrecisionAndScale(digits, scale) => (digits, scale),
    };
    match (u32::try_from(digits), u32::try_from(scale)) {
        (Ok(digits @ 1..=38), Ok(scale)) if scale <= MAX_SCALE && scale <= digits => {
            Ok(TypeName::Numeric(Some((digits, scale))))
        }
        _ => {
            Err(format!("a numeric has up to 38 digits here, of which up to {MAX_SCALE} are decimal places"))
        }
    }
}

fn letters(length: Option<&CharacterLength>) -> Result<Option<usize>, String> {
    match length {
        None => Ok(None),
        Some(CharacterLength::IntegerLength { length, unit: None }) if *length > 0 => {
            Ok(Some(*length as usize))
        }
        Some(_) => Err("a varchar has a number of letters, such as varchar(20)".into()),
    }
}
