//! Vehicles: `vehicle.make` `vehicle.model` `vehicle.vin` `vehicle.plate`.

use std::sync::{Arc, LazyLock};

use crate::catalogue::places::towns::{Town, Towns};
use crate::generators::codes::positions;
use crate::generators::facts::Thing;
use crate::generators::part_of::part_of;
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, Properties};
use crate::locale::Locale;
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Dictionary, Field};

const ENTITY: &str = "vehicle";
/// Why there is no `@unique`.
const PART: &str = "a part of a vehicle that other columns may describe too";

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("vehicle.make", "who made the row's vehicle", |_| car(0)).entity(ENTITY),
    GeneratorSpec::new("vehicle.model", "the model of the row's vehicle", |_| car(1)).entity(ENTITY),
    GeneratorSpec::new("vehicle.plate", "the number plate of the row's vehicle, in the country's own form, of the row's town where it names one", plate)
        .modifiers(&["locale"])
        .entity(ENTITY),
    GeneratorSpec::new(
        "vehicle.vin",
        "the identification number of the row's vehicle (ISO 3779) with its right check digit: its maker's, and TEST behind",
        |_| Ok(Arc::new(Vin::new())),
    )
    .variants(|name| name == "vin")
    .entity(ENTITY),
];

/// Make, model, and the three characters that the maker's numbers begin with.
const CARS: &str = include_str!("../../../words/vehicles.tsv");
/// Country, and the form of its plates: `#` is a digit, `@` a consonant, so that no word comes about, `&` a letter that Latin and
/// Cyrillic have, `%` a region of [`REGIONS`].
const PLATES: &str = include_str!("../../../words/plate-forms.tsv");
/// Country, a state or towns of it with a bar between them (`*` is the rest of the country), and the regions of their plates, with weights after
/// the number of people.
const REGIONS: &str = include_str!("../../../words/plate-regions.tsv");
const PLATE: usize = 1;
const NUMBER: u64 = 2;

static CAR: LazyLock<Thing> = LazyLock::new(|| Thing::new([&[CARS.lines().count()]]));

/// A column of [`CARS`].
fn cars(which: usize) -> impl Iterator<Item = &'static str> {
    CARS.lines().filter_map(move |line| line.split('\t').nth(which))
}

fn car(which: usize) -> BuildResult {
    let (dictionary, indices) = Dictionary::indexed(cars(which));
    Ok(Arc::new(CAR.column(PART).mapped(part(&Arc::new(dictionary), ""), 0, 0, indices)))
}

/// `vehicle.plate`
fn plate(constraint: Constraint<'_>) -> BuildResult {
    let (country, form) = constraint.local(|locale| {
        let mut lines = PLATES.lines().filter_map(|line| line.split_once('\t'));
        lines.find(|(country, _)| *country == locale.country)
    })?;
    let character = |c: char| -> Vec<String> {
        let any = match c {
            '#' => "0123456789".to_owned(),
            '@' => "BCDFGHJLMNPRSTVWXZ".to_owned(),
            '&' => "ABCEHKMOPTX".to_owned(),
            other => other.to_string(),
        };
        any.chars().map(String::from).collect()
    };
    let tables = |text: &str| {
        let tables = positions(text.chars().map(character)).into_iter();
        tables.map(|table| ((0..table.len() as u32).collect(), table)).collect::<Vec<(Vec<u32>, _)>>()
    };
    // What is before the region, the region, and what is behind it.
    match form.split_once('%') {
        Some((front, back)) => regional(constraint.locale(), country, [tables(front), tables(back)]),
        None => Ok(plain(tables(form))),
    }
}

/// Characters of a plate: of each table the entries of its digit's values.
type Characters = Vec<(Vec<u32>, Arc<Dictionary>)>;

/// Plates without a region.
fn plain(tables: Characters) -> Arc<dyn Generate> {
    let sizes: Vec<usize> = tables.iter().map(|(indices, _)| indices.len()).collect();
    let thing = Thing::new([&[], &sizes]);
    Arc::new(tables.into_iter().enumerate().fold(thing.column(PART), |column, (at, (indices, table))| {
        column.mapped(part(&table, ""), PLATE, at, indices)
    }))
}

/// Plates with the region of the row's town between two parts.
fn regional(locale: &'static Locale, country: &'static str, [front, back]: [Characters; 2]) -> BuildResult {
    let regions = Regions::of(country);
    let towns = Towns::of(locale);
    let of_towns: Vec<u32> = towns.towns.iter().map(|town| regions.of_town(town)).collect();
    let (dictionary, entries) = Dictionary::indexed(regions.codes());
    let bounds = regions.bounds();
    let count = entries.len() as u64;
    let at_region = front.len();
    let tables: Vec<Arc<Dictionary>> = front.into_iter().map(|(_, table)| table).collect();
    let tables: Vec<Arc<Dictionary>> = tables
        .into_iter()
        .chain([Arc::new(dictionary)])
        .chain(back.into_iter().map(|(_, table)| table))
        .collect();
    let parts = tables.iter().map(|table| part(table, "")).collect();
    part_of(PART, parts, move |draws, columns| {
        towns.draw(&mut draws.of_place(), |row, town| columns[at_region][row] = of_towns[town]);
        for (row, x) in draws.load_shared(PLATE as u64).iter_mut().enumerate() {
            for (at, table) in tables.iter().enumerate() {
                columns[at][row] = if at == at_region {
                    let [start, end] = bounds[columns[at][row] as usize];
                    let digit = take_digit(x, count);
                    entries[start + (digit * (end - start) as u64 / count) as usize]
                } else {
                    take_digit(x, table.len() as u64) as u32
                };
            }
        }
    })
}

/// The regions that plates of a country name.
struct Regions {
    /// States or towns, and the codes of their regions, each as often as its weight says.
    areas: Vec<(&'static str, Vec<&'static str>)>,
}

impl Regions {
    fn of(country: &str) -> Regions {
        let area = |line: &'static str| {
            let (its, rest) = line.split_once('\t')?;
            let (area, codes) = rest.split_once('\t').filter(|_| its == country)?;
            let weighted = codes.split(' ').filter_map(|region| region.split_once(':'));
            let codes =
                weighted.flat_map(|(code, weight)| std::iter::repeat_n(code, weight.parse().unwrap_or(1)));
            Some((area, codes.collect()))
        };
        Regions { areas: REGIONS.lines().filter_map(area).collect() }
    }

    /// The index of the area that a town is in: one of its own before that of its state, and the last of all where there is none.
    fn of_town(&self, town: &Town) -> u32 {
        let find =
            |name: &str| self.areas.iter().position(|(area, _)| area.split('|').any(|its| its == name));
        let area = find(town.city).or_else(|| find(town.code)).or_else(|| find("*"));
        area.unwrap_or(self.areas.len() - 1) as u32
    }

    /// The codes of all areas, one after the other.
    fn codes(&self) -> impl Iterator<Item = &'static str> {
        self.areas.iter().flat_map(|(_, codes)| codes.iter().copied())
    }

    /// Where those of each area begin and end.
    fn bounds(&self) -> Vec<[usize; 2]> {
        let mut end = 0;
        let bound = |(_, codes): &(&str, Vec<&str>)| {
            end += codes.len();
            [end - codes.len(), end]
        };
        self.areas.iter().map(bound).collect()
    }
}

/// The characters of these numbers, and what each counts in the sum (49 CFR 565.15): I, O and Q are none of them.
const CHARACTERS: &[u8; 33] = b"0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
const VALUES: [u32; 33] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9];
const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/// Where the check digit is, the model's year, and the serial number.
const CHECK: usize = 8;
const YEAR: usize = 9;
const SERIAL: usize = 11;
/// The years from 2010 on; U, Z and 0 are not used.
const YEARS: &[u8; 30] = b"ABCDEFGHJKLMNPRSTVWXY123456789";

/// The summand of a character at a position.
fn weighed(c: u8, position: usize) -> u32 {
    let at = CHARACTERS.iter().position(|&own| own == c).unwrap_or(0);
    VALUES[at] * WEIGHTS[position]
}

/// A number of a maker, with TEST at the end, so that it is plainly no vehicle's.
#[derive(Debug)]
struct Vin {
    /// For each car the seven first characters and what they add.
    starts: Vec<([u8; 7], u32)>,
}

impl Vin {
    fn new() -> Vin {
        let start = |maker: &str| {
            let mut start = *b"000TEST";
            start[..3].copy_from_slice(&maker.as_bytes()[..3]);
            (start, start.iter().zip(0..).map(|(&c, position)| weighed(c, position)).sum())
        };
        Vin { starts: cars(2).map(start).collect() }
    }
}

impl Generate for Vin {
    fn field(&self) -> Field {
        Field::free(17, 17, true)
    }

    /// The parts of the second draw.
    fn cardinality(&self) -> u64 {
        33 * 30 * 33 * 1_000_000
    }

    fn properties(&self) -> Properties<'_> {
        Properties { is_unique_as_entity: true, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let rows = draws.len();
        let buffer = values.strings().lay(rows, 17);
        for (vin, x) in buffer.chunks_exact_mut(17).zip(draws.load_shared(0)) {
            // The sum is kept at the position of the check digit until the number is complete.
            let (start, sum) = &self.starts[take_digit(x, self.starts.len() as u64) as usize];
            vin[..7].copy_from_slice(start);
            vin[CHECK] = (sum % 11) as u8;
        }
        let fractions = if draws.is_unique() { draws.load(0) } else { draws.load_shared(NUMBER) };
        for (vin, x) in buffer.chunks_exact_mut(17).zip(fractions) {
            let mut sum = u32::from(vin[CHECK]);
            let mut put = |position: usize, at: usize, value: u32| {
                vin[position] = CHARACTERS[at];
                sum += value * WEIGHTS[position];
            };
            for position in [7, YEAR + 1] {
                let at = take_digit(x, 33) as usize;
                put(position, at, VALUES[at]);
            }
            let mut serial = take_digit(x, 1_000_000) as usize;
            for position in (SERIAL..17).rev() {
                put(position, serial % 10, serial as u32 % 10);
                serial /= 10;
            }
            let year = YEARS[take_digit(x, 30) as usize];
            vin[YEAR] = year;
            let check = (sum + weighed(year, YEAR)) % 11;
            vin[CHECK] = b"0123456789X"[check as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::catalogue::tests::values;
    use crate::locale::LOCALES;

    /// 49 CFR 565.15's own example, and the one that is known best.
    #[test]
    fn sums_are_those_of_the_rule() {
        for vin in ["1M8GDM9AXKP042788", "11111111111111111"] {
            let sum: u32 = vin.bytes().zip(0..).map(|(c, position)| weighed(c, position)).sum();
            assert_eq!(b"0123456789X"[sum as usize % 11], vin.as_bytes()[CHECK]);
        }
    }

    #[test]
    fn manufacturers_have_three_characters_and_plates_their_country() {
        for line in CARS.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            assert!(fields.len() == 3 && fields[2].len() == 3, "{line}");
            assert!(fields[2].bytes().all(|c| CHARACTERS.contains(&c)), "{line}");
        }
        assert!(PLATES.lines().all(|line| line.split('\t').next().is_some_and(|country| country.len() == 2)));
        // A form names a region exactly where the country has a list of them.
        for line in PLATES.lines() {
            assert_eq!(line.contains('%'), !Regions::of(&line[..2]).areas.is_empty(), "{line}");
        }
    }

    #[test]
    fn plates_are_of_the_rows_town() {
        let of = |spec: &str, locale: &str| values(&format!("{spec}@locale={locale}"), 3, 0..20_000);
        for (plate, city) in of("vehicle.plate", "de_DE").iter().zip(of("city", "de_DE")) {
            let known =
                [("Berlin", "B-"), ("München", "M-"), ("Garbsen", "H-"), ("Hürth", "BM-"), ("Neuss", "NE-")];
            let of_town = known.iter().find(|(town, _)| city == *town);
            assert!(of_town.is_none_or(|(_, code)| plate.starts_with(code)), "{plate} {city}");
        }
        for (plate, state) in of("vehicle.plate", "tr_TR").iter().zip(of("state.code", "tr_TR")) {
            assert_eq!(plate[..2], state, "{plate}");
        }
        let plates = of("vehicle.plate", "de_DE");
        let regions: HashSet<&str> = plates.iter().filter_map(|plate| plate.split('-').next()).collect();
        assert_eq!(regions, Regions::of("DE").codes().collect());
    }

    /// Each town of a country with regions has its own or its state's.
    #[test]
    fn every_state_has_a_region() {
        for locale in LOCALES.iter() {
            let regions = Regions::of(locale.country);
            if regions.areas.is_empty() {
                continue;
            }
            for town in &Towns::of(locale).towns {
                let is_of = |(area, _): &(&str, Vec<&str>)| {
                    area.split('|').any(|area| [town.city, town.code, "*"].contains(&area))
                };
                assert!(regions.areas.iter().any(is_of), "{} {} {}", locale.name, town.city, town.code);
            }
        }
    }
}
