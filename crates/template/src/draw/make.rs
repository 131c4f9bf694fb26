//! Makes the generators of a template, with arguments in the place of constraints.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use super::arguments::Written;
use super::form::Form;
use super::lookup::function_name;
use super::modifiers::{Modifiers, Place};
use super::refusal::Refusal;
use super::wording::in_words_of_templates;
use crate::compat::Compat;
use gusher::catalogue::{self, end_of_words};
use gusher::generators::{Context, Generate, GeneratorSpec, as_text};
use gusher::locale::Locale;

/// What generators may depend on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outside {
    pub locale: &'static Locale,
    pub now: i64,
    pub compat: Option<Compat>,
}

/// The constraint of arguments, each of which is meant as it is; `None` where they are empty and the generator needs none.
fn meant<'t>(entry: &GeneratorSpec, text: &'t str, modifiers: &Modifiers) -> Option<Cow<'t, str>> {
    if entry.name == "enum" {
        let end = if modifiers.has_weights() { "" } else { end_of_words(text) };
        return Some(format!("{text}{end}").into());
    }
    let is_optional = entry.constraint.as_ref().is_some_and(|help| !help.required);
    (!text.is_empty() || !is_optional).then_some(text.into())
}

impl Outside {
    /// Set if the generator behaves as in the Go program `fakedata`.
    pub fn compat_of(&self, generator: &str) -> Option<Compat> {
        self.compat.filter(|compat| compat.has(generator))
    }

    /// Whether a generator takes arguments of its own: not where what they would say is settled.
    pub fn takes_arguments(&self, entry: &GeneratorSpec, generator: &str) -> bool {
        let is_settled = self.compat_of(generator).and_then(|_| catalogue::fakedata_constraint(generator));
        entry.constraint.is_some() && is_settled.is_none()
    }

    /// The kind of thing that a generator describes together with others, called with or without arguments of its own.
    pub fn entity(&self, entry: &GeneratorSpec, generator: &str, has_args: bool) -> Option<&'static str> {
        // What is of the row's place, or of any of the world, has an argument only where it is of the world.
        let constraint = match self.compat_of(generator) {
            Some(_) => catalogue::fakedata_constraint(generator),
            None => entry.any.as_ref().filter(|_| has_args).map(|_| ""),
        };
        entry.entity_of(generator, constraint)
    }

    /// The generator of an entry, with the arguments that were written, and its modifiers after them. Files are read
    /// by
    /// `read`.
    pub fn make(
        self,
        entry: &GeneratorSpec,
        generator: &str,
        written: Option<&Written>,
        modifiers: &Modifiers,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Arc<dyn Generate>, Refusal> {
        if written.is_some() && !self.takes_arguments(entry, generator) {
            let text = format!("{} takes no arguments", function_name(generator));
            return Err(Refusal { arg: Some(0), text });
        }
        let context = Context::default().locale(self.locale).now(self.now).files(read);
        let text = written.map(|written| written.text.as_str());
        let compat = self.compat_of(generator);
        let text = match compat {
            Some(compat) => text
                .and_then(|text| compat.constraint(generator, text))
                .or_else(|| catalogue::fakedata_constraint(generator)),
            None => text,
        };
        let text = text.and_then(|text| meant(entry, text, modifiers));
        let text = text.as_deref();
        let places = written.map_or(0, Written::len);
        if !modifiers.is_empty() {
            return modifiers.make(generator, entry, text, &context).map_err(|(at, text)| {
                let arg = match at {
                    Place::Modifier(which) => Some(places + which),
                    Place::Constraint(at) => written.and_then(|written| written.place(&at)),
                };
                Refusal { arg, text: in_words_of_templates(&text, generator) }
            });
        }
        let asked = compat.map_or_else(|| generator.to_owned(), |compat| compat.name(generator));
        let entry = catalogue::find(&asked).unwrap_or(entry);
        let made = entry.generator(&asked, text, &context).map_err(|error| {
            let arg = written.filter(|_| !error.in_word).and_then(|written| written.place(&error.at));
            Refusal { arg, text: in_words_of_templates(&error.text, generator) }
        })?;
        // In the Go program every value is a string.
        Ok(if compat.is_some() && Form::of(&made.field()) != Form::Text { as_text(made) } else { made })
    }
}
