//! One value by one verb of `printf`: flags, width and precision.

use super::escape;
use crate::utf8;

/// What is between the percent sign and the verb.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spec {
    pub width: Option<usize>,
    pub precision: Option<usize>,
    pub plus: bool,
    pub minus: bool,
    pub sharp: bool,
    pub space: bool,
    pub zero: bool,
    /// `%#v`
    pub go_syntax: bool,
    /// `%+v`
    pub names: bool,
}

impl Spec {
    /// Appends a text, filled up to the width.
    pub fn pad_text(&self, text: &[u8], out: &mut Vec<u8>) {
        self.pad_with(text, self.zero && !self.minus, out);
    }

    fn pad_with(&self, text: &[u8], zeros: bool, out: &mut Vec<u8>) {
        let fill = self.width.map_or(0, |width| width.saturating_sub(utf8::count(text)));
        if self.minus {
            out.extend_from_slice(text);
        }
        out.resize(out.len() + fill, if zeros { b'0' } else { b' ' });
        if !self.minus {
            out.extend_from_slice(text);
        }
    }

    /// Appends a text, cut to the precision and filled up to the width.
    pub fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        self.pad_text(self.cut(text), out);
    }

    fn cut<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        let Some(max) = self.precision else { return text };
        let (mut left, mut end) = (max, 0);
        for chunk in text.utf8_chunks() {
            for c in chunk.valid().chars() {
                if left == 0 {
                    return &text[..end];
                }
                (left, end) = (left - 1, end + c.len_utf8());
            }
            let bytes = chunk.invalid().len();
            if bytes > left {
                return &text[..end + left];
            }
            (left, end) = (left - bytes, end + bytes);
        }
        text
    }
}

pub(crate) fn is_integer(verb: char) -> bool {
    matches!(verb, 'v' | 'd' | 'b' | 'o' | 'O' | 'x' | 'X' | 'c' | 'q' | 'U')
}

pub(crate) fn is_float(verb: char) -> bool {
    matches!(verb, 'v' | 'b' | 'g' | 'G' | 'x' | 'X' | 'f' | 'F' | 'e' | 'E')
}

pub(crate) fn is_text(verb: char) -> bool {
    matches!(verb, 'v' | 's' | 'x' | 'X' | 'q')
}

/// A text by `v`, `s`, `x`, `X` or `q`.
pub(crate) fn text(text: &[u8], verb: char, spec: &Spec, out: &mut Vec<u8>) {
    match verb {
        'x' | 'X' => hex_text(text, verb, spec, out),
        's' => spec.text(text, out),
        'v' if !spec.go_syntax => spec.text(text, out),
        _ => {
            let text = spec.cut(text);
            let mut quoted = Vec::with_capacity(text.len() + 2);
            if spec.sharp && escape::can_backquote(text) {
                quoted.push(b'`');
                quoted.extend_from_slice(text);
                quoted.push(b'`');
            } else {
                escape::quote(text, spec.plus, &mut quoted);
            }
            spec.pad_text(&quoted, out);
        }
    }
}

fn hex_text(text: &[u8], verb: char, spec: &Spec, out: &mut Vec<u8>) {
    let bytes = &text[..text.len().min(spec.precision.unwrap_or(usize::MAX))];
    let prefix: &[u8] = match (spec.sharp, verb) {
        (false, _) => b"",
        (true, 'x') => b"0x",
        (true, _) => b"0X",
    };
    let table = if verb == 'x' { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
    let mut hex = Vec::with_capacity(2 * bytes.len() + 2);
    for (i, byte) in bytes.iter().enumerate() {
        if i > 0 && spec.space {
            hex.push(b' ');
        }
        if i == 0 || spec.space {
            hex.extend_from_slice(prefix);
        }
        hex.extend_from_slice(&[table[usize::from(byte >> 4)], table[usize::from(byte & 15)]]);
    }
    spec.pad_text(&hex, out);
}

/// A whole number by its verb; `y` is the one for bytes in Go's syntax.
pub(crate) fn integer(value: i64, verb: char, spec: &Spec, out: &mut Vec<u8>) {
    let base = match verb {
        'b' => 2,
        'o' | 'O' => 8,
        'x' | 'X' | 'y' => 16,
        'c' | 'q' => {
            let c = u32::try_from(value).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut text = Vec::with_capacity(12);
            match verb {
                'c' => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                _ => escape::quote_char(c, spec.plus, &mut text),
            }
            return spec.pad_text(&text, out);
        }
        'U' => return unicode(value, spec, out),
        _ => 10,
    };
    let signed = value < 0 || spec.plus || spec.space;
    if spec.precision == Some(0) && value == 0 {
        return spec.pad_with(b"", false, out);
    }
    let min = match (spec.precision, spec.width) {
        (Some(precision), _) => precision,
        (None, Some(width)) if spec.zero && !spec.minus => width.saturating_sub(usize::from(signed)),
        _ => 1,
    };
    let mut digits = Vec::with_capacity(min.max(64) + 4);
    let mut rest = value.unsigned_abs();
    while rest > 0 || digits.is_empty() {
        digits.push(std::char::from_digit((rest % base) as u32, base as u32).unwrap_or('0') as u8);
        rest /= base;
    }
    if verb == 'X' {
        digits.make_ascii_uppercase();
    }
    digits.resize(digits.len().max(min), b'0');
    match verb {
        'b' if spec.sharp => digits.extend_from_slice(b"b0"),
        'o' | 'O' if spec.sharp && !digits.ends_with(b"0") => digits.push(b'0'),
        'x' if spec.sharp => digits.extend_from_slice(b"x0"),
        'X' if spec.sharp => digits.extend_from_slice(b"X0"),
        'y' => digits.extend_from_slice(b"x0"),
        _ => {}
    }
    if verb == 'O' {
        digits.extend_from_slice(b"o0");
    }
    if signed {
        digits.push(if value < 0 {
            b'-'
        } else if spec.plus {
            b'+'
        } else {
            b' '
        });
    }
    digits.reverse();
    spec.pad_with(&digits, false, out);
}

fn unicode(value: i64, spec: &Spec, out: &mut Vec<u8>) {
    let digits = format!("{:X}", value as u64);
    let min = spec.precision.unwrap_or(0).max(4);
    let mut text = b"U+".to_vec();
    text.resize(2 + min.saturating_sub(digits.len()), b'0');
    text.extend_from_slice(digits.as_bytes());
    if let Some(c) = u32::try_from(value).ok().and_then(char::from_u32)
        && spec.sharp
        && escape::is_printable(c)
    {
        text.extend_from_slice(format!(" '{c}'").as_bytes());
    }
    spec.pad_with(&text, false, out);
}

/// A number with a point whose digits are `number` already: sign, `#` and padding.
pub(crate) fn float(mut number: Vec<u8>, verb: char, spec: &Spec, out: &mut Vec<u8>) {
    // From here on there is always a sign.
    if !number.starts_with(b"-") && !number.starts_with(b"+") {
        number.insert(0, b'+');
    }
    if spec.space && number[0] == b'+' && !spec.plus {
        number[0] = b' ';
    }
    if number[1] == b'I' || number[1] == b'N' {
        // As in Go, an infinity always has its sign.
        let unsigned = number[1] == b'N' && !spec.space && !spec.plus;
        return spec.pad_with(&number[usize::from(unsigned)..], false, out);
    }
    if spec.sharp && verb != 'b' {
        sharpen(&mut number, verb, spec.precision);
    }
    if !spec.plus && number[0] == b'+' {
        return spec.pad_text(&number[1..], out);
    }
    match spec.width {
        // The sign is before the zeros.
        Some(width) if spec.zero && !spec.minus && width > number.len() => {
            out.push(number[0]);
            out.resize(out.len() + width - number.len(), b'0');
            out.extend_from_slice(&number[1..]);
        }
        _ => spec.pad_text(&number, out),
    }
}

/// Gives the number a point, and the zeros at its end that it lost.
fn sharpen(number: &mut Vec<u8>, verb: char, precision: Option<usize>) {
    let hex = matches!(verb, 'x' | 'X');
    let mut missing = match verb {
        'v' | 'g' | 'G' | 'x' => precision.unwrap_or(6),
        _ => 0,
    };
    let is_tail = |b: &u8| matches!(b, b'p' | b'P') || !hex && matches!(b, b'e' | b'E');
    let end = number.iter().position(is_tail).unwrap_or(number.len());
    let tail = number.split_off(end);
    let mut seen = false;
    for digit in number[1..].iter().filter(|&&b| b != b'.') {
        seen |= *digit != b'0';
        missing = missing.saturating_sub(usize::from(seen));
    }
    if !number.contains(&b'.') {
        if number.len() == 2 && number[1] == b'0' {
            missing = missing.saturating_sub(1);
        }
        number.push(b'.');
    }
    number.resize(number.len() + missing, b'0');
    number.extend(tail);
}
