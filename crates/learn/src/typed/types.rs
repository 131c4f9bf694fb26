//! The types of values in typed files, and the columns that they are.

use crate::model::{Column, IntSize, Kind, Rules};

/// The type of a value that has no parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A truth value.
    Bool,
    /// An integer of 8, 16, 32 or 64 bits.
    Int { bits: u8, is_unsigned: bool },
    /// A floating-point number of 16, 32 or 64 bits.
    Float { bits: u8 },
    /// A decimal number.
    Decimal { precision: u32, scale: u32 },
    /// A day.
    Date,
    /// A time of day, with digits of a second: 0, 3, 6 or 9.
    Time { digits: u8 },
    /// A moment, with digits of a second.
    Moment { digits: u8, has_zone: bool },
    /// A number of seconds, with digits behind the point.
    Duration { digits: u8 },
    /// Months, days and parts of a day.
    Interval,
    /// A text.
    Text,
    /// A word of an enumeration whose words are not listed.
    Word,
    /// A document of JSON.
    Json,
    /// Bytes.
    Bytes,
    /// As many bytes in each value.
    Fixed(u32),
    /// A UUID.
    Uuid,
    /// Nothing but null.
    Null,
    /// What is not understood, by its name.
    Unknown(String),
}

impl Type {
    /// A column of it, which may be null.
    pub fn column(&self, name: &str) -> Column {
        let mut column = Column::new(name, self.kind(), self.text());
        column.stored = self.stored();
        match self {
            Type::Fixed(length) => {
                let rules = Rules { min_length: *length, max_length: Some(*length), ..Rules::default() };
                column.rules = Some(Box::new(rules));
            }
            Type::Unknown(text) => column.doubts.push(format!("values of type {text} are not read")),
            Type::Decimal { precision: 39.., .. } => {
                column.doubts.push("it has more digits than the 38 that are generated".into());
            }
            _ => {}
        }
        column
    }

    fn kind(&self) -> Kind {
        match *self {
            Type::Bool => Kind::Bool,
            Type::Int { bits, is_unsigned } => Kind::Int(IntSize { bits, is_unsigned }),
            Type::Float { bits } => Kind::Float { bits: bits.max(32) },
            Type::Decimal { precision, scale } => {
                Kind::Decimal { precision: Some(precision.min(38)), scale: Some(scale.min(38)) }
            }
            Type::Date => Kind::Date,
            Type::Time { digits } => Kind::Time { digits, has_zone: false },
            Type::Moment { digits, has_zone } => Kind::DateTime { digits, has_zone },
            Type::Duration { .. } => Kind::Duration,
            Type::Interval => Kind::Interval,
            Type::Text | Type::Word => Kind::Text { max: None, is_fixed: false, ignores_case: false },
            Type::Json => Kind::Json { is_binary: false },
            Type::Bytes => Kind::Bytes { max: None },
            Type::Fixed(length) => Kind::Bytes { max: Some(length) },
            Type::Uuid => Kind::Uuid,
            Type::Null => Kind::Literals(vec!["null".into()]),
            Type::Unknown(_) => Kind::Unknown,
        }
    }

    /// The type in the words of the schema file, which the choice drops where its generator has it anyway.
    fn stored(&self) -> Option<String> {
        let parts = |digits: &u8| match digits {
            0 => "_s",
            1..=3 => "_ms",
            4..=6 => "",
            _ => "_ns",
        };
        Some(match self {
            Type::Bool => "boolean".into(),
            Type::Int { bits, is_unsigned } => format!("{}int{bits}", if *is_unsigned { "u" } else { "" }),
            Type::Float { bits: 64 } => "float8".into(),
            Type::Float { .. } => "float4".into(),
            Type::Decimal { precision, scale } => {
                format!("numeric({},{})", precision.min(&38), scale.min(&38))
            }
            Type::Date => "date".into(),
            Type::Time { digits } => format!("time{}", parts(digits)),
            Type::Moment { digits, has_zone: true } => format!("timestamptz{}", parts(digits)),
            Type::Moment { digits, .. } => format!("timestamp{}", parts(digits)),
            Type::Interval => "interval".into(),
            Type::Text => "text".into(),
            Type::Word => "enum".into(),
            Type::Json => "json".into(),
            Type::Bytes => "bytea".into(),
            Type::Uuid => "uuid".into(),
            Type::Fixed(_) | Type::Duration { .. } | Type::Null | Type::Unknown(_) => return None,
        })
    }

    /// What comments call it.
    fn text(&self) -> String {
        match self {
            Type::Int { bits, is_unsigned } => format!("{}int{bits}", if *is_unsigned { "u" } else { "" }),
            Type::Float { bits } => format!("float{bits}"),
            Type::Decimal { precision, scale } => format!("decimal({precision}, {scale})"),
            Type::Duration { .. } => "duration".into(),
            Type::Fixed(length) => format!("bytes of {length}"),
            Type::Bytes => "bytes".into(),
            Type::Null => "null".into(),
            Type::Unknown(text) => text.clone(),
            _ => self.stored().unwrap_or_default(),
        }
    }
}
