//! Popular parents where not all can be chosen: different ones for the children of one owner, or those of a group.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::catalogue::find;
use crate::generators::{ConstraintError, ConstraintField, Context, Generate, Settings};
use crate::rng::{Draws, Key, Rows};
use crate::types::Array;

use super::rank_order::RankOrder;

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
    ranks: Arc<dyn Generate>,
    order: RankOrder,
}

/// After this many draws for each child and one more, the most popular one that is left is chosen.
const MAX_DRAWS: u64 = 32;
/// Up to this many ranks are found faster one by one.
const FEW: usize = 32;

/// The children of one owner among some rows, and what is drawn for them so far.
#[derive(Debug)]
struct Siblings {
    /// Where they are.
    range: Range<usize>,
    /// The stream of their owner.
    stream: Key,
    /// How many ranks are wanted: one more than the highest index of a child.
    wanted: usize,
    /// Where the chosen ranks of all owners have theirs.
    first: usize,
    /// How many are chosen.
    chosen: usize,
    /// The rank that none of them may choose.
    excluded: Option<u64>,
    /// How many ranks were drawn.
    drawn: u64,
    /// How many are to be drawn next.
    missing: u64,
    /// All ranks before this one are chosen or excluded.
    lowest: u64,
    /// The chosen ranks, once they are many.
    known: Option<HashSet<u64>>,
}

/// How many ranks are drawn at most until this many are chosen, whatever is drawn after them: the choice of a child does not
/// depend on which of its siblings are among the rows.
fn last_draw(chosen: usize) -> u64 {
    MAX_DRAWS * (chosen as u64 + 1)
}

impl Siblings {
    /// How many ranks are to be drawn next, none after the last draw: those that are missing, then twice as many, as some are
    /// known by now, and then as many as there were, in case most of them are.
    fn next_missing(&self) -> u64 {
        let wanted = self.wanted as u64;
        let more = match wanted - self.chosen as u64 {
            0 => 0,
            missing if self.drawn == 0 => missing,
            missing if self.drawn == wanted => 2 * missing,
            missing => self.drawn.max(2 * missing),
        };
        more.min(last_draw(self.wanted) - self.drawn)
    }

    /// Takes the next ranks that were drawn: chooses those that are not known. `all` has the ranks of all owners.
    fn draw(&mut self, drawn: &[u64], all: &mut [u64]) {
        let ranks = &mut all[self.first..self.first + self.wanted];
        let is_simple = self.wanted <= FEW && self.excluded.is_none();
        if is_simple && self.drawn + drawn.len() as u64 <= last_draw(1) {
            return self.draw_few(drawn, ranks);
        }
        for &rank in drawn {
            self.fill_up(ranks);
            self.drawn += 1;
            if self.chosen < self.wanted && self.may_choose(rank, ranks) {
                self.choose(rank, ranks);
            }
        }
    }

    /// The same for a few ranks, before the most popular that are left can be chosen. Whether a rank is known is as hard to
    /// foresee as the flip of a coin, so nothing branches on it.
    fn draw_few(&mut self, drawn: &[u64], ranks: &mut [u64]) {
        let mut chosen = self.chosen;
        for &rank in drawn {
            if chosen == self.wanted {
                break;
            }
            let is_known = ranks[..chosen].iter().fold(false, |is_known, &known| is_known | (known == rank));
            ranks[chosen] = rank;
            chosen += usize::from(!is_known);
        }
        self.chosen = chosen;
        self.drawn += drawn.len() as u64;
    }

    /// Chooses the most popular ranks that are left, where there were enough draws.
    fn fill_up(&mut self, ranks: &mut [u64]) {
        while self.drawn >= last_draw(self.chosen + 1) && self.chosen < self.wanted {
            while !self.may_choose(self.lowest, ranks) {
                self.lowest += 1;
            }
            self.choose(self.lowest, ranks);
        }
    }

    fn may_choose(&self, rank: u64, ranks: &[u64]) -> bool {
        let is_known = match &self.known {
            None => ranks[..self.chosen].contains(&rank),
            Some(known) => known.contains(&rank),
        };
        !is_known && self.excluded != Some(rank)
    }

    fn choose(&mut self, rank: u64, ranks: &mut [u64]) {
        ranks[self.chosen] = rank;
        self.chosen += 1;
        if let Some(known) = &mut self.known {
            known.insert(rank);
        } else if self.chosen > FEW {
            self.known = Some(ranks[..self.chosen].iter().copied().collect());
        }
    }
}

impl DistinctRanks {
    /// Chooses among `parents` parents by these ranks, under the key of a link.
    pub fn new(ranks: Arc<dyn Generate>, key: Key, parents: u64) -> DistinctRanks {
        DistinctRanks { ranks, order: RankOrder::new(key, parents) }
    }

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
        let mut families = self.families(key, parents, nths, excluded);
        let mut ranks = vec![0; families.last().map_or(0, |last| last.first + last.wanted)];
        let mut open: Vec<usize> = (0..families.len()).collect();
        let (mut counters, mut drawn) = (Vec::with_capacity(ranks.len()), Vec::new());
        loop {
            // What all of them need is drawn at once.
            counters.clear();
            open.retain(|&family| {
                let family = &mut families[family];
                family.missing = family.next_missing();
                counters.extend(
                    (family.drawn..family.drawn + family.missing).map(|index| family.stream.bits(index)),
                );
                family.missing > 0
            });
            if counters.is_empty() {
                break;
            }
            drawn.resize(counters.len(), 0);
            fill_ranks(&self.ranks, key, &counters, self.order.parents(), array, &mut drawn);
            let mut coming = &drawn[..];
            for &family in &open {
                let family = &mut families[family];
                let (own, others) = coming.split_at(family.missing as usize);
                family.draw(own, &mut ranks);
                coming = others;
            }
        }
        for family in &mut families {
            let ranks = &mut ranks[family.first..family.first + family.wanted];
            family.fill_up(ranks);
            family.range.clone().for_each(|at| parents[at] = ranks[nths[at] as usize]);
        }
        self.order.fill(parents);
    }

    /// The children of each owner, before any rank is drawn for them.
    fn families(
        &self,
        key: Key,
        owners: &[u64],
        nths: &[u64],
        excluded: impl Fn(usize) -> Option<u64>,
    ) -> Vec<Siblings> {
        let (mut at, mut first) = (0, 0);
        let mut families = Vec::new();
        while let Some(&owner) = owners.get(at) {
            let len = owners[at..].iter().take_while(|&&other| other == owner).count();
            let wanted = nths[at..at + len].iter().max().copied().unwrap_or(0) as usize + 1;
            families.push(Siblings {
                range: at..at + len,
                stream: key.draw(owner),
                wanted,
                first,
                chosen: 0,
                excluded: excluded(at).map(|parent| self.order.rank(parent)),
                drawn: 0,
                missing: 0,
                lowest: 0,
                known: None,
            });
            at += len;
            first += wanted;
        }
        families
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
