//! Which rows of many are read.

use std::ops::Range;

/// Rows are read in as many parts.
const STRIPES: u64 = 8;

/// About `share` of the rows: in parts that are spread over all of them, or those at the beginning.
pub fn stripes(rows: u64, share: u64, from_start: bool) -> Vec<Range<u64>> {
    if rows <= share {
        return std::iter::once(0..rows).collect();
    }
    let length = share / STRIPES;
    if from_start || length == 0 {
        return std::iter::once(0..share).collect();
    }
    let start = |index: u64| (u128::from(rows - length) * u128::from(index) / u128::from(STRIPES - 1)) as u64;
    (0..STRIPES).map(|index| start(index)..start(index) + length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_are_spread_over_the_rows() {
        assert!(stripes(10, 100, false).iter().eq(std::iter::once(&(0..10))));
        assert!(stripes(1000, 100, true).iter().eq(std::iter::once(&(0..100))));
        let spread = stripes(1_000_000, 800, false);
        assert_eq!((spread.len(), spread[0].clone(), spread[7].clone()), (8, 0..100, 999_900..1_000_000));
        assert!(spread.windows(2).all(|two| two[0].end <= two[1].start));
    }
}
