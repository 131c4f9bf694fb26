//! Positions anywhere on the globe: `coordinates:any`.

use std::sync::Arc;

use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Field};

/// Decimal places: a millionth of a degree is a tenth of a metre.
pub(super) const SCALE: u32 = 6;
/// The northernmost latitude in units of the last digit.
pub(super) const NORTH: i64 = 90_000_000;
/// The easternmost longitude.
pub(super) const EAST: i64 = 180_000_000;
/// How many rings of the same area a draw tells apart. The narrowest, at the equator, is six units wide.
const RINGS: u64 = 10_000_000;
const LONGITUDES: u64 = 2 * EAST as u64 + 1;

/// `coordinates:any`
pub(super) fn coordinates(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Coordinates))
}

/// A point of the sphere, each area as likely as any other of its size: the sine of the latitude is even.
#[derive(Debug)]
struct Coordinates;

impl Generate for Coordinates {
    fn field(&self) -> Field {
        Field::joined([(Field::decimal(SCALE, -NORTH, NORTH), ","), (Field::decimal(SCALE, -EAST, EAST), "")])
    }

    fn cardinality(&self) -> u64 {
        RINGS * LONGITUDES
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let [latitudes, longitudes] = values.joined(2) else { unreachable!("two parts were asked for") };
        for (value, x) in latitudes.ints(fractions.len()).iter_mut().zip(&mut *fractions) {
            *value = latitude(take_digit(x, RINGS));
        }
        for (value, x) in longitudes.ints(fractions.len()).iter_mut().zip(fractions) {
            *value = bounded(*x, LONGITUDES) as i64 - EAST;
        }
    }
}

/// The latitude in the middle of a ring.
fn latitude(ring: u64) -> i64 {
    let sine = (2.0 * ring as f64 + 1.0) / RINGS as f64 - 1.0;
    (libm::asin(sine) / std::f64::consts::FRAC_PI_2 * NORTH as f64) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_globe_lies_within_30_degrees_of_the_equator() {
        assert!((latitude(RINGS / 4) + 30_000_000).abs() < 10);
        assert!((latitude(3 * RINGS / 4) - 30_000_000).abs() < 10);
        assert!((latitude(RINGS / 2) - latitude(RINGS / 2 - 1)) >= 5);
        assert!(latitude(0) > -NORTH && latitude(RINGS - 1) < NORTH);
    }
}
