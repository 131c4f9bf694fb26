//! Popular parents where not all can be chosen: different ones for the children of one owner, or those of a group.

use std::collections::HashSet;
use std::sync::Arc;

use crate::catalogue::find;
use crate::generators::{ConstraintError, ConstraintField, Context, Generate, Settings};
use crate::rng::{Draws, Key, Permutation, Rows};
use crate::types::Array;

/// The ranks of `parents` parents by a distribution as `@dist` writes it, for [`LinkWay::Popular`](super::LinkWay::Popular).
///
/// # Errors
/// What is wrong with the distribution, at which of its bytes.
///
/// # Panics
/// Never: there are always whole numbers.
pub fn ranks(parents: u64, dist: &str) -> Result<Arc<dyn Generate>, ConstraintError> {
    let field = ConstraintField { text: dist.into(), at: 0..dist.len(), in_spec: true };
    let settings = Settings { dist: Some(field), ..Settings::default() };
    let context = Context::default().now(0);
    let int = find("int").expect("whole numbers are always there");
    int.build("int", Some(&format!("1,{parents}")), &context, &settings)
}

/// Chooses different popular parents for the children of one owner.
///
/// Each owner has a stream of ranks, drawn one by one. Its child at index n chooses the n-th rank that is new in the stream,
/// which is drawing without putting back: the others stay as popular, compared with each other, as they are.
#[derive(Debug)]
pub(super) struct DistinctRanks {
    pub ranks: Arc<dyn Generate>,
    pub indices: Permutation,
}

/// How many ranks are drawn at a time for an owner besides those of its children.
const MORE: u64 = 1;
/// After this many draws for each child, the most popular of those that are left are chosen.
const MAX_DRAWS: u64 = 16;
/// Up to this many ranks are found faster one by one.
const FEW: usize = 32;

/// The ranks that an owner has chosen, in order.
#[derive(Debug, Default)]
struct Chosen {
    ranks: Vec<u64>,
    known: HashSet<u64>,
}

impl Chosen {
    fn has(&self, rank: u64) -> bool {
        match self.known.is_empty() {
            true => self.ranks.contains(&rank),
            false => self.known.contains(&rank),
        }
    }

    fn add(&mut self, rank: u64) {
        self.ranks.push(rank);
        if !self.known.is_empty() {
            self.known.insert(rank);
        } else if self.ranks.len() > FEW {
            self.known.extend(&self.ranks);
        }
    }
}

impl DistinctRanks {
    /// Replaces the owners in `parents` by the parents that their children at these indices choose; `excluded` is the one that
    /// none of them may.
    pub fn fill(
        &self,
        key: Key,
        parents: &mut [u64],
        nths: &[u64],
        array: &mut Array,
        excluded: impl Fn(usize) -> Option<u64>,
    ) {
        let mut at = 0;
        let mut groups = Vec::new();
        while at < parents.len() {
            let len = parents[at..].iter().take_while(|&&owner| owner == parents[at]).count();
            let most = nths[at..at + len].iter().max().copied().unwrap_or(0);
            groups.push((at..at + len, most));
            at += len;
        }
        // What all of them probably need is drawn at once.
        let streams = groups.iter().map(|(range, most)| (key.draw(parents[range.start]), most + 1 + MORE));
        let counters: Vec<u64> =
            streams.flat_map(|(owner, len)| (0..len).map(move |index| owner.bits(index))).collect();
        let mut drawn = vec![0; counters.len()];
        fill_ranks(&self.ranks, key, &counters, self.indices.domain(), array, &mut drawn);
        let mut coming = &drawn[..];
        for (range, most) in groups {
            let (first, rest) = coming.split_at((most + 1 + MORE) as usize);
            coming = rest;
            let excluded = excluded(range.start).map(|parent| self.indices.row(parent));
            let owner = key.draw(parents[range.start]);
            let chosen = self.chosen((key, owner), first, most, excluded, array);
            range.for_each(|at| parents[at] = chosen[nths[at] as usize]);
        }
        let ranks = parents.to_vec();
        self.indices.fill(Rows::At(&ranks), parents);
    }

    /// The first ranks of an owner, up to that of the child at index `most`.
    fn chosen(
        &self,
        (key, owner): (Key, Key),
        first: &[u64],
        most: u64,
        excluded: Option<u64>,
        array: &mut Array,
    ) -> Vec<u64> {
        let wanted = most as usize + 1;
        let mut chosen = Chosen::default();
        let take = |chosen: &mut Chosen, rank: u64| {
            if chosen.ranks.len() < wanted && excluded != Some(rank) && !chosen.has(rank) {
                chosen.add(rank);
            }
        };
        first.iter().for_each(|&rank| take(&mut chosen, rank));
        let (mut drawn, mut len) = (first.len() as u64, first.len() as u64);
        while chosen.ranks.len() < wanted && drawn < MAX_DRAWS * (most + 4) {
            let counters: Vec<u64> = (drawn..drawn + len).map(|index| owner.bits(index)).collect();
            let mut ranks = vec![0; counters.len()];
            fill_ranks(&self.ranks, key, &counters, self.indices.domain(), array, &mut ranks);
            ranks.iter().for_each(|&rank| take(&mut chosen, rank));
            drawn += len;
            len *= 2;
        }
        let mut rank = 0;
        while chosen.ranks.len() < wanted {
            take(&mut chosen, rank);
            rank += 1;
        }
        chosen.ranks
    }
}

/// The ranks, from 0, that the rows of these numbers draw.
pub(super) fn fill_ranks(
    ranks: &Arc<dyn Generate>,
    key: Key,
    numbers: &[u64],
    parents: u64,
    array: &mut Array,
    drawn: &mut [u64],
) {
    let mut fractions = vec![0; numbers.len()];
    ranks.fill(&mut Draws::new(key, key, Rows::At(numbers), None, &mut fractions), array);
    if let Array::Ints(ranks) = array {
        let last = parents - 1;
        let rank = |rank: &i64| (rank.saturating_sub(1).max(0) as u64).min(last);
        drawn.iter_mut().zip(ranks.iter()).for_each(|(drawn, number)| *drawn = rank(number));
    }
}

/// Ranks of groups of several sizes: a generator for each, by size.
#[derive(Debug, Default)]
pub(super) struct RanksBySize {
    /// Ascending.
    sizes: Vec<u64>,
    ranks: Vec<Arc<dyn Generate>>,
}

/// The largest number of sizes with a generator of their own. Others share that of the next larger size that has one.
const MAX_SIZES: usize = 1024;

impl RanksBySize {
    /// Generators for these sizes, which are not 0.
    pub fn new(mut sizes: Vec<u64>, ranks: impl Fn(u64) -> Option<Arc<dyn Generate>>) -> RanksBySize {
        sizes.sort_unstable();
        sizes.dedup();
        let every = sizes.len().div_ceil(MAX_SIZES).max(1);
        // The largest is among them.
        let mut kept: Vec<u64> = sizes.into_iter().rev().step_by(every).collect();
        kept.reverse();
        let all = kept.into_iter().filter_map(|size| Some((size, ranks(size)?)));
        let (sizes, ranks) = all.unzip();
        RanksBySize { sizes, ranks }
    }

    fn class(&self, size: u64) -> usize {
        self.sizes.partition_point(|&known| known < size).min(self.sizes.len().saturating_sub(1))
    }
}

/// The ranks, from 0, that the rows of these numbers draw, each among as many as `counts` has.
pub(super) fn fill_by_size(
    by_size: &RanksBySize,
    key: Key,
    numbers: &[u64],
    counts: &[u64],
    array: &mut Array,
    drawn: &mut [u64],
) {
    let mut order: Vec<(usize, usize)> =
        counts.iter().enumerate().map(|(at, &count)| (by_size.class(count), at)).collect();
    order.sort_unstable();
    let mut start = 0;
    while start < order.len() {
        let class = order[start].0;
        let len = order[start..].iter().take_while(|(other, _)| *other == class).count();
        let same = &order[start..start + len];
        let own: Vec<u64> = same.iter().map(|&(_, at)| numbers[at]).collect();
        let mut ranks = vec![0; len];
        fill_ranks(&by_size.ranks[class], key, &own, by_size.sizes[class], array, &mut ranks);
        for (&(_, at), rank) in same.iter().zip(ranks) {
            // The size of its generator may be a little larger.
            drawn[at] = rank % counts[at];
        }
        start += len;
    }
}

/// The index of a rank in a permutation of `0..count` under a key, which needs no table: who is popular in a group.
pub(super) fn shuffled(key: Key, rank: u64, count: u64) -> u64 {
    let bits = 64 - (count - 1).leading_zeros();
    if bits == 0 {
        return 0;
    }
    let (mask, shift) = (u64::MAX >> (64 - bits), (bits / 2).max(1));
    let (add, multiply) = (key.bits(0), key.bits(1));
    let mut x = rank;
    loop {
        // Each step is a bijection of the numbers of `bits` bits.
        x = x.wrapping_add(add) & mask;
        x ^= x >> shift;
        x = x.wrapping_mul(multiply | 1) & mask;
        x = x.wrapping_add(add >> 32) & mask;
        x ^= x >> shift;
        x = x.wrapping_mul((multiply >> 31) | 1) & mask;
        if x < count {
            return x;
        }
    }
}
