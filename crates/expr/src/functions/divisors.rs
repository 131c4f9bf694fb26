//! Integer quotients, greatest common divisors and least common multiples, of integers and of decimals.

use super::division::integer_quotient;
use super::operands::{Aligned, Pair, aligned, checked, numbers, typed};
use super::{Args, Function, no_zero};
use crate::numeric::binary;
use crate::run::{Checked, wrong};
use crate::types::{NO_BITS, Number, Type};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("div", (2, 2), "div(A, B)", div),
    Function::new("gcd", (2, 2), "gcd(A, B)", |args| common(args, gcd, gcd_bounds)),
    Function::new("lcm", (2, 2), "lcm(A, B)", |args| common(args, lcm, lcm_bounds)),
];

/// Why a call with a floating-point number is refused.
fn no_float(args: &std::ops::Range<usize>, name: &str) -> gusher::internal::computed::ExpressionError {
    wrong(args, format!("{name} takes no double precision; cast it, as in x::numeric"))
}

/// The quotient truncated to an integer, which PostgreSQL returns as a `numeric`.
fn div(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let Pair::Exact(a, b, x, y) = numbers(args)? else { return Err(no_float(&at, "div")) };
    no_zero(&b, y.may_be_zero(), &b.at)?;
    let parts = aligned(&x, &y);
    let number = parts.as_ref().map(|Aligned { a, b, .. }| {
        let (x, y) = (Number::int(a.0, a.1), Number::int(b.0, b.1));
        let bound = a.0.abs().max(a.1.abs());
        Number {
            integer: false,
            bits: NO_BITS,
            ..integer_quotient(&x, &y).unwrap_or(Number::int(-bound, bound))
        }
    });
    let number = checked(number, &at)?;
    let Some(Aligned { factors: (f, g), .. }) = parts else { unreachable!("it was just had") };
    let (nullable, constant) = typed(&a, &b);
    let wide = move |a: i128, b: i128| a.wrapping_mul(f).checked_div(b.wrapping_mul(g)).unwrap_or(0);
    let run = binary(a, b, &number, false, |_, _| 0, wide);
    Ok(crate::run::Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

/// The largest result of numbers in these ranges, if it fits.
type Bound = fn((i128, i128), (i128, i128)) -> Option<i128>;

/// A function of both numbers in units of their last decimal place.
fn common(args: Args<'_>, f: fn(i128, i128) -> i128, bound: Bound) -> Checked {
    let (at, name) = (args.at.clone(), args.name);
    let Pair::Exact(a, b, x, y) = numbers(args)? else { return Err(no_float(&at, name)) };
    let parts = aligned(&x, &y);
    let number = parts.as_ref().and_then(|Aligned { scale, a, b, .. }| {
        let max = bound(*a, *b)?;
        let ragged = x.ragged || y.ragged;
        Some(Number {
            integer: x.integer && y.integer,
            bits: x.bits.max(y.bits),
            scale: *scale,
            ragged,
            min: 0,
            max,
            nonzero: false,
        })
    });
    let number = checked(number, &at)?;
    let Some(Aligned { factors: (p, q), .. }) = parts else { unreachable!("it was just had") };
    let (nullable, constant) = typed(&a, &b);
    let wide = move |a: i128, b: i128| f(a.wrapping_mul(p), b.wrapping_mul(q));
    let run = binary(a, b, &number, false, |_, _| 0, wide);
    Ok(crate::run::Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

fn max_abs((min, max): (i128, i128)) -> Option<i128> {
    Some(min.checked_abs()?.max(max.checked_abs()?))
}

fn gcd_bounds(a: (i128, i128), b: (i128, i128)) -> Option<i128> {
    Some(max_abs(a)?.max(max_abs(b)?))
}

fn lcm_bounds(a: (i128, i128), b: (i128, i128)) -> Option<i128> {
    max_abs(a)?.checked_mul(max_abs(b)?)
}

/// Their greatest common divisor; that with 0 is the other.
fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(0)
}

/// Their least common multiple; that with 0 is 0.
fn lcm(a: i128, b: i128) -> i128 {
    match gcd(a, b) {
        0 => 0,
        divisor => (a / divisor).wrapping_mul(b).wrapping_abs(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{gcd, lcm};

    proptest! {
        #[test]
        fn divisors_and_multiples_match_their_definitions(a in -500i128..500, b in -500i128..500) {
            let divides = |divisor: i128| a % divisor == 0 && b % divisor == 0;
            let naive = (1..=500).rev().find(|&divisor| divides(divisor)).filter(|_| (a, b) != (0, 0));
            prop_assert_eq!(gcd(a, b), naive.unwrap_or(0));
            prop_assert_eq!(gcd(a, b) * lcm(a, b), (a * b).abs());
        }
    }
}
