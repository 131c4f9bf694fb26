//! `printf`: Go's verbs, flags, widths and precisions, and its `%!` texts for what does not fit.

use super::value::{FIELDS, Heap, MOST_TEXT, TOO_MUCH_TEXT, Value, decimal};
use super::verb::{self, Spec};
use super::{escape, float, utf8};

/// The largest width, precision or place of an argument.
const MOST: usize = 1_000_000;

/// Appends the arguments as `format` says.
pub(super) fn printf(heap: &Heap, format: &[u8], args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
    let mut printer = Printer { heap, format, args, at: 0, arg: 0, reordered: false };
    while printer.at < format.len() {
        let percent = format[printer.at..].iter().position(|&b| b == b'%');
        let end = percent.map_or(format.len(), |found| printer.at + found);
        out.extend_from_slice(&format[printer.at..end]);
        printer.at = end + 1;
        if percent.is_some() {
            printer.directive(out);
        }
        enough(out)?;
    }
    printer.extra(out);
    enough(out)
}

fn enough(out: &[u8]) -> Result<(), String> {
    if out.len() > MOST_TEXT { Err(TOO_MUCH_TEXT.into()) } else { Ok(()) }
}

struct Printer<'a> {
    heap: &'a Heap,
    format: &'a [u8],
    args: &'a [Value],
    at: usize,
    arg: usize,
    /// Whether arguments were asked for by their place.
    reordered: bool,
}

impl Printer<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn flags(&mut self) -> Spec {
        let mut spec = Spec::default();
        while let Some(flag) = self.peek() {
            match flag {
                b'#' => spec.sharp = true,
                b'0' => spec.zero = true,
                b'+' => spec.plus = true,
                b'-' => spec.minus = true,
                b' ' => spec.space = true,
                _ => break,
            }
            self.at += 1;
        }
        spec
    }

    /// One verb with all before it; its percent sign was taken.
    fn directive(&mut self, out: &mut Vec<u8>) {
        let mut spec = self.flags();
        let mut good = true;
        let mut indexed = self.place(&mut good);
        self.width(&mut spec, &mut indexed, &mut good, out);
        self.precision(&mut spec, &mut indexed, &mut good, out);
        if !indexed {
            self.place(&mut good);
        }
        let Some(verb) = self.verb() else { return out.extend_from_slice(b"%!(NOVERB)") };
        let arg = self.args.get(self.arg).copied();
        match (verb, arg) {
            ('%', _) => out.push(b'%'),
            _ if !good => wrong(verb, "(BADINDEX)", out),
            (_, None) => wrong(verb, "(MISSING)", out),
            (_, Some(arg)) => {
                if verb == 'v' || verb == 'w' {
                    (spec.go_syntax, spec.sharp) = (spec.sharp, false);
                    (spec.names, spec.plus) = (spec.plus, false);
                }
                self.arg += 1;
                print(self.heap, arg, verb, &mut spec, out);
            }
        }
    }

    fn verb(&mut self) -> Option<char> {
        let rest = &self.format[self.at.min(self.format.len())..];
        let (verb, width) = utf8::first(rest)?;
        self.at += width;
        Some(verb)
    }

    fn width(&mut self, spec: &mut Spec, indexed: &mut bool, good: &mut bool, out: &mut Vec<u8>) {
        if self.peek() == Some(b'*') {
            self.at += 1;
            match self.star() {
                Some(width) => {
                    if width < 0 {
                        (spec.minus, spec.zero) = (true, false);
                    }
                    spec.width = Some(width.unsigned_abs() as usize);
                }
                None => out.extend_from_slice(b"%!(BADWIDTH)"),
            }
            *indexed = false;
        } else {
            spec.width = self.number();
            *good &= !(*indexed && spec.width.is_some());
        }
    }

    fn precision(&mut self, spec: &mut Spec, indexed: &mut bool, good: &mut bool, out: &mut Vec<u8>) {
        if self.peek() != Some(b'.') || self.at + 1 >= self.format.len() {
            return;
        }
        self.at += 1;
        *good &= !*indexed;
        *indexed = self.place(good);
        if self.peek() == Some(b'*') {
            self.at += 1;
            match self.star() {
                Some(precision) if precision >= 0 => spec.precision = Some(precision as usize),
                _ => out.extend_from_slice(b"%!(BADPREC)"),
            }
            *indexed = false;
        } else {
            spec.precision = Some(self.number().unwrap_or(0));
        }
    }

    /// The number of the argument for a `*`, which is used up.
    fn star(&mut self) -> Option<i64> {
        let arg = self.args.get(self.arg)?;
        self.arg += 1;
        arg.as_int().filter(|n| n.unsigned_abs() as usize <= MOST)
    }

    /// A number of the format itself. One that is far too large takes the rest of the format with it, as in Go.
    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number.unwrap_or(0) > MOST {
                self.at = self.format.len();
                return None;
            }
            number = Some(number.unwrap_or(0) * 10 + usize::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    /// The place of an argument in brackets, where one stands here.
    fn place(&mut self, good: &mut bool) -> bool {
        if self.peek() != Some(b'[') {
            return false;
        }
        self.reordered = true;
        let rest = &self.format[self.at..];
        let Some(end) = rest.iter().position(|&b| b == b']').filter(|_| rest.len() >= 3) else {
            self.at += 1;
            *good = false;
            return false;
        };
        let digits = &rest[1..end];
        self.at += end + 1;
        let is_number = !digits.is_empty() && digits.len() < 8 && digits.iter().all(u8::is_ascii_digit);
        let place =
            digits.iter().fold(0usize, |n, digit| n.wrapping_mul(10).wrapping_add(usize::from(digit & 15)));
        if is_number && place >= 1 && place <= self.args.len() {
            self.arg = place - 1;
        } else {
            *good = false;
        }
        is_number
    }

    /// Tells of arguments that no verb took.
    fn extra(&self, out: &mut Vec<u8>) {
        if self.reordered || self.arg >= self.args.len() {
            return;
        }
        out.extend_from_slice(b"%!(EXTRA ");
        for (i, &arg) in self.args[self.arg..].iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            typed(self.heap, arg, &mut Spec::default(), out);
        }
        out.push(b')');
    }
}

fn wrong(verb: char, text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"%!");
    out.extend_from_slice(verb.encode_utf8(&mut [0; 4]).as_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// A value behind its type, as in `int=3`.
fn typed(heap: &Heap, arg: Value, spec: &mut Spec, out: &mut Vec<u8>) {
    if arg == Value::Nil {
        return out.extend_from_slice(b"<nil>");
    }
    out.extend_from_slice(arg.type_name().as_bytes());
    out.push(b'=');
    print(heap, arg, 'v', spec, out);
}

fn bad_verb(heap: &Heap, arg: Value, verb: char, spec: &mut Spec, out: &mut Vec<u8>) {
    wrong(verb, "(", out);
    typed(heap, arg, spec, out);
    out.push(b')');
}

/// Appends one value by its verb.
fn print(heap: &Heap, arg: Value, verb: char, spec: &mut Spec, out: &mut Vec<u8>) {
    match (verb, arg) {
        ('T' | 'v', Value::Nil) => spec.pad_text(b"<nil>", out),
        ('T', _) => spec.text(arg.type_name().as_bytes(), out),
        ('p' | 'w', _) | (_, Value::Nil) => bad_verb(heap, arg, verb, spec, out),
        (_, Value::Bool(value)) if matches!(verb, 't' | 'v') => {
            spec.pad_text(if value { b"true" } else { b"false" }, out);
        }
        (_, Value::Int(value)) if verb::is_integer(verb) => verb::integer(value, verb, spec, out),
        (_, Value::Byte(value)) if verb::is_integer(verb) => {
            verb::integer(
                i64::from(value),
                if verb == 'v' && spec.go_syntax { 'y' } else { verb },
                spec,
                out,
            );
        }
        (_, Value::Float(_) | Value::Decimal(..)) if verb::is_float(verb) => float(arg, verb, spec, out),
        (_, Value::Text(text)) if verb::is_text(verb) => verb::text(heap.get(text), verb, spec, out),
        (_, Value::Null) if verb::is_text(verb) => verb::text(b"", verb, spec, out),
        (_, Value::Ints { .. } | Value::List { .. }) => list(heap, arg, verb, spec, out),
        (_, Value::Row) => row(heap, verb, spec, out),
        _ => bad_verb(heap, arg, verb, spec, out),
    }
}

fn float(arg: Value, verb: char, spec: &Spec, out: &mut Vec<u8>) {
    let mut number = Vec::new();
    match (arg, verb, spec.precision) {
        // A decimal keeps the digits that it was made with.
        (Value::Decimal(units, scale), 'v', None) => decimal(units, scale, &mut number),
        _ => {
            let default = if matches!(verb, 'f' | 'F' | 'e' | 'E') { Some(6) } else { None };
            let form = match verb {
                'v' => b'g',
                'F' => b'f',
                verb => verb as u8,
            };
            float::write(&mut number, arg.as_float().unwrap_or(0.0), form, spec.precision.or(default));
        }
    }
    verb::float(number, verb, spec, out);
}

fn list(heap: &Heap, arg: Value, verb: char, spec: &mut Spec, out: &mut Vec<u8>) {
    let (open, between, close): (&[u8], &[u8], u8) =
        if spec.go_syntax { (b"{", b", ", b'}') } else { (b"[", b" ", b']') };
    if spec.go_syntax {
        out.extend_from_slice(arg.type_name().as_bytes());
    }
    out.extend_from_slice(open);
    for index in 0..heap.len(arg).unwrap_or(0) {
        if index > 0 {
            out.extend_from_slice(between);
        }
        match heap.item(arg, index) {
            // An empty place in a list of anything.
            Value::Nil => out.extend_from_slice(if spec.go_syntax { b"interface {}(nil)" } else { b"<nil>" }),
            item => print(heap, item, verb, spec, out),
        }
        if out.len() > MOST_TEXT {
            return;
        }
    }
    out.push(close);
}

fn row(heap: &Heap, verb: char, spec: &mut Spec, out: &mut Vec<u8>) {
    out.push(b'{');
    for (i, (name, field)) in FIELDS.into_iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        if spec.names {
            out.extend_from_slice(name.as_bytes());
            out.push(b':');
        }
        print(heap, heap.field(field), verb, spec, out);
    }
    out.push(b'}');
}

/// What `print` gives: spaces stand between two values neither of which is a text.
pub(super) fn sprint(heap: &Heap, args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
    let mut after_text = true;
    for &arg in args {
        let is_text = matches!(arg, Value::Text(_) | Value::Null);
        if !is_text && !after_text {
            out.push(b' ');
        }
        after_text = is_text;
        heap.plain(arg, out);
        enough(out)?;
    }
    Ok(())
}

/// What `println` gives: spaces between all values, and a line end.
pub(super) fn sprintln(heap: &Heap, args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
    for (i, &arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        heap.plain(arg, out);
        enough(out)?;
    }
    out.push(b'\n');
    Ok(())
}

/// A value as JSON.
pub(super) fn json(heap: &Heap, value: Value, out: &mut Vec<u8>) -> Result<(), String> {
    match value {
        Value::Nil | Value::Null => out.extend_from_slice(b"null"),
        Value::Text(text) => escape::json(heap.get(text), out),
        Value::Float(value) if !value.is_finite() => return Err("JSON has no such number".into()),
        Value::Float(value) if value == 0.0 || (1e-6..1e21).contains(&value.abs()) => {
            float::write(out, value, b'f', None);
        }
        Value::Float(value) => {
            float::write(out, value, b'e', None);
            // An exponent of one digit has no zero before it.
            if let [.., b'-', b'0', _] = out[..] {
                out.remove(out.len() - 2);
            }
        }
        Value::Ints { .. } | Value::List { .. } => {
            out.push(b'[');
            for index in 0..heap.len(value).unwrap_or(0) {
                if index > 0 {
                    out.push(b',');
                }
                json(heap, heap.item(value, index), out)?;
                enough(out)?;
            }
            out.push(b']');
        }
        Value::Row => {
            for (i, (name, field)) in FIELDS.into_iter().enumerate() {
                out.push(if i == 0 { b'{' } else { b',' });
                escape::json(name.as_bytes(), out);
                out.push(b':');
                json(heap, heap.field(field), out)?;
            }
            out.push(b'}');
        }
        value => heap.plain(value, out),
    }
    Ok(())
}
