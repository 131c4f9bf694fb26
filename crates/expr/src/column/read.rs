//! Columns as values: what PostgreSQL would take their fields for.

use std::ops::Range;
use std::sync::Arc;

use gusher::fragment::ValueTexts;
use gusher::types::{Array, ColumnData, DataType, Dictionary, Field, Strings, TextForm, TimeUnit, Utf8};

use crate::run::{Checked, Kernel, Run, Typed, kernel};
use crate::types::{Lengths, Number, SECOND, Span, Text, Type};
use crate::value::{Bits, Data, Interval, Lane, Texts, Valid, Value, WORDS};

/// The column at this place among those that the expression reads.
pub(crate) fn read(index: usize, field: &Field, at: &Range<usize>) -> Checked {
    let (ty, run) = if field.display.is_text() { any_text(index, field) } else { typed(index, field) };
    Ok(Typed { ty, nullable: field.nullable, kernel: run, constant: false, at: at.clone() })
}

fn typed(index: usize, field: &Field) -> (Type, Kernel) {
    match field.data_type {
        DataType::Utf8(Utf8::Composed(ref parts)) => match &parts[..] {
            [only] if only.after.is_empty() => words(index, &only.words),
            _ => any_text(index, field),
        },
        DataType::Utf8(Utf8::Free { longest, mean, plain }) => {
            let text = Text { longest, mean, ascii: plain, plain };
            (
                Type::Text(text),
                of(index, |column, _| match column.values() {
                    Array::Strings(texts) => Data::Text(Texts::Ref(texts)),
                    other => mismatch(other),
                }),
            )
        }
        DataType::Utf8(_) => any_text(index, field),
        DataType::Int64 { min, max } => (Type::Number(Number::int(min.into(), max.into())), ints(index)),
        DataType::Decimal { scale, min, max } => {
            (Type::Number(Number::decimal(scale, min.into(), max.into())), ints(index))
        }
        DataType::Date32 { min, max } => {
            let span = Span { min: min.into(), max: max.into(), step: crate::types::DAY };
            (
                Type::Date(span),
                of(index, |column, run| match column.values() {
                    Array::Dates(dates) => owned(run, dates[..run.rows].iter().map(|&day| i64::from(day))),
                    other => mismatch(other),
                }),
            )
        }
        DataType::Timestamp { unit, min, max } => {
            let step = match unit {
                TimeUnit::Second => SECOND,
                TimeUnit::Millisecond => 1000,
            };
            (Type::Timestamp(Span { min: min * step, max: max * step, step }), micros(index, step))
        }
        DataType::Time { min, max } => {
            let span = Span { min: min * SECOND, max: max * SECOND, step: SECOND };
            (Type::Time(span), micros(index, SECOND))
        }
        DataType::Duration { min, max } => {
            let micros = (min * SECOND, max * SECOND);
            let lengths = Lengths { months: (0, 0), days: (0, 0), micros, step: SECOND };
            (
                Type::Interval(lengths),
                of(index, |column, run| {
                    let seconds = column_ints(column)[..run.rows].iter();
                    let interval =
                        |&seconds: &i64| Interval { micros: seconds * SECOND, ..Interval::default() };
                    Data::Interval(Lane::Own(seconds.map(interval).collect()))
                }),
            )
        }
        DataType::Bool => (
            Type::Bool,
            of(index, |column, run| match column.values() {
                Array::Bools(bools) => Data::Bool(Bits::of(run.rows, |row| bools[row])),
                other => mismatch(other),
            }),
        ),
        DataType::Uuid => (Type::Opaque("uuid"), any_text(index, &field.clone().form(TextForm::Usual)).1),
        DataType::Ipv4 | DataType::Ipv6 => (Type::Opaque("inet"), any_text(index, field).1),
        DataType::FixedBinary { .. } => (Type::Opaque("bytea"), any_text(index, field).1),
        DataType::List { .. } => (Type::Opaque("list"), any_text(index, field).1),
        DataType::Struct { .. } => (Type::Opaque("struct"), any_text(index, field).1),
    }
}

/// A kernel that gives the values of a column.
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
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
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

/// Times of this unit in microseconds.
fn micros(index: usize, unit: i64) -> Kernel {
    of(index, move |column, run| {
        owned(run, column_ints(column)[..run.rows].iter().map(|&count| count.wrapping_mul(unit)))
    })
}

fn owned<'b>(run: &Run<'b>, values: impl Iterator<Item = i64>) -> Data<'b> {
    let mut room = run.room();
    room.extend(values);
    Data::Int(Lane::Own(room))
}

/// Words of a dictionary.
fn words(index: usize, words: &Arc<Dictionary>) -> (Type, Kernel) {
    let text = words.iter().map(Text::of).reduce(Text::or).unwrap_or(Text::up_to(0, true));
    let words = Arc::clone(words);
    let run = of(index, move |column, run| {
        let Array::Indices(parts) = column.values() else { mismatch(column.values()) };
        let mut texts = Strings::default();
        for &index in &parts[0][..run.rows] {
            texts.push(words.get(index as usize).as_bytes());
        }
        Data::Text(Texts::Own(texts))
    });
    (Type::Text(text), run)
}

/// Anything as the text that it is written as.
fn any_text(index: usize, field: &Field) -> (Type, Kernel) {
    let texts = ValueTexts::of(field);
    let longest = texts.max_bytes();
    let text = Text { longest, mean: texts.mean_bytes().min(longest), ascii: false, plain: false };
    let run = of(index, move |column, run| {
        let mut written = Strings::default();
        texts.write(column, run.rows, &mut written);
        Data::Text(Texts::Own(written))
    });
    (Type::Text(text), run)
}

/// A generator made other values than its field announces: a fault in it.
fn mismatch(found: &Array) -> ! {
    panic!("a column announced another type than {found:?}")
}
