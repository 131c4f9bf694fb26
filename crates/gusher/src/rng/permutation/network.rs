//! A generalised Feistel network: a keyed bijection that is as easy to run backwards.

use crate::rng::bounded::bounded_by_words;
use crate::rng::kernel::{self, Kernel};
use crate::rng::key::GOLDEN;
use crate::rng::{Key, bounded};

/// Rounds of the network. Four make a random permutation in theory (Luby and Rackoff); six leave a margin.
const ROUNDS: usize = 6;

/// A generalised Feistel network on left < `left` and right < 2^`right_bits` (Black and Rogaway, "Ciphers
/// with arbitrary finite domains", 2002). The two sides hold at most √domain more values than the domain, so that few
/// numbers have to be walked on until they fall below it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Network {
    keys: [Key; ROUNDS],
    left: u64,
    right_bits: u32,
}

impl Network {
    /// The network for a domain of more than one value.
    pub fn new(key: Key, domain: u64) -> Network {
        let right_bits = (64 - domain.leading_zeros()) / 2;
        let left = ((domain - 1) >> right_bits) + 1;
        Network { keys: std::array::from_fn(|round| key.draw(round as u64)), left, right_bits }
    }

    /// Once through the network: a bijection of `0..left << right_bits`.
    #[inline]
    pub fn forward(&self, number: u64) -> u64 {
        self.forward_by(number, bounded)
    }

    /// The same backwards.
    #[inline]
    pub fn backward(&self, number: u64) -> u64 {
        self.backward_by(number, bounded)
    }

    /// Forward, with a multiply-shift that suits the instructions.
    #[inline(always)]
    fn forward_by(&self, number: u64, bounded: impl Fn(u64, u64) -> u64) -> u64 {
        let mask = (1 << self.right_bits) - 1;
        let (mut l, mut r) = (number >> self.right_bits, number & mask);
        for pair in self.keys.chunks_exact(2) {
            // The halves are small numbers: spread over 64 bits by `bits`, of which the upper are taken.
            l += bounded(pair[0].bits(r), self.left);
            l = if l >= self.left { l - self.left } else { l };
            r = (r ^ (pair[1].bits(l ^ GOLDEN) >> 7)) & mask;
        }
        (l << self.right_bits) | r
    }

    #[inline(always)]
    fn backward_by(&self, number: u64, bounded: impl Fn(u64, u64) -> u64) -> u64 {
        let mask = (1 << self.right_bits) - 1;
        let (mut l, mut r) = (number >> self.right_bits, number & mask);
        for pair in self.keys.rchunks_exact(2) {
            r = (r ^ (pair[1].bits(l ^ GOLDEN) >> 7)) & mask;
            let taken = bounded(pair[0].bits(r), self.left);
            l = if l >= taken { l - taken } else { l + self.left - taken };
        }
        (l << self.right_bits) | r
    }

    /// Once through the network with many numbers, several of which go in step.
    pub fn forward_all(&self, numbers: &mut [u64]) {
        kernel::run(Pass::<true> { network: *self, numbers });
    }

    /// The same backwards.
    pub fn backward_all(&self, numbers: &mut [u64]) {
        kernel::run(Pass::<false> { network: *self, numbers });
    }
}

/// Many numbers through the network, forward or backward.
struct Pass<'a, const FORWARD: bool> {
    network: Network,
    numbers: &'a mut [u64],
}

impl<const FORWARD: bool> Kernel for Pass<'_, FORWARD> {
    #[inline(always)]
    fn run(self) {
        for number in self.numbers {
            // The left side is at most 2^32.
            *number = match FORWARD {
                true => self.network.forward_by(*number, bounded_by_words),
                false => self.network.backward_by(*number, bounded_by_words),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Network, Pass};
    use crate::rng::Key;
    use crate::rng::kernel::{Instructions, run_up_to};

    proptest! {
        /// Every way that this machine has goes with each number where it goes alone, and back.
        #[test]
        fn many_numbers_go_where_each_goes(
            seed: u64,
            domain in (4097u64..8192, 0u32..=50).prop_map(|(most, shift)| (most << shift) - ((1 << shift) >> 1)),
            numbers in prop::collection::vec(any::<u64>(), 0..100),
        ) {
            let network = Network::new(Key::seed(seed), domain);
            let numbers: Vec<u64> = numbers.into_iter().map(|number| number % domain).collect();
            let expected: Vec<u64> = numbers.iter().map(|&number| network.forward(number)).collect();
            for (number, &gone) in numbers.iter().zip(&expected) {
                prop_assert_eq!(network.backward(gone), *number);
            }
            for most in [Instructions::Any, Instructions::Avx2, Instructions::Avx512] {
                let mut gone = numbers.clone();
                run_up_to(most, Pass::<true> { network, numbers: &mut gone });
                prop_assert_eq!(&gone, &expected, "{:?}", most);
                run_up_to(most, Pass::<false> { network, numbers: &mut gone });
                prop_assert_eq!(&gone, &numbers, "{:?}", most);
            }
        }
    }
}
