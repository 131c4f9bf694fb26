//! Generators as functions: their names, and how they are called.

use std::collections::HashMap;
use std::sync::LazyLock;

use gusher::catalogue::{self, GENERATORS};
use gusher::generators::GeneratorSpec;

/// The generators by the names of their functions without regard to case.
static BY_FUNCTION: LazyLock<HashMap<String, &'static GeneratorSpec>> = LazyLock::new(|| {
    GENERATORS.iter().map(|entry| (function_name(entry.name).to_lowercase(), *entry)).collect()
});

/// What separates the parts of a generator's name.
const SEPARATORS: [char; 3] = ['.', '-', '_'];

/// Generators whose functions have other names, as a helper has theirs: `JSON` writes a value as JSON.
const RENAMED: [(&str, &str); 1] = [("json", "JsonDocument")];

/// The function of a generator: its name's parts with capitals, joined.
pub(crate) fn function_name(generator: &str) -> String {
    if let Some((_, function)) = RENAMED.iter().find(|(renamed, _)| *renamed == generator) {
        return (*function).to_owned();
    }
    let mut name = String::with_capacity(generator.len());
    for part in generator.split(SEPARATORS) {
        let mut letters = part.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    name
}

/// The generator whose function has this name, and the generator's own name. Only the first letter must be a capital: `IPv4`
/// is `Ipv4`.
pub(crate) fn find(function: &str) -> Option<(&'static GeneratorSpec, String)> {
    if !function.starts_with(char::is_uppercase) {
        return None;
    }
    if let Some(entry) = BY_FUNCTION.get(&function.to_lowercase()) {
        return Some((entry, entry.name.to_owned()));
    }
    // Some names are not listed, such as `phone.de`: each part begins with a capital.
    let mut name = String::with_capacity(function.len() + 2);
    for c in function.chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('.');
        }
        name.extend(c.to_lowercase());
    }
    catalogue::find(&name).map(|entry| (entry, name))
}

/// The names of all functions that are generators.
pub(crate) fn function_names() -> impl Iterator<Item = String> {
    GENERATORS.iter().map(|entry| function_name(entry.name))
}

/// How a template calls the generator: `Int MIN MAX`.
pub(crate) fn form(entry: &GeneratorSpec, generator: &str) -> String {
    let fields = entry.constraint.map_or("", |help| help.form);
    // A template has weights in a modifier.
    let fields = fields.replace("*WEIGHT", "").replace(',', " ");
    format!("{} {fields}", function_name(generator)).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{find, form, function_name, function_names};
    use crate::function::FUNCTIONS;
    use gusher::catalogue::GENERATORS;

    #[test]
    fn every_generator_is_a_function_of_its_own() {
        let names: Vec<String> = function_names().collect();
        let different: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), names.len());
        for (entry, name) in GENERATORS.iter().zip(&names) {
            assert_eq!(find(name).map(|(entry, _)| entry.name), Some(entry.name));
            let helpers = FUNCTIONS.iter().filter(|function| function.name.starts_with(char::is_uppercase));
            let taken = helpers.clone().any(|helper| helper.name.eq_ignore_ascii_case(name));
            assert!(!taken && !["Loop", "Pick", "Null"].contains(&name.as_str()), "{name} has two meanings");
        }
    }

    #[test]
    fn names_are_joined_and_case_is_free_after_the_first_letter() {
        assert_eq!(function_name("country.code"), "CountryCode");
        for name in ["Ipv4", "IPv4", "IPV4"] {
            assert_eq!(find(name).map(|(entry, _)| entry.name), Some("ipv4"), "{name}");
        }
        assert!(find("ipv4").is_none() && find("Nosuch").is_none());
        assert_eq!(find("PhoneDe").map(|(_, name)| name), Some("phone.de".into()));
        let (entry, name) = find("PhoneLocal").unwrap();
        assert_eq!(form(entry, &name), "PhoneLocal DIGITS");
    }
}
