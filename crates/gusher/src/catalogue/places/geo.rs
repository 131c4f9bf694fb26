//! Where the row's place lies, as programs for maps have it: `coordinates`, `geo.point`, `geo.json`, `geo.hash`.

use std::sync::Arc;

use super::towns::{PART, Towns, latitudes, longitudes};
use crate::generators::{BuildResult, Constraint, Generate, Properties, affixed, of_syntax};
use crate::rng::Draws;
use crate::types::{Array, Field, Syntax};

/// `geo.point`: well-known text (ISO 19125-1), in which x comes first.
pub(super) fn point(constraint: Constraint<'_>) -> BuildResult {
    Ok(of_syntax(affixed(Position::build(&constraint, " "), "POINT (", ")"), Syntax::Point))
}

/// `coordinates`: north comes first.
pub(super) fn coordinates(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Position { first: latitudes(&constraint), second: longitudes(&constraint), between: "," }))
}

/// `geo.json`
pub(super) fn json(constraint: Constraint<'_>) -> BuildResult {
    let before = "{\"type\":\"Point\",\"coordinates\":[";
    Ok(of_syntax(affixed(Position::build(&constraint, ","), before, "]}"), Syntax::Json))
}

/// `geo.hash`
pub(super) fn hash(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Geohashes { towns: Towns::of(constraint.locale()) }))
}

/// Both degrees of the row's place.
#[derive(Debug)]
pub(super) struct Position {
    first: Arc<dyn Generate>,
    second: Arc<dyn Generate>,
    between: &'static str,
}

impl Position {
    /// Two numbers with a text between them.
    pub fn of(
        first: Arc<dyn Generate>,
        second: Arc<dyn Generate>,
        between: &'static str,
    ) -> Arc<dyn Generate> {
        Arc::new(Position { first, second, between })
    }

    /// Longitude and latitude, as maps have them.
    fn build(constraint: &Constraint<'_>, between: &'static str) -> Arc<dyn Generate> {
        Arc::new(Position { first: longitudes(constraint), second: latitudes(constraint), between })
    }
}

impl Generate for Position {
    fn field(&self) -> Field {
        Field::joined([(self.first.field(), self.between), (self.second.field(), "")])
    }

    fn cardinality(&self) -> u64 {
        self.first.cardinality()
    }

    fn properties(&self) -> Properties<'_> {
        Properties { unique_support: self.first.properties().unique_support, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let [first, second] = values.joined(2) else { unreachable!("two parts were asked for") };
        self.first.fill(draws, first);
        self.second.fill(draws, second);
    }
}

/// The letters and digits of geohashes, by five bits each.
const CHARACTERS: &[u8; 32] = b"0123456789bcdefghjkmnpqrstuvwxyz";
/// A square of about five metres.
const LENGTH: u32 = 9;
/// The bits of the longitude, which has the first one, and of the latitude.
const EAST: u32 = (5 * LENGTH).div_ceil(2);
const NORTH: u32 = 5 * LENGTH / 2;

/// The cell of each row's position.
#[derive(Debug)]
struct Geohashes {
    towns: Arc<Towns>,
}

impl Generate for Geohashes {
    fn field(&self) -> Field {
        Field::free(LENGTH as usize, LENGTH as usize, true)
    }

    fn cardinality(&self) -> u64 {
        1 << (5 * LENGTH)
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(PART)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let texts = values.strings().lay(draws.len(), LENGTH as usize).as_chunks_mut().0;
        self.towns.draw_positions(draws, |row, [latitude, longitude]| {
            texts[row] = geohash(latitude, longitude);
        });
    }
}

/// The cell of a position in millionths of a degree: the bits of how far east and how far north it is, in turn.
fn geohash(latitude: i64, longitude: i64) -> [u8; LENGTH as usize] {
    let part = |degrees: i64, most: i64, bits: u32| {
        let cells = (((degrees + most).max(0) as u64) << bits) / (2 * most as u64);
        cells.min((1 << bits) - 1)
    };
    let bits = spread(part(longitude, 180_000_000, EAST)) | spread(part(latitude, 90_000_000, NORTH)) << 1;
    std::array::from_fn(|at| CHARACTERS[(bits >> (5 * (LENGTH - 1 - at as u32))) as usize & 31])
}

/// The bits of a number at every second place.
fn spread(number: u64) -> u64 {
    let mut bits = number;
    for (shift, mask) in [
        (16, 0x0000_FFFF_0000_FFFF),
        (8, 0x00FF_00FF_00FF_00FF),
        (4, 0x0F0F_0F0F_0F0F_0F0F),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that geohashes are known by, in Jutland.
    #[test]
    fn a_hash_is_that_of_its_position() {
        assert_eq!(&geohash(57_649_110, 10_407_440), b"u4pruydqq");
        assert_eq!(&geohash(-25_382_708, -49_265_506), b"6gkzwgjzn");
    }
}
