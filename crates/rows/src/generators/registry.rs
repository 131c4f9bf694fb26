//! The registry of generators: help, listings, completion, errors and dispatch all come from here.

use std::sync::Arc;

use super::{
    Constraint, ConstraintError, Generate, choice, file, id, net, number, person, place, text, time,
};

/// One generator that a column can name.
#[derive(Debug)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it makes, in one line.
    pub about: &'static str,
    /// The form and meaning of its constraint, where it takes one.
    pub constraint: Option<ConstraintHelp>,
    pub(crate) make: fn(Constraint<'_>) -> Result<Arc<dyn Generate>, ConstraintError>,
}

/// What may stand after a generator's colon.
#[derive(Debug, Clone, Copy)]
pub struct ConstraintHelp {
    /// The form, such as `MIN,MAX`.
    pub form: &'static str,
    /// Its meaning and its defaults, in one line.
    pub about: &'static str,
    /// A whole example.
    pub example: &'static str,
    /// Whether the generator cannot do without.
    pub required: bool,
}

const fn optional(form: &'static str, about: &'static str, example: &'static str) -> Option<ConstraintHelp> {
    Some(ConstraintHelp { form, about, example, required: false })
}

/// All generators, by name.
pub static GENERATORS: &[Entry] = &[
    Entry {
        name: "bool",
        about: "true or false",
        constraint: optional("P", "probability of true, 0.5 by default", "bool:0.9"),
        make: number::bool,
    },
    Entry {
        name: "city",
        about: "a believable town that does not exist",
        constraint: None,
        make: place::city,
    },
    Entry { name: "country", about: "a country's English name", constraint: None, make: place::country },
    Entry {
        name: "country.code",
        about: "a country's two letters (ISO 3166-1)",
        constraint: None,
        make: place::country_code,
    },
    Entry {
        name: "date",
        about: "a day as YYYY-MM-DD",
        constraint: optional(
            "MIN,MAX",
            "first and last day, both included; the year up to now by default",
            "date:2020-01-01,2024-12-31",
        ),
        make: time::date,
    },
    Entry {
        name: "double",
        about: "a number with digits behind the point; normal with mean 0 and deviation 1000 by default",
        constraint: optional(
            "MIN,MAX,DIGITS",
            "even between the two, both included, with 4 digits or as many as said",
            "double:0,99.99,2",
        ),
        make: number::double,
    },
    Entry {
        name: "email",
        about: "a mail address on a reserved domain, which reaches nobody",
        constraint: None,
        make: person::email,
    },
    Entry {
        name: "enum",
        about: "one of the words given",
        constraint: optional(
            "A,B*WEIGHT,…",
            r"the words, each with its weight where not 1; foo,bar,baz by default; \, and \* and \@ stand for themselves",
            "enum:free*8,pro*2",
        ),
        make: choice::choice,
    },
    Entry {
        name: "file",
        about: "a line of a text file",
        constraint: Some(ConstraintHelp {
            form: "PATH",
            about: "the file; blank lines are left out",
            example: "file:names.txt",
            required: true,
        }),
        make: file::file,
    },
    Entry {
        name: "int",
        about: "a whole number",
        constraint: optional("MIN,MAX", "both included; 0 to 1000 by default", "int:1,6"),
        make: number::int,
    },
    Entry { name: "ipv4", about: "an IPv4 address, any of the 2^32", constraint: None, make: net::ipv4 },
    Entry { name: "name", about: "a first and a last name", constraint: None, make: person::name },
    Entry { name: "name.first", about: "a first name", constraint: None, make: person::first },
    Entry { name: "name.last", about: "a last name", constraint: None, make: person::last },
    Entry { name: "noun", about: "an English noun", constraint: None, make: text::noun },
    Entry { name: "sentence", about: "an English sentence", constraint: None, make: text::sentence },
    Entry {
        name: "seq",
        about: "a series by row number: 1, 2, 3 …",
        constraint: optional("START,STEP", "first value and distance, both 1 by default", "seq:1000,10"),
        make: number::seq,
    },
    Entry {
        name: "timestamp",
        about: "Unix seconds",
        constraint: optional(
            "MIN,MAX",
            "first and last, both included, as seconds, dates or RFC 3339 times; 1970 to now by default",
            "timestamp:2024-01-01,2024-12-31",
        ),
        make: time::timestamp,
    },
    Entry {
        name: "username",
        about: "a user name of letters, digits and underscores",
        constraint: None,
        make: person::username,
    },
    Entry {
        name: "uuidv4",
        about: "a random UUID (RFC 9562, version 4)",
        constraint: None,
        make: id::uuid_v4,
    },
];

/// The generator of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    GENERATORS.iter().find(|entry| entry.name == name)
}

/// The names of all generators.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|entry| entry.name)
}

#[cfg(test)]
mod tests {
    use super::{GENERATORS, names};

    #[test]
    fn names_are_sorted_and_differ() {
        assert!(names().is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn examples_name_their_generator() {
        for entry in GENERATORS {
            if let Some(constraint) = entry.constraint {
                assert_eq!(constraint.example.split(':').next(), Some(entry.name));
            }
        }
    }
}
