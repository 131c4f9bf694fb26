//! Shards: equal parts of all rows, which different machines can make.

use std::ops::Range;

/// One of several equal parts of all rows. The bytes of all shards, one after the other, are those of all rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// All rows as one shard.
    pub const ALL: Shard = Shard { index: 0, count: 1 };

    /// Shard `index`, from 0, of `count`; `None` where there is no such shard.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (index < count).then_some(Shard { index, count })
    }

    /// Shard `number`, from 1, of `count`, as users count them.
    pub fn numbered(number: u64, count: u64) -> Option<Shard> {
        number.checked_sub(1).and_then(|index| Shard::new(index, count))
    }

    /// Its number, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether it is all there is.
    pub fn is_all(self) -> bool {
        self.count == 1
    }

    pub(crate) fn is_first(self) -> bool {
        self.index == 0
    }

    pub(crate) fn is_last(self) -> bool {
        self.index + 1 == self.count
    }

    /// Its share of `all_rows`: all shards have the same number of rows, or one more.
    pub fn of(self, all_rows: &Range<u64>) -> Range<u64> {
        let rows = u128::from(all_rows.end - all_rows.start);
        // At most all rows, which fit.
        let cut = |index: u64| all_rows.start + (rows * u128::from(index) / u128::from(self.count)) as u64;
        cut(self.index)..cut(self.index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_are_neighbours_and_together_all_rows() {
        assert_eq!(Shard::new(3, 3), None);
        assert_eq!(Shard::new(0, 0), None);
        for all_rows in [0..0, 5..6, 7..100, 0..1 << 53] {
            let mut at = all_rows.start;
            for index in 0..7 {
                let rows = Shard::new(index, 7).unwrap().of(&all_rows);
                assert_eq!(rows.start, at);
                assert!((rows.end - rows.start).abs_diff((all_rows.end - all_rows.start) / 7) <= 1);
                at = rows.end;
            }
            assert_eq!(at, all_rows.end);
        }
    }
}
