//! Functions that give texts: formats, escapes, letters, joins.

use memchr::memmem;

use super::{escape, printf as format};
use crate::utf8;
use crate::values::{Heap, MAX_TEXT, Outcome, Value};
use gusher::generators::Case;

pub(crate) fn print(heap: &mut Heap, args: &[Value]) -> Outcome {
    heap.write(|heap, out| format::sprint(heap, args, out))
}

pub(crate) fn println(heap: &mut Heap, args: &[Value]) -> Outcome {
    heap.write(|heap, out| format::sprintln(heap, args, out))
}

pub(crate) fn printf(heap: &mut Heap, args: &[Value]) -> Outcome {
    let Value::Text(form) = args[0] else { return Err("printf wants a format".into()) };
    heap.charge(form.len());
    heap.write(|heap, out| format::printf(heap, heap.get(form), &args[1..], out))
}

pub(crate) fn html(heap: &mut Heap, args: &[Value]) -> Outcome {
    escaped(heap, args, escape::html)
}

pub(crate) fn js(heap: &mut Heap, args: &[Value]) -> Outcome {
    escaped(heap, args, escape::js)
}

pub(crate) fn urlquery(heap: &mut Heap, args: &[Value]) -> Outcome {
    escaped(heap, args, escape::urlquery)
}

fn escaped(heap: &mut Heap, args: &[Value], escape: fn(&[u8], &mut Vec<u8>)) -> Outcome {
    if let [Value::Text(text)] = args {
        return heap.write(|heap, out| {
            escape(heap.get(*text), out);
            Ok(())
        });
    }
    // As in Go, no value is shown here as an action shows it.
    let mut shown = args.to_vec();
    for value in shown.iter_mut().filter(|value| **value == Value::Nil) {
        *value = heap.text(b"<no value>")?;
    }
    let shown = print(heap, &shown)?;
    escaped(heap, &[shown], escape)
}

pub(crate) fn json(heap: &mut Heap, args: &[Value]) -> Outcome {
    heap.write(|heap, out| format::json(heap, args[0], out))
}

pub(crate) fn upper(heap: &mut Heap, args: &[Value]) -> Outcome {
    cased(heap, args[0], Case::Upper)
}

pub(crate) fn lower(heap: &mut Heap, args: &[Value]) -> Outcome {
    cased(heap, args[0], Case::Lower)
}

pub(crate) fn title(heap: &mut Heap, args: &[Value]) -> Outcome {
    cased(heap, args[0], Case::Title)
}

fn cased(heap: &mut Heap, value: Value, case: Case) -> Outcome {
    heap.write(|heap, out| {
        heap.plain(value, out);
        match case {
            Case::Upper if out.is_ascii() => out.make_ascii_uppercase(),
            Case::Lower if out.is_ascii() => out.make_ascii_lowercase(),
            case => *out = case.of(&utf8::text(out), true).into_bytes(),
        }
        Ok(())
    })
}

pub(crate) fn join(heap: &mut Heap, args: &[Value]) -> Outcome {
    let Value::Text(separator) = args[0] else { return Err("Join wants a separator".into()) };
    let items: usize = args[1..].iter().filter_map(|&value| heap.len(value)).sum();
    // Even where nothing comes of them.
    heap.charge(items.min(MAX_TEXT));
    heap.write(|heap, out| {
        let mut first = true;
        let mut put = |value: Value, out: &mut Vec<u8>| {
            if !std::mem::take(&mut first) {
                out.extend_from_slice(heap.get(separator));
            }
            heap.plain(value, out);
            heap.check_capacity(out.len())
        };
        for &value in &args[1..] {
            match heap.len(value) {
                Some(len) => (0..len).try_for_each(|i| put(heap.item(value, i), out))?,
                None => put(value, out)?,
            }
        }
        Ok(())
    })
}

pub(crate) fn repeat(heap: &mut Heap, args: &[Value]) -> Outcome {
    let count = args[0].as_int().unwrap_or(0);
    let count = usize::try_from(count).map_err(|_| format!("nothing can be repeated {count} times"))?;
    let mut len = 0;
    let repeated = heap.write(|heap, out| {
        heap.plain(args[1], out);
        len = out.len();
        heap.check_capacity(len.saturating_mul(count))?;
        if count == 0 || len == 0 {
            out.clear();
        } else {
            for _ in 1..count {
                out.extend_from_within(..len);
            }
        }
        Ok(())
    });
    heap.charge(len);
    repeated
}

pub(crate) fn replace(heap: &mut Heap, args: &[Value]) -> Outcome {
    let [Value::Text(old), Value::Text(new), value] = *args else { return Err("Replace wants texts".into()) };
    if old.len() == 0 {
        return Err("there is nothing to replace: the first text is empty".into());
    }
    let mut len = 0;
    let replaced = heap.write(|heap, out| {
        heap.plain(value, out);
        let text = std::mem::take(out);
        len = text.len();
        let (old, new) = (heap.get(old), heap.get(new));
        let mut at = 0;
        for found in memmem::find_iter(&text, old) {
            out.extend_from_slice(&text[at..found]);
            out.extend_from_slice(new);
            heap.check_capacity(out.len())?;
            at = found + old.len();
        }
        out.extend_from_slice(&text[at..]);
        heap.check_capacity(out.len())
    });
    heap.charge(len);
    replaced
}

pub(crate) fn pad(heap: &mut Heap, args: &[Value]) -> Outcome {
    let wanted = args[0].as_int().unwrap_or(0);
    let width = usize::try_from(wanted.unsigned_abs()).unwrap_or(usize::MAX);
    heap.write(|heap, out| {
        let mut fill = Vec::new();
        match args {
            [_, given, _] => heap.plain(*given, &mut fill),
            _ => fill.push(b' '),
        }
        let mut letters = Vec::new();
        utf8::each(&fill[..fill.len().min(5)], |c| letters.push(c));
        let [letter] = letters[..] else { return Err("Pad fills with one character".into()) };
        heap.plain(args[args.len() - 1], out);
        let missing = width.saturating_sub(utf8::count(out));
        heap.check_capacity(missing.saturating_mul(fill.len()))?;
        let (text, before) = (out.len(), wanted < 0);
        for _ in 0..missing {
            match letter {
                Ok(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(byte) => out.push(byte),
            }
        }
        if before {
            out.rotate_left(text);
        }
        Ok(())
    })
}
