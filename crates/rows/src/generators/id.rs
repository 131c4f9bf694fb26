//! Ids: `uuidv4`.

use std::sync::Arc;

use super::{Constraint, ConstraintError, Generate, MOST_VALUES};
use crate::batch::{Shape, Values};
use crate::law::Draws;

/// `uuidv4`: 122 random bits, version and variant (RFC 9562, section 5.4).
pub(crate) fn uuid_v4(_: Constraint<'_>) -> Result<Arc<dyn Generate>, ConstraintError> {
    Ok(Arc::new(UuidV4))
}

#[derive(Debug)]
struct UuidV4;

impl Generate for UuidV4 {
    fn shape(&self) -> Shape {
        Shape::Uuid
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
