//! Values of several types become values of one, as PostgreSQL does it for comparisons, `case` and their like; and the
//! kernels that choose among them row by row.

use std::ops::Range;

use gusher::internal::computed::ExpressionError;
use gusher::types::Strings;

use crate::convert;
use crate::run::{Checked, Run, Typed, kernel, wrong};
use crate::types::{Float, Json, NO_BITS, Number, Span, TextBounds, Type};
use crate::value::{Bits, Data, Lane, Texts, Valid, Value, known};

/// Two values of one type, if there is one for both.
pub(crate) fn pair(a: Typed, b: Typed, at: &Range<usize>) -> Result<Option<(Typed, Typed)>, ExpressionError> {
    // PostgreSQL compares a `json` with nothing: it is the text that it was.
    if [&a.ty, &b.ty].iter().any(|ty| matches!(ty, Type::Json(Json { is_binary: false, .. }))) {
        return Ok(None);
    }
    // A number that is no `real` is compared with one as a double precision.
    let is_mixed = matches!(
        (family(&a.ty), family(&b.ty)),
        (Some(Family::Single), Some(Family::Number)) | (Some(Family::Number), Some(Family::Single))
    );
    let all = if is_mixed { vec![convert::to_double(a)?, convert::to_double(b)?] } else { vec![a, b] };
    let Ok(both) = common(all) else { return Ok(None) };
    let mut both = both.map_err(|mut error| {
        if error.at.is_empty() {
            error.at = at.clone();
        }
        error
    })?;
    let second = both.pop();
    Ok(both.pop().zip(second))
}

/// The common family of values: that of the first one with a definite type.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Family {
    Bool,
    Number,
    Float,
    /// Floating-point numbers of 32 bits.
    Single,
    Text,
    Date,
    Timestamp,
    /// Timestamps with a time zone.
    Zoned,
    Time,
    Interval,
    Json {
        is_binary: bool,
    },
    Opaque(&'static str),
}

fn family(ty: &Type) -> Option<Family> {
    Some(match ty {
        Type::Null | Type::Literal => return None,
        Type::Bool => Family::Bool,
        Type::Number(_) => Family::Number,
        Type::Float(Float { single: true, .. }) => Family::Single,
        Type::Float(_) => Family::Float,
        Type::Text(_) => Family::Text,
        Type::Date(_) => Family::Date,
        Type::Timestamp(Span { zoned: true, .. }) => Family::Zoned,
        Type::Timestamp(_) => Family::Timestamp,
        Type::Time(_) => Family::Time,
        Type::Interval(_) => Family::Interval,
        Type::Json(Json { is_binary, .. }) => Family::Json { is_binary: *is_binary },
        Type::Opaque(name) => Family::Opaque(name),
    })
}

/// The family of two.
fn wider(a: Family, b: Family) -> Option<Family> {
    match (a, b) {
        (a, b) if a == b => Some(a),
        (Family::Number | Family::Single, Family::Float)
        | (Family::Float, Family::Number | Family::Single) => Some(Family::Float),
        (Family::Number, Family::Single) | (Family::Single, Family::Number) => Some(Family::Single),
        (Family::Date | Family::Timestamp, Family::Zoned)
        | (Family::Zoned, Family::Date | Family::Timestamp) => Some(Family::Zoned),
        (Family::Date, Family::Timestamp) | (Family::Timestamp, Family::Date) => Some(Family::Timestamp),
        _ => None,
    }
}

/// The values in one family; or the two types that have none in common.
pub(crate) fn common(all: Vec<Typed>) -> Result<Result<Vec<Typed>, ExpressionError>, (String, String)> {
    let mut found: Option<(Family, String)> = None;
    for typed in &all {
        let Some(family) = family(&typed.ty) else { continue };
        found = Some(match found {
            None => (family, typed.ty.to_string()),
            Some((known, name)) => match wider(known, family) {
                Some(wider) => (wider, typed.ty.to_string()),
                None => return Err((name, typed.ty.to_string())),
            },
        });
    }
    let family = found.map_or(Family::Text, |(family, _)| family);
    Ok(all.into_iter().map(|typed| into_family(typed, family)).collect())
}

fn into_family(typed: Typed, family: Family) -> Checked {
    match family {
        Family::Bool => convert::to_bool(typed),
        Family::Number => convert::to_number(typed),
        Family::Float => convert::to_double(typed),
        Family::Single => convert::to_single(typed),
        Family::Text => convert::literal_text(typed),
        Family::Date => convert::to_date(typed),
        Family::Timestamp => convert::to_timestamp(typed),
        Family::Zoned => convert::to_zoned(typed),
        Family::Time => convert::to_time(typed),
        Family::Interval => convert::to_interval(typed),
        Family::Json { is_binary } => convert::to_json(typed, is_binary),
        Family::Opaque(name) => convert::to_opaque(typed, name),
    }
}

/// The values converted to one type, and that type, whose bounds include all of them.
pub(crate) fn alike(
    all: Vec<Typed>,
    what: &str,
    at: &Range<usize>,
) -> Result<(Vec<Typed>, Type), ExpressionError> {
    let all =
        common(all).map_err(|(a, b)| wrong(at, format!("{what} has {a} and {b}; cast one of them")))??;
    let scale = all.iter().filter_map(Typed::number).map(|number| number.scale).max().unwrap_or(0);
    let ragged = all.iter().filter_map(Typed::number).any(|number| number.scale != scale);
    let mut alike = Vec::with_capacity(all.len());
    let mut ty: Option<Type> = None;
    for typed in all {
        let typed = if typed.number().is_some() { convert::rescaled(typed, scale)? } else { typed };
        // A null has no bounds.
        if typed.scalar() != Some(crate::run::Scalar::Null) {
            ty = Some(match ty {
                None => typed.ty.clone(),
                Some(ty) => either(&ty, &typed.ty),
            });
        }
        alike.push(typed);
    }
    let mut ty = ty.unwrap_or_else(|| alike[0].ty.clone());
    if let Type::Number(number) = &mut ty {
        number.ragged |= ragged && !number.integer;
    }
    Ok((alike, ty))
}

/// The type with the bounds of these values only, which were converted to it.
pub(crate) fn within(ty: Type, values: &[Typed]) -> Type {
    let known = values.iter().filter(|typed| typed.scalar() != Some(crate::run::Scalar::Null));
    let Some(bounds) = known.map(|typed| typed.ty.clone()).reduce(|a, b| either(&a, &b)) else { return ty };
    match (ty, bounds) {
        (Type::Number(number), Type::Number(Number { min, max, nonzero, .. })) => {
            Type::Number(Number { min, max, nonzero, ..number })
        }
        (_, bounds) => bounds,
    }
}

/// A type of which both are, which are of one family.
fn either(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Number(a), Type::Number(b)) => Type::Number(Number {
            integer: a.integer && b.integer,
            bits: if a.integer && b.integer { a.bits.max(b.bits) } else { NO_BITS },
            scale: a.scale,
            ragged: a.ragged || b.ragged,
            min: a.min.min(b.min),
            max: a.max.max(b.max),
            nonzero: !a.may_be_zero() && !b.may_be_zero(),
        }),
        (Type::Float(a), Type::Float(b)) => Type::Float(Float {
            min: a.min.min(b.min),
            max: a.max.max(b.max),
            integer: a.integer && b.integer,
            single: a.single && b.single,
            nonzero: !a.may_be_zero() && !b.may_be_zero(),
        }),
        (Type::Text(a), Type::Text(b)) => Type::Text(a.or(*b)),
        (Type::Date(a), Type::Date(b)) => Type::Date(a.or(*b)),
        (Type::Timestamp(a), Type::Timestamp(b)) => Type::Timestamp(a.or(*b)),
        (Type::Time(a), Type::Time(b)) => Type::Time(a.or(*b)),
        (Type::Interval(a), Type::Interval(b)) => Type::Interval(a.or(*b)),
        (Type::Json(a), Type::Json(b)) => Type::Json(Json { text: a.text.or(b.text), ..*a }),
        _ => a.clone(),
    }
}

/// `case`: the result of the first condition that holds, or the last result.
pub(crate) fn case(conditions: Vec<Typed>, results: Vec<Typed>, at: &Range<usize>) -> Checked {
    let conditions = conditions.into_iter().map(convert::to_bool).collect::<Result<Vec<_>, _>>()?;
    let constant = conditions.iter().chain(&results).all(|typed| typed.constant);
    let nullable = results.iter().any(|result| result.nullable);
    let (results, ty) = alike(results, "case", at)?;
    let wide = ty.is_wide();
    let run = kernel(move |run| {
        let masks: Vec<Bits> = conditions.iter().map(|condition| (condition.kernel)(run).bits()).collect();
        let values = results.iter().map(|result| (result.kernel)(run)).collect();
        choose(run, values, &masks, wide)
    });
    Ok(Typed { ty, nullable, kernel: run, constant, at: at.clone() })
}

/// In each row the first of the values whose mask has it, or the last: there is one mask less.
pub(crate) fn choose<'b>(run: &Run<'b>, mut values: Vec<Value<'b>>, masks: &[Bits], wide: bool) -> Value<'b> {
    let last = values.pop().expect("there is a last value");
    let valid = chosen_valid(&values, &last, masks);
    let rows = run.rows;
    let data = match &last.data {
        Data::Bool(bits) => {
            let over = |below: Bits, (value, mask): (&Value<'_>, &Bits)| {
                below.and_not(*mask).or(value.bits().and(*mask))
            };
            return Value::bools(values.iter().zip(masks).rev().fold(*bits, over), valid);
        }
        Data::Text(_) => {
            values.push(last);
            return Value::new(Data::Text(chosen_texts(rows, &values, masks)), valid);
        }
        _ if wide => {
            let layers: Vec<Lane<'_, i128>> = values.iter().map(|value| value.wide(rows)).collect();
            let mut out = Vec::with_capacity(rows);
            blend(rows, &last.wide(rows), &layers, masks, &mut out);
            Data::Wide(Lane::Own(out))
        }
        Data::Int(_) | Data::Wide(_) => {
            let layers: Vec<&Lane<'_, i64>> = values.iter().map(Value::ints).collect();
            let mut out = run.buffer();
            blend(rows, last.ints(), &layers, masks, &mut out);
            Data::Int(Lane::Own(out))
        }
        Data::Float(_) => {
            let layers: Vec<&Lane<'_, f64>> = values.iter().map(Value::floats).collect();
            let mut out = Vec::with_capacity(rows);
            blend(rows, last.floats(), &layers, masks, &mut out);
            Data::Float(Lane::Own(out))
        }
        Data::Interval(_) => {
            let layers: Vec<_> = values.iter().map(Value::intervals).collect();
            let mut out = Vec::with_capacity(rows);
            blend(rows, last.intervals(), &layers, masks, &mut out);
            Data::Interval(Lane::Own(out))
        }
    };
    values.into_iter().for_each(|value| run.give_back(value));
    Value::new(data, valid)
}

fn chosen_valid(values: &[Value<'_>], last: &Value<'_>, masks: &[Bits]) -> Valid {
    if values.iter().chain([last]).all(|value| value.valid.is_none()) {
        return None;
    }
    let over = |below: Bits, (value, mask): (&Value<'_>, &Bits)| {
        below.and_not(*mask).or(known(value.valid).and(*mask))
    };
    Some(values.iter().zip(masks).rev().fold(known(last.valid), over))
}

/// The values of the lowest layer, with those of each above it where its mask says so; the first layer is on top.
fn blend<'l, T: Copy + 'l, L: std::borrow::Borrow<Lane<'l, T>>>(
    rows: usize,
    lowest: &Lane<'_, T>,
    layers: &[L],
    masks: &[Bits],
    out: &mut Vec<T>,
) {
    crate::value::map(lowest, rows, out, |value| value);
    for (layer, mask) in layers.iter().zip(masks).rev() {
        let layer = layer.borrow();
        for (word, chunk) in out.chunks_mut(64).enumerate() {
            match mask.0[word] {
                0 => {}
                bits => {
                    for (row, out) in chunk.iter_mut().enumerate() {
                        let value = layer.get(word * 64 + row);
                        *out = if bits >> row & 1 == 1 { value } else { *out };
                    }
                }
            }
        }
    }
}

fn chosen_texts<'b>(rows: usize, values: &[Value<'b>], masks: &[Bits]) -> Texts<'b> {
    let texts: Vec<&Texts<'_>> = values.iter().map(Value::text).collect();
    let mut chosen = Strings::default();
    for row in 0..rows {
        let which = masks.iter().position(|mask| mask.get(row)).unwrap_or(masks.len());
        chosen.push(texts[which].bytes(row));
    }
    Texts::Own(chosen)
}

/// The bounds of a text type; those of an empty text for other types.
pub(crate) fn text_of(ty: &Type) -> TextBounds {
    match ty {
        Type::Text(text) => *text,
        _ => TextBounds::up_to(0, true),
    }
}
