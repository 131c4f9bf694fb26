//! Entries or towns that come as often as their weights say: a table of equal shares, one look-up a draw.

use crate::rng::take_digit;

/// How many shares a table has at least where weights differ: fewer than this and rare ones would come too often.
/// The table stays in the second-level cache, and most look-ups find it in the first.
pub(crate) const SHARES: usize = 1 << 12;

/// Which of some things each of equal shares goes to.
#[derive(Debug)]
pub(crate) struct Shares {
    indices: Box<[u32]>,
}

impl Shares {
    /// Things with their weights. Each has one share at least; where all weigh the same, exactly one.
    ///
    /// # Panics
    /// If there are none.
    pub fn of(weighted: impl IntoIterator<Item = (u32, u64)>) -> Shares {
        let weighted: Vec<(u32, u64)> = weighted.into_iter().collect();
        assert!(!weighted.is_empty(), "a draw needs something to choose from");
        if weighted.iter().all(|(_, weight)| *weight == weighted[0].1) {
            return Shares { indices: weighted.into_iter().map(|(index, _)| index).collect() };
        }
        let total: u64 = weighted.iter().map(|(_, weight)| weight).sum();
        let mut indices = Vec::with_capacity(SHARES + weighted.len());
        for (index, weight) in weighted {
            let share = (weight as f64 / total as f64 * SHARES as f64 + 0.5) as usize;
            indices.extend(std::iter::repeat_n(index, share.max(1)));
        }
        Shares { indices: indices.into() }
    }

    /// How many shares there are.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// One of them, off the front of the fraction.
    #[inline(always)]
    pub fn take(&self, x: &mut u64) -> u32 {
        self.indices[take_digit(x, self.indices.len() as u64) as usize]
    }

    /// The same shares of other things.
    pub fn map(&self, change: impl Fn(u32) -> u32) -> Shares {
        Shares { indices: self.indices.iter().map(|&index| change(index)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_the_weights_and_none_is_left_out() {
        let shares = Shares::of([(7, 3000), (8, 1000), (9, 0)]);
        let count = |thing| shares.indices.iter().filter(|&&index| index == thing).count();
        assert_eq!((count(7), count(8), count(9)), (3072, 1024, 1));
        assert_eq!(*Shares::of([(4, 5), (2, 5)]).indices, [4, 2]);
    }

    #[test]
    fn a_draw_takes_its_digits_off_the_fraction() {
        let shares = Shares::of([(0, 1), (1, 1), (2, 1), (3, 1)]);
        let mut x = 0b1101 << 60;
        assert_eq!((shares.take(&mut x), x), (3, 0b01 << 62));
    }
}
