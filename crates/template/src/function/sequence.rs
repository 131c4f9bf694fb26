//! Lists and texts by their indices: `len`, `index`, `slice`, `List`.

use crate::values::article;
use crate::values::{Heap, Outcome, Refusal, Value};

pub(crate) fn len(heap: &mut Heap, args: &[Value]) -> Outcome {
    let len = match args[0] {
        Value::Text(text) => Some(text.len()),
        other => heap.len(other),
    };
    let len = len.ok_or_else(|| Refusal::at(0, format!("{} has no length", article(args[0].type_name()))))?;
    Ok(Value::Int(len as i64))
}

pub(crate) fn index(heap: &mut Heap, args: &[Value]) -> Outcome {
    let mut item = args[0];
    for (arg, &index) in args.iter().enumerate().skip(1) {
        let len = match item {
            Value::Text(text) => text.len(),
            list => heap.len(list).ok_or_else(|| {
                let what = article(list.type_name());
                match arg {
                    1 => Refusal::at(0, format!("{what} has no items")),
                    arg => {
                        Refusal::at(arg, format!("the item before this index is {what}, which has no items"))
                    }
                }
            })?,
        };
        let index = checked_index(index, len).map_err(|text| Refusal::at(arg, text))?;
        if index == len {
            return Err(Refusal::at(arg, outside(index as i64, len)));
        }
        item = match item {
            Value::Text(text) => Value::Byte(heap.get(text)[index]),
            list => heap.item(list, index),
        };
    }
    if item == Value::Nil && args.len() == 1 {
        return Err(Refusal::at(0, "nil has no items"));
    }
    Ok(item)
}

/// An index up to and including `len`.
fn checked_index(value: Value, len: usize) -> Result<usize, String> {
    let Some(index) = value.as_int() else {
        return Err(format!("an index is a whole number, not {}", article(value.type_name())));
    };
    usize::try_from(index).ok().filter(|&index| index <= len).ok_or_else(|| outside(index, len))
}

/// The index where a part begins or ends.
fn end(value: Value, len: usize) -> Result<usize, String> {
    checked_index(value, len).map_err(|text| match value.as_int() {
        Some(index) => format!("no part begins or ends at index {index}; the indices are 0 to {len}"),
        None => text,
    })
}

fn outside(index: i64, len: usize) -> String {
    match len {
        0 => format!("there is nothing at index {index}, as it is empty"),
        _ => format!("there is nothing at index {index}; the indices are 0 to {}", len - 1),
    }
}

pub(crate) fn slice(heap: &mut Heap, args: &[Value]) -> Outcome {
    let value = args[0];
    let len = match value {
        Value::Text(_) if args.len() == 4 => {
            return Err(Refusal::at(3, "a text has no third index to be cut at"));
        }
        Value::Text(text) => text.len(),
        other => heap
            .len(other)
            .ok_or_else(|| Refusal::at(0, format!("{} cannot be cut", article(other.type_name()))))?,
    };
    let mut bounds = [0, len, len];
    for (at, (slot, &arg)) in bounds.iter_mut().zip(&args[1..]).enumerate() {
        *slot = end(arg, len).map_err(|text| Refusal::at(at + 1, text))?;
    }
    let [from, to, cap] = bounds;
    if from > to || to > cap {
        let arg = if from > to { 2 } else { 3 };
        let text = format!("a part cannot begin at {from} and end at {}", to.min(cap));
        return Err(Refusal::at(arg, text));
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

pub(crate) fn list(heap: &mut Heap, args: &[Value]) -> Outcome {
    heap.list(args)
}
