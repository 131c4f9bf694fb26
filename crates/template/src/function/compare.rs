//! Comparisons: `eq`, `lt` and so on.

use std::cmp::Ordering;

use crate::values::article;
use crate::values::{Heap, Kind, Outcome, Refusal, Value};

pub(crate) fn eq(heap: &mut Heap, args: &[Value]) -> Outcome {
    let [first, others @ ..] = args else { return Err("eq wants something to compare".into()) };
    if others.is_empty() {
        return Err("a second value is missing to compare with".into());
    }
    for other in others {
        if equal(heap, *first, *other)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

pub(crate) fn ne(heap: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(!equal(heap, args[0], args[1])?))
}

pub(crate) fn lt(heap: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(order(heap, args)? == Some(Ordering::Less)))
}

pub(crate) fn le(heap: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(order(heap, args)?.is_some_and(Ordering::is_le)))
}

/// As in Go, the negation of `le`, also for unordered values.
pub(crate) fn gt(heap: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(!order(heap, args)?.is_some_and(Ordering::is_le)))
}

/// As in Go, the negation of `lt`.
pub(crate) fn ge(heap: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(order(heap, args)? != Some(Ordering::Less)))
}

pub(crate) fn not(_: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(!args[0].truth()))
}

/// Whether values of these kinds can be compared for equality. Nil can be compared with anything, and equals only itself.
pub(crate) fn comparable(a: Kind, b: Kind) -> bool {
    use Kind::{Byte, Int, List, Nothing};
    let is_integer = |kind| matches!(kind, Int | Byte);
    match (a, b) {
        (Nothing, _) | (_, Nothing) => true,
        (List, List) => false,
        (a, b) => a == b || (is_integer(a) && is_integer(b)),
    }
}

/// Whether one of these kinds can be less than the other.
pub(crate) fn ordered(a: Kind, b: Kind) -> bool {
    use Kind::{Byte, Float, Int, Text};
    let is_integer = |kind| matches!(kind, Int | Byte);
    (is_integer(a) && is_integer(b)) || (a == b && matches!(a, Float | Text))
}

/// The message about values that cannot be compared.
pub(crate) fn incomparable(a: &str, b: &str) -> String {
    if a == b {
        return format!("{} cannot be compared with another", article(a));
    }
    format!("{} cannot be compared with {}", article(a), article(b))
}

fn equal(heap: &mut Heap, a: Value, b: Value) -> Result<bool, Refusal> {
    if !comparable(a.kind(), b.kind()) {
        return Err(incomparable(a.type_name(), b.type_name()).into());
    }
    Ok(match (a, b) {
        (Value::Text(a), Value::Text(b)) => {
            heap.charge(a.len().min(b.len()));
            heap.get(a) == heap.get(b)
        }
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Row, Value::Row) => true,
        (a, b) if a.kind() == Kind::Nothing || b.kind() == Kind::Nothing => a.kind() == b.kind(),
        (a, b) => numbers(a, b) == Some(Ordering::Equal),
    })
}

fn order(heap: &mut Heap, args: &[Value]) -> Result<Option<Ordering>, Refusal> {
    let (a, b) = (args[0], args[1]);
    if !ordered(a.kind(), b.kind()) {
        return Err(incomparable(a.type_name(), b.type_name()).into());
    }
    Ok(match (a, b) {
        (Value::Text(a), Value::Text(b)) => {
            heap.charge(a.len().min(b.len()));
            Some(heap.get(a).cmp(heap.get(b)))
        }
        (a, b) => numbers(a, b),
    })
}

fn numbers(a: Value, b: Value) -> Option<Ordering> {
    match (a.as_int(), b.as_int()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_float()?.partial_cmp(&b.as_float()?),
    }
}
