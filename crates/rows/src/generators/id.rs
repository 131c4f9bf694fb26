//! Ids: `uuidv4`.

use std::sync::Arc;

use super::{Constraint, Entry, Generate, MOST_VALUES, Made};
use crate::batch::{Shape, Values};
use crate::law::Draws;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[Entry::new("uuidv4", "a random UUID (RFC 9562, version 4)", uuid_v4)];

/// `uuidv4`: 122 random bits, version and variant (RFC 9562, section 5.4).
pub(crate) fn uuid_v4(_: Constraint<'_>) -> Made {
    Ok(Arc::new(UuidV4))
}

#[derive(Debug)]
struct UuidV4;

impl Generate for UuidV4 {
    fn shape(&self) -> Shape {
        Shape::Uuid { upper: false }
    }

    fn domain(&self) -> u64 {
        MOST_VALUES
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        let low = draws.load(0);
        let ids = values.ids(low.len());
        for (id, x) in ids.iter_mut().zip(low) {
            // The variant, binary 10, takes the place of the two bits that the domain does not use.
            *id = u128::from((1 << 63) | (*x >> 2));
        }
        for (id, x) in ids.iter_mut().zip(draws.load(1)) {
            *id |= u128::from((*x & !0xF000) | 0x4000) << 64;
        }
    }
}
