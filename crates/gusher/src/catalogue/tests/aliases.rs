//! The table of other programs' names: what it says is there, and says it once.

use std::collections::HashMap;

use super::diagnostics;
use crate::catalogue::{ALIASES, alias, find};

#[test]
fn aliases_mean_generators_by_their_own_names() {
    for entry in ALIASES.iter().filter(|entry| entry.is_ours()) {
        let (generator, constraint) = entry.generator();
        let spec = find(generator).unwrap_or_else(|| panic!("{entry:?}"));
        assert_eq!(spec.name, generator, "{entry:?}");
        assert_eq!(entry.nearest, "", "{entry:?}");
        let needs = spec.constraint.is_some_and(|help| help.required) && constraint.is_none();
        assert_eq!(diagnostics(if needs { spec.example() } else { entry.spec }), [""; 0], "{entry:?}");
    }
}

#[test]
fn an_unknown_name_suggests_a_known_generator() {
    for entry in ALIASES.iter().filter(|entry| !entry.is_ours()) {
        assert_eq!(find(entry.nearest).map(|spec| spec.name), Some(entry.nearest), "{entry:?}");
    }
}

#[test]
fn a_name_means_one_thing_whoever_has_it() {
    let mut known = HashMap::new();
    for entry in ALIASES.iter() {
        let found = alias(entry.name).unwrap();
        assert_eq!((found.spec, found.nearest), (entry.spec, entry.nearest), "{} {}", entry.tool, entry.name);
        assert_eq!(known.insert((entry.tool, entry.name), entry), None, "{entry:?}");
        // Our own name goes before another program's; where that makes another kind of value, it is what the hint names.
        if let Some(own) = find(entry.name) {
            assert_eq!(if entry.is_ours() { entry.spec } else { entry.nearest }, own.name, "{entry:?}");
        }
    }
}

#[test]
fn spellings_and_last_parts_are_names_too() {
    for (name, spec) in [
        ("first_name", "name.first"),
        ("firstName", "name.first"),
        ("FirstName", "name.first"),
        ("First Name", "name.first"),
        ("person.firstName", "name.first"),
        ("person.first_name", "name.first"),
        ("zipCode", "postcode"),
        ("zip", "postcode"),
        ("boolean", "bool"),
        ("ip", "ipv4"),
        ("text", "paragraph"),
        ("uuid", "uuidv4"),
        ("fullname", "name"),
        ("dob", "birthdate"),
        ("telephone", "phone"),
        ("md5", "hash.md5"),
        ("surname", "name.last"),
        ("ip_address", "ipv4"),
        ("internet.email", "email"),
        ("Credit Card #", "card.number"),
        // Our own in another spelling, whatever it means elsewhere.
        ("country_code", "country.code"),
        ("countryCode", "country.code"),
        ("Country", "country"),
        ("street_address", "street.address"),
        ("streetAddress", "street.address"),
        ("location.country", "country:any"),
        ("location.countryCode", "country.code:any"),
        ("countryabr", "country.code:any"),
        ("currency_name", "currency:any"),
    ] {
        assert_eq!(alias(name).map(|alias| alias.spec), Some(spec), "{name}");
    }
    assert_eq!(alias("nothing of the kind"), None);
}
