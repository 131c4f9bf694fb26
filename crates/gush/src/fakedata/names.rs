//! The generators of `fakedata`.

/// The generators of `fakedata`. The text after their colon has no escapes, weights or modifiers.
#[rustfmt::skip]
pub const NAMES: [&str; 45] = [
    "adjectives", "animal", "animal.cat", "animal.dog", "city", "color", "country", "country.code", "date", "dinosaur",
    "domain", "domain.tld", "double", "email", "emoji", "enum", "event.action", "file", "http.method", "industry", "int",
    "ipv4", "ipv6", "latitude", "longitude", "mac.address", "name", "name.first", "name.last", "nationality", "noun",
    "occupation", "phone", "phone.code", "phone.local", "sentence", "state", "state.code", "timestamp", "timezone",
    "username", "uuidv1", "uuidv4", "uuidv6", "uuidv7",
];
