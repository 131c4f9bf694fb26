//! The internet: `ipv4`.

use std::sync::Arc;

use super::{Constraint, Entry, Generate, Made};
use crate::batch::{Shape, Values};
use crate::law::Draws;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[Entry::new("ipv4", "an IPv4 address, any of the 2^32", ipv4)];

/// `ipv4`: any of the 2^32 addresses.
pub(crate) fn ipv4(_: Constraint<'_>) -> Made {
    Ok(Arc::new(Ipv4))
}

#[derive(Debug)]
struct Ipv4;

impl Generate for Ipv4 {
    fn shape(&self) -> Shape {
        Shape::Ipv4
    }

    fn domain(&self) -> u64 {
        1 << 32
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        let fractions = draws.load(0);
        for (value, x) in values.ipv4s(fractions.len()).iter_mut().zip(fractions) {
            *value = (*x >> 32) as u32;
        }
    }
}
