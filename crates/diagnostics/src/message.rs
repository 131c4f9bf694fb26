//! The message of a diagnostic without its position: what is wrong, what was probably meant, what can be looked up.

use std::fmt;

use crate::nearest;

/// What a user may look up when no valid name is near. The program that shows the diagnostic says how it lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Topic {
    /// The generators.
    Generators,
    /// The locales.
    Locales,
    /// The functions of templates.
    Functions,
    /// The options of the command.
    Options,
    /// The rungs of the ladder.
    Rungs,
}

/// What is wrong, what was probably meant, and what can be looked up.
///
/// Displays as the text and the suggestion:
///
/// ```
/// use gush_diagnostics::Message;
///
/// let message = |name| Message::unknown("no brand has this name", name, ["amex", "visa"]);
/// assert_eq!(message("vista").to_string(), "no brand has this name; did you mean `visa`?");
/// assert_eq!(message("zebra").to_string(), "no brand has this name; there are amex and visa");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// What is wrong and, unless a suggestion says so, what would be right.
    pub text: String,
    /// The valid text that was probably meant.
    pub suggestion: Option<String>,
    /// What can be looked up where there is no suggestion.
    pub topic: Option<Topic>,
}

impl Message {
    /// A message for a `name` that is not one of a few valid `names`: it suggests the nearest one, or else lists them.
    pub fn unknown<'a>(
        text: impl Into<String>,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Message {
        Message::unknown_with("", text, name, names)
    }

    /// The same for names that are written with a `prefix`, such as `@`, which `name` is without.
    pub fn unknown_with<'a>(
        prefix: &str,
        text: impl Into<String>,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Message {
        let names: Vec<&str> = names.into_iter().collect();
        let near = nearest(name, names.iter().copied());
        let message = Message::from(text.into()).suggest(near.map(|near| format!("{prefix}{near}")));
        if names.is_empty() {
            message
        } else {
            message.otherwise(format!("there {}", listed(prefix, &names)))
        }
    }

    /// A message for a `name` that is not one of many valid `names`: it suggests the nearest one, or else says that they can
    /// be looked up.
    pub fn unknown_of<'a>(
        topic: Topic,
        text: impl Into<String>,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Message {
        Message::from(text.into()).suggest(nearest(name, names)).see(topic)
    }

    /// The same message with what was probably meant, if anything was.
    #[must_use]
    pub fn suggest(self, suggestion: Option<impl Into<String>>) -> Message {
        Message { suggestion: suggestion.map(Into::into), ..self }
    }

    /// The same message with more text where nothing is suggested.
    #[must_use]
    pub fn otherwise(self, text: impl fmt::Display) -> Message {
        match self.suggestion {
            Some(_) => self,
            None => Message { text: format!("{}; {text}", self.text), ..self },
        }
    }

    /// The same message with what can be looked up where nothing is suggested.
    #[must_use]
    pub fn see(self, topic: Topic) -> Message {
        Message { topic: Some(topic), ..self }
    }
}

/// The names after "there": `is x`, `are x and y`.
fn listed(prefix: &str, names: &[&str]) -> String {
    let mut named: Vec<String> = Vec::new();
    for name in names {
        let name = format!("{prefix}{name}");
        // One name may be listed for several things.
        if !named.contains(&name) {
            named.push(name);
        }
    }
    match &named[..] {
        [] => String::new(),
        [only] => format!("is {only}"),
        [others @ .., last] => format!("are {} and {last}", others.join(", ")),
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::from(text.to_owned())
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { text, suggestion: None, topic: None }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.suggestion {
            Some(meant) => write!(f, "; did you mean `{meant}`?"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, Topic};

    #[test]
    fn a_near_name_is_suggested_and_few_names_are_listed() {
        let shown = |name, names: &[&'static str]| {
            let names = names.iter().copied();
            Message::unknown_with("@", "no such thing", name, names).to_string()
        };
        assert_eq!(shown("nul", &["null", "unique"]), "no such thing; did you mean `@null`?");
        assert_eq!(shown("zebra", &["null", "null", "of"]), "no such thing; there are @null and @of");
        assert_eq!(shown("zebra", &["null"]), "no such thing; there is @null");
        assert_eq!(shown("zebra", &[]), "no such thing");
        let message = |name| Message::unknown_of(Topic::Generators, "no", name, ["email", "name"]);
        assert_eq!(message("emial").to_string(), "no; did you mean `email`?");
        assert_eq!(
            (message("zebra").to_string(), message("zebra").topic),
            ("no".into(), Some(Topic::Generators))
        );
    }

    #[test]
    fn an_alternative_text_is_shown_only_without_a_suggestion() {
        let message = Message::from("no").otherwise("b");
        assert_eq!(message.to_string(), "no; b");
        assert_eq!(
            Message::from("no").suggest(Some("a")).otherwise("b").to_string(),
            "no; did you mean `a`?"
        );
    }
}
