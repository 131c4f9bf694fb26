//! Exact decimal arithmetic like PostgreSQL's `numeric`, over integral multiples of a power of ten.

use crate::functions::{Order, ordered};
use crate::run::{Kernel, Run, Typed, kernel};
use crate::types::{MAX_SCALE, Number, pow10};
use crate::value::{Data, Lane, Value, both, map, map2};

/// The number that these digits mean: an integral multiple of 10^-scale.
pub(crate) fn parse(text: &str) -> Option<(i128, u32)> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, power) = match rest.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (integer, places) = digits.split_once('.').unwrap_or((digits, ""));
    let all: String = [integer, places].concat();
    if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) || power.abs() > 100 {
        return None;
    }
    let value: i128 = all.parse().ok()?;
    let scale = places.len() as i32 - power;
    let (value, scale) = match u32::try_from(scale) {
        Ok(scale) => (value, scale),
        Err(_) => (value.checked_mul(pow10(scale.unsigned_abs())?)?, 0),
    };
    (scale <= MAX_SCALE && value.unsigned_abs() < 10u128.pow(38)).then_some((sign * value, scale))
}

/// The digits of a number of `scale` decimal places.
pub(crate) fn write(value: i128, scale: u32, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let digits = format!("{:0width$}", value.unsigned_abs(), width = scale as usize + 1);
    let (integer, places) = digits.split_at(digits.len() - scale as usize);
    out.push_str(integer);
    if scale > 0 {
        out.push('.');
        out.push_str(places);
    }
}

/// `a / b`, rounded half away from zero; 0 where `b` is 0, which only a null row has.
#[inline]
pub(crate) fn div_round(a: i128, b: i128) -> i128 {
    if b == 0 {
        return 0;
    }
    let (quotient, rest) = (a / b, a % b);
    let up = rest.unsigned_abs() >= b.unsigned_abs() - rest.unsigned_abs();
    if up && rest != 0 { quotient + if (a < 0) == (b < 0) { 1 } else { -1 } } else { quotient }
}

/// The weight of the first digit to the base 10,000, and that digit.
fn first_digit(value: u128, scale: u32) -> (i32, u32) {
    if value == 0 {
        return (0, 0);
    }
    let pad = scale.next_multiple_of(4) - scale;
    let groups = ((scale + pad) / 4) as i32;
    // As many decimal digits as there are after padding.
    let digits = value.ilog10() + 1 + pad;
    let weight = (digits - 1) / 4;
    let unit = weight * 4;
    let digit = match unit.checked_sub(pad) {
        Some(unit) => value / 10u128.pow(unit),
        None => value * 10u128.pow(pad - unit),
    };
    (weight as i32 - groups, digit as u32)
}

/// The weight of the first digit of a number to the base 10,000.
pub(crate) fn weight(value: i128, scale: u32) -> i32 {
    first_digit(value.unsigned_abs(), scale).0
}

/// The square root of a number that is not negative, rounded, in units of 10^-out, if all fits.
pub(crate) fn root(value: i128, scale: u32, out: u32) -> Option<i128> {
    let scaled = value.checked_mul(pow10((2 * out).checked_sub(scale)?)?)?.unsigned_abs();
    let root = scaled.isqrt();
    Some((root + u128::from(scaled - root * root > root)) as i128)
}

/// How many decimal places PostgreSQL gives a quotient: at least 16 digits that count (`select_div_scale`).
pub(crate) fn quotient_scale(a: (u128, u32), b: (u128, u32)) -> u32 {
    let ((weight_a, digit_a), (weight_b, digit_b)) = (first_digit(a.0, a.1), first_digit(b.0, b.1));
    let weight = weight_a - weight_b - i32::from(digit_a <= digit_b);
    (16 - weight * 4).max(a.1 as i32).max(b.1 as i32).max(0) as u32
}

/// The maximum scale that a quotient of these numbers needs.
pub(crate) fn most_quotient_scale(a: &Number, b: &Number) -> u32 {
    let smallest = if a.min > 0 {
        a.min
    } else if a.max < 0 {
        a.max
    } else {
        1
    }
    .unsigned_abs();
    let low = first_digit(smallest, a.scale).0;
    let low = if a.may_be_zero() { low.min(0) } else { low };
    let weight = low - first_digit(b.max_abs(), b.scale).0 - 1;
    (16 - weight * 4).max(a.scale as i32).max(b.scale as i32).max(0) as u32
}

/// Whether each dividend fits 128 bits in the decimal places that its own quotient needs: where it has 16 digits that count,
/// it has at most 24 digits more than the divisor's groups of four before the point, and otherwise its own places.
pub(crate) fn quotient_fits(a: &Number, b: &Number) -> bool {
    let groups = first_digit(b.max_abs(), b.scale).0.max(-6);
    let counted = 24 + groups * 4 + b.scale as i32;
    let places = a.scale.max(b.scale) + b.scale - a.scale;
    let own = pow10(places).and_then(|factor| i128::try_from(a.max_abs()).ok()?.checked_mul(factor));
    counted <= 37 && own.is_some_and(|own| own.checked_mul(2).is_some())
}

/// The quotient with PostgreSQL's number of digits, in units of 10^-out.
#[inline]
pub(crate) fn quotient(a: (i128, u32), b: (i128, u32), out: u32) -> i128 {
    if b.0 == 0 {
        return 0;
    }
    let scale = quotient_scale((a.0.unsigned_abs(), a.1), (b.0.unsigned_abs(), b.1)).min(out);
    let scaled = a.0.wrapping_mul(pow10(scale + b.1 - a.1.min(scale + b.1)).unwrap_or(1));
    div_round(scaled, b.0).wrapping_mul(pow10(out - scale).unwrap_or(1))
}

/// A kernel over two numbers whose result is `number`: by 64 bits where these are enough for all that `is_narrow` says,
/// else by 128.
pub(crate) fn binary(
    a: Typed,
    b: Typed,
    number: &Number,
    is_narrow: bool,
    narrow: impl Fn(i64, i64) -> i64 + Copy + Send + Sync + 'static,
    wide: impl Fn(i128, i128) -> i128 + Copy + Send + Sync + 'static,
) -> Kernel {
    let inputs_narrow = [&a, &b].iter().all(|typed| typed.number().is_some_and(Number::is_narrow));
    let narrow_result = number.is_narrow();
    if is_narrow && inputs_narrow && narrow_result {
        return kernel(move |run| {
            let (a, b) = ((a.kernel)(run), (b.kernel)(run));
            let valid = both(a.valid, b.valid);
            let mut out = run.buffer();
            map2(a.ints(), b.ints(), run.rows, &mut out, narrow);
            run.give_back(a);
            run.give_back(b);
            Value::own(out, valid)
        });
    }
    kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let (x, y) = (a.wide(run.rows), b.wide(run.rows));
        let valid = both(a.valid, b.valid);
        finish(
            run,
            narrow_result,
            valid,
            |out| map2(&x, &y, run.rows, out, wide),
            |out| {
                map2(&x, &y, run.rows, out, |x, y| wide(x, y) as i64);
            },
        )
    })
}

/// The same over one number.
pub(crate) fn unary(
    a: Typed,
    number: &Number,
    is_narrow: bool,
    narrow: impl Fn(i64) -> i64 + Copy + Send + Sync + 'static,
    wide: impl Fn(i128) -> i128 + Copy + Send + Sync + 'static,
) -> Kernel {
    let input_narrow = a.number().is_some_and(Number::is_narrow);
    let narrow_result = number.is_narrow();
    if is_narrow && input_narrow && narrow_result {
        return kernel(move |run| {
            let a = (a.kernel)(run);
            let mut out = run.buffer();
            map(a.ints(), run.rows, &mut out, narrow);
            let valid = a.valid;
            run.give_back(a);
            Value::own(out, valid)
        });
    }
    kernel(move |run| {
        let a = (a.kernel)(run);
        let x = a.wide(run.rows);
        finish(
            run,
            narrow_result,
            a.valid,
            |out| map(&x, run.rows, out, wide),
            |out| {
                map(&x, run.rows, out, |x| wide(x) as i64);
            },
        )
    })
}

/// A kernel that compares two numbers, whatever their scales.
pub(crate) fn binary_test(a: Typed, b: Typed, order: Order) -> Kernel {
    let [x, y] = [&a, &b].map(|typed| typed.number().copied().unwrap_or(Number::int(0, 0)));
    let scale = x.scale.max(y.scale);
    let factors = [x.scale, y.scale].map(|own| pow10(scale - own).unwrap_or(i128::MAX));
    let is_narrow = x.is_narrow() && y.is_narrow();
    if is_narrow && factors == [1, 1] {
        return kernel(move |run| {
            let (a, b) = ((a.kernel)(run), (b.kernel)(run));
            let found = Value::bools(ordered(order, run.rows, a.ints(), b.ints()), both(a.valid, b.valid));
            run.give_back(a);
            run.give_back(b);
            found
        });
    }
    kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        // A product that does not fit is still on the right side of all that do.
        let scaled = |value: &Value<'_>, factor: i128| {
            let mut out = Vec::with_capacity(run.rows);
            map(&value.wide(run.rows), run.rows, &mut out, |value| value.saturating_mul(factor));
            Lane::Own(out)
        };
        let (x, y) = (scaled(&a, factors[0]), scaled(&b, factors[1]));
        Value::bools(ordered(order, run.rows, &x, &y), both(a.valid, b.valid))
    })
}

/// Numbers of 64 or of 128 bits, filled by the one or the other.
fn finish<'b>(
    run: &Run<'b>,
    is_narrow: bool,
    valid: Option<crate::value::Bits>,
    wide: impl FnOnce(&mut Vec<i128>),
    narrow: impl FnOnce(&mut Vec<i64>),
) -> Value<'b> {
    if is_narrow {
        let mut out = run.buffer();
        narrow(&mut out);
        return Value::own(out, valid);
    }
    let mut out = Vec::with_capacity(run.rows);
    wide(&mut out);
    Value::new(Data::Wide(Lane::Own(out)), valid)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{div_round, parse, quotient_scale, write};

    fn shown(value: i128, scale: u32) -> String {
        let mut text = String::new();
        write(value, scale, &mut text);
        text
    }

    #[test]
    fn numbers_are_read_with_their_scale() {
        assert_eq!(parse("1.50"), Some((150, 2)));
        assert_eq!(parse("-.5"), Some((-5, 1)));
        assert_eq!(parse("1e3"), Some((1000, 0)));
        assert_eq!(parse("1.5e-2"), Some((15, 3)));
        assert_eq!(parse("1.25e1"), Some((125, 1)));
        assert_eq!((parse(""), parse("."), parse("1x"), parse("1e999")), (None, None, None, None));
    }

    #[test]
    fn quotients_have_the_scale_that_postgresql_gives_them() {
        // select 1 / 3.0, 10 / 3.0, 100000 / 3.0, 0.001 / 7.0, 20 / 2.0
        let scale = |a, b| quotient_scale(a, b);
        assert_eq!(scale((1, 0), (30, 1)), 20);
        assert_eq!(scale((10, 0), (30, 1)), 16);
        assert_eq!(scale((100_000, 0), (30, 1)), 12);
        assert_eq!(scale((1, 3), (70, 1)), 20);
    }

    proptest! {
        #[test]
        fn written_numbers_are_read_back(value in -10i128.pow(37)..10i128.pow(37), scale in 0u32..30) {
            prop_assert_eq!(parse(&shown(value, scale)), Some((value, scale)));
        }

        #[test]
        fn quotients_are_rounded_half_away_from_zero(a in -1_000_000i128..1_000_000, b in 1i128..1000, sign: bool) {
            let b = if sign { b } else { -b };
            let exact = a as f64 / b as f64;
            let naive = exact.abs().mul_add(2.0, 1.0).div_euclid(2.0) * exact.signum();
            prop_assert_eq!(div_round(a, b) as f64, if a == 0 { 0.0 } else { naive });
        }
    }
}
