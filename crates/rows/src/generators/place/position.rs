//! Positions on the globe: `latitude`, `longitude`, `coordinates`.

use std::sync::Arc;

use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Field};

/// Digits behind the point: a millionth of a degree is a tenth of a metre.
pub(super) const SCALE: u32 = 6;
/// The northernmost latitude in units of the last digit.
const NORTH: i64 = 90_000_000;
/// The easternmost longitude.
const EAST: i64 = 180_000_000;

/// `latitude`
pub(super) fn latitude(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Degrees { most: NORTH }))
}

/// `longitude`
pub(super) fn longitude(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Degrees { most: EAST }))
}

/// `coordinates`
pub(super) fn coordinates(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Coordinates))
}

/// Degrees from minus `most` to `most`.
#[derive(Debug)]
struct Degrees {
    most: i64,
}

impl Degrees {
    fn count(&self) -> u64 {
        2 * self.most as u64 + 1
    }
}

impl Generate for Degrees {
    fn field(&self) -> Field {
        Field::decimal(SCALE, -self.most, self.most)
    }

    fn cardinality(&self) -> u64 {
        self.count()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = bounded(*x, self.count()) as i64 - self.most;
        }
    }
}

const LATITUDES: Degrees = Degrees { most: NORTH };
const LONGITUDES: Degrees = Degrees { most: EAST };

#[derive(Debug)]
struct Coordinates;

impl Generate for Coordinates {
    fn field(&self) -> Field {
        Field::joined([(LATITUDES.field(), ","), (LONGITUDES.field(), "")])
    }

    fn cardinality(&self) -> u64 {
        LATITUDES.count() * LONGITUDES.count()
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let [latitudes, longitudes] = values.joined(2) else { unreachable!("two parts were asked for") };
        for (value, x) in latitudes.ints(fractions.len()).iter_mut().zip(&mut *fractions) {
            *value = take_digit(x, LATITUDES.count()) as i64 - NORTH;
        }
        for (value, x) in longitudes.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = bounded(*x, LONGITUDES.count()) as i64 - EAST;
        }
    }
}
