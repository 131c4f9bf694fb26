//! Addresses of email as Faker's methods give them: at domains that are reserved, and that programs which check addresses take. They refuse
//! `.invalid` and `.test`, which columns have as well.

use pyo3::prelude::*;

/// Which of the three domains of RFC 2606 stands for another one.
const DOMAINS: [(&str, &str); 5] = [
    ("mail.example", "example.com"),
    ("nowhere.invalid", "example.com"),
    ("office.test", "example.net"),
    ("post.example", "example.net"),
    ("mail.test", "example.org"),
];

/// The endings that are refused, and what stands for them.
const REFUSED: [&str; 2] = [".invalid", ".test"];
const TAKEN: &str = ".example";

/// The domains of people's addresses, each with the one that stands for it in Faker's shape.
#[pyfunction]
pub fn domains_of_people() -> Vec<(&'static str, &'static str)> {
    DOMAINS.to_vec()
}

/// A person's address at `example.com`, `example.net` or `example.org`.
#[pyfunction]
pub fn address_of_person(address: &str) -> String {
    let Some((name, domain)) = address.split_once('@') else { return address.to_owned() };
    match DOMAINS.iter().find(|(known, _)| *known == domain) {
        Some((_, safe)) => format!("{name}@{safe}"),
        None => address.to_owned(),
    }
}

/// A company's address or domain, which ends in `.example` or has one of the three domains.
#[pyfunction]
pub fn domain_of_company(text: &str) -> String {
    match REFUSED.iter().find_map(|ending| text.strip_suffix(ending)) {
        Some(rest) => format!("{rest}{TAKEN}"),
        None => text.to_owned(),
    }
}
