//! Functions that choose among values: `coalesce`, `nullif`, `greatest` and `least`.

use super::{ANY, Args, Function, Order, comparison};
use crate::run::{Checked, Typed, kernel, wrong};
use crate::types::{Json, Number, Type};
use crate::unify;
use crate::value::{Bits, Valid, Value, known};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("coalesce", (1, ANY), "coalesce(A, B)", coalesce),
    Function::new("nullif", (2, 2), "nullif(A, B)", nullif),
    Function::new("greatest", (1, ANY), "greatest(A, B)", |args| extreme(args, Order::Greater)),
    Function::new("least", (1, ANY), "least(A, B)", |args| extreme(args, Order::Less)),
];

fn coalesce(args: Args<'_>) -> Checked {
    let Args { args: all, at, .. } = args;
    let needed = all.iter().position(|arg| !arg.nullable).map_or(all.len(), |never| never + 1);
    let nullable = all.iter().all(|arg| arg.nullable);
    let (mut all, ty) = unify::alike(all, "coalesce", &at)?;
    // Values after one that is never null have a part in the type, and are not evaluated.
    all.truncate(needed);
    let ty = unify::within(ty, &all);
    let constant = all.iter().all(|arg| arg.constant);
    let wide = ty.is_wide();
    let run = kernel(move |run| {
        let values: Vec<Value<'_>> = all.iter().map(|arg| (arg.kernel)(run)).collect();
        let masks: Vec<Bits> = values[..values.len() - 1].iter().map(|value| known(value.valid)).collect();
        unify::choose(run, values, &masks, wide)
    });
    Ok(Typed { ty, nullable, kernel: run, constant, at })
}

fn nullif(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let (a, b) = args.two();
    let (never, constant) = (b.scalar(), a.constant && b.constant);
    let [a, kept] = a.shared();
    let types = (a.ty.to_string(), b.ty.to_string());
    let Some((a, b)) = unify::pair(a, b, &at)? else {
        return Err(wrong(&at, format!("{} and {} cannot be compared; cast one of them", types.0, types.1)));
    };
    let ty = match (&kept.ty, b.number()) {
        (Type::Number(number), Some(Number { min: 0, max: 0, .. })) => {
            let min = if number.min == 0 { number.max.min(1) } else { number.min };
            let max = if number.max == 0 { number.min.max(-1) } else { number.max };
            let (min, max) = if min > max { (number.min, number.max) } else { (min, max) };
            Type::Number(Number { nonzero: true, min, max, ..*number })
        }
        (Type::Float(float), _) if never == Some(crate::run::Scalar::Number(0)) => {
            Type::Float(crate::types::Float { nonzero: true, ..*float })
        }
        (Type::Literal, _) => a.ty.clone(),
        _ => kept.ty.clone(),
    };
    let wide_kept = kept.ty.is_wide();
    let wide = ty.is_wide();
    let equal = comparison(a, b, Order::Equal);
    let run = kernel(move |run| {
        let equal = equal(run).bits();
        let mut value = (kept.kernel)(run);
        value.valid = Some(known(value.valid).and_not(equal));
        if wide_kept && !wide {
            value = narrowed(run, &value);
        }
        if let crate::value::Data::Bool(bits) = value.data {
            return Value::bools(bits, value.valid);
        }
        value
    });
    Ok(Typed { ty, nullable: true, kernel: run, constant, at })
}

/// The numbers with 64 bits each, which all have that mean anything.
fn narrowed<'b>(run: &crate::run::Run<'b>, value: &Value<'b>) -> Value<'b> {
    let mut out = run.buffer();
    crate::value::map(&value.wide(run.rows), run.rows, &mut out, |value| value as i64);
    Value::own(out, value.valid)
}

/// The largest or the smallest of the values that are not null.
fn extreme(args: Args<'_>, order: Order) -> Checked {
    let Args { args: all, at, name, .. } = args;
    let constant = all.iter().all(|arg| arg.constant);
    let nullable = all.iter().all(|arg| arg.nullable);
    let (all, ty) = unify::alike(all, name, &at)?;
    if matches!(ty, Type::Json(Json { is_binary: false, .. })) {
        return Err(wrong(&at, format!("{ty} has no order; cast it, as in x::jsonb")));
    }
    let ty = bounded(ty, &all, order);
    let mut all = all.into_iter();
    let first = all.next().expect("the registry has counted them");
    let folded = all.fold(first, |a, b| {
        let ty = if a.ty.is_wide() { a.ty.clone() } else { b.ty.clone() };
        let wide = ty.is_wide();
        let ([a, a_again], [b, b_again]) = (a.shared(), b.shared());
        let nullable = a.nullable && b.nullable;
        let better = comparison(b, a, order);
        let run = kernel(move |run| {
            let better = better(run).bits();
            let (a, b) = ((a_again.kernel)(run), (b_again.kernel)(run));
            let valid: Valid = match (a.valid, b.valid) {
                (Some(a), Some(b)) => Some(a.or(b)),
                _ => None,
            };
            let takes_b = better.or(known(b.valid).and_not(known(a.valid)));
            let mut chosen = unify::choose(run, vec![b, a], &[takes_b], wide);
            chosen.valid = valid;
            chosen
        });
        Typed { ty, nullable, kernel: run, constant: false, at: at.clone() }
    });
    let wide = (folded.ty.is_wide(), ty.is_wide());
    let inner = folded.kernel;
    let run = kernel(move |run| {
        let value = inner(run);
        if wide == (true, false) { narrowed(run, &value) } else { value }
    });
    Ok(Typed { ty, nullable, kernel: run, constant, at })
}

/// The type with the bounds that an extreme has: no argument that is never null is passed by.
fn bounded(ty: Type, all: &[Typed], order: Order) -> Type {
    let Type::Number(mut number) = ty else { return ty };
    let sure = || all.iter().filter(|arg| !arg.nullable).filter_map(Typed::number);
    match order {
        Order::Greater => number.min = sure().map(|number| number.min).max().unwrap_or(number.min),
        _ => number.max = sure().map(|number| number.max).min().unwrap_or(number.max),
    }
    Type::Number(Number { nonzero: false, ..number })
}
