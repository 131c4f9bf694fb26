//! The quantiles of the normal distribution by a table of polynomials: no branch, no logarithm, no root.
//!
//! The shares from 2^-53 to 1/2 are cut into eight segments between each power of two and the next, so that the upper bits of
//! a share are the number of its segment. In each, the quantile is a polynomial of degree 7, which is off by less than 10^-13.

use std::sync::LazyLock;

use super::fractions::unit;
use super::normal::{quantiles, share_above, share_below};
use crate::rng::{Kernel, TWO_64, run};

/// The segments between a power of two and the next, as bits of a share.
const PIECE_BITS: u32 = 3;
/// The smallest share is 2 to minus this.
const OCTAVES: u32 = 53;
const SEGMENTS: usize = (OCTAVES as usize - 1) << PIECE_BITS;
/// Their capacity, a power of two: a masked number of a segment needs no check.
const CAPACITY: usize = SEGMENTS.next_power_of_two();
/// How many coefficients a polynomial has: with 8 a segment is one line of the cache.
const TERMS: usize = 8;
/// The bits of a share after those that number its segment.
const REST: u32 = f64::MANTISSA_DIGITS - 1 - PIECE_BITS;
/// The upper bits of the smallest share.
const FIRST: u64 = ((f64::MAX_EXP - 1) as u64 - OCTAVES as u64) << PIECE_BITS;

/// The smallest share that the table has.
pub(crate) const SMALLEST: f64 = 1.0 / (1u64 << OCTAVES) as f64;

/// The table. It is computed with the first normal number.
pub(crate) static QUANTILES: LazyLock<QuantileTable> = LazyLock::new(QuantileTable::new);

/// How far the quantile of a share lies from the middle: a polynomial for each segment.
#[derive(Debug)]
pub(crate) struct QuantileTable {
    segments: Box<[[f64; TERMS]; CAPACITY]>,
}

impl QuantileTable {
    fn new() -> QuantileTable {
        let nodes: [f64; TERMS] = std::array::from_fn(|node| {
            let angle = (2 * node + 1) as f64 / (2 * TERMS) as f64;
            libm::cos(std::f64::consts::PI * angle)
        });
        let mut segments = Box::new([[0.0; TERMS]; CAPACITY]);
        for (number, segment) in segments[..SEGMENTS].iter_mut().enumerate() {
            let mut values = nodes.map(|node| share(number, node));
            quantiles(&mut values);
            *segment = polynomial(&nodes, values.map(|value| -value));
        }
        QuantileTable { segments }
    }

    /// The quantile of a share strictly between 0 and 1 that is at least [`SMALLEST`] from both.
    #[inline(always)]
    pub fn of_inner(&self, share: f64) -> f64 {
        self.of_lanes([share])[0]
    }

    /// The quantiles of such shares, term by term: the machine's vectors hold several of them, and each rounds as one alone.
    #[inline(always)]
    pub fn of_lanes<const N: usize>(&self, shares: [f64; N]) -> [f64; N] {
        let sides = shares.map(|share| share - 0.5);
        let bits = sides.map(|side| {
            // The largest share of the table is the one before 1/2.
            let (distance, most) = (0.5 - side.abs(), 0.5 - f64::EPSILON / 4.0);
            (if distance < most { distance } else { most }).to_bits()
        });
        let segments = bits.map(|bits| &self.segments[((bits >> REST) - FIRST) as usize & (CAPACITY - 1)]);
        let indices = bits.map(|bits| {
            2.0 * f64::from_bits(((bits << PIECE_BITS) & ((1 << 52) - 1)) | 1f64.to_bits()) - 3.0
        });
        let mut sums = segments.map(|segment| segment[TERMS - 1]);
        for term in (0..TERMS - 1).rev() {
            for lane in 0..N {
                sums[lane] = sums[lane] * indices[lane] + segments[lane][term];
            }
        }
        std::array::from_fn(|lane| sums[lane].copysign(sides[lane]))
    }

    /// Turns such shares into their quantiles.
    pub fn fill(&self, shares: &mut [f64]) {
        run(Quantiles { table: self, shares });
    }
}

/// How many quantiles are computed at once.
pub(crate) const LANES: usize = 8;

struct Quantiles<'a> {
    table: &'a QuantileTable,
    shares: &'a mut [f64],
}

impl Kernel for Quantiles<'_> {
    #[inline(always)]
    fn run(self) {
        let (lanes, rest) = self.shares.as_chunks_mut::<LANES>();
        lanes.iter_mut().for_each(|shares| *shares = self.table.of_lanes(*shares));
        rest.iter_mut().for_each(|share| *share = self.table.of_inner(*share));
    }
}

/// The share at t of a segment, where -1 is its beginning and 1 its end.
fn share(segment: usize, t: f64) -> f64 {
    let begin = |segment: u64| f64::from_bits((FIRST + segment) << REST);
    let (begin, end) = (begin(segment as u64), begin(segment as u64 + 1));
    begin + 0.5 * (t + 1.0) * (end - begin)
}

/// The coefficients, from the constant one on, of the polynomial through these values (Newton's divided differences).
fn polynomial(nodes: &[f64; TERMS], mut values: [f64; TERMS]) -> [f64; TERMS] {
    for order in 1..TERMS {
        for i in (order..TERMS).rev() {
            values[i] = (values[i] - values[i - 1]) / (nodes[i] - nodes[i - order]);
        }
    }
    let mut terms = [0.0; TERMS];
    for i in (0..TERMS).rev() {
        // terms · (t - node) + value
        for index in (1..TERMS).rev() {
            terms[index] = terms[index - 1] - nodes[i] * terms[index];
        }
        terms[0] = values[i] - nodes[i] * terms[0];
    }
    terms
}

/// The normal number of a fraction.
#[inline(always)]
pub(crate) fn normal_of_fraction(x: u64) -> f64 {
    QUANTILES.of_inner(unit(x))
}

/// The fraction of a normal number.
pub(crate) fn fraction_of_normal(z: f64) -> u64 {
    // From the nearer end, where small shares are exact; the cast ends at 2^64 - 1.
    match z < 0.0 {
        true => (share_below(z) * TWO_64) as u64,
        false => u64::MAX - (share_above(z) * TWO_64) as u64,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rng::{Instructions, run_up_to};

    /// The naive twin: one share, by the terms one after the other.
    fn naive(share: f64) -> f64 {
        let side = share - 0.5;
        let distance = (0.5 - side.abs()).min(0.5 - f64::EPSILON / 4.0);
        let bits = distance.to_bits();
        let segment = &QUANTILES.segments[((bits >> REST) - FIRST) as usize];
        let t = 2.0 * f64::from_bits(((bits << PIECE_BITS) & ((1 << 52) - 1)) | 1f64.to_bits()) - 3.0;
        segment.iter().rev().fold(0.0, |sum, term| sum * t + term).copysign(side)
    }

    proptest! {
        #[test]
        fn every_machine_has_the_bits_of_the_naive_twin(fractions in prop::collection::vec((any::<u64>(), 0u32..64), 0..40)) {
            // Small shares too, of both ends.
            let share = |(x, shift): &(u64, u32)| unit(if shift % 2 == 0 { x >> shift } else { !(x >> shift) });
            let shares: Vec<f64> = fractions.iter().map(share).collect();
            let expected: Vec<u64> = shares.iter().map(|share| naive(*share).to_bits()).collect();
            for most in [Instructions::Any, Instructions::Avx2, Instructions::Avx512] {
                let mut found = shares.clone();
                run_up_to(most, Quantiles { table: &QUANTILES, shares: &mut found });
                let found: Vec<u64> = found.into_iter().map(f64::to_bits).collect();
                prop_assert_eq!(&found, &expected, "{:?}", most);
            }
        }
    }

    /// In the middle of each segment, where the polynomial has no node, and at both of its ends.
    #[test]
    fn the_table_agrees_with_the_algorithm() {
        for segment in 0..SEGMENTS {
            for t in [-1.0, -0.9, -0.3, 0.0, 0.5, 0.999] {
                // As the fractions of rows are: 54 bits after the point.
                let share = libm::round(share(segment, t) * (1u64 << 54) as f64) / (1u64 << 54) as f64;
                let mut exact = [share, 1.0 - share];
                quantiles(&mut exact);
                let found = [share, 1.0 - share].map(|share| QUANTILES.of_inner(share));
                for (found, exact) in found.into_iter().zip(exact) {
                    assert!((found - exact).abs() < 1e-12, "quantile({share}) = {found}, not {exact}");
                }
            }
        }
    }
}
