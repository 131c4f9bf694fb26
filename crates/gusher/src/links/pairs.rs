//! Pairs: combinations of parents that never come twice, numbered one after the other.

/// How the two parents of a pair, of one table, compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairOrder {
    /// They may be the same, or are of different tables.
    Any,
    /// They differ; each pair comes both ways.
    Different,
    /// The first one's row comes before the second one's.
    Ascending,
}

/// How many pairs the given numbers of parents have; `None` above 2^62.
pub fn pair_count(parents: &[u64], order: PairOrder) -> Option<u64> {
    let count = match (order, parents) {
        (PairOrder::Any, _) => parents.iter().try_fold(1u64, |count, &parents| count.checked_mul(parents))?,
        (PairOrder::Different, &[parents, ..]) => parents.checked_mul(parents.saturating_sub(1))?,
        (PairOrder::Ascending, &[parents, ..]) => parents.checked_mul(parents.saturating_sub(1))? / 2,
        (PairOrder::Different | PairOrder::Ascending, []) => 0,
    };
    (count <= 1 << 62).then_some(count)
}

/// Which parent of a pair is chosen.
#[derive(Debug, Clone, Copy)]
pub(super) enum PairPart {
    /// A digit of the pair's number, above those that come after it.
    Digit { divisor: u64 },
    /// The first or the second of two that differ.
    Different { is_first: bool },
    /// The first or the second of two in order.
    Ascending { is_first: bool },
}

impl PairPart {
    pub fn new(which: usize, parents: &[u64], order: PairOrder) -> PairPart {
        match order {
            PairOrder::Any => PairPart::Digit { divisor: parents[which + 1..].iter().product() },
            PairOrder::Different => PairPart::Different { is_first: which == 0 },
            PairOrder::Ascending => PairPart::Ascending { is_first: which == 0 },
        }
    }

    /// The parent, of this number of parents, in the pair of this number.
    #[inline]
    pub fn of(self, pair: u64, parents: u64) -> u64 {
        match self {
            PairPart::Digit { divisor } => pair / divisor % parents,
            PairPart::Different { is_first } => {
                let (first, other) = (pair / (parents - 1), pair % (parents - 1));
                if is_first { first } else { other + u64::from(other >= first) }
            }
            PairPart::Ascending { is_first } => {
                let second = triangular_root(pair);
                if is_first { pair - triangle(second) } else { second }
            }
        }
    }
}

/// How many pairs have a second parent before this one.
fn triangle(second: u64) -> u64 {
    second * (second - 1) / 2
}

/// The largest number whose triangle is at most `pair`.
fn triangular_root(pair: u64) -> u64 {
    // Rounded, it may be one off.
    let mut root = (libm::sqrt(2.0 * pair as f64 + 0.25) + 0.5) as u64;
    while triangle(root.max(1)) > pair {
        root -= 1;
    }
    while triangle(root + 1) <= pair {
        root += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PairOrder, PairPart, pair_count, triangle, triangular_root};

    #[test]
    fn each_pair_has_a_number() {
        for parents in 2..40 {
            for order in [PairOrder::Different, PairOrder::Ascending] {
                let count = pair_count(&[parents, parents], order).unwrap();
                let part = |which, pair| PairPart::new(which, &[parents; 2], order).of(pair, parents);
                let mut found: Vec<(u64, u64)> =
                    (0..count).map(|pair| (part(0, pair), part(1, pair))).collect();
                found.sort_unstable();
                let is_meant =
                    |&(a, b): &(u64, u64)| if order == PairOrder::Ascending { a < b } else { a != b };
                let all = (0..parents).flat_map(|a| (0..parents).map(move |b| (a, b)));
                assert_eq!(found, all.filter(is_meant).collect::<Vec<_>>());
            }
        }
        assert_eq!(pair_count(&[1, 1], PairOrder::Different), Some(0));
    }

    proptest! {
        #[test]
        fn roots_are_exact(pair in 0..1u64 << 62, second in 1..1u64 << 31) {
            for pair in [pair, triangle(second), triangle(second).saturating_sub(1)] {
                let root = triangular_root(pair);
                prop_assert!(triangle(root.max(1)) <= pair && triangle(root + 1) > pair);
            }
        }
    }
}
