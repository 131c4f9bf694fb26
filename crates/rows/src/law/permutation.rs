//! Uniqueness without memory: a keyed permutation of the row numbers below a bound.

use super::{GOLDEN, Key, bounded};

/// Domains up to this size are shuffled in a table: a Feistel network over a handful of values mixes badly.
const TABLE: u64 = 1 << 12;
/// Rounds of the network. Four make a random permutation in theory (Luby and Rackoff); six leave a margin.
const ROUNDS: usize = 6;

/// A bijection of `0..domain` onto itself that a key chooses.
#[derive(Debug, Clone)]
pub struct Permutation {
    domain: u64,
    order: Order,
}

#[derive(Debug, Clone)]
enum Order {
    /// `table[row]`, made by a Fisher–Yates shuffle.
    Table(Box<[u16]>),
    /// A generalised Feistel network on left < `left` and right < 2^`right_bits` (Black and Rogaway, "Ciphers
    /// with arbitrary finite domains", 2002), walked until it falls below the domain. The two sides hold at
    /// most √domain more values than are needed, so that a second step is rare.
    Feistel { keys: [Key; ROUNDS], left: u64, right_bits: u32 },
}

impl Permutation {
    /// The permutation of `0..domain` under `key`; `domain` must be at least 1.
    ///
    /// # Panics
    /// If `domain` is 0: there is nothing to permute.
    pub fn new(key: Key, domain: u64) -> Permutation {
        assert!(domain > 0, "a permutation needs a domain");
        let order = if domain <= TABLE { shuffled(key, domain) } else { network(key, domain) };
        Permutation { domain, order }
    }

    /// How many values there are.
    pub fn domain(&self) -> u64 {
        self.domain
    }

    /// The place of `row`, which must be below the domain.
    ///
    /// # Panics
    /// If `row` is not below the domain: two rows would share a place.
    pub fn place(&self, row: u64) -> u64 {
        assert!(row < self.domain, "row {row} has no place of its own among {}", self.domain);
        match &self.order {
            Order::Table(table) => u64::from(table[row as usize]),
            Order::Feistel { keys, left, right_bits } => {
                let mut place = row;
                loop {
                    place = step(keys, *left, *right_bits, place);
                    if place < self.domain {
                        return place;
                    }
                }
            }
        }
    }

    /// The smallest fraction x with ⌊x·domain / 2^64⌋ = `place(row)`.
    pub fn fraction(&self, row: u64) -> u64 {
        (u128::from(self.place(row)) << 64).div_ceil(u128::from(self.domain)) as u64
    }
}

fn shuffled(key: Key, domain: u64) -> Order {
    let mut table: Vec<u16> = (0..domain as u16).collect();
    for i in (1..table.len()).rev() {
        table.swap(i, bounded(key.bits(i as u64), i as u64 + 1) as usize);
    }
    Order::Table(table.into())
}

fn network(key: Key, domain: u64) -> Order {
    let right_bits = (64 - domain.leading_zeros()) / 2;
    let left = ((domain - 1) >> right_bits) + 1;
    Order::Feistel { keys: std::array::from_fn(|round| key.draw(round as u64)), left, right_bits }
}

/// Once through the network: a bijection of `0..left << right_bits`.
#[inline]
fn step(keys: &[Key; ROUNDS], left: u64, right_bits: u32, place: u64) -> u64 {
    let mask = (1 << right_bits) - 1;
    let (mut l, mut r) = (place >> right_bits, place & mask);
    for pair in keys.chunks_exact(2) {
        // The halves are small numbers: spread over 64 bits by `bits`, of which the upper are taken.
        l += bounded(pair[0].bits(r), left);
        if l >= left {
            l -= left;
        }
        r = (r ^ (pair[1].bits(l ^ GOLDEN) >> 7)) & mask;
    }
    (l << right_bits) | r
}
