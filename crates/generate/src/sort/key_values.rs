//! The values of a column that rows are sorted by, in a form that is compared fast.

use std::cmp::Ordering;

use gush_columnar::HalfForm;
use gusher::text::{Buffer, ColumnText};
use gusher::types::{Array, ColumnData, DataType, Field, FloatWidth, StorageType, float_of_decimal};

/// The values of a column in a group of rows.
#[derive(Debug, Default)]
pub(super) struct KeyValues {
    values: Values,
    /// Which of them are null; empty where none is.
    nulls: Vec<bool>,
    count: usize,
}

/// How a file has values: those that are the same there are equal.
#[derive(Debug)]
pub(super) enum Form {
    /// As they are.
    Numbers,
    /// As floating-point numbers, of integers with as many decimal places.
    Floats(FloatWidth, u32),
    /// As texts.
    Texts(ColumnText),
}

impl Form {
    /// That of a field's numbers, where those of 16 bits are stored so.
    pub fn of_numbers(field: &Field, halves: HalfForm) -> Form {
        let StorageType::Float(width) = field.storage() else { return Form::Numbers };
        let width = match (width, halves) {
            (FloatWidth::Half, HalfForm::Float) => FloatWidth::Single,
            (width, _) => width,
        };
        match field.data_type {
            DataType::Decimal { scale, .. } => Form::Floats(width, scale),
            _ => Form::Floats(width, 0),
        }
    }
}

/// Numbers that have the order of the values, or texts.
#[derive(Debug)]
enum Values {
    Numbers(Vec<u64>),
    Wide(Vec<u128>),
    /// `is_short` where eight bytes say all of each text.
    Texts {
        bytes: Vec<u8>,
        ends: Vec<usize>,
        is_short: bool,
    },
}

impl Default for Values {
    fn default() -> Values {
        Values::Numbers(Vec::new())
    }
}

impl Values {
    fn numbers(&mut self) -> &mut Vec<u64> {
        if !matches!(self, Values::Numbers(_)) {
            *self = Values::Numbers(Vec::new());
        }
        let Values::Numbers(numbers) = self else { unreachable!("they were made numbers") };
        numbers
    }

    fn wide(&mut self) -> &mut Vec<u128> {
        if !matches!(self, Values::Wide(_)) {
            *self = Values::Wide(Vec::new());
        }
        let Values::Wide(numbers) = self else { unreachable!("they were made wide") };
        numbers
    }

    fn texts(&mut self) -> (&mut Vec<u8>, &mut Vec<usize>, &mut bool) {
        if !matches!(self, Values::Texts { .. }) {
            *self = Values::Texts { bytes: Vec::new(), ends: Vec::new(), is_short: true };
        }
        let Values::Texts { bytes, ends, is_short } = self else { unreachable!("they were made texts") };
        (bytes, ends, is_short)
    }
}

/// A number of 64 bits that has the order of a signed one.
fn of_int(number: i64) -> u64 {
    number as u64 ^ 1 << 63
}

/// A number that has the order of floating-point numbers; NaN is after all of them, and both zeros are one.
fn of_float(number: f64) -> u64 {
    if number.is_nan() {
        return u64::MAX;
    }
    let bits = (number + 0.0).to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// The same of a number that is stored with this width.
fn of_stored(number: f64, width: FloatWidth) -> u64 {
    of_float(match width {
        FloatWidth::Half => width.round(number),
        FloatWidth::Single => f64::from(number as f32),
        FloatWidth::Double => number,
    })
}

impl KeyValues {
    /// Forgets all values, and keeps their memory.
    pub fn clear(&mut self) {
        match &mut self.values {
            Values::Numbers(numbers) => numbers.clear(),
            Values::Wide(numbers) => numbers.clear(),
            Values::Texts { bytes, ends, is_short } => {
                bytes.clear();
                ends.clear();
                *is_short = true;
            }
        }
        self.nulls.clear();
        self.count = 0;
    }

    /// Appends `len` values of a column, which a file has in this form.
    pub fn add(&mut self, data: &ColumnData, len: usize, form: &Form) {
        let validity = data.validity();
        if !validity.is_empty() || !self.nulls.is_empty() {
            self.nulls.resize(self.count, false);
            self.nulls.extend((0..len).map(|row| !validity.is_empty() && validity.is_null(row)));
        }
        self.count += len;
        let values = &mut self.values;
        match (form, data.values()) {
            (Form::Texts(text), _) => write_texts(values, data, len, text),
            (Form::Floats(width, scale), Array::Ints(ints)) => {
                let number = |&n: &i64| of_stored(float_of_decimal(n, *scale), *width);
                values.numbers().extend(ints[..len].iter().map(number));
            }
            (Form::Floats(width, _), Array::Floats(floats)) => {
                values.numbers().extend(floats[..len].iter().map(|&number| of_stored(number, *width)));
            }
            (_, Array::Ints(ints)) => values.numbers().extend(ints[..len].iter().map(|&n| of_int(n))),
            (_, Array::Dates(days)) => {
                values.numbers().extend(days[..len].iter().map(|&day| of_int(day.into())));
            }
            (_, Array::Bools(bools)) => {
                values.numbers().extend(bools[..len].iter().map(|&value| u64::from(value)));
            }
            (_, Array::Floats(floats)) => {
                values.numbers().extend(floats[..len].iter().map(|&number| of_float(number)));
            }
            (_, Array::Ids(ids)) => values.wide().extend_from_slice(&ids[..len]),
            (_, Array::Wides(wides)) => {
                values.wide().extend(wides[..len].iter().map(|&number| number as u128 ^ 1 << 127));
            }
            (_, other) => panic!("a generator made values that its field does not announce: {other:?}"),
        }
    }

    /// Whether a value is null, which comes last.
    pub fn is_null(&self, row: usize) -> bool {
        self.nulls.get(row).copied().unwrap_or(false)
    }

    /// Whether values are equal where their prefixes are.
    pub fn is_exact(&self) -> bool {
        match &self.values {
            Values::Numbers(_) => true,
            Values::Wide(_) => false,
            Values::Texts { is_short, .. } => *is_short,
        }
    }

    /// A number that is smaller for a value that comes first, or the same where it cannot say which does.
    pub fn prefix(&self, row: usize, descending: bool) -> u64 {
        let prefix = match &self.values {
            Values::Numbers(numbers) => numbers[row],
            Values::Wide(numbers) => (numbers[row] >> 64) as u64,
            Values::Texts { bytes, ends, .. } => {
                let text = nth(bytes, ends, row);
                let mut head = [0; 8];
                let len = text.len().min(8);
                head[..len].copy_from_slice(&text[..len]);
                u64::from_be_bytes(head)
            }
        };
        if descending { !prefix } else { prefix }
    }

    /// Which of two values that are not null comes first.
    pub fn compare(&self, one: usize, other: usize, descending: bool) -> Ordering {
        let order = match &self.values {
            Values::Numbers(numbers) => numbers[one].cmp(&numbers[other]),
            Values::Wide(numbers) => numbers[one].cmp(&numbers[other]),
            Values::Texts { bytes, ends, .. } => nth(bytes, ends, one).cmp(nth(bytes, ends, other)),
        };
        if descending { order.reverse() } else { order }
    }
}

/// The text at this index of those that end where `ends` says.
fn nth<'t>(bytes: &'t [u8], ends: &[usize], index: usize) -> &'t [u8] {
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start..ends[index]]
}

/// Appends the texts of a batch.
fn write_texts(values: &mut Values, data: &ColumnData, len: usize, text: &ColumnText) {
    let (bytes, ends, is_short) = values.texts();
    let (mut buffer, mut new) = (Buffer::default(), Vec::new());
    text.writer().write_each(data, len, &mut buffer, &mut new);
    // Zeros fill the prefix of a text that is shorter.
    *is_short &=
        !buffer.as_ref().contains(&0) && (0..len).all(|row| nth(buffer.as_ref(), &new, row).len() <= 8);
    let before = bytes.len();
    bytes.extend_from_slice(buffer.as_ref());
    ends.extend(new.into_iter().map(|end| before + end));
}

#[cfg(test)]
mod tests {
    use gusher::types::FloatWidth;

    use super::{of_float, of_int, of_stored};

    #[test]
    fn numbers_keep_their_order() {
        let ints = [i64::MIN, -5, -1, 0, 1, 7, i64::MAX];
        assert!(ints.map(of_int).is_sorted());
        let floats =
            [f64::NEG_INFINITY, -1e300, -1.5, -f64::MIN_POSITIVE, 0.0, 1e-300, 2.5, f64::INFINITY, f64::NAN];
        assert!(floats.map(of_float).is_sorted_by(|one, other| one < other));
        assert_eq!(of_float(-0.0), of_float(0.0));
        assert_eq!(of_stored(0.1, FloatWidth::Single), of_stored(0.100_000_000_1, FloatWidth::Single));
        assert_eq!(of_stored(0.1, FloatWidth::Half), of_stored(0.100_001, FloatWidth::Half));
        assert!(of_stored(0.1, FloatWidth::Double) < of_stored(0.100_000_000_1, FloatWidth::Double));
        assert_eq!(of_float(-f64::NAN), of_float(f64::NAN));
    }
}
