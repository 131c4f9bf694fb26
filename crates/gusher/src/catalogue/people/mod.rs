//! People: their names, what they log in with, their papers and phones. What columns say of one person agrees, as all
//! take it from the same draws.

mod arabic;
mod births;
pub(super) mod email;
mod generations;
pub(super) mod identity;
mod name;
mod national;
mod national_id_formats;
mod occupation;
mod password;
mod password_rules;
pub(super) mod phone;
mod phone_local;
pub(super) mod plain;
mod population;

#[cfg(test)]
mod tests;

use super::places::of_place;
use crate::generators::GeneratorSpec;
use crate::generators::spec::{AnyOfWorld, Language};

pub(crate) use generations::has_generations;
pub(crate) use national::tells_birthday;

const LOCALE: &[&str] = &["locale"];
/// Facts that follow from the person.
const WHO: &[&str] = &["gender", "locale"];
/// Facts that follow from the person's age too.
const AGED: &[&str] = &["age", "gender", "locale"];
/// Of these a person may have several.
const SEVERAL: &[&str] = &["age", "gender", "locale", "nth"];
/// The entity that generators describe together, so that they agree within a row.
const ENTITY: &str = "person";

/// The generators of this topic.
pub(super) static SPECS: &[GeneratorSpec] =
    &[
        GeneratorSpec::new("age", "the age of the row's person in whole years", identity::age)
            .optional(identity::AGES_FORM, identity::AGES_ABOUT, "age:18,65")
            .variants(|name| name == "person.age")
            .entity(ENTITY),
        GeneratorSpec::new(
            "avatar",
            "the address of a picture of the row's person, on a reserved domain, which reaches nobody",
            identity::avatar,
        )
        .variants(|name| name == "person.avatar")
        .entity(ENTITY),
        GeneratorSpec::new("birthdate", "the day on which the row's person was born", identity::birthdate)
            .optional(identity::AGES_FORM, identity::AGES_ABOUT, "birthdate:18,65")
            .modifiers(&["format", "locale"])
            .variants(|name| name == "person.birthdate")
            .entity(ENTITY),
        GeneratorSpec::new("book.author", "who wrote the row's book", name::name)
            .modifiers(AGED)
            .entity("book"),
        GeneratorSpec::new("card.holder", "the name on the row's card: that of its person", name::name)
            .modifiers(AGED)
            .entity(ENTITY),
        GeneratorSpec::new(
            "email",
            "the mail address of the row's person, on a reserved domain, which reaches nobody",
            email::email,
        )
        .modifiers(SEVERAL)
        .variants(|name| name == "person.email")
        .entity(ENTITY),
        GeneratorSpec::new("gender", "whether the row's person is female or male", name::gender)
            .modifiers(WHO)
            .variants(|name| name == "person.gender")
            .entity(ENTITY),
        GeneratorSpec::new("name", "the first and last name of the row's person", name::name)
            .modifiers(AGED)
            .variants(|name| name == "person.name")
            .entity(ENTITY),
        GeneratorSpec::new("name.first", "the first name of the row's person", name::first)
            .modifiers(AGED)
            .variants(|name| matches!(name, "person.first" | "person.name.first"))
            .entity(ENTITY),
        GeneratorSpec::new("name.last", "the last name of the row's person", name::last)
            .modifiers(WHO)
            .variants(|name| matches!(name, "person.last" | "person.name.last"))
            .entity(ENTITY),
        GeneratorSpec::new("name.middle", "another first name of the row's person, or the patronymic in Russian, Ukrainian and Bulgarian", name::middle)
            .modifiers(WHO)
            .variants(|name| matches!(name, "person.middle" | "person.name.middle"))
            .entity(ENTITY),
        GeneratorSpec::new(
            "name.prefix",
            "the title before the name of the row's person, such as Mr. or Dr.",
            name::prefix,
        )
        .modifiers(WHO)
        .variants(|name| matches!(name, "person.prefix" | "person.name.prefix"))
        .entity(ENTITY),
        GeneratorSpec::new("name.suffix", "a name suffix that the row's person can have, such as Jr. of men", name::suffix)
            .modifiers(WHO)
            .variants(|name| matches!(name, "person.suffix" | "person.name.suffix"))
            .entity(ENTITY),
        GeneratorSpec::new(
            "national.id",
            "the number that the state gave to the row's person, with right check digits, never issued; encodes the \
             person's birth date and gender",
            national::national_id,
        )
        .optional(
            national::FORM,
            national::FORM_ABOUT,
            "national.id:SE,18,65",
        )
        .modifiers(WHO)
        .variants(|name| name == "person.national.id")
        .entity(ENTITY),
        GeneratorSpec::new(
            "nationality",
            "the nationality of the row's person, who is of the row's place, in English",
            of_place::nationality,
        )
        .modifiers(LOCALE)
        .or_any(
            "nationality:any",
            AnyOfWorld::new(
                "any nationality of the world",
                Language::English,
                |_| Some(ENTITY),
                identity::nationality,
            ),
        )
        .variants(|name| name == "person.nationality")
        .entity(ENTITY),
        GeneratorSpec::new(
            "occupation",
            "the occupation of the row's person, in the form of the gender where the language has two",
            occupation::occupation,
        )
        .modifiers(AGED)
        .variants(|name| name == "person.occupation")
        .entity(ENTITY),
        GeneratorSpec::new("password", "letters and digits, - and _, at random", password::password)
            .optional(
                "MIN,MAX",
                "how many characters, both included; 12 to 20 by default, at most 128; MIN alone: up to 20, or MIN where that is more",
                "password:8,16",
            )
            .modifiers(&["rules"]),
        GeneratorSpec::new(
            "phone",
            "the phone number of the row's person, from a range reserved for tests, so it reaches nobody",
            phone::phone,
        )
        .optional(phone::FORM, phone::FORM_ABOUT, "phone:national")
        .modifiers(&["locale", "nth", "valid"])
        .variants(|name| name == "person.phone" || phone::is_of_country(name))
        .entity(ENTITY),
        GeneratorSpec::new(
            "phone.code",
            "the calling code of the phone number of the row's person, such as 49",
            of_place::phone_code,
        )
        .modifiers(LOCALE)
        .or_any(
            "phone.code:any",
            AnyOfWorld::new("any calling code of the world, on its own", Language::None, |_| None, phone::code),
        )
        .entity(ENTITY),
        GeneratorSpec::new("phone.local", "a phone number without its country", phone_local::local)
            .optional("DIGITS", "how many digits, from 8 to 12; 8 by default", "phone.local:9"),
        GeneratorSpec::new(
            "ssn",
            "a US social security number of areas that are never given out, 000 and 666",
            identity::ssn,
        ),
        GeneratorSpec::new(
            "username",
            "the user name of the row's person: letters, digits and underscores",
            email::username,
        )
        .modifiers(SEVERAL)
        .variants(|name| name == "person.username")
        .entity(ENTITY),
    ];
