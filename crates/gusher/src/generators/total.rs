//! Parts of a total: numbers that add up to it exactly, each of which can be computed alone.
//!
//! The parts are the leaves of a binary tree. Each node divides its sum between its halves by a draw of its own, near to what
//! they would have on average and within what their leaves can add up to. So the sum of all leaves is that of the root, and a
//! leaf takes as many steps as the tree has levels.

use crate::rng::{Key, Rows};

/// A total that is divided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Total {
    /// How many parts there are.
    pub parts: u64,
    /// What they add up to.
    pub sum: i128,
    /// The smallest and the largest part.
    pub min: i64,
    pub max: i64,
}

/// A node: consecutive parts and their sum.
#[derive(Debug, Clone, Copy)]
struct Node {
    first: u64,
    len: u64,
    sum: i128,
    level: u64,
}

impl Total {
    /// Whether parts within the limits can add up to the sum.
    pub fn is_possible(&self) -> bool {
        let parts = i128::from(self.parts);
        (parts * i128::from(self.min)..=parts * i128::from(self.max)).contains(&self.sum)
    }

    /// The parts at these indices, under a key.
    pub fn fill(&self, key: Key, indices: Rows<'_>, values: &mut [i64]) {
        let root = Node { first: 0, len: self.parts, sum: self.sum, level: 0 };
        match indices {
            Rows::Run { first, .. } => self.fill_run(key, root, first, values),
            Rows::At(_) => indices.zip(values, |value, index| *value = self.part(key, root, index)),
        }
    }

    /// The part at an index.
    pub fn at(&self, key: Key, index: u64) -> i64 {
        self.part(key, Node { first: 0, len: self.parts, sum: self.sum, level: 0 }, index)
    }

    fn part(&self, key: Key, mut node: Node, index: u64) -> i64 {
        while node.len > 1 {
            let [left, right] = self.halves(key, node);
            node = if index < right.first { left } else { right };
        }
        node.sum as i64
    }

    /// The parts of a node from the index `first` on, as many as there are values.
    fn fill_run(&self, key: Key, node: Node, first: u64, values: &mut [i64]) {
        let end = first + values.len() as u64;
        if values.is_empty() || end <= node.first || first >= node.first + node.len {
            return;
        }
        if node.len == 1 {
            values[(node.first - first) as usize] = node.sum as i64;
            return;
        }
        for half in self.halves(key, node) {
            self.fill_run(key, half, first, values);
        }
    }

    /// Divides a node.
    fn halves(&self, key: Key, node: Node) -> [Node; 2] {
        let (left, right) = (node.len.div_ceil(2), node.len / 2);
        let (min, max) = (i128::from(self.min), i128::from(self.max));
        let (of_left, of_right) = (i128::from(left), i128::from(right));
        let lower = (of_left * min).max(node.sum - of_right * max);
        let upper = (of_left * max).min(node.sum - of_right * min);
        let bits = key.draw(node.level).bits(node.first);
        let sum = self.share(node, left, [lower, upper], bits);
        let level = node.level + 1;
        [
            Node { first: node.first, len: left, sum, level },
            Node { first: node.first + left, len: right, sum: node.sum - sum, level },
        ]
    }

    /// The sum of the left half of a node, from `lower` to `upper`.
    fn share(&self, node: Node, left: u64, [lower, upper]: [i128; 2], bits: u64) -> i128 {
        if node.len == 2 {
            let width = (upper - lower) as u128 + 1;
            return lower
                + ((u128::from(bits) * (width >> 64) + ((u128::from(bits) * (width & MASK)) >> 64)) as i128);
        }
        let (len, half) = (node.len as f64, left as f64);
        let mean_of_one = node.sum as f64 / len;
        let (above, below) = (mean_of_one - self.min as f64, self.max as f64 - mean_of_one);
        // As of even numbers, or of falling ones where the mean is near an end.
        let deviation = ((above + below) * EVEN).min(above).min(below).max(0.0);
        let mean = node.sum as f64 * (half / len);
        let wide = ROOT_OF_6 * deviation * libm::sqrt(half * (len - half) / len);
        let width = wide.min(mean - lower as f64).min(upper as f64 - mean).max(0.0);
        let (one, other) = ((bits >> 32) as f64 / TWO_32, (bits & 0xFFFF_FFFF) as f64 / TWO_32);
        let drawn = mean + width * (one + other - 1.0);
        (libm::floor(drawn + 0.5) as i128).clamp(lower, upper)
    }
}

/// The lower half of a number of 128 bits.
const MASK: u128 = (1 << 64) - 1;
/// The standard deviation of even numbers, as a share of their range: 1 / √12.
const EVEN: f64 = 0.288_675_134_594_812_9;
/// The half width of a triangle with standard deviation 1.
const ROOT_OF_6: f64 = 2.449_489_742_783_178;
const TWO_32: f64 = 4_294_967_296.0;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Total;
    use crate::rng::{Key, Rows};

    proptest! {
        #[test]
        fn parts_add_up_and_stay_within_their_limits(
            seed: u64, parts in 1..3000u64, min in -1000..1000i64, width in 0..100_000i64, share in 0.0..=1.0f64, at: u64,
        ) {
            let max = min + width;
            let sum = parts as i128 * min as i128 + (share * (parts as f64) * width as f64) as i128;
            let total = Total { parts, sum, min, max };
            prop_assert!(total.is_possible());
            let key = Key::seed(seed);
            let mut all = vec![0; parts as usize];
            total.fill(key, Rows::from(0..parts), &mut all);
            prop_assert_eq!(all.iter().map(|&part| i128::from(part)).sum::<i128>(), sum);
            prop_assert!(all.iter().all(|part| (min..=max).contains(part)));
            // Any of them alone, and any run.
            let (first, len) = (at % parts, (at % 97).min(parts - at % parts));
            let mut run = vec![0; len as usize];
            total.fill(key, Rows::Run { first, len: len as usize }, &mut run);
            prop_assert_eq!(&run[..], &all[first as usize..(first + len) as usize]);
            let numbers: Vec<u64> = (first..first + len).rev().collect();
            total.fill(key, Rows::At(&numbers), &mut run);
            run.reverse();
            prop_assert_eq!(&run[..], &all[first as usize..(first + len) as usize]);
        }
    }

    /// A thousand million parts, any of which is there at once, and numbers as large as there are.
    #[test]
    fn large_totals_have_parts() {
        let total = Total { parts: 1_000_000_000, sum: 500_000_000_000, min: 1, max: 10_000 };
        let mut last = [0; 5];
        total.fill(Key::seed(3), Rows::Run { first: 999_999_995, len: 5 }, &mut last);
        assert_eq!(last[4], total.at(Key::seed(3), 999_999_999));
        assert!(last.iter().all(|part| (1..=10_000).contains(part)));
        let most = i64::MAX;
        let total = Total { parts: 4, sum: 3 * i128::from(most), min: 0, max: most };
        let parts: i128 = (0..4).map(|index| i128::from(total.at(Key::seed(3), index))).sum();
        assert_eq!(parts, 3 * i128::from(most));
    }

    /// Parts of a mean in the middle are spread as even numbers are, and those of a small one fall.
    #[test]
    fn parts_are_spread_over_their_limits() {
        let parts = |sum: i128| {
            let total = Total { parts: 100_000, sum, min: 0, max: 1000 };
            let mut all = vec![0; 100_000];
            total.fill(Key::seed(3), Rows::from(0..100_000), &mut all);
            all
        };
        let below = |all: &[i64], limit: i64| all.iter().filter(|&&part| part < limit).count();
        let even = parts(50_000_000);
        assert!(
            (15_000..35_000).contains(&below(&even, 250)) && (65_000..85_000).contains(&below(&even, 750))
        );
        let falling = parts(5_000_000);
        // Of exponential numbers with mean 50, 39 % are below 25 and 86 % below 100.
        assert!((30_000..50_000).contains(&below(&falling, 25)), "{}", below(&falling, 25));
        assert!((80_000..95_000).contains(&below(&falling, 100)), "{}", below(&falling, 100));
    }
}
