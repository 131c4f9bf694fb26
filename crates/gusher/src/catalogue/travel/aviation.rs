//! Air travel: airports and airlines with their codes, and the aircraft of airlines.

use std::sync::Arc;

use crate::generators::GeneratorSpec;
use crate::generators::of_list::of_list;
use crate::generators::phrase::{DictionaryEntry, List};
use crate::generators::word_tables::lines;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("aircraft", "a type of aircraft that airlines fly", |_| {
        Ok(Arc::new(DictionaryEntry::new(Arc::clone(&AIRCRAFT))))
    }),
    GeneratorSpec::new("airline", "the name of the row's airline", |_| of_list(column(AIRLINES, 1)))
        .entity("airline"),
    GeneratorSpec::new("airline.code", "the two characters of the row's airline (IATA)", |_| {
        of_list(column(AIRLINES, 0))
    })
    .entity("airline"),
    GeneratorSpec::new("airport", "the name of the row's airport", |_| of_list(column(AIRPORTS, 2)))
        .entity("airport"),
    GeneratorSpec::new("airport.iata", "the three letters of the row's airport (IATA)", |_| {
        of_list(column(AIRPORTS, 0))
    })
    .entity("airport"),
    GeneratorSpec::new("airport.icao", "the four letters of the row's airport (ICAO)", |_| {
        of_list(column(AIRPORTS, 1))
    })
    .entity("airport"),
];

static AIRCRAFT: List = lines!("aircraft.txt");
/// The code of each airline, and its name.
const AIRLINES: &str = include_str!("../../../words/airlines.tsv");
/// The shorter code of each airport, its longer code, and its name.
const AIRPORTS: &str = include_str!("../../../words/airports.tsv");

/// A column of a table of tab-separated values.
fn column(table: &'static str, which: usize) -> impl Iterator<Item = &'static str> {
    table.lines().filter_map(move |line| line.split('\t').nth(which))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{AIRLINES, AIRPORTS, column};

    #[test]
    fn codes_are_of_their_length_and_of_one_thing() {
        for (table, which, length) in [(AIRLINES, 0, 2), (AIRPORTS, 0, 3), (AIRPORTS, 1, 4)] {
            let codes: Vec<&str> = column(table, which).collect();
            assert!(codes.iter().all(|code| code.len() == length), "{codes:?}");
            assert_eq!(codes.iter().collect::<HashSet<_>>().len(), table.lines().count());
        }
    }
}
