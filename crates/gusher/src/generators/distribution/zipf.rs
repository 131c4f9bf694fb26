//! Zipf's distribution over integers: the n-th smallest comes in proportion to n^-s.
//!
//! One fraction gives one value, by inversion. The first ranks are in a table of shares; those after it, of which
//! there may be 2^64, follow the integral of x^-s so closely that no table could be better: with the first correction
//! of Euler and Maclaurin, the share of each rank is right to about s^4 / (800·n^4) of itself, which is 10^-17 after
//! the table for s = 1.

use crate::rng::TWO_64;

/// How many ranks are in the table at most.
const TABLE: u64 = 4096;
/// As many fractions as the guide has begin with the same bits.
const GUIDE_BITS: u32 = 12;

#[derive(Debug)]
pub(crate) struct Zipf {
    min: i64,
    max: i64,
    /// For each rank of the table, the first fraction that belongs to a later one; `u64::MAX` for the last of all.
    ends: Box<[u64]>,
    /// For the first bits of a fraction, the first rank that it may have, from 0.
    guide: Box<[u16]>,
    tail: Option<Tail>,
}

/// The ranks after the table.
#[derive(Debug)]
struct Tail {
    /// The first fraction that belongs to them, and how many do.
    first: f64,
    width: f64,
    /// Where the first of them begins, on the scale on which rank n reaches from n - 1/2 to n + 1/2.
    start: f64,
    /// 1 - s.
    power: f64,
    /// The integral of (x / start)^-s from there to the end, divided by `start`.
    area: f64,
    /// s / 24.
    correction: f64,
}

impl Zipf {
    /// The integers from `min` (rank 1) to `max`.
    pub fn new(min: i64, max: i64, s: f64) -> Zipf {
        let last = max.abs_diff(min);
        let table = last.min(TABLE - 1) + 1;
        let weight = |rank: u64| libm::exp(-s * libm::log(rank as f64));
        let tail = (last >= TABLE).then(|| Tail::new(table, last as f64 + 1.0, s));
        // From the smallest on, so that no small one is lost in rounding.
        let behind = tail.as_ref().map_or(0.0, |tail| tail.area * tail.start * weight_at(tail.start, s));
        let total = (1..=table).rev().fold(behind, |sum, rank| sum + weight(rank));
        let mut before = 0.0;
        let mut ends: Box<[u64]> = (1..=table)
            .map(|rank| {
                before += weight(rank);
                // The cast ends at 2^64 - 1.
                (before / total * TWO_64) as u64
            })
            .collect();
        let first = ends[table as usize - 1] as f64;
        let tail = tail.filter(|_| behind / total > f64::EPSILON).map(|tail| Tail {
            first,
            width: TWO_64 - first,
            ..tail
        });
        if tail.is_none() {
            ends[table as usize - 1] = u64::MAX;
        }
        let guide = (0..1u64 << GUIDE_BITS)
            .map(|bits| ends.partition_point(|&end| end <= bits << (64 - GUIDE_BITS)) as u16)
            .collect();
        Zipf { min, max, ends, guide, tail }
    }

    /// The rank of a fraction, from 0.
    #[inline(always)]
    pub(crate) fn rank(&self, x: u64) -> u64 {
        let mut rank = usize::from(self.guide[(x >> (64 - GUIDE_BITS)) as usize]);
        while rank < self.ends.len() && self.ends[rank] <= x {
            rank += 1;
        }
        match &self.tail {
            Some(tail) if rank == self.ends.len() => tail.rank(x).clamp(TABLE, self.max.abs_diff(self.min)),
            _ => rank.min(self.ends.len() - 1) as u64,
        }
    }
}

/// x^-s
fn weight_at(x: f64, s: f64) -> f64 {
    libm::exp(-s * libm::log(x))
}

impl Tail {
    /// The ranks after the first `table` ones, up to `last`; which fractions are theirs is not known yet.
    fn new(table: u64, last: f64, s: f64) -> Tail {
        let (power, correction) = (1.0 - s, s / 24.0);
        // Rank n ends where the corrected integral has the sum up to n.
        let corrected = |x: f64| x + correction / x;
        let start = corrected(table as f64 + 0.5);
        let distance = libm::log(corrected(last + 0.5) / start);
        let area = if power == 0.0 { distance } else { libm::expm1(power * distance) / power };
        Tail { first: 0.0, width: 0.0, start, power, area, correction }
    }

    /// The rank of a fraction that belongs here, from 0.
    #[inline(always)]
    fn rank(&self, x: u64) -> u64 {
        let area = (x as f64 - self.first) / self.width * self.area;
        let distance = if self.power == 0.0 { area } else { libm::log1p(self.power * area) / self.power };
        let corrected = self.start * libm::exp(distance);
        (corrected - self.correction / corrected - 0.5) as u64
    }
}

impl Zipf {
    /// The numbers of some fractions.
    pub fn fill(&self, fractions: &[u64], values: &mut [i64]) {
        for (value, x) in values.iter_mut().zip(fractions) {
            *value = self.min.wrapping_add(self.rank(*x) as i64);
        }
    }
}
