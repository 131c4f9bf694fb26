//! Whether an array holds what its data type announces. A reader that takes an array for another type reads wrong values
//! without any sign of it, so plans compare layouts when they are built, and debug builds look at all values.

use std::ops::RangeInclusive;

use super::{Array, ColumnData, DataType, FloatWidth, Span, Strings, TextPart, Utf8, Validity};

impl DataType {
    /// Whether a reader that was built for the other type reads arrays of this one right: their bounds and lengths may differ.
    fn is_laid_out_as(&self, other: &DataType) -> bool {
        match (self, other) {
            (DataType::Utf8(own), DataType::Utf8(other)) => own.is_laid_out_as(other),
            (DataType::Decimal { scale, .. }, DataType::Decimal { scale: other, .. })
            | (DataType::Wide { scale, .. }, DataType::Wide { scale: other, .. }) => scale == other,
            (DataType::Float { width, .. }, DataType::Float { width: other, .. }) => width == other,
            (DataType::Timestamp { unit, .. }, DataType::Timestamp { unit: other, .. }) => unit == other,
            (DataType::FixedBinary { len }, DataType::FixedBinary { len: other }) => len == other,
            (DataType::List { item, .. }, DataType::List { item: other, .. })
            | (DataType::Map { entry: item, .. }, DataType::Map { entry: other, .. }) => {
                item.data_type.is_laid_out_as(&other.data_type)
            }
            (DataType::Struct(fields), DataType::Struct(others)) => {
                fields.len() == others.len()
                    && fields.iter().zip(others).all(|(field, other)| {
                        field.name == other.name && field.data_type.is_laid_out_as(&other.data_type)
                    })
            }
            (own, other) => std::mem::discriminant(own) == std::mem::discriminant(other),
        }
    }

    /// Checks that readers built for the other type can read arrays of this one.
    ///
    /// # Panics
    /// If they would read other values.
    pub(crate) fn assert_laid_out_as(&self, other: &DataType) {
        assert!(self.is_laid_out_as(other), "a reader of {other:?} is given {self:?}");
    }
}

impl Utf8 {
    fn is_laid_out_as(&self, other: &Utf8) -> bool {
        match (self, other) {
            (Utf8::Composed(parts), Utf8::Composed(others)) => {
                let is_same = |(own, other): (&TextPart, &TextPart)| {
                    own.after == other.after && std::sync::Arc::ptr_eq(&own.dictionary, &other.dictionary)
                };
                parts.len() == others.len() && parts.iter().zip(others).all(is_same)
            }
            (Utf8::Joined(parts), Utf8::Joined(others)) => {
                parts.len() == others.len()
                    && parts.iter().zip(others).all(|((own, after), (other, other_after))| {
                        after == other_after && own.data_type.is_laid_out_as(&other.data_type)
                    })
            }
            (Utf8::Encoded { len }, Utf8::Encoded { len: other }) => len == other,
            (Utf8::Patched { field, .. }, Utf8::Patched { field: other, .. }) => {
                field.data_type.is_laid_out_as(&other.data_type)
            }
            (own, other) => std::mem::discriminant(own) == std::mem::discriminant(other),
        }
    }
}

impl ColumnData {
    /// Whether there are `rows` values of this type, each within the type's bounds unless it is null.
    pub(crate) fn fits(&self, data_type: &DataType, rows: usize) -> bool {
        fits(&self.values, &self.validity, data_type, rows)
    }
}

fn fits(values: &Array, validity: &Validity, data_type: &DataType, rows: usize) -> bool {
    let within = |values: &[i64], bounds: RangeInclusive<i64>| {
        let is_within = |(row, value): (usize, &i64)| validity.is_null(row) || bounds.contains(value);
        values.len() == rows && values.iter().enumerate().all(is_within)
    };
    match (data_type, values) {
        (
            &DataType::Int64 { min, max }
            | &DataType::Decimal { min, max, .. }
            | &DataType::Timestamp { min, max, .. }
            | &DataType::Time { min, max }
            | &DataType::Duration { min, max },
            Array::Ints(values),
        ) => within(values, min..=max),
        (&DataType::Wide { min, max, .. }, Array::Wides(values)) => {
            let fits = |(row, value): (usize, &i128)| validity.is_null(row) || (min..=max).contains(value);
            values.len() == rows && values.iter().enumerate().all(fits)
        }
        (&DataType::Float { width, min, max, specials }, Array::Floats(values)) => {
            let is_within = |value: f64| match value {
                value if value.is_nan() => specials.nan,
                value if value.is_infinite() => specials.infinite,
                value if width != FloatWidth::Double && width.round(value) != value => false,
                value => (min..=max).contains(&value) || (value == 0.0 && specials.negative_zero),
            };
            let fits = |(row, value): (usize, &f64)| validity.is_null(row) || is_within(*value);
            values.len() == rows && values.iter().enumerate().all(fits)
        }
        (DataType::Date32 { min, max }, Array::Dates(days)) => {
            let is_within = |(row, day): (usize, &i32)| validity.is_null(row) || (min..=max).contains(&day);
            days.len() == rows && days.iter().enumerate().all(is_within)
        }
        (DataType::Bool, Array::Bools(values)) => values.len() == rows,
        (DataType::Uuid | DataType::Ipv6, Array::Ids(values)) => values.len() == rows,
        (&DataType::Interval { min, max, .. }, Array::Ids(values)) => {
            let is_within = |packed: u128| Span::unpacked(packed).is_between(min, max);
            let fits = |(row, packed): (usize, &u128)| validity.is_null(row) || is_within(*packed);
            values.len() == rows && values.iter().enumerate().all(fits)
        }
        (DataType::Ipv4, Array::Ipv4s(values)) => values.len() == rows,
        (DataType::FixedBinary { len }, Array::FixedBytes(bytes)) => bytes.width() == *len,
        (DataType::Binary { min, max }, Array::Strings(bytes)) => {
            let fits =
                |(row, bytes): (usize, &[u8])| validity.is_null(row) || (min..=max).contains(&&bytes.len());
            bytes.len() == rows && Strings::iter(bytes).enumerate().all(fits)
        }
        (DataType::List { item, min, max } | DataType::Map { entry: item, min, max }, Array::List(lists)) => {
            let count = |ends: &[i32]| ends[1].abs_diff(ends[0]);
            let mut counts = lists.offsets().windows(2).map(count);
            let items = lists.offsets().last().map_or(0, |&end| end as usize);
            lists.len() == rows
                && counts.all(|count| (*min..=*max).contains(&count))
                && lists.items().fits(&item.data_type, items)
        }
        (DataType::Struct(fields), Array::Struct(columns)) => {
            fields.len() == columns.len()
                && fields.iter().zip(columns).all(|(field, column)| column.fits(&field.data_type, rows))
        }
        (DataType::Utf8(text), values) => texts_fit(values, validity, text, rows),
        (_, _) => false,
    }
}

fn texts_fit(values: &Array, validity: &Validity, text: &Utf8, rows: usize) -> bool {
    match (text, values) {
        (Utf8::Composed(parts), Array::Indices(columns)) => {
            let is_in = |(part, column): (&TextPart, &Vec<u32>)| {
                column.len() == rows && column.iter().all(|&index| (index as usize) < part.dictionary.len())
            };
            parts.len() == columns.len() && parts.iter().zip(columns).all(is_in)
        }
        (&Utf8::Free { longest, plain, .. }, Array::Strings(texts)) => {
            let is_right = |(row, text): (usize, &[u8])| {
                validity.is_null(row) || (text.len() <= longest && (!plain || is_plain(text)))
            };
            texts.len() == rows && Strings::iter(texts).enumerate().all(is_right)
        }
        (Utf8::Joined(parts), Array::Joined(columns)) => {
            parts.len() == columns.len()
                && parts
                    .iter()
                    .zip(columns)
                    .all(|((field, _), column)| fits(column, validity, &field.data_type, rows))
        }
        (Utf8::Encoded { len }, Array::FixedBytes(bytes)) => bytes.width() == *len,
        (Utf8::Patched { field, .. }, Array::Patched(patched)) => {
            fits(patched.values(), validity, &field.data_type, rows)
        }
        (_, _) => false,
    }
}

/// What [`Utf8::Free`] promises of plain texts.
fn is_plain(text: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._".contains(byte);
    !text.is_empty() && text.iter().all(is_plain)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Array, ColumnData, DataType, Dictionary, Field, Strings, TextPart};

    fn dictionary(dictionary: [&str; 2]) -> DataType {
        let dictionary = Arc::new(Dictionary::exactly(dictionary.map(str::to_owned)));
        Field::composed([TextPart { dictionary, after: "" }]).data_type
    }

    fn column(values: Array) -> ColumnData {
        ColumnData { values, ..ColumnData::default() }
    }

    #[test]
    fn an_array_of_another_type_does_not_fit() {
        let mut texts = Strings::default();
        ["ab", "c d"].iter().for_each(|text| texts.push(text.as_bytes()));
        let texts = column(Array::Strings(texts));
        assert!(texts.fits(&Field::free(3, 2, false).data_type, 2));
        for data_type in [
            Field::free(2, 2, false),
            Field::free(3, 2, true),
            Field::int64(0, 9),
            dictionary(["a", "b"]).into(),
        ] {
            assert!(!texts.fits(&data_type.data_type, 2), "{data_type:?}");
        }
        assert!(!texts.fits(&Field::free(3, 2, false).data_type, 3));
        let indices = column(Array::Indices(vec![vec![0, 1, 1]]));
        assert!(indices.fits(&dictionary(["a", "b"]), 3));
        assert!(!column(Array::Indices(vec![vec![0, 1, 2]])).fits(&dictionary(["a", "b"]), 3));
        assert!(!column(Array::Indices(vec![vec![0], vec![0]])).fits(&dictionary(["a", "b"]), 1));
        let ints = column(Array::Ints(vec![1, 9]));
        assert!(ints.fits(&DataType::Int64 { min: 1, max: 9 }, 2));
        assert!(!ints.fits(&DataType::Int64 { min: 2, max: 9 }, 2));
        assert!(!ints.fits(&DataType::Date32 { min: 1, max: 9 }, 2));
    }

    #[test]
    fn null_rows_may_have_any_value() {
        let mut ints = column(Array::Ints(vec![1, 99]));
        ints.validity_mut().set(&[1], 2);
        assert!(ints.fits(&DataType::Int64 { min: 0, max: 9 }, 2));
    }

    /// Dictionaries with the same number of entries are not the same dictionary.
    #[test]
    #[should_panic(expected = "a reader of")]
    fn readers_of_another_dictionary_are_refused() {
        dictionary(["a", "b"]).assert_laid_out_as(&dictionary(["a", "b"]));
    }

    #[test]
    fn bounds_are_no_layout() {
        let (own, other) = (DataType::Int64 { min: 0, max: 1 }, DataType::Int64 { min: -5, max: 5 });
        own.assert_laid_out_as(&other);
        let data_type = dictionary(["a", "b"]);
        data_type.assert_laid_out_as(&data_type.clone());
    }
}
