//! Places: the row's real town, its streets and position; countries and what they use.

pub(super) mod country;
mod geo;
mod position;
mod street;
mod towns;

#[cfg(test)]
mod tests;

use super::GeneratorSpec;

const LOCALE: &[&str] = &["locale"];
/// Of places there may be several with one label.
const SEVERAL: &[&str] = &["locale", "nth"];
/// What the generators describe together that agree within a row.
const ENTITY: &str = "place";

/// The generators of this topic.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "address",
        "a street and a number in the row's town, with its postcode, in one line",
        street::address,
    )
    .modifiers(SEVERAL)
    .variants(|name| name == "place.address")
    .entity(ENTITY),
    GeneratorSpec::new("city", "the name of the row's real town", towns::city)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.city")
        .entity(ENTITY),
    GeneratorSpec::new(
        "coordinates",
        "latitude and longitude of any point on the globe with 6 decimals, between them a comma",
        position::coordinates,
    ),
    GeneratorSpec::new("country", "the name of the row's country, any of the world", country::country)
        .modifiers(LOCALE)
        .variants(|name| name == "country.name")
        .entity("country"),
    GeneratorSpec::new(
        "country.calling.code",
        "what stands before the phone numbers of the row's country, such as +49",
        country::calling_code,
    )
    .entity("country"),
    GeneratorSpec::new(
        "country.capital",
        "the capital of the row's country in English; its own name where nobody lives",
        country::capital,
    )
    .english()
    .entity("country"),
    GeneratorSpec::new("country.code", "the two letters of the row's country (ISO 3166-1)", country::code)
        .entity("country"),
    GeneratorSpec::new(
        "country.code3",
        "the three letters of the row's country (ISO 3166-1)",
        country::code3,
    )
    .entity("country"),
    GeneratorSpec::new(
        "country.continent",
        "the continent of the row's country in English",
        country::continent,
    )
    .english()
    .entity("country"),
    GeneratorSpec::new(
        "country.currency",
        "the three letters of the currency of the row's country (ISO 4217)",
        country::own_currency,
    )
    .entity("country"),
    GeneratorSpec::new(
        "country.language",
        "the English name of the main language of the row's country",
        country::own_language,
    )
    .english()
    .entity("country"),
    GeneratorSpec::new(
        "country.numeric",
        "the three digits of the row's country (ISO 3166-1)",
        country::numeric,
    )
    .entity("country"),
    GeneratorSpec::new("country.tld", "the top-level domain of the row's country, such as .de", country::tld)
        .entity("country"),
    GeneratorSpec::new("currency", "the name of the row's currency", country::currency)
        .modifiers(LOCALE)
        .entity("currency"),
    GeneratorSpec::new(
        "currency.code",
        "the three letters of the row's currency (ISO 4217)",
        country::currency_code,
    )
    .entity("currency"),
    GeneratorSpec::new("geo.hash", "where the row's town lies, as a geohash of nine characters", geo::hash)
        .modifiers(SEVERAL)
        .entity(ENTITY),
    GeneratorSpec::new("geo.json", "where the row's town lies, as a point of GeoJSON (RFC 7946)", geo::json)
        .modifiers(SEVERAL)
        .entity(ENTITY),
    GeneratorSpec::new(
        "geo.point",
        "where the row's town lies, as a point of WKT: longitude and latitude",
        geo::point,
    )
    .modifiers(SEVERAL)
    .entity(ENTITY),
    GeneratorSpec::new("language", "a language's English name", country::language).english(),
    GeneratorSpec::new("latitude", "how far north the row's town lies, in degrees", towns::latitude)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.latitude")
        .entity(ENTITY),
    GeneratorSpec::new("locale", "a language and a country, such as pt_BR", country::locale),
    GeneratorSpec::new("longitude", "how far east the row's town lies, in degrees", towns::longitude)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.longitude")
        .entity(ENTITY),
    GeneratorSpec::new(
        "place.address.lines",
        "the same address as `address`, with a line break where an envelope has one",
        street::address_lines,
    )
    .modifiers(SEVERAL)
    .variants(|name| name == "address.lines")
    .entity(ENTITY),
    GeneratorSpec::new("place.country", "the name of the country of the row's town", towns::country)
        .modifiers(SEVERAL)
        .entity(ENTITY),
    GeneratorSpec::new(
        "place.country.code",
        "the two letters of the country of the row's town",
        towns::country_code,
    )
    .modifiers(SEVERAL)
    .entity(ENTITY),
    GeneratorSpec::new("postcode", "a postcode of the row's town", towns::postcode)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.postcode")
        .entity(ENTITY),
    GeneratorSpec::new("state", "the state or region of the row's town", towns::state)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.state")
        .entity(ENTITY),
    GeneratorSpec::new(
        "state.code",
        "the short form of the state or region of the row's town (ISO 3166-2)",
        towns::state_code,
    )
    .modifiers(SEVERAL)
    .variants(|name| name == "place.state.code")
    .entity(ENTITY),
    GeneratorSpec::new("street", "the name of a street in the row's town", street::street)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.street")
        .entity(ENTITY),
    GeneratorSpec::new("timezone", "the time zone of the row's town (IANA)", towns::timezone)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.timezone")
        .entity(ENTITY),
];
