//! Which parent has which rank: a permutation of all parents.

use std::sync::OnceLock;

use crate::rng::{Key, Permutation, Rows};

/// Ranks below this one are looked up, where there are more: most of those that are drawn, where few parents are popular.
const HEAD: u64 = 4096;
/// How many ranks are replaced at a time.
const CHUNK: usize = 256;

/// A permutation from ranks to parents that is fast for the first ranks.
#[derive(Debug)]
pub(super) struct RankOrder {
    parents: Permutation,
    /// The parents of the first ranks, found when many are asked for.
    head: OnceLock<Box<[u64]>>,
}

impl RankOrder {
    /// The order of `parents` parents under the key of a link.
    pub fn new(key: Key, parents: u64) -> RankOrder {
        RankOrder { parents: Permutation::new(key.derive("places"), parents), head: OnceLock::new() }
    }

    /// How many parents there are.
    pub fn parents(&self) -> u64 {
        self.parents.domain()
    }

    /// The rank of a parent.
    pub fn rank(&self, parent: u64) -> u64 {
        self.parents.row(parent)
    }

    /// Replaces ranks by the parents that have them.
    ///
    /// # Panics
    /// If a rank is not below the number of parents.
    pub fn fill(&self, ranks: &mut [u64]) {
        if ranks.len() < CHUNK {
            let drawn = ranks.to_vec();
            return self.parents.fill(Rows::At(&drawn), ranks);
        }
        let head = self.head.get_or_init(|| {
            let mut head = vec![0; HEAD.min(self.parents.domain()) as usize];
            let len = head.len();
            self.parents.fill(Rows::Run { first: 0, len }, &mut head);
            head.into()
        });
        ranks.chunks_mut(CHUNK).for_each(|ranks| self.fill_chunk(head, ranks));
    }

    fn fill_chunk(&self, head: &[u64], ranks: &mut [u64]) {
        let (mut others, mut indices) = ([0; CHUNK], [0_u16; CHUNK]);
        let mut count = 0;
        let last = head.len() - 1;
        for (at, rank) in ranks.iter_mut().enumerate() {
            // Whether it is one of the first cannot be foreseen, so nothing branches on it.
            (others[count], indices[count]) = (*rank, at as u16);
            count += usize::from(*rank > last as u64);
            *rank = head[(*rank).min(last as u64) as usize];
        }
        let mut parents = [0; CHUNK];
        self.parents.fill(Rows::At(&others[..count]), &mut parents[..count]);
        indices[..count].iter().zip(parents).for_each(|(&at, parent)| ranks[usize::from(at)] = parent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ranks_have_the_parents_of_each() {
        for parents in [1, 2, 4096, 4097, 100_000] {
            let order = RankOrder::new(Key::seed(7), parents);
            let ranks: Vec<u64> = (0..3 * CHUNK as u64 + 7).map(|n| n * n * n % parents).collect();
            let mut found = ranks.clone();
            order.fill(&mut found);
            let each = ranks.iter().map(|&rank| {
                let mut one = [rank];
                order.fill(&mut one);
                assert_eq!(order.rank(one[0]), rank);
                one[0]
            });
            assert!(each.eq(found), "{parents} parents");
        }
    }
}
