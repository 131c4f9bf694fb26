//! Computed columns that follow from `seq` and `series`, whose values grow with the number of rows.

use super::computed::Pending;
use crate::computed::Expression;
use crate::limits::STREAM_ROWS;
use crate::types::Field;

/// Whether a column follows from one whose values follow from the numbers of the rows.
pub(super) fn reads_series(pending: &[Pending], reads: &[Vec<usize>], at: usize) -> bool {
    let is_series = match &pending[at] {
        Pending::Column(column) => column.generate.is_by_row(),
        Pending::Draft(_) | Pending::Broken { .. } => false,
    };
    is_series || reads[at].iter().any(|&read| read != usize::MAX && reads_series(pending, reads, read))
}

/// What a column is in the first `rows` rows.
pub(super) fn field_within(
    pending: &[Pending],
    expressions: &[Option<Box<dyn Expression>>],
    reads: &[Vec<usize>],
    at: usize,
    rows: u64,
) -> Option<Field> {
    let Pending::Column(column) = &pending[at] else { return None };
    let Some(expression) = &expressions[at] else { return Some(column.field_within(rows)) };
    let within = |&read: &usize| field_within(pending, expressions, reads, read, rows);
    let fields: Vec<Field> = reads[at].iter().map(within).collect::<Option<_>>()?;
    let computed = expression.compile(&fields.iter().collect::<Vec<_>>());
    // It may have been made for fewer rows.
    Some(computed.map_or_else(|_| column.field(), |computed| column.field_like(computed.field())))
}

/// What `make` makes for the largest number of rows that it can make something for, if that is `least` or more: what follows
/// from series has narrower bounds in fewer rows.
pub(super) fn most_rows<T>(least: u64, make: impl Fn(u64) -> Option<T>) -> Option<T> {
    let mut most = make(least)?;
    let (mut low, mut high) = (least, STREAM_ROWS);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        match make(middle) {
            Some(made) => (most, low) = (made, middle),
            None => high = middle - 1,
        }
    }
    Some(most)
}
