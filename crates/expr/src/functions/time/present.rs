//! The present, and dates from their parts.

use super::super::rows::typed_ints;
use super::super::text::int;
use super::super::{ANY, Args};
use crate::calendar::{days, last_day};
use crate::run::{Checked, Scalar, Typed, constant};
use crate::types::{DAY, SECOND, Span, Type};

/// The present, which is an input like any other.
pub(super) fn now(args: Args<'_>) -> Checked {
    args.used_now.set(true);
    let micros = args.now.saturating_mul(SECOND);
    let ty = Type::Timestamp(Span { min: micros, max: micros, step: SECOND });
    Ok(known(ty, micros, args))
}

/// Its day.
pub(super) fn today(args: Args<'_>) -> Checked {
    args.used_now.set(true);
    let day = args.now.div_euclid(86_400);
    Ok(known(Type::Date(Span { min: day, max: day, step: DAY }), day, args))
}

fn known(ty: Type, value: i64, args: Args<'_>) -> Typed {
    debug_assert!(args.args.len() < ANY, "it has no arguments");
    let kernel = constant(Scalar::Number(value.into()), true);
    Typed { ty, nullable: false, kernel, constant: true, at: args.at }
}

/// A date from its year, month and day, which must be one in every row.
pub(super) fn make_date(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let parts = args.args.into_iter().map(int).collect::<Result<Vec<_>, _>>()?;
    let bounds: Vec<(i64, i64)> = (parts.iter())
        .filter_map(Typed::number)
        .map(|number| (number.min.clamp(-1, 100_000) as i64, number.max.clamp(-1, 100_000) as i64))
        .collect();
    let (years, months, days_of_month) = (bounds[0], bounds[1], bounds[2]);
    let check = |arg: &Typed, (min, max): (i64, i64), low: i64, high: i64, what: &str| {
        if arg.is_null() || (min >= low && max <= high) {
            return Ok(());
        }
        let advice = format!("write greatest(least(x, {high}), {low})");
        Err(arg.error(format!(
            "the {what} may be {}, and has to be from {low} to {high}; {advice}",
            if min < low { min } else { max }
        )))
    };
    check(&parts[0], years, 1, 9999, "year")?;
    check(&parts[1], months, 1, 12, "month")?;
    // The shortest of the months that there may be.
    let year = if years.0 == years.1 { years.0 } else { 1 };
    let shortest = (months.0..=months.1).map(|month| last_day(year, month)).min().unwrap_or(28);
    check(&parts[2], days_of_month, 1, shortest, "day")?;
    let ty = Span {
        min: days((years.0, months.0.max(1), 1)),
        max: days((years.1, months.1.clamp(1, 12), 31)),
        step: DAY,
    };
    let mut typed =
        typed_ints(parts, Type::Date(ty), |row| days((row.int(0), row.int(1).clamp(1, 12), row.int(2))));
    typed.at = at;
    Ok(typed)
}
