//! Which values can be stored as which type, and the type that they have unless another one is declared.

use super::decimal::float_of_decimal;
use super::width::IntType;
use super::{DataType, Field, FloatWidth, MAX_PRECISION, StorageType, StorageUnit, Syntax, TimeUnit, Utf8};

impl StorageType {
    /// The type that values of a data type have unless another one is declared.
    pub fn usual(data_type: &DataType) -> StorageType {
        match *data_type {
            DataType::Utf8(_) => StorageType::Text,
            DataType::Int64 { .. } => StorageType::Int(IntType { bits: 64, is_signed: true }),
            DataType::Decimal { scale, .. } => {
                StorageType::Decimal { precision: data_type.precision().unwrap_or(1), scale }
            }
            DataType::Wide { scale, .. } => {
                StorageType::Decimal { precision: data_type.precision().unwrap_or(MAX_PRECISION), scale }
            }
            DataType::Float { width, .. } => StorageType::Float(width),
            DataType::Date32 { .. } => StorageType::Date,
            DataType::Timestamp { .. } => {
                StorageType::Timestamp { unit: StorageUnit::Microsecond, has_zone: true }
            }
            DataType::Time { .. } => StorageType::Time(StorageUnit::Microsecond),
            DataType::Duration { .. } => StorageType::Duration,
            DataType::Interval { .. } => StorageType::Interval,
            DataType::Bool => StorageType::Bool,
            DataType::Uuid => StorageType::Uuid,
            DataType::Ipv4 | DataType::Ipv6 => StorageType::Inet,
            DataType::FixedBinary { len } => StorageType::FixedBinary { len },
            DataType::Binary { .. } => StorageType::Binary,
            DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => StorageType::Nested,
        }
    }

    /// Whether the values of a field can be stored as this. Of a series whose bounds the rows decide on, only the kind is looked at.
    ///
    /// # Errors
    /// Why they cannot, and what would be right.
    pub(crate) fn check(&self, field: &Field, has_bounds: bool) -> Result<(), String> {
        self.check_kind(field)?;
        if has_bounds { self.check_bounds(&field.data_type) } else { Ok(()) }
    }

    /// Whether values of a kind can be stored as this, whatever their bounds are.
    ///
    /// # Errors
    /// Why they cannot.
    #[expect(clippy::match_same_arms, reason = "what fits is one table, and the exceptions come before it")]
    pub fn check_kind(&self, field: &Field) -> Result<(), String> {
        if *self == StorageType::Text {
            return Ok(());
        }
        if field.is_text() {
            return self.check_texts(field);
        }
        match (&field.data_type, self) {
            (DataType::Decimal { scale, .. } | DataType::Wide { scale, .. }, StorageType::Int(_))
                if *scale > 0 =>
            {
                Err(format!("these numbers have {scale} decimal places, and {self} has none"))
            }
            (
                DataType::Decimal { scale, .. } | DataType::Wide { scale, .. },
                StorageType::Decimal { scale: own, .. },
            ) if scale > own => {
                Err(format!("these numbers have {scale} decimal places, and {self} has {own}"))
            }
            (
                DataType::Int64 { .. } | DataType::Decimal { .. } | DataType::Wide { .. },
                StorageType::Int(_) | StorageType::Decimal { .. },
            )
            | (
                DataType::Int64 { .. } | DataType::Decimal { .. } | DataType::Float { .. },
                StorageType::Float(_),
            )
            | (DataType::Date32 { .. }, StorageType::Date)
            | (DataType::Time { .. }, StorageType::Time(_))
            | (DataType::Bool, StorageType::Bool)
            | (DataType::Interval { .. } | DataType::Duration { .. }, StorageType::Interval)
            | (DataType::Uuid, StorageType::Uuid)
            | (DataType::Ipv4 | DataType::Ipv6, StorageType::Inet | StorageType::Cidr)
            | (DataType::FixedBinary { .. } | DataType::Binary { .. }, StorageType::Binary)
            | (
                DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_),
                StorageType::Json { .. },
            ) => Ok(()),
            (
                DataType::Timestamp { unit: TimeUnit::Millisecond, .. },
                StorageType::Timestamp { unit: StorageUnit::Second, .. },
            ) => Err(format!("these times have thousandths of a second, and {self} has none")),
            (DataType::Timestamp { .. }, StorageType::Timestamp { .. }) => Ok(()),
            (DataType::List { item, min, max }, StorageType::Vector { len }) => {
                let is_single = matches!(item.data_type, DataType::Float { width: FloatWidth::Single, .. });
                match is_single && !item.nullable && min == len && max == len {
                    true => Ok(()),
                    false => {
                        Err(format!("{self} is a list of {len} values of `real`, none of which is null"))
                    }
                }
            }
            (DataType::List { item, .. }, StorageType::Array(of)) => self.check_items(item, of),
            (data_type, _) => Err(format!("{} cannot be stored as {self}", plural(data_type))),
        }
    }

    /// Whether the items of lists can be stored as those of this array. An array of several dimensions is a box: all lists within it have
    /// one length, and are there.
    fn check_items(&self, item: &Field, of: &StorageType) -> Result<(), String> {
        match (&item.data_type, of) {
            (DataType::List { .. }, StorageType::Array(_)) if item.nullable => {
                Err(format!("the lists within {self} are never null; leave the @null of the inner lists"))
            }
            (DataType::List { min, max, .. }, StorageType::Array(_)) if min != max || *min == 0 => {
                Err(format!(
                    "the lists within {self} all have one length; give the inner ones one, as in @list=3"
                ))
            }
            (DataType::List { .. }, StorageType::Json { .. }) => of.check(item, true),
            (DataType::List { .. }, _) if !matches!(of, StorageType::Array(_)) => {
                Err(format!("these are lists of lists, and {self} has one dimension fewer; write {self}[]"))
            }
            _ => of.check(item, true),
        }
    }

    /// Whether the texts of a field can be stored as this, by the syntax that they have.
    fn check_texts(&self, field: &Field) -> Result<(), String> {
        let syntax = match self {
            StorageType::Enum { .. } => return check_words(field),
            StorageType::Json { .. } => Syntax::Json,
            StorageType::Xml => Syntax::Xml,
            StorageType::Inet => Syntax::Inet,
            StorageType::Cidr => Syntax::Cidr,
            StorageType::MacAddr => Syntax::MacAddr,
            // Entries of a dictionary would stay texts in files.
            StorageType::Geometry if field.syntax == Some(Syntax::Point) => return Ok(()),
            StorageType::Geometry => return Err("geometry is for the points of geo.point".into()),
            StorageType::Bits { len, is_varying } => {
                let wanted = if *is_varying { 0..=*len } else { *len..=*len };
                check_syntax(Syntax::Bits { min: *wanted.start(), max: *len }, field)?;
                return match field.syntax {
                    Some(Syntax::Bits { min, max }) if !(wanted.contains(&min) && wanted.contains(&max)) => {
                        let own = if min == max { min.to_string() } else { format!("{min} to {max}") };
                        Err(format!("these values have {own} binary digits, and {self} has {len}"))
                    }
                    _ => Ok(()),
                };
            }
            StorageType::Int(_)
            | StorageType::Float(_)
            | StorageType::Decimal { .. }
            | StorageType::Date
            | StorageType::Timestamp { .. }
            | StorageType::Time(_)
            | StorageType::Duration
            | StorageType::Bool
            | StorageType::Uuid
            | StorageType::FixedBinary { .. }
            | StorageType::Binary
            | StorageType::Text
            | StorageType::Interval
            | StorageType::Vector { .. }
            | StorageType::Array(_)
            | StorageType::Nested => {
                return Err(format!("these values are texts, which {self} has none of"));
            }
        };
        check_syntax(syntax, field)
    }

    /// Whether all values of a field can be stored as this: their kind is [checked](StorageType::check_kind) before.
    ///
    /// # Errors
    /// Which of them cannot, and what would be right.
    pub fn check_bounds(&self, data_type: &DataType) -> Result<(), String> {
        let units = |scale: u32| 10i128.pow(scale);
        match (data_type, self) {
            (&DataType::Int64 { min, max } | &DataType::Decimal { min, max, .. }, StorageType::Int(int)) => {
                within(self, (min.into(), max.into()), int.range(), "limit the range, or take a wider type")
            }
            (&DataType::Wide { min, max, .. }, StorageType::Int(int)) => {
                within(self, (min, max), int.range(), "limit the range, or take a wider type")
            }
            (&DataType::Int64 { min, max }, StorageType::Decimal { precision, scale }) => {
                let most = units(precision - scale) - 1;
                within(self, (min.into(), max.into()), (-most, most), "limit the range, or take more digits")
            }
            (
                &DataType::Decimal { scale: own, .. } | &DataType::Wide { scale: own, .. },
                StorageType::Decimal { precision, scale },
            ) => {
                let most = units(precision - scale);
                let fits = |n: i128| n.abs() < most.saturating_mul(units(own));
                let (min, max) = match *data_type {
                    DataType::Decimal { min, max, .. } => (min.into(), max.into()),
                    DataType::Wide { min, max, .. } => (min, max),
                    _ => (0, 0),
                };
                if fits(min) && fits(max) {
                    return Ok(());
                }
                let digits = data_type.precision().unwrap_or(1) - own;
                let before = precision - scale;
                Err(format!(
                    "these numbers may have {digits} digits before the point, and {self} has {before}; limit the range, or take more digits"
                ))
            }
            (&DataType::Int64 { min, max }, StorageType::Float(width)) => {
                let most = width.max_integer();
                within(
                    self,
                    (min.into(), max.into()),
                    (-most, most),
                    "beyond these not every whole number is one; limit the range",
                )
            }
            (&DataType::Decimal { scale, min, max }, StorageType::Float(FloatWidth::Half)) => {
                check_finite(self, FloatWidth::Half, [min, max].map(|end| float_of_decimal(end, scale)))
            }
            (&DataType::Float { min, max, .. }, StorageType::Float(width)) => {
                check_finite(self, *width, [min, max])
            }
            (&DataType::Timestamp { unit, min, max }, StorageType::Timestamp { unit: stored, .. }) => {
                let per_second = if unit == TimeUnit::Second { 1 } else { 1000 };
                let fits = |n: i64| n.checked_mul(stored.per_second() / per_second).is_some();
                if fits(min) && fits(max) {
                    return Ok(());
                }
                Err(format!(
                    "{self} has times from 1677-09-21 to 2262-04-11, and these may lie outside; limit the range, or take timestamp"
                ))
            }
            _ => Ok(()),
        }
    }
}

/// Whether all texts of a field have it.
///
/// # Errors
/// Why they have not, or need not have.
fn check_syntax(syntax: Syntax, field: &Field) -> Result<(), String> {
    if field.syntax.is_some_and(|own| own.is_also(syntax)) {
        return Ok(());
    }
    let part = match &field.data_type {
        DataType::Utf8(Utf8::Composed(parts)) if !field.display.is_text() && syntax != Syntax::Xml => {
            parts.first().filter(|_| parts.len() == 1)
        }
        _ => None,
    };
    let Some(part) = part else { return Err(format!("nothing says that each of these texts is {syntax}")) };
    match part.dictionary.iter().map(|entry| format!("{entry}{}", part.after)).find(|text| !syntax.has(text))
    {
        Some(text) if text.chars().count() > 40 => Err(format!("one of these texts is not {syntax}")),
        Some(text) => Err(format!("`{text}` is not {syntax}")),
        None => Ok(()),
    }
}

/// The longest word of an enumeration in PostgreSQL, in bytes.
const MAX_ENUM_VALUE_LEN: usize = 63;

/// Whether the texts of a field can be an enumeration.
fn check_words(field: &Field) -> Result<(), String> {
    let Some(words) = field.words() else {
        return Err("enum is for texts of a list, such as those of the generator enum".into());
    };
    let wrong = words.iter().find(|word| {
        word.is_empty() || word.len() > MAX_ENUM_VALUE_LEN || word.ends_with(' ') || word.contains('\0')
    });
    match wrong {
        Some(word) if word.len() > MAX_ENUM_VALUE_LEN => {
            Err(format!("a value of an enumeration has at most {MAX_ENUM_VALUE_LEN} bytes"))
        }
        Some(word) => Err(format!("`{word}` is no word of an enumeration in every database")),
        None => Ok(()),
    }
}

/// Whether numbers between these are finite ones of this width.
fn check_finite(storage: &StorageType, width: FloatWidth, [min, max]: [f64; 2]) -> Result<(), String> {
    if min.abs().max(max.abs()) <= width.max() {
        return Ok(());
    }
    let most = if width == FloatWidth::Half { "65504" } else { "3.4e38" };
    Err(format!("the range is {min:?} to {max:?}, and {storage} has numbers up to {most}"))
}

fn within(
    storage: &StorageType,
    (min, max): (i128, i128),
    (least, most): (i128, i128),
    advice: &str,
) -> Result<(), String> {
    if min >= least && max <= most {
        return Ok(());
    }
    Err(format!("the range is {min} to {max}, and {storage} has {least} to {most}; {advice}"))
}

/// What values of a type are called.
pub(crate) fn plural(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Utf8(_) => "texts",
        DataType::Int64 { .. } | DataType::Wide { scale: 0, .. } => "whole numbers",
        DataType::Decimal { .. } | DataType::Wide { .. } => "decimals",
        DataType::Float { .. } => "floating-point numbers",
        DataType::Date32 { .. } => "dates",
        DataType::Timestamp { .. } => "timestamps",
        DataType::Time { .. } => "times of day",
        DataType::Duration { .. } => "durations",
        DataType::Bool => "booleans",
        DataType::Interval { .. } => "spans of time",
        DataType::Uuid => "UUIDs",
        DataType::Ipv4 | DataType::Ipv6 => "addresses",
        DataType::FixedBinary { .. } | DataType::Binary { .. } => "bytes",
        DataType::List { .. } => "lists",
        DataType::Map { .. } => "maps",
        DataType::Struct(_) => "structs",
    }
}

#[cfg(test)]
mod tests {
    use crate::types::{DataType, Field, FloatWidth, Specials, StorageType};

    #[test]
    fn bounds_are_those_of_the_type() {
        let takes = |name: &str, field: &Field| {
            let storage = StorageType::named(name).unwrap();
            storage.check_kind(field).and_then(|()| storage.check_bounds(&field.data_type)).is_ok()
        };
        for (name, min, max) in [
            ("int8", -128, 127),
            ("uint16", 0, 65_535),
            ("int64", i64::MIN, i64::MAX),
            ("numeric(4,1)", -999, 999),
            ("float4", -(1 << 24), 1 << 24),
            ("float16", -(1 << 11), 1 << 11),
        ] {
            assert!(takes(name, &Field::int64(min, max)), "{name}");
            assert!(min == i64::MIN || !takes(name, &Field::int64(min - 1, max)), "{name}");
            assert!(max == i64::MAX || !takes(name, &Field::int64(min, max + 1)), "{name}");
        }
        assert!(takes("uint64", &Field::int64(0, i64::MAX)) && !takes("uint64", &Field::int64(-1, 0)));
        let price = Field::decimal(2, -99_999, 99_999);
        for (name, expected) in [
            ("numeric(5,2)", true),
            ("numeric(38,35)", true),
            ("numeric(4,2)", false),
            ("numeric(9,1)", false),
            ("int32", false),
            ("float4", true),
            ("float16", true),
        ] {
            assert_eq!(takes(name, &price), expected, "{name}");
        }
        let wide = Field::float(FloatWidth::Double, 0.0, 65_505.0, Specials::default());
        assert!(!takes("float16", &wide) && takes("float4", &wide));
        assert!(!takes("float16", &Field::decimal(2, 0, 6_550_401)));
        assert!(!takes("int32", &Field::from(DataType::Bool)) && !takes("boolean", &price));
        assert!(takes("text", &price) && !takes("date", &price.affixed("a", "")));
    }
}
