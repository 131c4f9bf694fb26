//! Places: the row's real town, its streets and position, its country and what that uses; and countries of the world.

mod area;
pub(super) mod country;
mod geo;
mod house_number;
pub(super) mod of_place;
mod position;
mod street;
pub(super) mod towns;

#[cfg(test)]
mod tests;

use crate::generators::GeneratorSpec;
use crate::generators::spec::{AnyOfWorld, Language};

/// Of places there may be several with one label.
const SEVERAL: &[&str] = &["locale", "nth"];
/// The entity that generators describe together, so that they agree within a row.
const ENTITY: &str = "place";
/// The entity of generators that describe any country.
const OF_COUNTRY: fn(&str) -> Option<&'static str> = |_| Some("country");

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
        "latitude and longitude of a place in the row's town with 6 decimals, between them a comma",
        geo::coordinates,
    )
    .modifiers(SEVERAL)
    .or_any(
        "coordinates:any",
        AnyOfWorld::new(
            "any point on the globe, as often in one area as in any other of its size",
            Language::None,
            |_| None,
            position::coordinates,
        ),
    )
    .in_area("coordinates:Berlin,10km", &area::IN_AREA, area::coordinates)
    .entity(ENTITY),
    GeneratorSpec::new("country", "the name of the country of the row's place", of_place::country)
        .modifiers(SEVERAL)
        .or_any(
            "country:any",
            AnyOfWorld::new(
                "the name of any country of the world, on its own",
                Language::Local,
                OF_COUNTRY,
                country::country,
            ),
        )
        .variants(|name| matches!(name, "country.name" | "place.country"))
        .entity(ENTITY),
    GeneratorSpec::new("country.calling.code", "the calling code of the row's country, such as +49", of_place::calling_code)
    .modifiers(SEVERAL)
    .or_any(
        "country.calling.code:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::None, OF_COUNTRY, country::calling_code),
    )
    .entity(ENTITY),
    GeneratorSpec::new("country.capital", "the capital of the country of the row's place, in English", of_place::capital)
    .modifiers(SEVERAL)
    .or_any(
        "country.capital:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`; its own name where nobody lives", Language::English, OF_COUNTRY, country::capital),
    )
    .entity(ENTITY),
    GeneratorSpec::new("country.code", "the two letters of the country of the row's place (ISO 3166-1)", of_place::code)
    .modifiers(SEVERAL)
    .or_any(
        "country.code:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::None, OF_COUNTRY, country::code),
    )
    .variants(|name| name == "place.country.code")
    .entity(ENTITY),
    GeneratorSpec::new("country.code3", "the three letters of the country of the row's place (ISO 3166-1)", of_place::code3)
    .modifiers(SEVERAL)
    .or_any(
        "country.code3:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::None, OF_COUNTRY, country::code3),
    )
    .entity(ENTITY),
    GeneratorSpec::new("country.continent", "the continent of the row's place", of_place::continent)
    .modifiers(SEVERAL)
    .or_any(
        "country.continent:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::Local, OF_COUNTRY, country::continent),
    )
    .entity(ENTITY),
    GeneratorSpec::new("country.language", "the main language of the country of the row's place", of_place::country_language)
    .modifiers(SEVERAL)
    .or_any(
        "country.language:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::Local, OF_COUNTRY, country::own_language),
    )
    .entity(ENTITY),
    GeneratorSpec::new("country.numeric", "the three digits of the country of the row's place (ISO 3166-1)", of_place::numeric)
    .modifiers(SEVERAL)
    .or_any(
        "country.numeric:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::None, OF_COUNTRY, country::numeric),
    )
    .entity(ENTITY),
    GeneratorSpec::new("country.tld", "the top-level domain of the country of the row's place, such as .de", of_place::tld)
    .modifiers(SEVERAL)
    .or_any(
        "country.tld:any",
        AnyOfWorld::new("that of any country of the world; the same country as in all columns with `any`", Language::None, OF_COUNTRY, country::tld),
    )
    .entity(ENTITY),
    GeneratorSpec::new("currency", "the name of the currency of the row's place", of_place::currency)
    .modifiers(SEVERAL)
    .or_any(
        "currency:any",
        AnyOfWorld::new("any currency of the world, on its own", Language::Local, |_| Some("currency"), country::currency),
    )
    .entity(ENTITY),
    GeneratorSpec::new("currency.code", "the three letters of the currency of the row's place (ISO 4217)", of_place::currency_code)
    .modifiers(SEVERAL)
    .or_any(
        "currency.code:any",
        AnyOfWorld::new("any currency of the world, that of `currency:any`; country.currency:any is that of `country:any`", Language::None, country::currency_entity, country::currency_code),
    )
    .variants(|name| name == "country.currency")
    .entity(ENTITY),
    GeneratorSpec::new("geo.hash", "a place in the row's town, as a geohash of nine characters", geo::hash)
        .modifiers(SEVERAL)
        .entity(ENTITY),
    GeneratorSpec::new("geo.json", "a place in the row's town, as a point of GeoJSON (RFC 7946)", geo::json)
        .modifiers(SEVERAL)
        .in_area("geo.json:47.3,5.9,55.1,15.1", &area::IN_AREA, area::json)
        .entity(ENTITY),
    GeneratorSpec::new(
        "geo.point",
        "a place in the row's town, as a point of WKT: longitude and latitude",
        geo::point,
    )
    .modifiers(SEVERAL)
    .in_area("geo.point:47.3,5.9,55.1,15.1", &area::IN_AREA, area::point)
    .entity(ENTITY),
    GeneratorSpec::new("language", "the language of the row's place, which is that of the locale", of_place::language)
    .modifiers(SEVERAL)
    .or_any(
        "language:any",
        AnyOfWorld::new("the name of any language of the world, on its own", Language::Local, |_| None, country::language),
    )
    .entity(ENTITY),
    GeneratorSpec::new("latitude", "how far north a place in the row's town lies, in degrees", towns::latitude)
        .modifiers(SEVERAL)
        .in_area("latitude:47.3,5.9,55.1,15.1", &area::IN_AREA, area::latitude)
        .variants(|name| name == "place.latitude")
        .entity(ENTITY),
    GeneratorSpec::new("locale", "the language and the country of the row's place, such as pt_BR", of_place::locale)
    .modifiers(SEVERAL)
    .or_any(
        "locale:any",
        AnyOfWorld::new("any language with a country where it is spoken, on its own", Language::None, |_| None, country::locale),
    )
    .entity(ENTITY),
    GeneratorSpec::new("longitude", "how far east a place in the row's town lies, in degrees", towns::longitude)
        .modifiers(SEVERAL)
        .in_area("longitude:47.3,5.9,55.1,15.1", &area::IN_AREA, area::longitude)
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
    GeneratorSpec::new(
        "street.address",
        "a street in the row's town with the number of a house, as people of the country write it",
        street::street_address,
    )
    .modifiers(SEVERAL)
    .variants(|name| name == "place.street.address")
    .entity(ENTITY),
    GeneratorSpec::new("street.number", "the number of the house of the row's address", street::number)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.street.number")
        .entity(ENTITY),
    GeneratorSpec::new("timezone", "the time zone of the row's town (IANA)", towns::timezone)
        .modifiers(SEVERAL)
        .variants(|name| name == "place.timezone")
        .entity(ENTITY),
];
