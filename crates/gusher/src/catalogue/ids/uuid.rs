//! UUIDs (RFC 9562): `uuidv1`, `uuidv4`, `uuidv6`, `uuidv7`.
//!
//! Those that hold a time begin with "now" at row 0 and go on from there, as if generated one after the other: a value is a
//! function of its row alone, so that no row has to know when the others were generated.

use std::sync::Arc;

use super::by_row::ByRow;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, MAX_VALUES};
use crate::limits::STREAM_ROWS;
use crate::rng::Draws;
use crate::types::{Array, DataType, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "uuidv1",
        "a UUID of a time and a random node (RFC 9562, version 1); 100 ns on by row",
        |c| Ok(ids(first_tick(&c), |first, draws, values| ticking(first, v1, draws, values))),
    ),
    GeneratorSpec::new("uuidv4", "a random UUID (RFC 9562, version 4)", uuid_v4),
    GeneratorSpec::new(
        "uuidv6",
        "a UUID that sorts by its time (RFC 9562, version 6); 100 ns on by row",
        |c| Ok(ids(first_tick(&c), |first, draws, values| ticking(first, v6, draws, values))),
    ),
    GeneratorSpec::new(
        "uuidv7",
        "a UUID that sorts by its time, from 1970 on (RFC 9562, version 7); 4,096 rows a millisecond",
        |c| {
            // Rows take 2^41 of the milliseconds that 48 bits count.
            let first = milliseconds(&c).min((1 << 48) - (STREAM_ROWS >> COUNTER_BITS));
            Ok(ids(first, v7s))
        },
    ),
];

/// The variant of RFC 9562, section 4.1: binary 10 in front of the lower half.
const VARIANT: u64 = 1 << 63;

/// `uuidv4`: 122 random bits, version and variant (RFC 9562, section 5.4).
pub(crate) fn uuid_v4(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(UuidV4))
}

#[derive(Debug)]
struct UuidV4;

impl Generate for UuidV4 {
    fn field(&self) -> Field {
        DataType::Uuid.into()
    }

    fn cardinality(&self) -> u64 {
        MAX_VALUES
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let low = draws.load(0);
        let ids = values.ids(low.len());
        for (id, x) in ids.iter_mut().zip(low) {
            // The variant replaces the two bits that the domain does not use.
            *id = u128::from(VARIANT | (*x >> 2));
        }
        for (id, x) in ids.iter_mut().zip(draws.load(1)) {
            *id |= u128::from((*x & !0xF000) | 0x4000) << 64;
        }
    }
}

/// Milliseconds from 1970 to "now"; 0 before.
pub(in crate::catalogue) fn milliseconds(constraint: &Constraint<'_>) -> u64 {
    u64::try_from(constraint.now()).unwrap_or(0).saturating_mul(1000)
}

/// Seconds from 1582-10-15, when the Gregorian calendar began, to 1970: versions 1 and 6 count from there.
const GREGORIAN: i64 = 12_219_292_800;
const TICKS_A_SECOND: u64 = 10_000_000;

/// The tick of row 0: "now" in units of 100 ns, such that all rows stay within 60 bits.
fn first_tick(constraint: &Constraint<'_>) -> u64 {
    let seconds = u64::try_from(constraint.now().saturating_add(GREGORIAN)).unwrap_or(0);
    seconds.saturating_mul(TICKS_A_SECOND).min((1 << 60) - STREAM_ROWS)
}

/// The upper half of version 1 (RFC 9562, section 5.1): the lowest bits of the time come first.
fn v1(tick: u64) -> u64 {
    (tick << 32) | ((tick >> 16) & 0xFFFF_0000) | 0x1000 | (tick >> 48)
}

/// The upper half of version 6 (section 5.6): the time from its highest bits on, with the version in between.
fn v6(tick: u64) -> u64 {
    ((tick << 4) & !0xFFFF) | 0x6000 | (tick & 0xFFF)
}

/// UUIDs by their rows, from a first time on.
fn ids(first: u64, fill: fn(u64, &mut Draws<'_>, &mut Array)) -> Arc<dyn Generate> {
    Arc::new(ByRow { first, field: || DataType::Uuid.into(), is_one_a_row: false, fill })
}

/// A tick a row, random clock sequence and node.
fn ticking(first: u64, layout: impl Fn(u64) -> u64, draws: &mut Draws<'_>, values: &mut Array) {
    /// What marks a node that is no network card's address (section 6.10): the multicast bit.
    const MULTICAST: u64 = 1 << 40;
    let rows = draws.rows();
    let low = draws.load(0);
    rows.zip(values.ids(low.len()).iter_mut().zip(low), |(id, x), row| {
        *id = u128::from(layout(first + row)) << 64 | u128::from(VARIANT | (*x >> 2) | MULTICAST);
    });
}

/// The bits after the milliseconds that count rows.
const COUNTER_BITS: u32 = 12;

/// `uuidv7`: row r has the millisecond `first` + r / 4096, r mod 4096 as the counter after it (section 6.2, method 1)
/// and 62 random bits: the ids increase from row to row.
fn v7s(first: u64, draws: &mut Draws<'_>, values: &mut Array) {
    let rows = draws.rows();
    let low = draws.load(0);
    rows.zip(values.ids(low.len()).iter_mut().zip(low), |(id, x), row| {
        let counter = row & ((1 << COUNTER_BITS) - 1);
        let high = (first + (row >> COUNTER_BITS)) << 16 | 0x7000 | counter;
        *id = u128::from(high) << 64 | u128::from(VARIANT | (*x >> 2));
    });
}

#[cfg(test)]
mod tests {
    use super::{TICKS_A_SECOND, v1, v6};

    /// RFC 9562, appendices A.1 and A.5: 2022-02-22T19:22:22Z.
    #[test]
    fn the_vectors_of_the_standard_come_out() {
        let tick = (1_645_557_742 + super::GREGORIAN) as u64 * TICKS_A_SECOND;
        assert_eq!(tick, 0x1EC_9414_C232_AB00);
        assert_eq!(v1(tick), 0xC232_AB00_9414_11EC);
        assert_eq!(v6(tick), 0x1EC9_414C_232A_6B00);
    }
}
