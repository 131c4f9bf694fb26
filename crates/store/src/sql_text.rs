//! How choices are spelled in the database. The CHECKs of the tables list the same words.

use rusqlite::types::{FromSqlError, FromSqlResult, ValueRef};

use crate::model::{Phase, Purpose, RungKind, Unit};

/// A choice that a column holds as a word.
pub trait Word: Copy + PartialEq + 'static {
    /// Every choice, and its word.
    const WORDS: &'static [(Self, &'static str)];

    /// How it is spelled.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(value, _)| *value == self);
        found.map_or("", |(_, word)| word)
    }

    /// The choice that a column holds.
    fn read(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let found = Self::WORDS.iter().find(|(_, word)| *word == text);
        found.map(|(value, _)| *value).ok_or(FromSqlError::InvalidType)
    }
}

impl Word for Purpose {
    const WORDS: &'static [(Purpose, &'static str)] =
        &[(Purpose::Bench, "bench"), (Purpose::BufferSizes, "buffer-sizes"), (Purpose::Meter, "meter")];
}

impl Word for Unit {
    const WORDS: &'static [(Unit, &'static str)] =
        &[(Unit::Bytes, "bytes"), (Unit::Lines, "lines"), (Unit::Calls, "calls")];
}

impl Word for RungKind {
    const WORDS: &'static [(RungKind, &'static str)] = &[
        (RungKind::Program, "program"),
        (RungKind::Gush, "gush"),
        (RungKind::Peer, "peer"),
        (RungKind::Own, "own"),
        (RungKind::Limit, "limit"),
    ];
}

impl Word for Phase {
    const WORDS: &'static [(Phase, &'static str)] =
        &[(Phase::WarmUp, "warm-up"), (Phase::Measured, "measured"), (Phase::Traced, "traced")];
}

/// A count as SQLite keeps it: up to 2^63 - 1, which is the most that it has room for.
pub fn count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The same of a count that may be unknown.
pub fn maybe(maybe: Option<u64>) -> Option<i64> {
    maybe.map(count)
}
