//! Places: countries and what they use, towns, streets, postcodes, positions.

mod coherent;
mod country;
mod position;
mod postcode;
mod real;
mod street;
mod town;

#[cfg(test)]
mod tests;

use super::Entry;

pub(in crate::generators) use country::{COUNTRIES, Country};

const LOCALE: &[&str] = &["locale"];
/// What the generators describe together that agree within a row.
const FAMILY: &str = "place";

/// The generators of this topic.
pub(super) static ENTRIES: &[Entry] = &[
    Entry::new("address", "a street, a number, a town and its postcode in one line", street::address)
        .modifiers(LOCALE),
    Entry::new(
        "city",
        "a believable town that does not exist; a real one of its country in other locales",
        town::city,
    )
    .modifiers(LOCALE),
    Entry::new(
        "coordinates",
        "latitude and longitude with 6 decimals, between them a comma",
        position::coordinates,
    ),
    Entry::new("country", "a country's name", country::country).modifiers(LOCALE),
    Entry::new("country.code", "a country's two letters (ISO 3166-1)", country::code),
    Entry::new("country.code3", "a country's three letters (ISO 3166-1)", country::code3),
    Entry::new("currency", "a currency's name", country::currency).modifiers(LOCALE),
    Entry::new("currency.code", "a currency's three letters (ISO 4217)", country::currency_code),
    Entry::new("language", "a language's English name", country::language).english(),
    Entry::new("latitude", "degrees north of the equator with 6 decimals", position::latitude),
    Entry::new("locale", "a language and a country, such as pt_BR", country::locale),
    Entry::new("longitude", "degrees east of Greenwich with 6 decimals", position::longitude),
    Entry::new("place.city", "the name of the row's real town, in its own script", coherent::city)
        .modifiers(LOCALE)
        .family(FAMILY),
    Entry::new("place.country", "the English name of the country of the row's town", coherent::country)
        .modifiers(LOCALE)
        .family(FAMILY),
    Entry::new(
        "place.country.code",
        "the two letters of the country of the row's town",
        coherent::country_code,
    )
    .modifiers(LOCALE)
    .family(FAMILY),
    Entry::new("place.latitude", "how far north the row's town lies, in degrees", coherent::latitude)
        .modifiers(LOCALE)
        .family(FAMILY),
    Entry::new("place.longitude", "how far east the row's town lies, in degrees", coherent::longitude)
        .modifiers(LOCALE)
        .family(FAMILY),
    Entry::new("place.postcode", "a postcode of the row's town", coherent::postcode)
        .modifiers(LOCALE)
        .family(FAMILY),
    Entry::new("place.state", "the state or region of the row's town", coherent::state)
        .modifiers(LOCALE)
        .family(FAMILY),
    Entry::new("postcode", "a postcode by its form, of the US where no locale is given", postcode::postcode)
        .modifiers(LOCALE),
    Entry::new("state", "a state of the US, or a region of the locale's country", town::state)
        .modifiers(LOCALE),
    Entry::new("state.code", "the short form of a state or region", town::state_code).modifiers(LOCALE),
    Entry::new("street", "a street's name", street::street).modifiers(LOCALE),
    Entry::new("timezone", "a time zone of the IANA database", country::timezone).modifiers(LOCALE),
];
