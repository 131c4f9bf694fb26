//! The conditions of comparisons.

use std::cmp::Ordering;

use crate::value::{Bits, Lane, test2};

/// The condition of a comparison of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Order {
    #[inline(always)]
    pub fn holds<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Order::Equal => a == b,
            Order::Different => a != b,
            Order::Less => a < b,
            Order::AtMost => a <= b,
            Order::Greater => a > b,
            Order::AtLeast => a >= b,
        }
    }

    pub fn of(self, found: Ordering) -> bool {
        self.holds(&found, &Ordering::Equal)
    }
}

/// The bits of a comparison. Each order has a loop of its own.
pub(crate) fn ordered<T: PartialOrd + Copy>(
    order: Order,
    rows: usize,
    a: &Lane<'_, T>,
    b: &Lane<'_, T>,
) -> Bits {
    match order {
        Order::Equal => test2(a, b, rows, |a, b| a == b),
        Order::Different => test2(a, b, rows, |a, b| a != b),
        Order::Less => test2(a, b, rows, |a, b| a < b),
        Order::AtMost => test2(a, b, rows, |a, b| a <= b),
        Order::Greater => test2(a, b, rows, |a, b| a > b),
        Order::AtLeast => test2(a, b, rows, |a, b| a >= b),
    }
}
