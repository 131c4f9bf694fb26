//! How choices are spelled in the database. The CHECKs of the tables list the same names.

use rusqlite::types::{FromSqlError, FromSqlResult, ValueRef};

use crate::model::{Phase, Purpose, RungKind, Unit};

/// A choice that a column holds by its name.
pub trait Named: Copy + PartialEq + 'static {
    /// Every choice, and its name.
    const NAMES: &'static [(Self, &'static str)];

    /// How it is spelled.
    fn sql_name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(value, _)| *value == self);
        found.map_or("", |(_, name)| name)
    }

    /// The choice that a column holds.
    fn read(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let found = Self::NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(value, _)| *value).ok_or(FromSqlError::InvalidType)
    }
}

impl Named for Purpose {
    const NAMES: &'static [(Purpose, &'static str)] =
        &[(Purpose::Bench, "bench"), (Purpose::BufferSizes, "buffer-sizes"), (Purpose::Meter, "meter")];
}

impl Named for Unit {
    const NAMES: &'static [(Unit, &'static str)] =
        &[(Unit::Bytes, "bytes"), (Unit::Lines, "lines"), (Unit::Calls, "calls")];
}

impl Named for RungKind {
    const NAMES: &'static [(RungKind, &'static str)] = &[
        (RungKind::Program, "program"),
        (RungKind::Gush, "gush"),
        (RungKind::Peer, "peer"),
        (RungKind::Own, "own"),
        (RungKind::Limit, "limit"),
    ];
}

impl Named for Phase {
    const NAMES: &'static [(Phase, &'static str)] =
        &[(Phase::WarmUp, "warm-up"), (Phase::Measured, "measured"), (Phase::Traced, "traced")];
}

/// A count as SQLite keeps it: up to 2^63 - 1, the maximum of its integers.
pub fn count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The same of a count that may be unknown.
pub fn maybe(maybe: Option<u64>) -> Option<i64> {
    maybe.map(count)
}
