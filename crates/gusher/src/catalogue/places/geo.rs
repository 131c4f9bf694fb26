//! Where the row's town lies, as programs for maps have it: `coordinates`, `geo.point`, `geo.json`, `geo.hash`.

use std::sync::Arc;

use super::towns::{Town, latitudes, longitudes, town_column};
use crate::generators::{BuildResult, Constraint, Generate, Properties, affixed, of_syntax};
use crate::rng::Draws;
use crate::types::{Array, Field, Syntax};

/// `geo.point`: well-known text (ISO 19125-1), in which x comes first.
pub(super) fn point(constraint: Constraint<'_>) -> BuildResult {
    Ok(affixed(Position::build(&constraint, " "), "POINT (", ")"))
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
    town_column(&constraint, geohash)
}

/// Both degrees of the row's town.
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

/// A town's cell: the bits of how far east and how far north it is, in turn.
fn geohash(town: &Town) -> String {
    let part = |degrees: i64, most: i64, bits: u32| {
        let cells = ((i128::from(degrees + most)) << bits) / i128::from(2 * most);
        cells.clamp(0, (1 << bits) - 1) as u64
    };
    let (east, north) = (part(town.longitude, 180_000_000, EAST), part(town.latitude, 90_000_000, NORTH));
    let bit = |at: u32| {
        if at.is_multiple_of(2) { east >> (EAST - 1 - at / 2) } else { north >> (NORTH - 1 - at / 2) }
    };
    let character = |first: u32| {
        let index = (first..first + 5).fold(0, |index, at| index << 1 | bit(at) & 1);
        char::from(CHARACTERS[index as usize])
    };
    (0..LENGTH).map(|place| character(5 * place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that geohashes are known by, in Jutland.
    #[test]
    fn a_hash_is_that_of_its_position() {
        let town = |latitude, longitude| Town {
            city: "",
            state: "",
            code: "",
            postcode: "",
            timezone: "",
            latitude,
            longitude,
        };
        assert_eq!(geohash(&town(57_649_110, 10_407_440)), "u4pruydqq");
        assert_eq!(geohash(&town(-25_382_708, -49_265_506)), "6gkzwgjzn");
    }
}
