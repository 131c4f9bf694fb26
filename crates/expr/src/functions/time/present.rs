//! The present.

use super::super::{ANY, Args};
use crate::run::{Checked, Scalar, Typed, constant};
use crate::types::{DAY, SECOND, Span, Type};

/// The present, which is an input like any other.
pub(super) fn now(args: Args<'_>) -> Checked {
    args.used_now.set(true);
    let micros = args.now.saturating_mul(SECOND);
    let ty =
        Type::Timestamp(Span { zoned: args.name != "localtimestamp", ..Span::new(micros, micros, SECOND) });
    Ok(known(ty, micros, args))
}

/// Its day.
pub(super) fn today(args: Args<'_>) -> Checked {
    args.used_now.set(true);
    let day = args.now.div_euclid(86_400);
    Ok(known(Type::Date(Span::new(day, day, DAY)), day, args))
}

fn known(ty: Type, value: i64, args: Args<'_>) -> Typed {
    debug_assert!(args.args.len() < ANY, "it has no arguments");
    let kernel = constant(Scalar::Number(value.into()), true);
    Typed { ty, nullable: false, kernel, constant: true, at: args.at }
}
