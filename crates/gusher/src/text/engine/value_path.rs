//! Where the steps of a row find their values in a batch.

use crate::types::{Array, ColumnData};

/// Where a step finds its values: a column, or a part of a joined text in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::text) struct ValuePath {
    column: usize,
    /// From the outside in.
    parts: Vec<usize>,
}

impl ValuePath {
    pub fn column(column: usize) -> ValuePath {
        ValuePath { column, parts: Vec::new() }
    }

    /// A part of the joined text at this path.
    pub fn part(&self, part: usize) -> ValuePath {
        ValuePath { column: self.column, parts: [&self.parts[..], &[part]].concat() }
    }

    /// Whether the value is a part of a text.
    pub fn is_part(&self) -> bool {
        !self.parts.is_empty()
    }

    pub(super) fn values<'a>(&self, columns: &'a [ColumnData]) -> &'a Array {
        let values = match columns[self.column].values() {
            Array::Patched(patched) => patched.values(),
            values => values,
        };
        self.parts.iter().fold(values, |values, &part| match values {
            Array::Joined(parts) => &parts[part],
            other => mismatch("a joined text", other),
        })
    }
}

pub(super) fn ints(values: &Array) -> &[i64] {
    match values {
        Array::Ints(ints) => ints,
        other => mismatch("ints", other),
    }
}

/// Times, or the days that replace them.
pub(super) fn times<'a>(values: &'a Array, days: &'a mut Vec<i64>) -> &'a [i64] {
    match values {
        Array::Dates(dates) => {
            days.clear();
            days.extend(dates.iter().map(|&day| i64::from(day)));
            days
        }
        other => ints(other),
    }
}

/// How far each value lies from `base`.
pub(super) fn distances(values: &Array, base: i64, indices: &mut Vec<u32>) {
    indices.clear();
    match values {
        Array::Ints(ints) => indices.extend(ints.iter().map(|n| n.wrapping_sub(base) as u32)),
        Array::Dates(dates) => indices.extend(dates.iter().map(|day| day.wrapping_sub(base as i32) as u32)),
        Array::Bools(bools) => indices.extend(bools.iter().map(|&b| u32::from(b))),
        other => mismatch("numbers", other),
    }
}

/// A generator filled other values than its field announces: a bug in it, not an invalid request.
pub(in crate::text) fn mismatch(expected: &str, found: &Array) -> ! {
    panic!("a generator announced {expected} and made {found:?}")
}
