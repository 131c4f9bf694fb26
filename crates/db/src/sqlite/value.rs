//! Values as SQLite has them: which of its classes a column's values are of, and the values of a batch.

use gusher::plan::Plan;
use gusher::text::{Buffer, ColumnText, Dialect, TextWriter};
use gusher::types::{Array, Batch, ColumnData, DataType, Field, FloatWidth, float_of_decimal, shortest_half};

/// What a column makes of the values that it is given ("Datatypes In SQLite", section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Affinity {
    Integer,
    Real,
    Numeric,
    Text,
    Blob,
}

impl Affinity {
    /// That of a declared type ("Determination Of Column Affinity").
    pub fn of(declared: &str) -> Affinity {
        let declared = declared.to_ascii_uppercase();
        let has = |words: &[&str]| words.iter().any(|word| declared.contains(word));
        match () {
            () if has(&["INT"]) => Affinity::Integer,
            () if has(&["CHAR", "CLOB", "TEXT"]) => Affinity::Text,
            () if has(&["BLOB"]) || declared.is_empty() => Affinity::Blob,
            () if has(&["REAL", "FLOA", "DOUB"]) => Affinity::Real,
            () => Affinity::Numeric,
        }
    }
}

/// A value, as it is stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value<'v> {
    Null,
    Int(i64),
    Real(f64),
    Text(&'v [u8]),
    Blob(&'v [u8]),
}

/// The values of a column: their class in SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Int,
    Real,
    /// Integers where there is nothing after the point, else floating-point numbers.
    Number,
    Text,
    Blob,
}

/// How the values of a column are made.
#[derive(Debug)]
enum Leaf {
    Int,
    Bool,
    /// Numbers of 16 bits: the same.
    Half,
    /// Numbers of 32 bits: as their shortest digits are read, which is not what they are with more bits.
    Single,
    /// Of integers, these are multiples of 10^-scale.
    Real {
        scale: u32,
    },
    Number {
        scale: u32,
    },
    /// Numbers of 32 bits in a column of numbers.
    SingleNumber,
    /// Numbers of 16 bits in a column of numbers.
    HalfNumber,
    /// Numbers beyond 64 bits: integers where they fit, else floating-point numbers.
    Wide {
        scale: u32,
    },
    Bytes,
    Text(Box<ColumnText>),
}

/// A column of a table, and what fills it.
#[derive(Debug)]
pub(super) struct Column {
    leaf: Leaf,
    /// Whether the values are those that the table stores, so that nothing has to convert them.
    pub is_stored: bool,
    pub is_nullable: bool,
}

impl Column {
    pub fn new(field: &Field, affinity: Affinity) -> Column {
        let leaf = Leaf::of(field, affinity);
        let is_stored = match (&leaf, affinity) {
            // These texts are no numbers.
            (Leaf::Text(_), Affinity::Integer | Affinity::Real | Affinity::Numeric) => {
                let is_time = matches!(
                    field.data_type,
                    DataType::Date32 { .. } | DataType::Timestamp { .. } | DataType::Time { .. }
                );
                is_time && !field.is_text()
            }
            (Leaf::Wide { .. }, affinity) => affinity == Affinity::Numeric,
            (_, affinity) => affinity != Affinity::Blob || matches!(leaf, Leaf::Bytes),
        };
        Column { leaf, is_stored, is_nullable: field.nullable }
    }

    /// The class of its values; none where some are of one and some of another that is not known by the value.
    pub fn class(&self) -> Option<Class> {
        Some(match self.leaf {
            Leaf::Int | Leaf::Bool => Class::Int,
            Leaf::Half | Leaf::Single | Leaf::Real { .. } => Class::Real,
            Leaf::Number { .. } | Leaf::SingleNumber | Leaf::HalfNumber => Class::Number,
            Leaf::Wide { .. } => return None,
            Leaf::Bytes => Class::Blob,
            Leaf::Text(_) => Class::Text,
        })
    }
}

impl Leaf {
    fn of(field: &Field, affinity: Affinity) -> Leaf {
        let text = || Leaf::Text(Box::new(ColumnText::of_dialect(field, Dialect::Sqlite)));
        if field.is_text() || field.data_type.is_nested() {
            return text();
        }
        match (&field.data_type, affinity) {
            (DataType::FixedBinary { .. } | DataType::Binary { .. }, _) => Leaf::Bytes,
            (
                DataType::Int64 { .. }
                | DataType::Decimal { .. }
                | DataType::Wide { .. }
                | DataType::Float { .. }
                | DataType::Bool,
                Affinity::Text,
            ) => text(),
            (DataType::Bool, _) => Leaf::Bool,
            (DataType::Float { width: FloatWidth::Half, .. }, Affinity::Real | Affinity::Blob) => Leaf::Half,
            (DataType::Float { width: FloatWidth::Single, .. }, Affinity::Real | Affinity::Blob) => {
                Leaf::Single
            }
            (DataType::Int64 { .. }, Affinity::Real)
            | (DataType::Float { .. }, Affinity::Real | Affinity::Blob) => Leaf::Real { scale: 0 },
            (&DataType::Decimal { scale, .. }, Affinity::Real) => Leaf::Real { scale },
            (DataType::Int64 { .. } | DataType::Decimal { scale: 0, .. }, _) => Leaf::Int,
            (&DataType::Decimal { scale, .. }, _) => Leaf::Number { scale },
            (&DataType::Wide { scale, .. }, _) => Leaf::Wide { scale },
            (DataType::Float { width: FloatWidth::Half, .. }, _) => Leaf::HalfNumber,
            (DataType::Float { width: FloatWidth::Single, .. }, _) => Leaf::SingleNumber,
            (DataType::Float { .. }, _) => Leaf::Number { scale: 0 },
            _ => text(),
        }
    }
}

/// The texts of a batch's values, with the buffers that they need.
pub(super) struct Texts<'c> {
    columns: Vec<Option<TextsOf<'c>>>,
}

struct TextsOf<'c> {
    writer: TextWriter<'c>,
    texts: Buffer,
    ends: Vec<usize>,
}

impl<'c> Texts<'c> {
    pub fn of(columns: &'c [Column]) -> Texts<'c> {
        let of = |column: &'c Column| match &column.leaf {
            Leaf::Text(text) => {
                Some(TextsOf { writer: text.writer(), texts: Buffer::default(), ends: Vec::new() })
            }
            _ => None,
        };
        Texts { columns: columns.iter().map(of).collect() }
    }

    /// Writes the texts of a batch.
    pub fn write(&mut self, batch: &Batch) {
        for (texts, data) in self.columns.iter_mut().zip(batch.columns()) {
            let Some(TextsOf { writer, texts, ends }) = texts else { continue };
            texts.clear();
            ends.clear();
            writer.write_each(data, batch.len(), texts, ends);
        }
    }

    #[inline]
    fn get(&self, column: usize, row: usize) -> &[u8] {
        let Some(TextsOf { texts, ends, .. }) = &self.columns[column] else { return &[] };
        let start = if row == 0 { 0 } else { ends[row - 1] };
        &texts.as_ref()[start..ends[row]]
    }
}

/// The value of a column in a row of the batch whose texts were written last.
#[inline]
pub(super) fn value<'v>(
    columns: &[Column],
    index: usize,
    data: &'v ColumnData,
    row: usize,
    texts: &'v Texts<'_>,
) -> Value<'v> {
    let column = &columns[index];
    if column.is_nullable && data.validity().is_null(row) {
        return Value::Null;
    }
    match (&column.leaf, data.values()) {
        (Leaf::Text(_), _) => Value::Text(texts.get(index, row)),
        (Leaf::Int, Array::Ints(ints)) => Value::Int(ints[row]),
        (Leaf::Bool, Array::Bools(bools)) => Value::Int(bools[row].into()),
        (Leaf::Half, Array::Floats(floats)) => Value::Real(shortest_half(floats[row])),
        (Leaf::HalfNumber, Array::Floats(floats)) => number(shortest_half(floats[row])),
        (Leaf::Single, Array::Floats(floats)) => Value::Real(single(floats[row])),
        (Leaf::Real { .. }, Array::Floats(floats)) => Value::Real(floats[row]),
        (Leaf::Real { scale }, Array::Ints(ints)) => Value::Real(float_of_decimal(ints[row], *scale)),
        (Leaf::SingleNumber, Array::Floats(floats)) => number(single(floats[row])),
        (Leaf::Number { .. }, Array::Floats(floats)) => number(floats[row]),
        (Leaf::Number { scale }, Array::Ints(ints)) => number(float_of_decimal(ints[row], *scale)),
        (Leaf::Wide { scale }, Array::Wides(wides)) => wide(wides[row], *scale),
        (Leaf::Bytes, Array::FixedBytes(bytes)) => Value::Blob(bytes.get(row)),
        (Leaf::Bytes, Array::Strings(bytes)) => Value::Blob(bytes.get(row)),
        (_, found) => panic!("a generator made values that its field does not announce: {found:?}"),
    }
}

/// The values of a column in a batch, as they are read row by row.
#[derive(Debug, Clone, Copy)]
pub(super) enum Values<'v> {
    /// Integers, none of which is null.
    Ints(&'v [i64]),
    /// Texts, none of which is null, and where they end.
    Texts(&'v [u8], &'v [usize]),
    /// Others: [`value`] gives each.
    Other,
}

/// The values of each column of the batch whose texts were written last.
pub(super) fn values<'v>(columns: &[Column], batch: &'v Batch, texts: &'v Texts<'_>) -> Vec<Values<'v>> {
    let of = |((column, data), texts): ((&Column, &'v ColumnData), &'v Option<TextsOf<'_>>)| {
        if column.is_nullable && !data.validity().is_empty() {
            return Values::Other;
        }
        match (&column.leaf, data.values(), texts) {
            (Leaf::Int, Array::Ints(ints), _) => Values::Ints(ints),
            (Leaf::Text(_), _, Some(texts)) => Values::Texts(texts.texts.as_ref(), &texts.ends),
            _ => Values::Other,
        }
    };
    // What a batch has beyond these is not written.
    columns.iter().zip(batch.columns()).zip(&texts.columns).map(of).collect()
}

/// A number as a column of numbers stores it: as an integer where nothing is lost (`sqlite3VdbeIntegerAffinity`).
#[inline]
pub(super) fn number(value: f64) -> Value<'static> {
    let int = value as i64;
    match int as f64 == value && int != i64::MAX && int != i64::MIN {
        true => Value::Int(int),
        false => Value::Real(value),
    }
}

/// The number of 64 bits that the shortest digits of one of 32 bits, as the text formats write them, are read as.
fn single(value: f64) -> f64 {
    match value.is_finite() {
        // What was written is always read.
        true => zmij::Buffer::new().format_finite(value as f32).parse().unwrap_or(value),
        false => value,
    }
}

fn wide(n: i128, scale: u32) -> Value<'static> {
    match (scale, i64::try_from(n)) {
        (0, Ok(int)) => Value::Int(int),
        // An integer that is too large stays a floating-point number.
        (0, Err(_)) => Value::Real(n as f64),
        // A number and an exponent are always read.
        (scale, _) => number(format!("{n}e-{scale}").parse().unwrap_or(f64::NAN)),
    }
}

/// The columns of a plan for a table whose columns have these affinities.
pub(super) fn columns(plan: &Plan, affinities: &[Affinity]) -> Vec<Column> {
    plan.fields().zip(affinities).map(|(field, &affinity)| Column::new(field, affinity)).collect()
}

#[cfg(test)]
mod tests {
    use super::single;

    /// Of two shortest texts that are as near, as those of 414444.625 are, the formats write the even one, which `f32::to_string` does not.
    #[test]
    fn numbers_of_32_bits_are_those_of_their_texts() {
        for (value, read) in [
            (414_444.63_f32, 414_444.62),
            (0.1, 0.1),
            (-0.0, -0.0),
            (1e-45, 1e-45),
            (f32::MAX, 3.402_823_5e38),
        ] {
            assert_eq!(single(value.into()).to_bits(), f64::to_bits(read), "{value}");
        }
        assert_eq!(single(f64::INFINITY), f64::INFINITY);
    }
}
