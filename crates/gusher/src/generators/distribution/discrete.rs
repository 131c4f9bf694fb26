//! Distributions of integers by a table of shares: Poisson's, the binomial one.

use crate::rng::TWO_64;

/// As many fractions as the guide has begin with the same bits.
const GUIDE_BITS: u32 = 10;
/// The most numbers that a table has.
const MAX_TABLE: f64 = (1u32 << 20) as f64;
/// Numbers rarer than this share of the most frequent one would never be drawn.
const RARE: f64 = 1e-22;

/// Integers, each with its share.
#[derive(Debug)]
pub(super) struct Table {
    pub first: i64,
    /// For each number the first fraction that belongs to a later one; `u64::MAX` for the last.
    ends: Box<[u64]>,
    /// For the first bits of a fraction, the first number that it may have.
    guide: Box<[u32]>,
}

/// A distribution of integers from 0 on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Counts {
    /// How often something happens that happens `mean` times on average.
    Poisson { mean: f64 },
    /// How many of `n` attempts succeed, each with probability p.
    Binomial { n: u64, p: f64 },
}

impl Counts {
    /// The most frequent number.
    fn mode(self) -> u64 {
        match self {
            Counts::Poisson { mean } => mean as u64,
            Counts::Binomial { n, p } => (((n as f64 + 1.0) * p) as u64).min(n),
        }
    }

    /// How much more frequent k + 1 is than k.
    fn ratio(self, k: u64) -> f64 {
        match self {
            Counts::Poisson { mean } => mean / (k as f64 + 1.0),
            Counts::Binomial { n, p } => n.saturating_sub(k) as f64 / (k as f64 + 1.0) * (p / (1.0 - p)),
        }
    }

    /// The numbers from `min` to `max`; none where nothing lies there, or too much.
    pub fn table(self, min: u64, max: u64) -> Option<Table> {
        if let Counts::Binomial { n, p } = self
            && (p == 0.0 || p == 1.0)
        {
            let only = if p == 0.0 { 0 } else { n };
            return (min..=max).contains(&only).then(|| Table::of(only, &[1.0]));
        }
        // From the number between the two that is the most frequent, in both directions.
        let top = self.mode().clamp(min, max);
        let (mut up, mut down) = (vec![1.0], Vec::new());
        let (mut k, mut weight) = (top, 1.0);
        while k < max && (up.len() as f64) < MAX_TABLE {
            weight *= self.ratio(k);
            if weight < RARE {
                break;
            }
            up.push(weight);
            k += 1;
        }
        (k, weight) = (top, 1.0);
        while k > min && (down.len() as f64) < MAX_TABLE {
            weight /= self.ratio(k - 1);
            if weight < RARE || !weight.is_finite() {
                break;
            }
            down.push(weight);
            k -= 1;
        }
        // Beyond n a binomial number has no share at all.
        let exists = !matches!(self, Counts::Binomial { n, .. } if min > n);
        (exists && (up.len() + down.len()) as f64 <= MAX_TABLE).then(|| {
            down.reverse();
            down.extend(up);
            Table::of(k, &down)
        })
    }
}

impl Table {
    fn of(first: u64, weights: &[f64]) -> Table {
        let total: f64 = weights.iter().sum();
        let mut before = 0.0;
        let ends = weights.iter().map(|weight| {
            before += weight;
            (before / total * TWO_64) as u64
        });
        let mut ends: Vec<u64> = ends.collect();
        if let Some(last) = ends.last_mut() {
            *last = u64::MAX;
        }
        let guide = (0..1u64 << GUIDE_BITS)
            .map(|bits| ends.partition_point(|&end| end <= bits << (64 - GUIDE_BITS)) as u32)
            .collect();
        Table { first: first as i64, ends: ends.into(), guide }
    }

    /// The largest number.
    pub fn last(&self) -> i64 {
        self.first + self.ends.len() as i64 - 1
    }

    /// The number of a fraction.
    #[inline(always)]
    pub fn at(&self, x: u64) -> i64 {
        let mut at = self.guide[(x >> (64 - GUIDE_BITS)) as usize] as usize;
        while at + 1 < self.ends.len() && self.ends[at] <= x {
            at += 1;
        }
        self.first + at as i64
    }
}
