//! Columns as values: what PostgreSQL would take their fields for.

use std::ops::Range;
use std::sync::Arc;

use gusher::internal::computed::ExpressionError;
use gusher::internal::fragment::ValueTexts;
use gusher::types::{
    Array, ColumnData, DataType, Dictionary, Field, FloatWidth, IntType, Span as TimeSpan, Specials,
    StorageType, Strings, TextForm, TimeUnit, Utf8,
};

use crate::run::{Checked, Kernel, Run, Typed, kernel};
use crate::types::{DAY, Float, Json, Lengths, Number, SECOND, Span, TextBounds, Type};
use crate::unify::text_of;
use crate::value::{Bits, Data, Interval, Lane, Texts, Valid, Value, WORDS};

/// The column at this index among those that the expression reads.
pub(crate) fn read(index: usize, field: &Field, at: &Range<usize>) -> Checked {
    let (ty, run) = match field.storage() {
        StorageType::Json { is_binary } => json(index, field, is_binary),
        // PostgreSQL has a `jsonb` of them, as a table of a script.
        StorageType::Nested => json(index, field, true),
        StorageType::Array(_) => {
            let text = "expressions do not compute with arrays; without its @type the list is a jsonb here";
            return Err(ExpressionError { at: at.clone(), text: text.into() });
        }
        _ if field.display.is_text() => any_text(index, field),
        _ => typed(index, field),
    };
    Ok(Typed { ty, nullable: field.nullable, kernel: run, constant: false, at: at.clone() })
}

fn typed(index: usize, field: &Field) -> (Type, Kernel) {
    match field.data_type {
        DataType::Utf8(Utf8::Composed(ref parts)) => match &parts[..] {
            [only] if only.after.is_empty() => entries(index, &only.dictionary),
            _ => any_text(index, field),
        },
        DataType::Utf8(Utf8::Free { longest, mean, plain }) => {
            (Type::Text(TextBounds { longest, mean, ascii: plain, plain }), strings(index))
        }
        DataType::Utf8(_) => any_text(index, field),
        DataType::Int64 { min, max } => {
            let number = Number::int(min.into(), max.into());
            (Type::Number(Number { bits: declared_bits(field), ..number }), ints(index))
        }
        DataType::Decimal { scale, min, max } => {
            (Type::Number(Number::decimal(scale, min.into(), max.into())), ints(index))
        }
        DataType::Wide { scale, min, max } => (Type::Number(Number::decimal(scale, min, max)), wides(index)),
        // What is no number, or infinite, has no bounds.
        DataType::Float { specials: Specials { nan, infinite, .. }, .. } if nan || infinite => {
            opaque("double precision with NaN or infinite numbers", index, field)
        }
        DataType::Float { width, min, max, .. } => {
            // PostgreSQL has no type of 16 bits: each is a number of 32.
            let single = width != FloatWidth::Double;
            (Type::Float(Float { single, ..Float::between(min, max) }), floats(index))
        }
        DataType::Date32 { min, max } => (Type::Date(Span::new(min.into(), max.into(), DAY)), dates(index)),
        DataType::Timestamp { unit, min, max } => {
            let step = match unit {
                TimeUnit::Second => SECOND,
                TimeUnit::Millisecond => 1000,
            };
            let zoned = matches!(field.declared, Some(StorageType::Timestamp { has_zone: true, .. }));
            (Type::Timestamp(Span { zoned, ..Span::new(min * step, max * step, step) }), micros(index, step))
        }
        DataType::Time { min, max } => {
            (Type::Time(Span::new(min * SECOND, max * SECOND, SECOND)), micros(index, SECOND))
        }
        DataType::Duration { min, max } => {
            let micros = (min * SECOND, max * SECOND);
            let lengths = Lengths { months: (0, 0), days: (0, 0), micros, step: SECOND };
            (Type::Interval(lengths), intervals(index))
        }
        DataType::Interval { min, max, unit } => {
            let lengths = Lengths {
                months: (min.months.into(), max.months.into()),
                days: (min.days.into(), max.days.into()),
                micros: (min.micros, max.micros),
                step: super::stored::micros(unit),
            };
            (Type::Interval(lengths), spans(index))
        }
        DataType::Bool => (Type::Bool, bools(index)),
        DataType::Uuid => opaque("uuid", index, &field.clone().form(TextForm::Usual)),
        DataType::Ipv4 | DataType::Ipv6 => opaque("inet", index, field),
        DataType::FixedBinary { .. } | DataType::Binary { .. } => opaque("bytea", index, field),
        // What is left of them: vectors.
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct { .. } => {
            opaque("vector", index, field)
        }
    }
}

/// JSON, which lists and structs are as texts.
fn json(index: usize, field: &Field, is_binary: bool) -> (Type, Kernel) {
    let (ty, run) = match field.data_type {
        DataType::Utf8(_) if !field.display.is_text() => typed(index, field),
        _ => any_text(index, field),
    };
    (Type::Json(Json::of(text_of(&ty), is_binary, may_have_exponents(field))), run)
}

/// Whether JSON may have numbers with an exponent: floating-point ones, and those of texts that others have made.
fn may_have_exponents(field: &Field) -> bool {
    match &field.data_type {
        DataType::Float { .. } | DataType::Utf8(Utf8::Composed(_)) => true,
        DataType::List { item, .. } | DataType::Map { entry: item, .. } => may_have_exponents(item),
        DataType::Struct(fields) => fields.iter().any(may_have_exponents),
        DataType::Utf8(_) => field.declared == Some(StorageType::Json { is_binary: false }),
        DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Interval { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. } => false,
    }
}

/// The bits of the integer type that PostgreSQL has for a column of integers: it has none of 8 bits, and none without a sign.
fn declared_bits(field: &Field) -> u32 {
    match field.declared {
        Some(StorageType::Int(IntType { bits, is_signed })) => {
            let bits = if is_signed { bits } else { 2 * bits };
            bits.clamp(16, 64)
        }
        _ => 64,
    }
}

/// A type of which only the text is known.
fn opaque(name: &'static str, index: usize, field: &Field) -> (Type, Kernel) {
    (Type::Opaque(name), any_text(index, field).1)
}

/// A kernel that reads the values of a column.
fn of(
    index: usize,
    data: impl for<'b> Fn(&'b ColumnData, &Run<'b>) -> Data<'b> + Send + Sync + 'static,
) -> Kernel {
    kernel(move |run| {
        let column = run.inputs.expect("a column is no constant").column(index);
        let valid = valid(column);
        match data(column, run) {
            Data::Bool(bits) => Value::bools(bits, valid),
            data => Value::new(data, valid),
        }
    })
}

/// Which rows have a value.
fn valid(column: &ColumnData) -> Valid {
    let validity = column.validity();
    if validity.is_empty() {
        return None;
    }
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(validity.bitmap().chunks(8)) {
        let mut padded = [0; 8];
        padded[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(padded);
    }
    Some(Bits(words))
}

fn column_ints(column: &ColumnData) -> &[i64] {
    match column.values() {
        Array::Ints(ints) => ints,
        other => mismatch(other),
    }
}

fn ints(index: usize) -> Kernel {
    of(index, |column, _| Data::Int(Lane::Ref(column_ints(column))))
}

fn wides(index: usize) -> Kernel {
    of(index, |column, _| match column.values() {
        Array::Wides(wides) => Data::Wide(Lane::Ref(wides)),
        other => mismatch(other),
    })
}

fn floats(index: usize) -> Kernel {
    of(index, |column, _| match column.values() {
        Array::Floats(floats) => Data::Float(Lane::Ref(floats)),
        other => mismatch(other),
    })
}

fn strings(index: usize) -> Kernel {
    of(index, |column, _| match column.values() {
        Array::Strings(texts) => Data::Text(Texts::Ref(texts)),
        other => mismatch(other),
    })
}

fn bools(index: usize) -> Kernel {
    of(index, |column, run| match column.values() {
        Array::Bools(bools) => Data::Bool(Bits::of(run.rows, |row| bools[row])),
        other => mismatch(other),
    })
}

fn dates(index: usize) -> Kernel {
    of(index, |column, run| match column.values() {
        Array::Dates(dates) => owned(run, dates[..run.rows].iter().map(|&day| i64::from(day))),
        other => mismatch(other),
    })
}

fn intervals(index: usize) -> Kernel {
    of(index, |column, run| {
        let seconds = column_ints(column)[..run.rows].iter();
        let interval = |&seconds: &i64| Interval { micros: seconds * SECOND, ..Interval::default() };
        Data::Interval(Lane::Own(seconds.map(interval).collect()))
    })
}

/// Spans of months, days and microseconds.
fn spans(index: usize) -> Kernel {
    of(index, |column, run| {
        let Array::Ids(spans) = column.values() else { mismatch(column.values()) };
        let interval = |&packed: &u128| {
            let TimeSpan { months, days, micros } = TimeSpan::unpacked(packed);
            Interval { months: months.into(), days: days.into(), micros }
        };
        Data::Interval(Lane::Own(spans[..run.rows].iter().map(interval).collect()))
    })
}

/// Times of this unit in microseconds.
fn micros(index: usize, unit: i64) -> Kernel {
    of(index, move |column, run| {
        owned(run, column_ints(column)[..run.rows].iter().map(|&count| count.wrapping_mul(unit)))
    })
}

fn owned<'b>(run: &Run<'b>, values: impl Iterator<Item = i64>) -> Data<'b> {
    let mut buffer = run.buffer();
    buffer.extend(values);
    Data::Int(Lane::Own(buffer))
}

/// The entries of a dictionary.
fn entries(index: usize, dictionary: &Arc<Dictionary>) -> (Type, Kernel) {
    let text =
        dictionary.iter().map(TextBounds::of).reduce(TextBounds::or).unwrap_or(TextBounds::up_to(0, true));
    let dictionary = Arc::clone(dictionary);
    let run = of(index, move |column, run| {
        let Array::Indices(parts) = column.values() else { mismatch(column.values()) };
        let mut texts = Strings::default();
        for &index in &parts[0][..run.rows] {
            texts.push(dictionary.get(index as usize).as_bytes());
        }
        Data::Text(Texts::Own(texts))
    });
    (Type::Text(text), run)
}

/// The values of any column as they are written.
fn any_text(index: usize, field: &Field) -> (Type, Kernel) {
    let texts = ValueTexts::of(field);
    let longest = texts.max_bytes();
    let text = TextBounds { longest, mean: texts.mean_bytes().min(longest), ascii: false, plain: false };
    let run = of(index, move |column, run| {
        let mut written = Strings::default();
        texts.write(column, run.rows, &mut written);
        Data::Text(Texts::Own(written))
    });
    (Type::Text(text), run)
}

/// A generator has other values than its field declares: a bug in it.
fn mismatch(found: &Array) -> ! {
    panic!("a column declared another type than {found:?}")
}
