//! `at time zone`: timestamps with a zone and without one. The only zone is UTC.

use super::super::Args;
use crate::convert;
use crate::run::Checked;
use crate::types::Type;

/// A timestamp without a zone as a moment in the zone, and a moment as the clock of the zone shows it.
pub(super) fn timezone(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let (zone, value) = args.two();
    let is_utc =
        zone.known_text().is_some_and(|zone| matches!(&zone.to_lowercase()[..], "utc" | "z" | "gmt"));
    if !is_utc {
        return Err(zone.error("all times are in UTC: the only time zone is 'UTC'"));
    }
    // A date, and a text in quotes, is taken for a moment.
    let was_zoned = match &value.ty {
        Type::Timestamp(span) => span.zoned,
        Type::Date(_) | Type::Literal | Type::Null => true,
        _ => return Err(mismatch),
    };
    let mut value = convert::to_timestamp(value)?;
    if let Type::Timestamp(span) = &mut value.ty {
        span.zoned = !was_zoned;
    }
    Ok(value)
}
