//! The types of times that follow from others.

use crate::calendar::DAYS;
use crate::catalogue::{FOUR_DIGITS, find};
use crate::generators::{Context, Settings};
use crate::schema::draft::Related;
use crate::schema::relation::SpanDist;
use crate::types::{DataType, TimeUnit};
use gush_diagnostics::{Code, Diagnostic};

/// How many thousandths of a second a day has.
const DAY: u64 = 86_400_000;

/// A time that is later or earlier than another one.
pub(super) struct Shifted {
    /// By how many units at least and at most.
    pub span: [u64; 2],
    /// Where it ends.
    pub end: Option<i64>,
    /// Its type.
    pub data_type: DataType,
    /// The distribution of the lengths of time.
    pub dist: Option<SpanDist>,
}

/// The distribution of a length of time. Its unit is a part of a second or a number of seconds.
fn span_dist(
    related: &Related,
    [least, most]: [u64; 2],
    [per_second, per_unit]: [i64; 2],
) -> Result<Option<SpanDist>, Diagnostic> {
    let Some(dist) = related.dist.clone() else { return Ok(None) };
    let wrong = |text: &str| related.diagnostic(&related.fields[1].at, text);
    let seconds = |units: u64| match units.is_multiple_of(per_second.unsigned_abs()) {
        true => Ok((units / per_second.unsigned_abs()).saturating_mul(per_unit.unsigned_abs())),
        false => Err(wrong("lengths of time by a distribution are whole seconds")),
    };
    let (least, most) = (seconds(least)?, seconds(most)?.saturating_add(per_unit.unsigned_abs() - 1));
    let (settings, context) =
        (Settings { dist: Some(dist), ..Settings::default() }, Context::default().now(0));
    let duration = find("duration").expect("lengths of time are always there");
    let built = duration.build("duration", Some(&format!("{least}s,{most}s")), &context, &settings);
    match built {
        Ok(seconds) => Ok(Some(SpanDist { seconds, per_second, per_unit })),
        Err(error) if error.in_spec => Err(related.source.diagnostic(Code::Modifier, error.at, error.text)),
        Err(error) => Err(related.diagnostic(&related.fields[1].at, error.text)),
    }
}

/// By how many units a time is later or earlier, where it ends, and its type.
pub(super) fn shift(
    related: &Related,
    data_type: &DataType,
    millis: [u64; 2],
    is_before: bool,
    end: Option<i64>,
) -> Result<Shifted, Diagnostic> {
    let span = |text: &str| related.diagnostic(&related.fields[1].at, text);
    let too_far = |_| span("the times would leave the years 0 to 9999");
    let bounds = |min: i64, max: i64, span: [u64; 2]| {
        let [least, most] = span.map(|units| i64::try_from(units).unwrap_or(i64::MAX));
        match is_before {
            true => (min.saturating_sub(most), max.saturating_sub(least)),
            // At an end times may be nearer to each other.
            false if end.is_some() => (min, max.saturating_add(most)),
            false => (min.saturating_add(least), max.saturating_add(most)),
        }
    };
    match *data_type {
        DataType::Date32 { min, max } => {
            if millis.iter().any(|millis| !millis.is_multiple_of(DAY)) {
                return Err(span("the time is a day; expected whole days, such as 90d"));
            }
            let span = millis.map(|millis| millis / DAY);
            let (min, max) = bounds(min.into(), max.into(), span);
            let fits = DAYS.contains(&i32::try_from(min).unwrap_or(i32::MIN))
                && DAYS.contains(&i32::try_from(max).unwrap_or(i32::MAX));
            fits.then_some(()).ok_or(()).map_err(too_far)?;
            let end = end.map(|end| end.div_euclid(86_400));
            let dist = span_dist(related, span, [1, 86_400])?;
            Ok(Shifted { span, end, data_type: DataType::Date32 { min: min as i32, max: max as i32 }, dist })
        }
        DataType::Timestamp { unit, min, max } => {
            let (per_second, span) = match unit {
                TimeUnit::Second => (1, millis.map(|millis| millis / 1000)),
                TimeUnit::Millisecond => (1000, millis),
            };
            let (min, max) = bounds(min, max, span);
            let fits = FOUR_DIGITS.contains(&min.div_euclid(per_second))
                && FOUR_DIGITS.contains(&max.div_euclid(per_second));
            fits.then_some(()).ok_or(()).map_err(too_far)?;
            let dist = span_dist(related, span, [per_second, 1])?;
            let end = end.map(|end| end * per_second);
            Ok(Shifted { span, end, data_type: DataType::Timestamp { unit, min, max }, dist })
        }
        DataType::Utf8(_)
        | DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => Err(no_time(related, 0)),
    }
}

fn no_time(related: &Related, field: usize) -> Diagnostic {
    let text = "this column has no times; expected one of date, datetime or series";
    related.diagnostic(&related.fields[field].at, text)
}

/// The type of a time between times of these types.
pub(super) fn between(related: &Related, from: &DataType, to: &DataType) -> Result<DataType, Diagnostic> {
    match (from, to) {
        (&DataType::Date32 { min: a, max: b }, &DataType::Date32 { min: c, max: d }) => {
            Ok(DataType::Date32 { min: a.min(c), max: b.max(d) })
        }
        (
            &DataType::Timestamp { unit, min: a, max: b },
            &DataType::Timestamp { unit: other, min: c, max: d },
        ) if unit == other => Ok(DataType::Timestamp { unit, min: a.min(c), max: b.max(d) }),
        (
            DataType::Date32 { .. } | DataType::Timestamp { .. },
            DataType::Date32 { .. } | DataType::Timestamp { .. },
        ) => {
            let text = "one column has days and the other one times, or they are of different precision; expected two of one type";
            Err(related.diagnostic(&related.fields[1].at, text))
        }
        (DataType::Date32 { .. } | DataType::Timestamp { .. }, _) => Err(no_time(related, 1)),
        (_, _) => Err(no_time(related, 0)),
    }
}
