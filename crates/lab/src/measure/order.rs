//! The order of the rungs within a round.
//!
//! Each program leaves a cache, a warm core and a throttled clock. A plain rotation would let each rung always
//! suffer from the same one, so the rounds follow a square that is balanced for that (E. J. Williams, "Experimental designs
//! balanced for the estimation of residual effects of treatments", 1949): the first round is 0, 1, n−1, 2, n−2 …, and each
//! further one is one higher, modulo n. Over n rounds each rung directly follows each other one once; where n is odd, half
//! of them twice. It needs no seed, and is the same everywhere.

/// The order of `count` rungs in round `number`, counted from 0.
pub fn order(count: usize, number: u64) -> Vec<usize> {
    let Some(turns) = number.checked_rem(count as u64) else { return Vec::new() };
    let zigzag =
        |index: usize| if index.is_multiple_of(2) { (count - index / 2) % count } else { index.div_ceil(2) };
    (0..count).map(|index| (zigzag(index) + turns as usize) % count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn the_first_rounds_of_four() {
        let rounds: Vec<_> = (0..5).map(|number| order(4, number)).collect();
        assert_eq!(rounds, [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1], [0, 1, 3, 2]]);
        assert_eq!((order(0, 7), order(1, 7)), (vec![], vec![0]));
    }

    proptest! {
        #[test]
        fn every_rung_has_a_turn_and_none_always_follows_the_same(count in 2usize..60, first in 0u64..1000) {
            let mut follows = HashMap::new();
            for number in first..first + count as u64 {
                let order = order(count, number);
                let mut sorted = order.clone();
                sorted.sort_unstable();
                prop_assert_eq!(sorted, (0..count).collect::<Vec<_>>());
                for pair in order.windows(2) {
                    *follows.entry((pair[0], pair[1])).or_insert(0) += 1;
                }
            }
            let most = if count.is_multiple_of(2) { 1 } else { 2 };
            prop_assert!(follows.values().all(|&times| times <= most), "{:?}", follows);
        }
    }
}
