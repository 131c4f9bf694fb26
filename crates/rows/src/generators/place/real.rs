//! The real towns that the program knows, country by country.

use std::sync::LazyLock;

/// A town: name and region in its own language, a postcode of it, its country's two letters, and its position in
/// millionths of a degree.
#[derive(Debug)]
pub(super) struct Town {
    pub city: &'static str,
    pub region: &'static str,
    pub postcode: &'static str,
    pub country: &'static str,
    pub latitude: i64,
    pub longitude: i64,
}

/// All towns, by country.
pub(super) static TOWNS: LazyLock<Vec<Town>> = LazyLock::new(|| {
    let lines = include_str!("../../../words/places.tsv").lines();
    let mut towns: Vec<Town> = lines.filter_map(town).collect();
    towns.sort_by_key(|town| town.country);
    towns
});

fn town(line: &'static str) -> Option<Town> {
    let [city, region, postcode, country, latitude, longitude] = line.split('\t').collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let (latitude, longitude) = (millionths(latitude)?, millionths(longitude)?);
    Some(Town { city, region, postcode, country, latitude, longitude })
}

/// A number with up to six digits behind the point, in millionths.
fn millionths(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.')?;
    format!("{whole}{fraction:0<6}").parse().ok().filter(|_| fraction.len() <= 6)
}

/// The towns of a country.
pub(super) fn of(country: &str) -> &'static [Town] {
    let start = TOWNS.partition_point(|town| town.country < country);
    let len = TOWNS[start..].partition_point(|town| town.country == country);
    &TOWNS[start..start + len]
}

#[cfg(test)]
mod tests {
    use super::super::country::Country;
    use super::*;

    #[test]
    fn every_line_is_a_town_somewhere() {
        assert_eq!(TOWNS.len(), include_str!("../../../words/places.tsv").lines().count());
        for town in TOWNS.iter() {
            assert!(Country::find(town.country).is_some(), "{town:?}");
            assert!(town.latitude.abs() <= 90_000_000 && town.longitude.abs() <= 180_000_000, "{town:?}");
        }
    }

    #[test]
    fn every_locale_has_towns_and_they_are_of_its_country() {
        for country in crate::locale::LOCALES.iter().filter_map(|locale| locale.country) {
            let towns = of(country);
            let expected = TOWNS.iter().filter(|town| town.country == country).count();
            assert!(expected > 0, "{country}");
            assert_eq!(towns.iter().filter(|town| town.country == country).count(), expected, "{country}");
            assert_eq!(towns.len(), expected, "{country}");
        }
        assert!(of("XX").is_empty());
    }

    #[test]
    fn degrees_are_read_to_the_millionth() {
        assert_eq!(millionths("-0.0829"), Some(-82_900));
        assert_eq!(millionths("51.5"), Some(51_500_000));
        assert_eq!(millionths("51.1234567"), None);
    }
}
