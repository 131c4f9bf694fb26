//! Comparisons: numbers by value, texts byte by byte, times by their moments, `jsonb` as PostgreSQL does.

use super::{ANY, Args, Function, Order, logic, ordered};
use crate::json_order;
use crate::numeric::binary_test;
use crate::run::{Checked, Kernel, Typed, kernel};
use crate::types::Type;
use crate::unify;
use crate::value::{Bits, Interval, Value, both, known, test2};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("=", (2, 2), "A = B", |args| compare(args, Order::Equal)),
    Function::new("<>", (2, 2), "A <> B", |args| compare(args, Order::Different)),
    Function::new("<", (2, 2), "A < B", |args| compare(args, Order::Less)),
    Function::new("<=", (2, 2), "A <= B", |args| compare(args, Order::AtMost)),
    Function::new(">", (2, 2), "A > B", |args| compare(args, Order::Greater)),
    Function::new(">=", (2, 2), "A >= B", |args| compare(args, Order::AtLeast)),
    Function::new("between", (3, 3), "A between LOW and HIGH", between),
    Function::new("in", (2, ANY), "A in (B, C)", is_in),
    Function::new("is distinct from", (2, 2), "A is distinct from B", |args| distinct(args, true)),
    Function::new("is not distinct from", (2, 2), "A is not distinct from B", |args| distinct(args, false)),
];

fn compare(args: Args<'_>, order: Order) -> Checked {
    let at = args.at.clone();
    let types = [&args.args[0], &args.args[1]].map(|arg| arg.ty.to_string());
    let (a, b) = args.two();
    let Some((a, b)) = unify::pair(a, b, &at)? else {
        let [a, b] = types;
        let text = format!("{a} and {b} cannot be compared; cast one of them");
        return Err(crate::run::wrong(&at, text));
    };
    let (nullable, constant) = (a.nullable || b.nullable, a.constant && b.constant);
    let run = comparison(a, b, order);
    Ok(Typed { ty: Type::Bool, nullable, kernel: run, constant, at })
}

/// A kernel that compares two values of one type.
pub(crate) fn comparison(a: Typed, b: Typed, order: Order) -> Kernel {
    macro_rules! of {
        ($a:ident, $b:ident, $run:ident, $test:expr) => {
            kernel(move |$run| {
                let ($a, $b) = ((a.kernel)($run), (b.kernel)($run));
                let found = Value::bools($test, both($a.valid, $b.valid));
                $run.give_back($a);
                $run.give_back($b);
                found
            })
        };
    }
    match &a.ty {
        Type::Number(_) => binary_test(a, b, order),
        Type::Date(_) | Type::Timestamp(_) | Type::Time(_) => {
            of!(x, y, run, ordered(order, run.rows, x.ints(), y.ints()))
        }
        Type::Bool | Type::Null => of!(x, y, run, {
            let (x, y) = (x.bits(), y.bits());
            Bits::of(run.rows, |row| order.holds(&x.get(row), &y.get(row)))
        }),
        Type::Float(_) => of!(x, y, run, ordered(order, run.rows, x.floats(), y.floats())),
        Type::Json(_) => of!(x, y, run, {
            let (x, y) = (x.text(), y.text());
            let value = |bytes| std::str::from_utf8(bytes).unwrap_or_default();
            Bits::of(run.rows, |row| order.of(json_order::compare(value(x.bytes(row)), value(y.bytes(row)))))
        }),
        Type::Text(_) | Type::Literal | Type::Opaque(_) => of!(x, y, run, {
            let (x, y) = (x.text(), y.text());
            Bits::of(run.rows, |row| order.of(x.bytes(row).cmp(y.bytes(row))))
        }),
        Type::Interval(_) => of!(x, y, run, {
            test2(x.intervals(), y.intervals(), run.rows, |a, b| order.of(length(a).cmp(&length(b))))
        }),
    }
}

/// An interval as PostgreSQL compares it: a month has 30 days, and a day 24 hours.
fn length(interval: Interval) -> i128 {
    let days = i128::from(interval.months) * 30 + i128::from(interval.days);
    days * i128::from(crate::types::DAY) + i128::from(interval.micros)
}

fn between(args: Args<'_>) -> Checked {
    let Args { at, args: all, now, used_now, .. } = args;
    let mut all = all.into_iter();
    let (Some(value), Some(low), Some(high)) = (all.next(), all.next(), all.next()) else {
        unreachable!("the registry has counted them")
    };
    let [first, second] = value.shared();
    let call = |name, args, build: fn(Args<'_>) -> Checked| {
        build(Args { args, at: at.clone(), name, now, used_now })
    };
    let low = call(">=", vec![first, low], |args| compare(args, Order::AtLeast))?;
    let high = call("<=", vec![second, high], |args| compare(args, Order::AtMost))?;
    logic::all_of(vec![low, high], &at)
}

fn is_in(args: Args<'_>) -> Checked {
    let Args { at, args: all, now, used_now, .. } = args;
    let mut all = all.into_iter();
    let mut value = all.next().expect("the registry has counted them");
    let mut found = Vec::new();
    for item in all {
        let [first, second] = value.shared();
        value = second;
        let args = Args { args: vec![first, item], at: at.clone(), name: "=", now, used_now };
        found.push(compare(args, Order::Equal)?);
    }
    if found.len() == 1 {
        return Ok(found.remove(0));
    }
    logic::any_of(found, &at)
}

fn distinct(args: Args<'_>, distinct: bool) -> Checked {
    let at = args.at.clone();
    let (a, b) = args.two();
    let [a, a_again] = a.shared();
    let [b, b_again] = b.shared();
    let Some((a, b)) = unify::pair(a, b, &at)? else {
        let text = format!("{} and {} cannot be compared; cast one of them", a_again.ty, b_again.ty);
        return Err(crate::run::wrong(&at, text));
    };
    let constant = a.constant && b.constant;
    let differ = comparison(a, b, Order::Different);
    let run = kernel(move |run| {
        let [a, b] = [(a_again.kernel)(run).valid, (b_again.kernel)(run).valid].map(known);
        let differ = differ(run);
        // Where one is null they differ if the other is not.
        let is = differ.bits().and(a).and(b).or(a.xor(b));
        Value::bools(if distinct { is } else { is.not() }, None)
    });
    Ok(Typed { ty: Type::Bool, nullable: false, kernel: run, constant, at })
}
