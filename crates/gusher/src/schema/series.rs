//! What follows from `seq` and `series`, whose values grow with the number of rows.

use crate::limits::STREAM_ROWS;

/// What `make` returns for the largest number of rows for which it returns something, if that is `least` or more: what follows
/// from series has narrower bounds in fewer rows.
pub(super) fn most_rows<T>(least: u64, make: impl Fn(u64) -> Option<T>) -> Option<T> {
    let mut most = make(least)?;
    let (mut low, mut high) = (least, STREAM_ROWS);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        match make(middle) {
            Some(built) => (most, low) = (built, middle),
            None => high = middle - 1,
        }
    }
    Some(most)
}
