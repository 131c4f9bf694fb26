//! Casts to text: as PostgreSQL writes its types.

use std::fmt::Write as _;

use gusher::types::Strings;

use super::literal::{literal_text, no_cast};
use super::to_json::binary_text;
use crate::calendar;
use crate::numeric;
use crate::run::{Checked, Run, Typed, kernel};
use crate::types::{Json, Number, Span, TextBounds, Type};
use crate::value::{Interval, Value};

/// A value as a text.
pub(crate) fn to_text(typed: Typed) -> Checked {
    let plain = |longest: usize| TextBounds { longest, mean: longest, ascii: true, plain: false };
    match typed.ty {
        Type::Null | Type::Literal | Type::Text(_) => literal_text(typed),
        Type::Bool => Ok(of_bool(typed)),
        Type::Number(number) => of_number(typed, number),
        Type::Date(_) => Ok(of_ints(typed, plain(10), calendar::write_date)),
        Type::Timestamp(Span { zoned: true, .. }) => Ok(of_ints(typed, plain(29), |micros, text| {
            calendar::write_timestamp(micros, text);
            text.push_str("+00");
        })),
        Type::Timestamp(_) => Ok(of_ints(typed, plain(26), calendar::write_timestamp)),
        Type::Time(_) => Ok(of_ints(typed, plain(15), calendar::write_time)),
        Type::Interval(_) => Ok(of_interval(typed)),
        Type::Json(Json { is_binary: true, .. }) => binary_text(typed),
        Type::Json(json) => Ok(Typed { ty: Type::Text(json.text), ..typed }),
        Type::Opaque("uuid") => Ok(Typed { ty: Type::Text(plain(36)), ..typed }),
        Type::Opaque("inet") => Ok(Typed { ty: Type::Text(plain(39)), ..typed }),
        Type::Float(float) => Ok(of_float(typed, float.single)),
        Type::Opaque(_) => Err(no_cast(&typed, "text")),
    }
}

/// The text that `write` gives each row.
fn of_rows<'b>(
    run: &Run<'b>,
    value: &Value<'b>,
    mut write: impl FnMut(usize, &mut String),
) -> Value<'static> {
    let (mut texts, mut text) = (Strings::default(), String::new());
    for row in 0..run.rows {
        text.clear();
        write(row, &mut text);
        texts.push(text.as_bytes());
    }
    Value::texts(texts, value.valid)
}

fn of_bool(typed: Typed) -> Typed {
    let Typed { nullable, kernel: inner, constant, at, .. } = typed;
    let run = kernel(move |run| {
        let value = inner(run);
        let bits = value.bits();
        of_rows(run, &value, |row, text| text.push_str(if bits.get(row) { "true" } else { "false" }))
    });
    Typed {
        ty: Type::Text(TextBounds { longest: 5, mean: 5, ascii: true, plain: true }),
        nullable,
        kernel: run,
        constant,
        at,
    }
}

fn of_number(typed: Typed, number: Number) -> Checked {
    if number.ragged {
        let text = "how many decimal places it has depends on the row; round it first, as with round(x, 2)";
        return Err(typed.error(text));
    }
    let scale = number.scale;
    let longest = |value: i128| {
        let mut text = String::new();
        numeric::write(value, scale, &mut text);
        text.len()
    };
    let longest = longest(number.min).max(longest(number.max));
    let text = TextBounds { longest, mean: longest, ascii: true, plain: true };
    let Typed { nullable, kernel: inner, constant, at, .. } = typed;
    let run = kernel(move |run| {
        let value = inner(run);
        match &value.data {
            crate::value::Data::Int(lane) => {
                let mut texts = Strings::default();
                for row in 0..run.rows {
                    push_number(lane.get(row), scale, &mut texts);
                }
                Value::texts(texts, value.valid)
            }
            _ => {
                let wide = value.wide(run.rows);
                of_rows(run, &value, |row, text| numeric::write(wide.get(row), scale, text))
            }
        }
    });
    Ok(Typed { ty: Type::Text(text), nullable, kernel: run, constant, at })
}

/// Appends the digits of a number of `scale` decimal places.
fn push_number(value: i64, scale: u32, texts: &mut Strings) {
    const MAX_LEN: usize = 64;
    let mut digits = [b'0'; MAX_LEN];
    let (mut at, mut rest, mut places) = (MAX_LEN, value.unsigned_abs(), scale);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if places == 1 {
            at -= 1;
            digits[at] = b'.';
        }
        if places == 0 && rest == 0 {
            break;
        }
        places = places.saturating_sub(1);
    }
    if value < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    texts.push(&digits[at..]);
}

fn of_float(typed: Typed, single: bool) -> Typed {
    let Typed { nullable, kernel: inner, constant, at, .. } = typed;
    let run = kernel(move |run| {
        let value = inner(run);
        let floats = value.floats();
        of_rows(run, &value, |row, text| match single {
            true => write_single(floats.get(row) as f32, text),
            false => write_float(floats.get(row), text),
        })
    });
    // As in -1.2345678901234567e-300.
    let text = TextBounds { longest: 24, mean: 18, ascii: true, plain: false };
    Typed { ty: Type::Text(text), nullable, kernel: run, constant, at }
}

/// The fewest digits that distinguish a number from its neighbors, with an exponent if that is below -4 or above 14.
fn write_float(value: f64, out: &mut String) {
    let mut shortest = format!("{value:e}");
    if is_midway(value, &shortest) {
        let longer = (1..17).map(|places| format!("{value:.places$e}"));
        let fits = |text: &String| text.parse() == Ok(value) && !is_midway(value, text);
        shortest = longer.into_iter().find(fits).unwrap_or(shortest);
    }
    write_shortest(&half_even(value, shortest), 15, out);
}

/// The same of a number of 32 bits, with an exponent if that is below -4 or above 5.
fn write_single(value: f32, out: &mut String) {
    let is_midway = |text: &str| {
        let read: f64 = text.parse().unwrap_or_default();
        [value.next_up(), value.next_down()]
            .iter()
            .any(|&near| (f64::from(value) + f64::from(near)) / 2.0 == read)
    };
    let mut shortest = half_even(value.into(), format!("{value:e}"));
    // Digits exactly between two neighbors are read as the even one, and PostgreSQL writes one more.
    if is_midway(&shortest) {
        let longer = (1..9).map(|places| format!("{value:.places$e}"));
        let fits = |text: &String| text.parse() == Ok(value) && !is_midway(text);
        shortest = longer.into_iter().find(fits).unwrap_or(shortest);
    }
    write_shortest(&shortest, 6, out);
}

/// The digits, of which the last one is even where the number is exactly between two of that many digits, as PostgreSQL writes it.
fn half_even(value: f64, shortest: String) -> String {
    // More digits than a number has that is so near to another one.
    const EXACT: usize = 120;
    let Some((digits, exponent)) = shortest.split_once('e') else { return shortest };
    // Only a number whose next digit is a 5 may be between: most are not, and their many digits are not needed.
    let next = digits.bytes().filter(u8::is_ascii_digit).count();
    if !format!("{value:.next$e}").split('e').next().is_some_and(|digits| digits.ends_with('5')) {
        return shortest;
    }
    let exact = format!("{value:.EXACT$e}");
    let Some((exact, _)) = exact.split_once('e') else { return shortest };
    let (below, rest) = exact.split_at(digits.len());
    let is_between = rest.trim_start_matches('.').trim_end_matches('0') == "5";
    match below.as_bytes().last() {
        Some(last) if is_between && last.is_ascii_digit() && last % 2 == 0 => format!("{below}e{exponent}"),
        _ => shortest,
    }
}

/// The number without an exponent where that is below `largest`, and otherwise its digits with it.
fn write_shortest(shortest: &str, largest: i32, out: &mut String) {
    let (number, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..largest).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        // Writing to a string cannot fail.
        let _ = write!(out, "{number}e{sign}{:02}", exponent.unsigned_abs());
        return;
    }
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let digits = digits.replace('.', "");
    out.push_str(sign);
    match usize::try_from(exponent) {
        Err(_) => {
            out.push_str("0.");
            out.extend(std::iter::repeat_n('0', exponent.unsigned_abs() as usize - 1));
            out.push_str(&digits);
        }
        Ok(exponent) if digits.len() <= exponent + 1 => {
            out.push_str(&digits);
            out.extend(std::iter::repeat_n('0', exponent + 1 - digits.len()));
        }
        Ok(exponent) => {
            out.push_str(&digits[..=exponent]);
            out.push('.');
            out.push_str(&digits[exponent + 1..]);
        }
    }
}

/// Whether the digits are those of an integer exactly between two neighbors. It is read as the even one, and PostgreSQL
/// writes another digit there.
fn is_midway(value: f64, digits: &str) -> bool {
    let value = value.abs();
    let (digits, exponent) = digits.trim_start_matches('-').split_once('e').unwrap_or((digits, "0"));
    let digits = digits.replace('.', "");
    let Ok(Ok(zeros)) =
        exponent.parse().map(|exponent: i32| u32::try_from(exponent + 1 - digits.len() as i32))
    else {
        return false;
    };
    // Below, a number between two has more digits than any text here; above, it does not fit, and is as rare.
    if !(9e15..1e37).contains(&value) {
        return false;
    }
    let Ok(digits) = digits.parse::<i128>() else { return false };
    let twice = 2 * digits * 10i128.pow(zeros);
    let neighbours = [value.next_up(), value.next_down()];
    neighbours.into_iter().any(|neighbour| twice == value as i128 + neighbour as i128)
}

fn of_ints(typed: Typed, text: TextBounds, write: fn(i64, &mut String)) -> Typed {
    let Typed { nullable, kernel: inner, constant, at, .. } = typed;
    let run = kernel(move |run| {
        let value = inner(run);
        let ints = value.ints();
        of_rows(run, &value, |row, text| write(ints.get(row), text))
    });
    Typed { ty: Type::Text(text), nullable, kernel: run, constant, at }
}

fn of_interval(typed: Typed) -> Typed {
    let Typed { nullable, kernel: inner, constant, at, .. } = typed;
    let run = kernel(move |run| {
        let value = inner(run);
        let intervals = value.intervals();
        of_rows(run, &value, |row, text| {
            let interval: Interval = intervals.get(row);
            calendar::write_interval(interval, text);
        })
    });
    Typed { ty: Type::Text(TextBounds::up_to(80, true)), nullable, kernel: run, constant, at }
}

#[cfg(test)]
mod tests {
    use gusher::types::Strings;
    use proptest::prelude::*;

    use super::{push_number, write_float};

    #[test]
    fn floating_point_numbers_are_written_as_postgresql_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (0.1 + 0.2, "0.30000000000000004"),
            (100_000.0, "100000"),
            (123_456_789_012_345.0, "123456789012345"),
            (1e15, "1e+15"),
            (1_234_567_890_123_456.0, "1.234567890123456e+15"),
            (0.0001, "0.0001"),
            (0.000_012_5, "1.25e-05"),
            // Exactly between two numbers of 16 digits.
            (-586.924_621_582_031_2, "-586.9246215820312"),
            (85.451_812_744_140_62, "85.45181274414062"),
            (-0.25, "-0.25"),
            (1234.0, "1234"),
            (-1e300, "-1e+300"),
            // Between two neighbours, one digit less would do.
            (-44_255_991_543_363_424.0, "-4.4255991543363424e+16"),
            (344_613_274_645_170_430.0, "3.4461327464517043e+17"),
        ] {
            let mut out = String::new();
            write_float(value, &mut out);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn numbers_of_32_bits_are_written_as_postgresql_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (0.1, "0.1"),
            (123_456.0, "123456"),
            (1_234_567.0, "1.234567e+06"),
            (0.0001, "0.0001"),
            (-0.000_012_5, "-1.25e-05"),
            (3.4e38, "3.4e+38"),
            // Of 3808624000, exactly between two neighbors, one digit more is written.
            (3_808_624_128.0, "3.8086241e+09"),
        ] {
            let mut out = String::new();
            super::write_single(value, &mut out);
            assert_eq!(out, text);
        }
    }

    proptest! {
        #[test]
        fn digits_are_those_of_the_naive_writer(value: i64, scale in 0u32..=18) {
            let (mut texts, mut naive) = (Strings::default(), String::new());
            for value in [value, value % 1000, 0, i64::MIN, i64::MAX] {
                naive.clear();
                crate::numeric::write(i128::from(value), scale, &mut naive);
                texts.clear();
                push_number(value, scale, &mut texts);
                prop_assert_eq!(std::str::from_utf8(texts.get(0)).unwrap(), &naive);
            }
        }
    }
}
