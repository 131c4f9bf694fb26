//! Points of an area: `coordinates:47.3,5.9,55.1,15.1` in a box, `latitude:Berlin,10km` around a town.

use std::sync::Arc;

use super::geo::Position;
use super::position::{EAST, NORTH, SCALE};
use super::towns::Towns;
use crate::generators::spec::InArea;
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, Properties, affixed, of_syntax,
};
use crate::locale::{LOCALES, Locale};
use crate::rng::{Draws, Key, TWO_64};
use crate::types::{Array, Field, Syntax};
use gush_diagnostics::{Reach, nearest_within};

/// The kind of thing that columns of one area describe together.
const ENTITY: &str = "position";
/// The meaning of an area as a constraint.
pub(super) static IN_AREA: InArea = InArea { about: ABOUT, entity: ENTITY, is_around_row };
const ABOUT: &str = "any point of an area instead: SOUTH,WEST,NORTH,EAST in degrees is a box; LATITUDE,LONGITUDE,RADIUS, \
     such as 52.52,13.4,10km, or TOWN,RADIUS is a circle; RADIUS alone is a circle around the row's town";
const EXPECTED: &str = "expected a box SOUTH,WEST,NORTH,EAST in degrees, such as 47.3,5.9,55.1,15.1, or a circle: 52.52,13.4,10km, \
                        Berlin,10km, or 10km around the row's town";
/// The shared draws that say which point it is.
const POINT: [u64; 2] = [6, 7];
/// The mean radius of the Earth in metres (IUGG).
const EARTH: f64 = 6_371_008.8;
/// Millionths of a degree in a radian.
const MILLIONTHS: f64 = 180e6 / std::f64::consts::PI;

/// `latitude:AREA`
pub(super) fn latitude(constraint: Constraint<'_>) -> BuildResult {
    Ok(Area::read(&constraint)?.column(Part::Latitude))
}

/// `longitude:AREA`
pub(super) fn longitude(constraint: Constraint<'_>) -> BuildResult {
    Ok(Area::read(&constraint)?.column(Part::Longitude))
}

/// `coordinates:AREA`: north comes first.
pub(super) fn coordinates(constraint: Constraint<'_>) -> BuildResult {
    Ok(Area::read(&constraint)?.position([Part::Latitude, Part::Longitude], ","))
}

/// `geo.point:AREA`
pub(super) fn point(constraint: Constraint<'_>) -> BuildResult {
    let position = Area::read(&constraint)?.position([Part::Longitude, Part::Latitude], " ");
    Ok(of_syntax(affixed(position, "POINT (", ")"), Syntax::Point))
}

/// `geo.json:AREA`
pub(super) fn json(constraint: Constraint<'_>) -> BuildResult {
    let position = Area::read(&constraint)?.position([Part::Longitude, Part::Latitude], ",");
    let point = affixed(position, "{\"type\":\"Point\",\"coordinates\":[", "]}");
    Ok(of_syntax(point, Syntax::Json))
}

/// Whether a constraint is a circle around the row's town.
fn is_around_row(constraint: &str) -> bool {
    !constraint.contains(',')
}

/// Where points are, in millionths of a degree.
#[derive(Debug)]
enum Area {
    /// Between two latitudes, from one longitude eastwards.
    Box { south: i64, north: i64, west: i64, width: i64 },
    /// Within this number of radians of a point.
    Circle { latitude: i64, longitude: i64, radius: f64 },
    /// Within this number of radians of the row's town.
    Town { towns: Arc<Towns>, radius: f64 },
}

/// Which number of a point.
#[derive(Debug, Clone, Copy)]
enum Part {
    Latitude,
    Longitude,
}

impl Area {
    fn read(constraint: &Constraint<'_>) -> Result<Arc<Area>, ConstraintError> {
        let fields = constraint.fields(4, "SOUTH,WEST,NORTH,EAST")?;
        let area = match &fields[..] {
            [radius] if !radius.text.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c)) => {
                return Err(constraint.error(EXPECTED));
            }
            [radius] => Area::Town { towns: Towns::of(constraint.locale()), radius: self::radius(radius)? },
            [town, radius] => Area::around(constraint, town, self::radius(radius)?)?,
            [latitude, longitude, radius] => Area::Circle {
                latitude: degrees(latitude, NORTH)?,
                longitude: degrees(longitude, EAST)?,
                radius: self::radius(radius)?,
            },
            [south, west, north, east] => {
                let (from, to) = (degrees(south, NORTH)?, degrees(north, NORTH)?);
                if from > to {
                    return Err(constraint.error(
                        "the southern edge is north of the northern one; the form is SOUTH,WEST,NORTH,EAST",
                    ));
                }
                let (west, east) = (degrees(west, EAST)?, degrees(east, EAST)?);
                // A box whose western edge is east of the other one goes across the 180th meridian.
                let width = if west <= east { east - west } else { east - west + 2 * EAST };
                Area::Box { south: from, north: to, west, width }
            }
            _ => return Err(constraint.error(EXPECTED)),
        };
        Area::check_modifiers(constraint, &area)?;
        Ok(Arc::new(area))
    }

    /// The circle around a town of this name: the largest one of the column's locale, or of the world.
    fn around(
        constraint: &Constraint<'_>,
        name: &ConstraintField,
        radius: f64,
    ) -> Result<Area, ConstraintError> {
        let all: Vec<&'static Locale> = match constraint.settings.locale {
            None => LOCALES.iter().collect(),
            Some(locale) => locale.mix().map_or_else(|| vec![locale], |mix| mix.locales().collect()),
        };
        let towns: Vec<Arc<Towns>> = all.into_iter().map(Towns::of).collect();
        let found = towns.iter().filter_map(|towns| towns.named(&name.text));
        if let Some((_, [latitude, longitude])) = found.max_by_key(|(people, _)| *people) {
            return Ok(Area::Circle { latitude, longitude, radius });
        }
        let names = towns.iter().flat_map(|towns| towns.towns.iter().map(|town| town.city));
        let near = nearest_within(Reach::Close, &name.text, names);
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let text = "no town in the lists has this name; write it in its own language, as in München, or its position, as in 52.52,13.4,10km";
        Err(name.error(format!("{text}{near}")))
    }

    fn check_modifiers(constraint: &Constraint<'_>, area: &Area) -> Result<(), ConstraintError> {
        let is_of_row = matches!(area, Area::Town { .. });
        let names_town = constraint.fields(4, "").is_ok_and(|fields| fields.len() == 2);
        if !is_of_row && !names_town && constraint.settings.locale.is_some() {
            let text = "this area is the same whatever the locale; leave one of the two";
            return Err(constraint.settings.locale_at.error(text));
        }
        if !is_of_row && constraint.settings.nth.is_some() {
            let text = "this area is of no place that a row could have several of; leave @nth";
            return Err(constraint.error(text));
        }
        Ok(())
    }

    fn column(self: &Arc<Area>, part: Part) -> Arc<dyn Generate> {
        let (min, max) = self.bounds(part);
        Arc::new(AreaColumn { area: Arc::clone(self), part, min, max })
    }

    fn position(self: &Arc<Area>, [first, second]: [Part; 2], between: &'static str) -> Arc<dyn Generate> {
        Position::of(self.column(first), self.column(second), between)
    }

    /// The smallest and the largest value.
    fn bounds(&self, part: Part) -> (i64, i64) {
        match (self, part) {
            (Area::Box { south, north, .. }, Part::Latitude) => (*south, *north),
            (Area::Box { west, width, .. }, Part::Longitude) if west + width <= EAST => (*west, west + width),
            (Area::Box { .. }, Part::Longitude) => (-EAST, EAST),
            (Area::Circle { latitude, longitude, radius }, _) => {
                around([*latitude, *longitude], *radius, part)
            }
            (Area::Town { towns, radius }, _) => {
                let each =
                    towns.towns.iter().map(|town| around([town.latitude, town.longitude], *radius, part));
                let ends = each.reduce(|(min, max), (low, high)| (min.min(low), max.max(high)));
                ends.unwrap_or_default()
            }
        }
    }
}

/// The smallest and the largest value around a point.
fn around([latitude, longitude]: [i64; 2], radius: f64, part: Part) -> (i64, i64) {
    // One more, as what is computed with fractions may be rounded up.
    let reach = libm::ceil(radius * MILLIONTHS) as i64 + 1;
    let (south, north) = (latitude - reach, latitude + reach);
    match part {
        Part::Latitude => (south.max(-NORTH), north.min(NORTH)),
        Part::Longitude if south <= -NORTH || north >= NORTH => (-EAST, EAST),
        Part::Longitude => {
            let wide = libm::asin((libm::sin(radius) / libm::cos(latitude as f64 / MILLIONTHS)).min(1.0));
            let wide = libm::ceil(wide * MILLIONTHS) as i64 + 1;
            let (west, east) = (longitude - wide, longitude + wide);
            if west < -EAST || east > EAST { (-EAST, EAST) } else { (west, east) }
        }
    }
}

/// A number of degrees, in millionths.
fn degrees(field: &ConstraintField, most: i64) -> Result<i64, ConstraintError> {
    let number = field.text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let number = number.ok_or_else(|| field.error(EXPECTED))?;
    let millionths = libm::round(number * 1e6) as i64;
    if millionths.unsigned_abs() > most.unsigned_abs() {
        let what =
            if most == NORTH { "a latitude is from -90 to 90" } else { "a longitude is from -180 to 180" };
        return Err(field.error(format!("{what}; the order is latitude, longitude")));
    }
    Ok(millionths)
}

/// A radius in kilometres, or in the unit after it, as an angle.
fn radius(field: &ConstraintField) -> Result<f64, ConstraintError> {
    let text = field.text.trim();
    let (number, unit) = [("km", 1000.0), ("mi", 1609.344), ("m", 1.0)]
        .into_iter()
        .find_map(|(unit, metres)| Some((text.strip_suffix(unit)?.trim_end(), metres)))
        .unwrap_or((text, 1000.0));
    let metres = number.parse::<f64>().ok().map(|number| number * unit);
    let angle = metres.map(|metres| metres / EARTH).filter(|angle| *angle > 0.0);
    let angle = angle.ok_or_else(|| field.error("expected a radius such as 10km, 500m or 6mi"))?;
    if angle > std::f64::consts::PI {
        return Err(field.error("this is further than any point of the Earth; a radius is at most 20,015 km"));
    }
    Ok(angle)
}

#[derive(Debug)]
struct AreaColumn {
    area: Arc<Area>,
    part: Part,
    min: i64,
    max: i64,
}

impl Generate for AreaColumn {
    fn field(&self) -> Field {
        Field::decimal(SCALE, self.min, self.max)
    }

    fn cardinality(&self) -> u64 {
        (self.max - self.min) as u64 + 1
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique("a part of a point that other columns may describe too")
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (rows, keys) = (draws.counters(), POINT.map(|draw| draws.shared_key(draw)));
        let column = values.ints(draws.len());
        let fractions = |row: u64| keys.map(|key: Key| key.bits(row) as f64 / TWO_64);
        match &*self.area {
            Area::Box { south, north, west, width } => {
                let [low, high] = [south, north].map(|edge| libm::sin(*edge as f64 / MILLIONTHS));
                rows.zip(column.iter_mut(), |value, row| {
                    let [x, y] = fractions(row);
                    *value = match self.part {
                        Part::Latitude => rounded(libm::asin(low + y * (high - low))),
                        Part::Longitude => wrapped(west + libm::round(x * *width as f64) as i64),
                    };
                });
            }
            Area::Circle { latitude, longitude, radius } => {
                let circle = Circle::new(*latitude, *longitude, *radius);
                rows.zip(column.iter_mut(), |value, row| *value = circle.point(fractions(row), self.part));
            }
            Area::Town { towns, radius } => {
                towns.draw(draws, |row, town| column[row] = town as i64);
                rows.zip(column.iter_mut(), |value, row| {
                    let town = &towns.towns[*value as usize];
                    let circle = Circle::new(town.latitude, town.longitude, *radius);
                    *value = circle.point(fractions(row), self.part);
                });
            }
        }
        column.iter_mut().for_each(|value| *value = (*value).clamp(self.min, self.max));
    }
}

/// A circle on the sphere.
struct Circle {
    sine: f64,
    cosine: f64,
    longitude: f64,
    /// How much of the sphere's diameter is above the circle.
    height: f64,
    /// Whether it is around a pole, where each direction is a longitude.
    is_polar: bool,
}

impl Circle {
    fn new(latitude: i64, longitude: i64, radius: f64) -> Circle {
        let is_polar = latitude.abs() == NORTH;
        let latitude = latitude as f64 / MILLIONTHS;
        // 1 - cos of the radius, without losing the digits of small ones.
        let half = libm::sin(radius / 2.0);
        Circle {
            sine: libm::sin(latitude),
            cosine: libm::cos(latitude),
            longitude: longitude as f64 / MILLIONTHS,
            height: 2.0 * half * half,
            is_polar,
        }
    }

    /// A point of the circle by two fractions: each area is as likely as any other of its size, as by Archimedes the area of a
    /// cap follows its height.
    fn point(&self, [x, y]: [f64; 2], part: Part) -> i64 {
        let height = y * self.height;
        let (near, far) = (1.0 - height, libm::sqrt(height * (2.0 - height)));
        let bearing = x * std::f64::consts::TAU;
        let sine = (self.sine * near + self.cosine * far * libm::cos(bearing)).clamp(-1.0, 1.0);
        match part {
            Part::Latitude => rounded(libm::asin(sine)),
            Part::Longitude if self.is_polar => wrapped(rounded(bearing - std::f64::consts::PI)),
            Part::Longitude => {
                let east = libm::atan2(libm::sin(bearing) * far * self.cosine, near - self.sine * sine);
                wrapped(rounded(self.longitude + east))
            }
        }
    }
}

/// Radians in millionths of a degree.
fn rounded(radians: f64) -> i64 {
    libm::round(radians * MILLIONTHS) as i64
}

/// A longitude from -180 to 180 degrees.
fn wrapped(longitude: i64) -> i64 {
    match longitude {
        _ if longitude > EAST => longitude - 2 * EAST,
        _ if longitude < -EAST => longitude + 2 * EAST,
        _ => longitude,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of two points in metres, by the haversine formula.
    fn distance(a: [i64; 2], b: [i64; 2]) -> f64 {
        let [[phi, lambda], [other_phi, other_lambda]] = [a, b].map(|p| p.map(|n| n as f64 / MILLIONTHS));
        let haversine = |x: f64| libm::pow(libm::sin(x / 2.0), 2.0);
        let part = libm::cos(phi) * libm::cos(other_phi) * haversine(other_lambda - lambda);
        2.0 * EARTH * libm::asin(libm::sqrt(haversine(other_phi - phi) + part))
    }

    #[test]
    fn points_of_a_circle_are_within_it_and_even_by_area() {
        for (center, metres) in [
            ([52_520_000, 13_405_000], 10_000.0),
            ([-17_800_000, 179_990_000], 50_000.0),
            ([89_990_000, 0], 100_000.0),
            ([0, 0], 500.0),
        ] {
            let circle = Circle::new(center[0], center[1], metres / EARTH);
            let key = Key::seed(7);
            let (mut inner, rows) = (0, 20_000);
            for row in 0..rows {
                let x = [key.draw(0), key.draw(1)].map(|key| key.bits(row) as f64 / TWO_64);
                let point = [Part::Latitude, Part::Longitude].map(|part| circle.point(x, part));
                let away = distance(center, point);
                assert!(away <= metres + 0.2, "{point:?} is {away} m from {center:?}");
                for (number, part) in point.into_iter().zip([Part::Latitude, Part::Longitude]) {
                    let (min, max) = around(center, metres / EARTH, part);
                    assert!((min..=max).contains(&number), "{point:?}");
                }
                inner += u64::from(away < metres / 2.0);
            }
            // A quarter of the area, within five standard deviations.
            assert!(inner.abs_diff(rows / 4) < 5 * 62, "{center:?} {inner}");
        }
    }

    #[test]
    fn a_circle_around_a_pole_has_all_longitudes() {
        for pole in [NORTH, -NORTH] {
            let circle = Circle::new(pole, 7_000_000, 0.01);
            let mut quarters = [0u32; 4];
            for step in 0..4_000 {
                let x = [(f64::from(step) + 0.5) / 4_000.0, 0.3];
                let longitude = circle.point(x, Part::Longitude);
                assert!((-EAST..=EAST).contains(&longitude));
                quarters[((longitude + EAST) / (EAST / 2)).min(3) as usize] += 1;
                assert!(circle.point(x, Part::Latitude).abs() > 89_000_000);
            }
            assert_eq!(quarters, [1_000; 4]);
        }
    }
}
