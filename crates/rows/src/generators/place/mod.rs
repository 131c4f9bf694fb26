//! Places: countries and what they use, towns, streets, postcodes, positions.

mod coherent;
pub(super) mod country;
mod position;
mod postcode;
mod real;
mod street;
mod town;

#[cfg(test)]
mod tests;

use super::GeneratorSpec;

const LOCALE: &[&str] = &["locale"];
/// What the generators describe together that agree within a row.
const ENTITY: &str = "place";

/// The generators of this topic.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("address", "a street, a number, a town and its postcode in one line", street::address)
        .modifiers(LOCALE),
    GeneratorSpec::new(
        "city",
        "a believable town that does not exist; a real one of its country in other locales",
        town::city,
    )
    .modifiers(LOCALE),
    GeneratorSpec::new(
        "coordinates",
        "latitude and longitude with 6 decimals, between them a comma",
        position::coordinates,
    ),
    GeneratorSpec::new("country", "a country's name", country::country).modifiers(LOCALE),
    GeneratorSpec::new("country.code", "a country's two letters (ISO 3166-1)", country::code),
    GeneratorSpec::new("country.code3", "a country's three letters (ISO 3166-1)", country::code3),
    GeneratorSpec::new("currency", "a currency's name", country::currency).modifiers(LOCALE),
    GeneratorSpec::new("currency.code", "a currency's three letters (ISO 4217)", country::currency_code),
    GeneratorSpec::new("language", "a language's English name", country::language).english(),
    GeneratorSpec::new("latitude", "degrees north of the equator with 6 decimals", position::latitude),
    GeneratorSpec::new("locale", "a language and a country, such as pt_BR", country::locale),
    GeneratorSpec::new("longitude", "degrees east of Greenwich with 6 decimals", position::longitude),
    GeneratorSpec::new("place.city", "the name of the row's real town, in its own script", coherent::city)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new(
        "place.country",
        "the English name of the country of the row's town",
        coherent::country,
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new(
        "place.country.code",
        "the two letters of the country of the row's town",
        coherent::country_code,
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new("place.latitude", "how far north the row's town lies, in degrees", coherent::latitude)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new(
        "place.longitude",
        "how far east the row's town lies, in degrees",
        coherent::longitude,
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new("place.postcode", "a postcode of the row's town", coherent::postcode)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new("place.state", "the state or region of the row's town", coherent::state)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new(
        "postcode",
        "a postcode by its form, of the US where no locale is given",
        postcode::postcode,
    )
    .modifiers(LOCALE),
    GeneratorSpec::new("state", "a state of the US, or a region of the locale's country", town::state)
        .modifiers(LOCALE),
    GeneratorSpec::new("state.code", "the short form of a state or region", town::state_code)
        .modifiers(LOCALE),
    GeneratorSpec::new("street", "a street's name", street::street).modifiers(LOCALE),
    GeneratorSpec::new("timezone", "a time zone of the IANA database", country::timezone).modifiers(LOCALE),
];
