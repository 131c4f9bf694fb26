//! `printf`: Go's verbs, flags, widths and precisions, and its `%!` texts for what does not fit.

mod check;
mod directive;

pub(crate) use check::{Arg, Blame, check};
use directive::{Directive, Directives, Wants};

use super::escape;
use super::verb::{self, Spec};
use crate::values::float;
use crate::values::{FIELDS, Heap, MAX_TEXT, TOO_MUCH_TEXT, Value, decimal};

/// Appends the arguments as `format` says.
pub(crate) fn printf(heap: &Heap, format: &[u8], args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
    let mut directives = Directives::new(format, args.len(), |index: usize| args[index].as_int());
    while let Some((text, directive)) = directives.next() {
        out.extend_from_slice(text);
        if let Some(directive) = directive {
            direct(heap, &directive, args, out);
        }
        enough(out)?;
    }
    extra(heap, &args[directives.extra()], out);
    enough(out)
}

fn enough(out: &[u8]) -> Result<(), String> {
    if out.len() > MAX_TEXT { Err(TOO_MUCH_TEXT.into()) } else { Ok(()) }
}

/// Appends what one directive writes.
fn direct(heap: &Heap, directive: &Directive, args: &[Value], out: &mut Vec<u8>) {
    let Directive { mut spec, bad_width, bad_precision, wants, .. } = *directive;
    if bad_width {
        out.extend_from_slice(b"%!(BADWIDTH)");
    }
    if bad_precision {
        out.extend_from_slice(b"%!(BADPREC)");
    }
    match wants {
        Wants::Percent => out.push(b'%'),
        Wants::NoVerb => out.extend_from_slice(b"%!(NOVERB)"),
        Wants::BadIndex(verb) => wrong(verb, "(BADINDEX)", out),
        Wants::Missing(verb) => wrong(verb, "(MISSING)", out),
        Wants::Arg(verb, index) => {
            if verb == 'v' || verb == 'w' {
                (spec.go_syntax, spec.sharp) = (spec.sharp, false);
                (spec.names, spec.plus) = (spec.plus, false);
            }
            print(heap, args[index], verb, &mut spec, out);
        }
    }
}

/// Tells of arguments that no verb took.
fn extra(heap: &Heap, args: &[Value], out: &mut Vec<u8>) {
    if args.is_empty() {
        return;
    }
    out.extend_from_slice(b"%!(EXTRA ");
    for (i, &arg) in args.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(b", ");
        }
        typed(heap, arg, &mut Spec::default(), out);
    }
    out.push(b')');
}

fn wrong(verb: char, text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"%!");
    out.extend_from_slice(verb.encode_utf8(&mut [0; 4]).as_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// A value after its type, as in `int=3`.
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
        // A decimal keeps all of its digits.
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
            // A nil item in a list of anything.
            Value::Nil => out.extend_from_slice(if spec.go_syntax { b"interface {}(nil)" } else { b"<nil>" }),
            item => print(heap, item, verb, spec, out),
        }
        if out.len() > MAX_TEXT {
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

/// What `print` gives: there is a space between two values if neither is a text.
pub(crate) fn sprint(heap: &Heap, args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
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
pub(crate) fn sprintln(heap: &Heap, args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
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
pub(crate) fn json(heap: &Heap, value: Value, out: &mut Vec<u8>) -> Result<(), String> {
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
