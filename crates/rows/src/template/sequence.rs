//! Lists and texts by their places: `len`, `index`, `slice`, `Loop`, `List`.

use super::function::article;
use super::value::{Heap, Outcome, Value};

/// The most turns of one `Loop`.
const MOST_TURNS: i64 = 1 << 31;

pub(super) fn len(heap: &mut Heap, args: &[Value]) -> Outcome {
    let len = match args[0] {
        Value::Text(text) => Some(text.len()),
        other => heap.len(other),
    };
    let len = len.ok_or_else(|| format!("{} has no length", article(args[0].type_name())))?;
    Ok(Value::Int(len as i64))
}

pub(super) fn index(heap: &mut Heap, args: &[Value]) -> Outcome {
    let mut item = args[0];
    for &place in &args[1..] {
        item = match item {
            Value::Text(text) => {
                let place = self::place(place, text.len())?;
                match heap.get(text).get(place) {
                    Some(&byte) => Value::Byte(byte),
                    None => return Err(outside(place as i64, text.len())),
                }
            }
            list => {
                let Some(len) = heap.len(list) else {
                    return Err(format!("{} has no items", article(list.type_name())));
                };
                let place = self::place(place, len)?;
                if place == len {
                    return Err(outside(place as i64, len));
                }
                heap.item(list, place)
            }
        };
    }
    if item == Value::Nil && args.len() == 1 {
        return Err("nil has no items".into());
    }
    Ok(item)
}

/// A place up to and with `len`.
fn place(value: Value, len: usize) -> Result<usize, String> {
    let Some(place) = value.as_int() else {
        return Err(format!("a place is a whole number, not {}", article(value.type_name())));
    };
    usize::try_from(place).ok().filter(|&place| place <= len).ok_or_else(|| outside(place, len))
}

fn outside(place: i64, len: usize) -> String {
    match len {
        0 => format!("there is nothing at place {place}, as it is empty"),
        _ => format!("there is nothing at place {place}; the places are 0 to {}", len - 1),
    }
}

pub(super) fn slice(heap: &mut Heap, args: &[Value]) -> Outcome {
    let value = args[0];
    let len = match value {
        Value::Text(_) if args.len() == 4 => return Err("a text has no third place to be cut at".into()),
        Value::Text(text) => text.len(),
        other => heap.len(other).ok_or_else(|| format!("{} cannot be cut", article(other.type_name())))?,
    };
    let mut places = [0, len, len];
    for (slot, &arg) in places.iter_mut().zip(&args[1..]) {
        *slot = place(arg, len)?;
    }
    let [from, to, cap] = places;
    if from > to || to > cap {
        return Err(format!("a part cannot begin at {from} and end at {}", to.min(cap)));
    }
    Ok(match value {
        Value::Text(text) => Heap::part(text, from, to),
        Value::Ints { first, .. } => Value::Ints { first: first + from as i64, len: (to - from) as u32 },
        Value::List { start, depth, .. } => {
            Value::List { start: start + from as u32, len: (to - from) as u32, depth }
        }
        other => other,
    })
}

pub(super) fn list(heap: &mut Heap, args: &[Value]) -> Outcome {
    heap.list(args)
}

/// The turns of `Loop N`: 0 to N - 1.
pub(super) fn turns(count: i64) -> Outcome {
    match count {
        ..0 => Err(format!("a loop cannot have {count} turns")),
        MOST_TURNS.. => Err(format!("a loop cannot have {count} turns; 2,147,483,647 are the most")),
        _ => Ok(Value::Ints { first: 0, len: count as u32 }),
    }
}
