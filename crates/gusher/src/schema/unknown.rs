//! Messages for names that no generator has.

use gush_diagnostics::{Message, Reach, Topic, edit_distance, nearest_within};

use super::grammar::EXPR;
use crate::catalogue::{self, ALIASES, Alias};
use crate::generators::GeneratorSpec;

/// The beginning of the message.
const NO_GENERATOR: &str = "no generator has this name";

/// Longer aliases are not suggested.
const MAX_SUGGESTED_LENGTH: usize = 24;

/// Terms that no program uses for a generator, with the generator that is meant; none where any suggestion would be wrong.
const TERMS: [(&str, Option<&str>); 6] = [
    ("array", None),
    ("constant", Some("const")),
    ("country_name", Some("country")),
    ("map", None),
    ("object", None),
    ("struct", None),
];

/// The message for a term of SQL or another language, if the name is one.
fn of_term(name: &str) -> Option<Message> {
    let lower = name.to_lowercase();
    if lower == "null" {
        return Some(
            "no generator has nulls alone; @null is their share of a column, as in `int@null=0.1`".into(),
        );
    }
    let (_, meant) = TERMS.iter().find(|(term, _)| *term == lower)?;
    Some(Message::from(NO_GENERATOR).suggest(*meant).see(Topic::Generators))
}

/// The message for a name that no generator has. It suggests what is nearest: by meaning, if another program has the name,
/// else by spelling.
pub fn unknown_generator(name: &str) -> Message {
    if let Some(message) = of_term(name) {
        return message;
    }
    if let Some(alias) = catalogue::alias(name).filter(|alias| !alias.nearest.is_empty()) {
        let text = format!("there is no generator for this{}", of_tool(alias));
        return Message::from(text).suggest(Some(alias.nearest));
    }
    let own = nearest_within(Reach::Close, name, catalogue::names().chain([EXPR]));
    let is_offered = |alias: &&Alias| {
        let is_short = alias.is_ours() && alias.spec.len() <= MAX_SUGGESTED_LENGTH;
        is_short && (alias.name.contains('.') || is_small(alias.name))
    };
    let others = ALIASES.iter().filter(is_offered).map(|alias| alias.name);
    let other = nearest_within(Reach::Close, name, others);
    let letters = |near: &str| edit_distance(&name.to_lowercase(), &near.to_lowercase());
    let is_slip = |near: &str| letters(near) <= (name.chars().count() / 3).max(1);
    let near = match (own, other) {
        // A name of ours, unless a mistyped one of another program is nearer.
        (Some(own), Some(other)) if is_slip(other) && letters(other) < letters(own) => own_name(other),
        (Some(own), _) => Some(own),
        (None, other) => other.and_then(own_name),
    };
    Message::from(NO_GENERATOR).suggest(near).see(Topic::Generators)
}

/// Our name for that of another program: users should not have to learn both. A constraint is left out where there need be none:
/// the range of a number in another program is not what a typing error is about.
fn own_name(name: &str) -> Option<&'static str> {
    let spec = catalogue::alias(name).map(|alias| alias.spec).filter(|spec| !spec.is_empty())?;
    let bare = spec.split([':', '@']).next()?;
    let takes_any = |entry: &GeneratorSpec| entry.constraint.is_none_or(|constraint| !constraint.required);
    let is_choice = matches!(bare, "enum" | "const");
    Some(if !is_choice && catalogue::find(bare).is_some_and(takes_any) { bare } else { spec })
}

/// The message for the text after a column's name and `=`, which is no generator: the nearest name, or how a constant is written.
pub(super) fn unknown_of_column(name: &str, text: &str) -> Message {
    if let Some(message) = of_term(text) {
        return message;
    }
    let message = unknown_generator(text);
    // Text with other characters is a column in another program's grammar, which is reported elsewhere.
    let is_text = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | ' ');
    if message.text != NO_GENERATOR || !text.chars().all(is_text) {
        return message;
    }
    // What is like a name of another program alone is more often a text that was meant as it is.
    let own = nearest_within(Reach::Close, text, catalogue::names().chain([EXPR]));
    match own {
        Some(_) if message.suggestion.is_some() => message,
        _ => {
            let constant =
                Message::from(format!("{NO_GENERATOR}; for a constant write `{name}=const:{text}`"));
            Message { suggestion: message.suggestion, ..constant }
        }
    }
}

/// Whether a name is in lower case: only one spelling of a name is suggested.
fn is_small(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Describes a name in a message: by the program that it belongs to, if there is one.
fn of_tool(alias: &Alias) -> String {
    if alias.is_of_tool() { format!(" name of {}", alias.tool) } else { " name".into() }
}

#[cfg(test)]
mod tests {
    use super::unknown_generator;

    #[test]
    fn the_nearest_name_is_suggested_for_slips_and_unknown_names() {
        for (name, meant) in [
            ("emial", "email"),
            ("nmae", "name"),
            ("adress", "address"),
            ("cuntry", "country"),
            ("frist_name", "name.first"),
            ("lastnme", "name.last"),
            ("zipcod", "postcode"),
            ("street.name", "street"),
            ("license.plate", "vehicle.plate"),
            ("zip.code", "postcode"),
            ("constant", "const"),
            ("country_name", "country"),
            ("uuuid", "uuidv4"),
            ("uuidv5", "uuidv1"),
            ("bolean", "bool"),
            ("pyin", "int"),
            ("phnoe_number", "phone"),
            ("datetme", "datetime"),
            ("patronymic", "name.middle"),
            ("simple_profile", "name"),
            ("credit_card_full", "card.number"),
            ("http_status_message", "http.status"),
            ("hospitalNpi", "pattern"),
            ("nhs_number", "pattern"),
        ] {
            let message = unknown_generator(name);
            assert_eq!(message.suggestion.as_deref(), Some(meant), "{name}");
        }
        for name in
            ["zxcvbnmqwerty", "salary", "row", "b", "qqid", "name;email", "name email", "null", "object"]
        {
            assert_eq!(unknown_generator(name).suggestion, None, "{name}");
        }
    }
}
