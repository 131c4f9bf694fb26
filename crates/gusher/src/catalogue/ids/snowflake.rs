//! Ids of 64 bits that sort by their time: `snowflake`.

use std::sync::Arc;

use super::by_row::ByRow;
use super::uuid::milliseconds;
use crate::generators::constraint::{date_to_day, parse_date};
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField, GeneratorSpec};
use crate::limits::STREAM_ROWS;
use crate::rng::Draws;
use crate::types::{Array, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "snowflake",
    "a snowflake id: an integer of 63 bits that sorts by its time; 4,096 rows a millisecond",
    snowflake,
)
.optional(
    "EPOCH",
    "where the time is counted from: twitter (2010-11-04), which is the default, discord (2015-01-01), \
     or a date such as 2020-01-01",
    "snowflake:discord",
)];

/// The epochs that are known by name, in milliseconds after 1970.
const EPOCHS: [(&str, u64); 2] = [("twitter", 1_288_834_974_657), ("discord", 1_420_070_400_000)];

/// The bits that count the ids of one millisecond.
const COUNTER_BITS: u32 = 12;
/// The bits that say which machine made the id.
const MACHINE_BITS: u32 = 10;
/// The bits of the time: all ids are positive as signed numbers.
const TIME_BITS: u32 = 41;

/// `snowflake[:EPOCH]`: 41 bits of milliseconds, 10 bits of one machine (here: one column), 12 bits that count.
pub(crate) fn snowflake(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(1, "snowflake:EPOCH")?;
    let epoch = fields.first().map_or(Ok(EPOCHS[0].1), epoch)?;
    let now = milliseconds(&constraint);
    if let Some(field) = fields.first().filter(|_| now < epoch) {
        let text = "the present is before this epoch, and no id has a time before it; give an earlier one, such as 1970-01-01";
        return Err(field.error(text));
    }
    // Without an epoch it takes every present: before the usual one, the time is that.
    let first = now.saturating_sub(epoch);
    // A time after the last one goes on from the epoch again.
    let first = first % (1 << TIME_BITS);
    Ok(Arc::new(ByRow { first, field: || Field::int64(0, i64::MAX), is_one_a_row: true, fill: snowflakes }))
}

fn epoch(field: &ConstraintField) -> Result<u64, ConstraintError> {
    if let Some((_, epoch)) = EPOCHS.iter().find(|(name, _)| *name == field.text) {
        return Ok(*epoch);
    }
    let day = parse_date(&field.text).map(date_to_day);
    let day = day.and_then(|day| u64::try_from(day).ok());
    day.map(|day| day * 86_400_000)
        .ok_or_else(|| field.error("expected twitter, discord or a date from 1970 on, such as 2020-01-01"))
}

/// Row r has the millisecond `first` + r / 4096 and r mod 4096 as its counter. After 2^41 milliseconds it begins again at 0,
/// so that no two of the rows that can be counted have one id.
fn snowflakes(first: u64, draws: &mut Draws<'_>, values: &mut Array) {
    const { assert!(STREAM_ROWS <= 1 << (TIME_BITS + COUNTER_BITS)) };
    let machine = draws.steady(0) >> (64 - MACHINE_BITS) << COUNTER_BITS;
    let (rows, ids) = (draws.rows(), values.ints(draws.len()));
    rows.zip(ids.iter_mut(), |id, row| {
        let time = (first + (row >> COUNTER_BITS)) & ((1 << TIME_BITS) - 1);
        let counter = row & ((1 << COUNTER_BITS) - 1);
        *id = (time << (MACHINE_BITS + COUNTER_BITS) | machine | counter) as i64;
    });
}
