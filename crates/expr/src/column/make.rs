//! The column that an expression computes.

use std::fmt;
use std::sync::Arc;

use gusher::internal::computed::{Compute, ExpressionError, Inputs};
use gusher::types::{
    Array, ColumnData, DataType, Field, FloatWidth, MAX_PRECISION, Span as TimeSpan, Specials, StorageUnit,
    Syntax, TimeUnit,
};

use super::stored::Stored;
use crate::ast::ExprNode;
use crate::one_to_one;
use crate::run::{Kernel, Run, Typed};
use crate::types::{DAY, FIRST_DAY, Float, LAST_DAY, Lengths, Number, SECOND, Span, Type};
use crate::value::{Data, Interval, Lane, Texts, Value, WORDS};

/// Nanoseconds have 64 bits.
const MAX_MICROS: i64 = i64::MAX / 1000;
/// The longest text that a column has.
const LONGEST: usize = 1 << 20;

/// A compiled expression as a column of a table.
pub(crate) struct Computed {
    field: Field,
    kernel: Kernel,
    shape: Shape,
    uses_now: bool,
    node: Option<Arc<ExprNode>>,
}

/// How values are converted to those of a column.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Bool,
    /// Numbers: the value of null rows, which is the minimum, and the divisor of each value.
    Ints {
        null: i64,
        unit: i64,
    },
    /// Numbers beyond 64 bits.
    Wides {
        null: i128,
    },
    Floats {
        null: i64,
    },
    /// Floating-point numbers that stay some, from the smallest to the largest.
    Doubles {
        min: f64,
        max: f64,
    },
    Dates {
        null: i32,
    },
    Texts,
    Durations {
        null: i64,
    },
    /// Spans of months, days and microseconds.
    Spans {
        null: TimeSpan,
    },
}

impl fmt::Debug for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computed").field("field", &self.field).finish_non_exhaustive()
    }
}

/// The column of a checked expression.
pub(crate) fn of(typed: Typed, uses_now: bool, stored: &Stored) -> Result<Computed, ExpressionError> {
    if let Type::Float(float) = typed.ty
        && stored.keeps_floats
    {
        return doubles(typed, float, uses_now);
    }
    let typed = match typed.ty {
        Type::Literal => crate::convert::literal_text(typed)?,
        Type::Float(_) => crate::convert::float_of_column(typed)?,
        _ => typed,
    };
    // A `jsonb` is written as PostgreSQL writes it.
    let typed = match typed.ty {
        Type::Json(json) if json.is_binary => {
            Typed { ty: Type::Json(json), ..crate::convert::binary_text(typed)? }
        }
        _ => typed,
    };
    let (data_type, shape) = shape(&typed)?;
    let field = match data_type {
        Some(data_type) => Field::from(data_type),
        None => match &typed.ty {
            Type::Text(text) => Field::free(text.longest, text.mean, text.plain),
            Type::Json(json) => Field::free(json.text.longest, json.text.mean, false).of_syntax(Syntax::Json),
            _ => Field::free(0, 0, false),
        },
    };
    let mut field = field.nullable(typed.nullable);
    field.declared = stored.declared(&typed.ty);
    Ok(Computed { field, kernel: typed.kernel, shape, uses_now, node: None })
}

/// A column of floating-point numbers.
fn doubles(typed: Typed, float: Float, uses_now: bool) -> Result<Computed, ExpressionError> {
    // Functions may be off by the last digits, and bounds are rounded as values are.
    let wider = |end: f64| (end.abs() * 1e-12).max(f64::MIN_POSITIVE);
    let (min, max) = (float.min - wider(float.min), float.max + wider(float.max));
    if !min.is_finite() || !max.is_finite() {
        return Err(
            typed.error("the number may be too large for 64 bits; limit it first, as with least(x, 1000)")
        );
    }
    // Any of them may be 0 with a minus sign.
    let specials = Specials { negative_zero: true, ..Specials::default() };
    let width = if float.single { FloatWidth::Single } else { FloatWidth::Double };
    let (min, max) = (width.round(min), width.round(max));
    let field = Field::float(width, min, max, specials).nullable(typed.nullable);
    Ok(Computed { field, kernel: typed.kernel, shape: Shape::Doubles { min, max }, uses_now, node: None })
}

/// The type of the column, or `None` for a text, and how values are converted to it.
fn shape(typed: &Typed) -> Result<(Option<DataType>, Shape), ExpressionError> {
    match typed.ty {
        Type::Null => Err(typed.error("null alone has no type; cast it, as in null::text")),
        Type::Bool => Ok((Some(DataType::Bool), Shape::Bool)),
        Type::Number(number) => self::number(typed, &number),
        Type::Float(float) => {
            let fits = float.integer && float.min.abs().max(float.max.abs()) < 9.0e15;
            if !fits {
                return Err(typed.error(
                    "the floating-point number may have more than 15 digits before the point, and a column has none of these; limit it, as with least(x, 1000)",
                ));
            }
            let (min, max) = (float.min as i64, float.max as i64);
            Ok((Some(DataType::Int64 { min, max }), Shape::Floats { null: min }))
        }
        Type::Text(text) if text.longest > LONGEST => Err(typed.error(format!(
            "a text may have {} bytes, and a column has texts of up to {LONGEST}; cut it with left(x, 1000)",
            text.longest
        ))),
        Type::Json(json) if json.text.longest > LONGEST => Err(typed.error(format!(
            "the JSON may have {} bytes, and a column has texts of up to {LONGEST}",
            json.text.longest
        ))),
        Type::Text(_) | Type::Literal | Type::Json(_) => Ok((None, Shape::Texts)),
        Type::Date(span) => {
            let (first, last) = (span.min, span.max);
            in_calendar(typed, first, last)?;
            let (min, max) = (first as i32, last as i32);
            Ok((Some(DataType::Date32 { min, max }), Shape::Dates { null: min }))
        }
        Type::Timestamp(span) => {
            in_calendar(typed, span.min.div_euclid(DAY), span.max.div_euclid(DAY))?;
            let (unit, micros) = unit(typed, &span, "write date_trunc('milliseconds', x)")?;
            let (min, max) = (span.min.div_euclid(micros), span.max.div_euclid(micros));
            Ok((Some(DataType::Timestamp { unit, min, max }), Shape::Ints { null: min, unit: micros }))
        }
        Type::Time(span) if span.step % SECOND == 0 => {
            let (min, max) = (span.min.div_euclid(SECOND), span.max.div_euclid(SECOND));
            Ok((Some(DataType::Time { min, max }), Shape::Ints { null: min, unit: SECOND }))
        }
        Type::Time(_) => {
            Err(typed.error("a column has times of whole seconds; cast it to text, as in x::text"))
        }
        Type::Interval(lengths) => interval(typed, &lengths),
        Type::Opaque(name) => {
            Err(typed
                .error(format!("an expression makes no column of {name}; cast it to text, as in x::text")))
        }
    }
}

fn number(typed: &Typed, number: &Number) -> Result<(Option<DataType>, Shape), ExpressionError> {
    let narrow = i64::try_from(number.min).ok().zip(i64::try_from(number.max).ok());
    let digits = number.max_abs().checked_ilog10().unwrap_or(0) + 1;
    let Some((min, max)) = narrow.filter(|_| number.scale <= 18) else {
        let &Number { scale, min, max, .. } = number;
        if digits.max(scale) <= MAX_PRECISION {
            return Ok((Some(DataType::Wide { scale, min, max }), Shape::Wides { null: min }));
        }
        // The decimal places that a column has capacity for.
        let places = i64::from(MAX_PRECISION) - i64::from(digits) + i64::from(number.scale);
        let advice = match places.clamp(0, 6) {
            _ if places < 0 => "limit the numbers, as with least(x, 1000)".to_owned(),
            places => format!("round it, as in round(…, {})", places.min(2)),
        };
        let text = format!(
            "the number may have {digits} digits, {} of them decimal places, and a column has {MAX_PRECISION}; {advice}",
            number.scale
        );
        return Err(typed.error(text));
    };
    let data_type = match number.scale {
        0 => DataType::Int64 { min, max },
        scale => DataType::Decimal { scale, min, max },
    };
    Ok((Some(data_type), Shape::Ints { null: min, unit: 1 }))
}

fn in_calendar(typed: &Typed, first: i64, last: i64) -> Result<(), ExpressionError> {
    if first >= FIRST_DAY && last <= LAST_DAY {
        return Ok(());
    }
    Err(typed.error(
        "the date may be outside of the years 0 to 9999; limit it, as with least(x, date '9999-12-31')",
    ))
}

fn unit(typed: &Typed, span: &Span, advice: &str) -> Result<(TimeUnit, i64), ExpressionError> {
    match span.step {
        step if step % SECOND == 0 => Ok((TimeUnit::Second, SECOND)),
        step if step % 1000 == 0 => Ok((TimeUnit::Millisecond, 1000)),
        _ => Err(typed.error(format!("a column has times of whole milliseconds; {advice}"))),
    }
}

/// Lengths of time, where these are seconds alone and none is negative; otherwise spans.
fn interval(typed: &Typed, lengths: &Lengths) -> Result<(Option<DataType>, Shape), ExpressionError> {
    let is_plain = lengths.months == (0, 0) && lengths.days == (0, 0);
    if is_plain && lengths.micros.0 >= 0 && lengths.step % SECOND == 0 {
        let (min, max) = (lengths.micros.0 / SECOND, lengths.micros.1 / SECOND);
        return Ok((Some(DataType::Duration { min, max }), Shape::Durations { null: min }));
    }
    let parts = |months: i64, days: i64, micros: i64| {
        let micros = (-MAX_MICROS..=MAX_MICROS).contains(&micros).then_some(micros)?;
        Some(TimeSpan { months: months.try_into().ok()?, days: days.try_into().ok()?, micros })
    };
    let ends = parts(lengths.months.0, lengths.days.0, lengths.micros.0).zip(parts(
        lengths.months.1,
        lengths.days.1,
        lengths.micros.1,
    ));
    let Some((min, max)) = ends else {
        return Err(typed.error(
            "the interval may have more than 2,147,483,647 months or days, or 292 years of hours, and a column has none of these; limit it, as with least(x, interval '99 years')",
        ));
    };
    let unit = match lengths.step {
        step if step % SECOND == 0 => StorageUnit::Second,
        step if step % 1000 == 0 => StorageUnit::Millisecond,
        _ => StorageUnit::Microsecond,
    };
    Ok((Some(DataType::Interval { min, max, unit }), Shape::Spans { null: min }))
}

impl Compute for Computed {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn uses_now(&self) -> bool {
        self.uses_now
    }

    fn one_to_one(&self, fields: &[&Field]) -> Option<usize> {
        one_to_one::column(self.node.as_deref()?, fields)
    }

    fn fill(&self, inputs: &Inputs<'_>, out: &mut ColumnData) {
        let rows = inputs.rows();
        let spare = match out.values_mut() {
            Array::Ints(values) => std::mem::take(values),
            _ => Vec::new(),
        };
        let run = Run::new(Some(*inputs), rows, spare);
        let value = (self.kernel)(&run);
        let valid = value.valid.filter(|_| self.field.nullable).map(|bits| bits.0);
        self.put(&run, value, out);
        if self.field.nullable {
            out.validity_mut().set(&valid.unwrap_or([u64::MAX; WORDS]), rows);
        }
    }
}

impl Computed {
    /// The same, compiled from this tree.
    pub fn of_node(self, node: Arc<ExprNode>) -> Computed {
        Computed { node: Some(node), ..self }
    }

    /// Moves the values to the column. Null rows get a value that the field allows.
    fn put<'b>(&self, run: &Run<'b>, value: Value<'b>, out: &mut ColumnData) {
        let (rows, valid) = (run.rows, value.valid);
        let is_null = |row: usize| valid.is_some_and(|valid| !valid.get(row));
        match self.shape {
            Shape::Bool => {
                let bits = value.bits();
                set_each(out.values_mut().bools(rows), |row| bits.get(row));
            }
            Shape::Ints { null, unit } => *out.values_mut() = Array::Ints(ints(run, value, null, unit)),
            Shape::Wides { null } => {
                let wides = value.wide(rows);
                let number = |row| if is_null(row) { null } else { wides.get(row) };
                set_each(out.values_mut().wides(rows), number);
            }
            Shape::Floats { null } => {
                let floats = value.floats();
                let int = |row| if is_null(row) { null } else { floats.get(row) as i64 };
                set_each(out.values_mut().ints(rows), int);
            }
            Shape::Doubles { min, max } => {
                let floats = value.floats();
                let float = |row| if is_null(row) { min } else { floats.get(row).clamp(min, max) };
                set_each(out.values_mut().floats(rows), float);
            }
            Shape::Dates { null } => {
                let days = value.ints();
                let day = |row| if is_null(row) { null } else { days.get(row) as i32 };
                set_each(out.values_mut().dates(rows), day);
            }
            Shape::Durations { null } => {
                let lengths = value.intervals();
                let seconds = |row| if is_null(row) { null } else { lengths.get(row).micros / SECOND };
                set_each(out.values_mut().ints(rows), seconds);
            }
            Shape::Spans { null } => {
                let lengths = value.intervals();
                let span = |row| match lengths.get(row) {
                    _ if is_null(row) => null.packed(),
                    Interval { months, days, micros } => {
                        TimeSpan { months: months as i32, days: days as i32, micros }.packed()
                    }
                };
                set_each(out.values_mut().ids(rows), span);
            }
            Shape::Texts => match value.data {
                Data::Text(Texts::Own(texts)) if valid.is_none() => *out.values_mut() = Array::Strings(texts),
                _ => {
                    let (texts, out) = (value.text(), out.values_mut().strings());
                    (0..rows).for_each(|row| out.push(if is_null(row) { b"" } else { texts.bytes(row) }));
                }
            },
        }
    }
}

fn set_each<T>(out: &mut [T], value: impl Fn(usize) -> T) {
    out.iter_mut().enumerate().for_each(|(row, out)| *out = value(row));
}

/// The integers in units of `unit`, with `null` in null rows.
fn ints<'b>(run: &Run<'b>, value: Value<'b>, null: i64, unit: i64) -> Vec<i64> {
    let valid = value.valid;
    let mut values = match value.data {
        Data::Int(Lane::Own(values)) => values,
        _ => {
            let mut buffer = run.buffer();
            crate::value::map(value.ints(), run.rows, &mut buffer, |value| value);
            buffer
        }
    };
    if unit != 1 {
        values.iter_mut().for_each(|value| *value = value.div_euclid(unit));
    }
    if let Some(valid) = valid {
        let nulls = values.iter_mut().enumerate().filter(|(row, _)| !valid.get(*row));
        nulls.for_each(|(_, value)| *value = null);
    }
    values
}
