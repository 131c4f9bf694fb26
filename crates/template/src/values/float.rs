//! Numbers with a point or an exponent as text, in the forms that Go's `strconv` knows.

use std::io::Write;

/// No number of 64 bits has more digits than this; all after them are zeros.
const MAX_DIGITS: usize = 1100;

/// Appends `value` in the form of `verb` (one of `b e E f g G x X`), with `precision` digits, or as few as distinguish it
/// from its neighbours.
pub(crate) fn write(out: &mut Vec<u8>, value: f64, verb: u8, precision: Option<usize>) {
    if value.is_nan() {
        return out.extend_from_slice(b"NaN");
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let value = value.abs();
    if value.is_infinite() {
        if !out.ends_with(b"-") {
            out.push(b'+');
        }
        return out.extend_from_slice(b"Inf");
    }
    match verb {
        b'e' | b'E' => exponential(out, value, precision, verb),
        b'f' => fixed(out, value, precision),
        b'g' | b'G' => general(out, value, precision, verb),
        b'x' | b'X' => hexadecimal(out, value, precision, verb),
        _ => binary(out, value),
    }
}

/// The significant digits of a number and its decimal exponent: d.ddd × 10^exponent.
fn digits(out: &mut Vec<u8>, value: f64, precision: Option<usize>) -> i32 {
    let start = out.len();
    // Writing to a vector cannot fail.
    let _ = match precision {
        Some(precision) => write!(out, "{value:.precision$e}"),
        None => write!(out, "{value:e}"),
    };
    if precision.is_none() && may_tie(value) {
        to_even(out, start, value);
    }
    let e = start + out[start..].iter().position(|&b| b == b'e').unwrap_or(0);
    let exponent = std::str::from_utf8(&out[e + 1..]).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    out.truncate(e);
    exponent
}

/// Whether a number may be exactly halfway between two of its shortest texts: then it is an integral multiple of a power of
/// two that is neither small nor large.
fn may_tie(value: f64) -> bool {
    let (mantissa, exponent) = parts(value);
    (-26..=22).contains(&(exponent + mantissa.trailing_zeros() as i32))
}

/// Of two texts that are as short and as near, takes the one whose last digit is even, as Go does.
fn to_even(out: &mut Vec<u8>, start: usize, value: f64) {
    let count = out[start..].iter().take_while(|&&b| b != b'e').filter(|b| b.is_ascii_digit()).count();
    // With fewer digits, no other text of that length would be this number.
    if count < 16 {
        return;
    }
    let rounded = format!("{value:.0$e}", count - 1);
    if rounded.parse() == Ok(value) {
        out.truncate(start);
        out.extend_from_slice(rounded.as_bytes());
    }
}

fn put_exponent(out: &mut Vec<u8>, letter: u8, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "{}{sign}{:02}", char::from(letter), exponent.unsigned_abs());
}

fn exponential(out: &mut Vec<u8>, value: f64, precision: Option<usize>, verb: u8) {
    let exponent = digits(out, value, precision.map(|precision| precision.min(MAX_DIGITS)));
    let zeros = precision.unwrap_or(0).saturating_sub(MAX_DIGITS);
    out.resize(out.len() + zeros, b'0');
    put_exponent(out, verb, exponent);
}

fn fixed(out: &mut Vec<u8>, value: f64, precision: Option<usize>) {
    let _ = match precision {
        Some(precision) => write!(out, "{value:.0$}", precision.min(MAX_DIGITS)),
        None => write!(out, "{value}"),
    };
    let zeros = precision.unwrap_or(0).saturating_sub(MAX_DIGITS);
    out.resize(out.len() + zeros, b'0');
}

fn general(out: &mut Vec<u8>, value: f64, precision: Option<usize>, verb: u8) {
    let start = out.len();
    let precision = precision.map(|precision| precision.max(1));
    let exponent = digits(out, value, precision.map(|precision| precision.min(MAX_DIGITS) - 1));
    // Without a precision, numbers from a million on have an exponent.
    let limit = precision.map_or(6, |precision| i32::try_from(precision).unwrap_or(i32::MAX));
    out.retain_from(start, |b| b != b'.');
    while out.len() > start + 1 && out.ends_with(b"0") {
        out.pop();
    }
    let count = (out.len() - start) as i32;
    if exponent < -4 || exponent >= limit {
        if count > 1 {
            out.insert(start + 1, b'.');
        }
        let letter = if verb == b'G' { b'E' } else { b'e' };
        return put_exponent(out, letter, exponent);
    }
    if exponent < 0 {
        let zeros = std::iter::repeat_n(b'0', exponent.unsigned_abs() as usize - 1);
        out.splice(start..start, [b'0', b'.'].into_iter().chain(zeros));
    } else if count > exponent + 1 {
        out.insert(start + exponent as usize + 1, b'.');
    } else {
        out.resize(start + exponent as usize + 1, b'0');
    }
}

/// Keeps only some of the bytes after an offset.
trait RetainFrom {
    fn retain_from(&mut self, start: usize, keep: impl FnMut(u8) -> bool);
}

impl RetainFrom for Vec<u8> {
    fn retain_from(&mut self, start: usize, mut keep: impl FnMut(u8) -> bool) {
        let mut to = start;
        for from in start..self.len() {
            if keep(self[from]) {
                self[to] = self[from];
                to += 1;
            }
        }
        self.truncate(to);
    }
}

/// The 53 bits of a number and the power of two that they are multiples of.
fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
    if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) }
}

fn binary(out: &mut Vec<u8>, value: f64) {
    let (mantissa, exponent) = parts(value);
    let _ = write!(out, "{mantissa}p{exponent:+}");
}

fn hexadecimal(out: &mut Vec<u8>, value: f64, precision: Option<usize>, verb: u8) {
    let (mut mantissa, mut exponent) = parts(value);
    if mantissa == 0 {
        exponent = 0;
    } else {
        // One bit before the point, 60 after it.
        let shift = mantissa.leading_zeros() as i32 - 3;
        mantissa <<= shift;
        exponent += 60 - shift;
    }
    if let Some(precision) = precision.filter(|&precision| precision < 15) {
        let drop = 60 - 4 * precision as u32;
        let (half, rest) = (1u64 << (drop - 1), mantissa & ((1 << drop) - 1));
        mantissa >>= drop;
        if rest > half || (rest == half && mantissa & 1 == 1) {
            mantissa += 1;
        }
        mantissa <<= drop;
        if mantissa >> 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let mut fraction = format!("{:015x}", mantissa & ((1 << 60) - 1));
    match precision {
        Some(precision) if precision <= 15 => fraction.truncate(precision),
        Some(precision) => fraction.extend(std::iter::repeat_n('0', precision - 15)),
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
    }
    let point = if fraction.is_empty() { "" } else { "." };
    let start = out.len();
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "0x{}{point}{fraction}p{sign}{:02}", mantissa >> 60, exponent.unsigned_abs());
    if verb == b'X' {
        out[start..].make_ascii_uppercase();
    }
}

#[cfg(test)]
mod tests {
    use super::write;

    fn text(value: f64, verb: u8, precision: Option<usize>) -> String {
        let mut out = Vec::new();
        write(&mut out, value, verb, precision);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn forms_are_gos() {
        for (value, verb, precision, expected) in [
            (1.0, b'g', None, "1"),
            (0.1, b'g', None, "0.1"),
            (1e20, b'g', None, "1e+20"),
            (1e6, b'g', None, "1e+06"),
            (123_456.5, b'g', None, "123456.5"),
            (123_456_789.0, b'g', None, "1.23456789e+08"),
            (0.0001, b'g', None, "0.0001"),
            (0.000_012, b'g', None, "1.2e-05"),
            (-0.0, b'g', None, "-0"),
            (1234.5678, b'g', Some(3), "1.23e+03"),
            (100_000.0, b'g', Some(6), "100000"),
            (100.0, b'G', Some(2), "1E+02"),
            (2.5, b'f', Some(0), "2"),
            (3.5, b'f', Some(0), "4"),
            (1.0, b'e', Some(2), "1.00e+00"),
            (0.0, b'E', None, "0E+00"),
            (1.0, b'x', None, "0x1p+00"),
            (-1.5, b'x', None, "-0x1.8p+00"),
            (1.999, b'X', Some(1), "0X1.0P+01"),
            (0.0, b'x', None, "0x0p+00"),
            (1.0, b'b', None, "4503599627370496p-52"),
            (f64::NAN, b'g', None, "NaN"),
            (f64::NEG_INFINITY, b'g', None, "-Inf"),
        ] {
            assert_eq!(text(value, verb, precision), expected, "{value} {}", char::from(verb));
        }
    }

    #[test]
    fn ties_have_an_even_digit() {
        // 2.98023223876953125e-08 has one digit more than it takes to tell it from its neighbours.
        assert_eq!(text(f64::powi(2.0, -25), b'g', None), "2.9802322387695312e-08");
        assert_eq!(text(f64::powi(2.0, -24), b'e', None), "5.960464477539063e-08");
        assert_eq!(text(f64::powi(2.0, 60), b'g', None), "1.152921504606847e+18");
    }

    #[test]
    fn more_digits_than_there_are_end_in_zeros() {
        let long = text(0.1, b'f', Some(100_000));
        assert_eq!(long.len(), 100_002);
        assert!(long.starts_with("0.1000000000000000055511151231257827") && long.ends_with("000"));
        assert_eq!(text(5e-324, b'e', Some(2000)).len(), 2002 + 5);
    }
}
