//! Uniqueness without memory: a keyed permutation of the row numbers below a bound, and its inverse.

mod network;

use super::{Key, Rows, bounded};
use network::Network;

/// Domains up to this size are shuffled in a table: a Feistel network over a handful of values mixes badly.
const TABLE: u64 = 1 << 12;

/// A bijection of `0..domain` onto itself that a key chooses.
#[derive(Debug, Clone)]
pub struct Permutation {
    domain: u64,
    order: Order,
}

#[derive(Debug, Clone)]
enum Order {
    /// `indices[row]`, shuffled by Fisher–Yates, and its inverse `rows[index]`.
    Table { indices: Box<[u16]>, rows: Box<[u16]> },
    /// A network, walked until it falls below the domain.
    Network(Network),
}

impl Permutation {
    /// The permutation of `0..domain` under `key`; `domain` must be at least 1.
    ///
    /// # Panics
    /// If `domain` is 0: there is nothing to permute.
    pub fn new(key: Key, domain: u64) -> Permutation {
        assert!(domain > 0, "a permutation needs a domain");
        let order =
            if domain <= TABLE { shuffled(key, domain) } else { Order::Network(Network::new(key, domain)) };
        Permutation { domain, order }
    }

    /// The permutation of a table's rows by which the column of this key deals its words out.
    pub fn dealing(column: Key, rows: u64) -> Permutation {
        Permutation::new(column.derive("exact"), rows)
    }

    /// How many values there are.
    pub fn domain(&self) -> u64 {
        self.domain
    }

    /// The index of `row`, which must be below the domain.
    ///
    /// # Panics
    /// If `row` is not below the domain: two rows would share an index.
    pub fn index(&self, row: u64) -> u64 {
        self.check(Some(row));
        match &self.order {
            Order::Table { indices, .. } => u64::from(indices[row as usize]),
            Order::Network(network) => self.walk(network.forward(row), |index| network.forward(index)),
        }
    }

    /// The row whose index is `index`: the inverse of [`Permutation::index`].
    ///
    /// # Panics
    /// If `index` is not below the domain: no row has it.
    pub fn row(&self, index: u64) -> u64 {
        self.check(Some(index));
        match &self.order {
            Order::Table { rows, .. } => u64::from(rows[index as usize]),
            Order::Network(network) => self.walk(network.backward(index), |row| network.backward(row)),
        }
    }

    /// The indices of many rows: several times as fast as one by one.
    ///
    /// # Panics
    /// If a row is not below the domain, or if `indices` has another length than `rows`.
    pub fn fill(&self, rows: Rows<'_>, indices: &mut [u64]) {
        self.check(rows.max());
        rows.write(indices);
        match &self.order {
            Order::Table { indices: table, .. } => look_up(table, indices),
            Order::Network(network) => {
                network.forward_all(indices);
                self.walk_all(indices, |index| network.forward(index));
            }
        }
    }

    /// The rows of many indices: several times as fast as one by one.
    ///
    /// # Panics
    /// If an index is not below the domain, or if `rows` has another length than `indices`.
    pub fn fill_inverse(&self, indices: Rows<'_>, rows: &mut [u64]) {
        self.check(indices.max());
        indices.write(rows);
        match &self.order {
            Order::Table { rows: table, .. } => look_up(table, rows),
            Order::Network(network) => {
                network.backward_all(rows);
                self.walk_all(rows, |row| network.backward(row));
            }
        }
    }

    /// The smallest fraction x with ⌊x·domain / 2^64⌋ = `index(row)`.
    ///
    /// # Panics
    /// If `row` is not below the domain.
    pub fn fraction(&self, row: u64) -> u64 {
        (u128::from(self.index(row)) << 64).div_ceil(u128::from(self.domain)) as u64
    }

    /// The fractions of many rows.
    ///
    /// # Panics
    /// If a row is not below the domain, or if `fractions` has another length than `rows`.
    pub fn fill_fractions(&self, rows: Rows<'_>, fractions: &mut [u64]) {
        self.fill(rows, fractions);
        for x in fractions {
            *x = (u128::from(*x) << 64).div_ceil(u128::from(self.domain)) as u64;
        }
    }

    /// Whether a number has a partner.
    fn check(&self, number: Option<u64>) {
        if let Some(number) = number {
            let domain = self.domain;
            assert!(number < domain, "row {number} has no place of its own among {domain}");
        }
    }

    /// Goes on from a number until it is in the domain.
    #[inline]
    fn walk(&self, mut number: u64, step: impl Fn(u64) -> u64) -> u64 {
        while number >= self.domain {
            number = step(number);
        }
        number
    }

    /// Few numbers have to go on.
    #[inline]
    fn walk_all(&self, numbers: &mut [u64], step: impl Fn(u64) -> u64) {
        for number in numbers {
            *number = self.walk(*number, &step);
        }
    }
}

fn shuffled(key: Key, domain: u64) -> Order {
    let mut indices: Vec<u16> = (0..domain as u16).collect();
    for i in (1..indices.len()).rev() {
        indices.swap(i, bounded(key.bits(i as u64), i as u64 + 1) as usize);
    }
    let mut rows = vec![0; indices.len()];
    for (row, &index) in indices.iter().enumerate() {
        rows[usize::from(index)] = row as u16;
    }
    Order::Table { indices: indices.into(), rows: rows.into() }
}

fn look_up(table: &[u16], numbers: &mut [u64]) {
    for number in numbers {
        *number = u64::from(table[*number as usize]);
    }
}
