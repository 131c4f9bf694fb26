//! People: their names, what they log in with, their papers and phones.

mod coherent;
mod login;
pub(super) mod name;
mod papers;
mod phone;

#[cfg(test)]
mod tests;

use super::GeneratorSpec;

const LOCALE: &[&str] = &["locale"];
/// What the generators describe together that agree within a row.
const ENTITY: &str = "person";

/// The generators of this topic.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("birthdate", "the day on which someone was born", papers::birthdate).optional(
        papers::AGES_FORM,
        papers::AGES_ABOUT,
        "birthdate:18,65",
    ),
    GeneratorSpec::new("email", "a mail address on a reserved domain, which reaches nobody", login::email)
        .modifiers(LOCALE),
    GeneratorSpec::new("gender", "a gender, as forms ask for it", papers::gender).english(),
    GeneratorSpec::new("name", "a first and a last name", name::name).modifiers(LOCALE),
    GeneratorSpec::new("name.first", "a first name", name::first).modifiers(LOCALE),
    GeneratorSpec::new("name.last", "a last name", name::last).modifiers(LOCALE),
    GeneratorSpec::new("name.prefix", "what stands before a name, such as Dr.", name::prefix)
        .modifiers(LOCALE),
    GeneratorSpec::new("name.suffix", "what stands behind a name, such as Jr.", name::suffix)
        .modifiers(LOCALE),
    GeneratorSpec::new("nationality", "a nationality in English", papers::nationality).english(),
    GeneratorSpec::new("occupation", "what someone does for a living", papers::occupation).modifiers(LOCALE),
    GeneratorSpec::new("password", "letters and digits, - and _, at random", login::password).optional(
        "MIN,MAX",
        "how many characters, both included; 12 to 20 by default, at most 128",
        "password:8,16",
    ),
    GeneratorSpec::new("person.birthdate", "the day on which the row's person was born", coherent::birthdate)
        .optional(papers::AGES_FORM, papers::AGES_ABOUT, "person.birthdate:18,65")
        .entity(ENTITY),
    GeneratorSpec::new(
        "person.email",
        "the mail address of the row's person, on a reserved domain",
        coherent::email,
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new("person.first", "the first name of the row's person", coherent::first)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new("person.gender", "whether the row's person is female or male", coherent::gender)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new("person.last", "the last name of the row's person", coherent::last)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new("person.name", "the first and last name of the row's person", coherent::name)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new("person.username", "the user name of the row's person", coherent::username)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new(
        "phone",
        "a phone number (E.164) of a range that is not in use, so that it reaches nobody",
        phone::phone,
    )
    .modifiers(LOCALE)
    .variants(phone::is_of_country),
    GeneratorSpec::new("phone.code", "a calling code of countries, such as 49", phone::code),
    GeneratorSpec::new("phone.local", "a phone number without its country", phone::local).optional(
        "DIGITS",
        "how many digits, from 8 to 12; 8 by default",
        "phone.local:9",
    ),
    GeneratorSpec::new(
        "ssn",
        "a US social security number of areas that are never given out, 000 and 666",
        papers::ssn,
    ),
    GeneratorSpec::new("username", "a user name of letters, digits and underscores", login::username)
        .modifiers(LOCALE),
];
